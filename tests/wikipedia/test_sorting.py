"""External sorting equals sorting in memory."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lydite.knowledge.wikipedia.build import ExternalSorter


@given(
    st.lists(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 9), max_size=30), max_size=8),
    st.integers(1, 40),
)
def test_sorted_unique_counted(pieces: list[list[int]], memory: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        sorter = ExternalSorter(Path(folder), "x", memory=memory)
        for piece in pieces:
            sorter.add(np.array(piece, np.uint64))
        found = list(sorter.merged())
        keys = np.concatenate([k for k, _ in found]) if found else np.zeros(0, np.uint64)
        counts = np.concatenate([c for _, c in found]) if found else np.zeros(0, np.int64)
        flat = np.array([k for piece in pieces for k in piece], np.uint64)
        unique, times = np.unique(flat, return_counts=True)
        assert keys.tolist() == unique.tolist()
        assert counts.tolist() == times.tolist()
        assert not list(Path(folder).iterdir())
