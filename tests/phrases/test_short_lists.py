"""Operations on whole arrays write what the kernels write, to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.core.arrays import offsets
from lydite.core.compiled import Kernel, if_short
from lydite.measures.phrases import (
    compare_keys,
    drop_repeated,
    running_sums,
    short_compare_keys,
    short_drop_repeated,
    short_running_sums,
)

LISTS = st.lists(st.lists(st.integers(0, 9), max_size=6), max_size=8)
KEYS = np.array([0, 1, 2, 3, 3, 5, 6, 7, 7, 9])  # some phrases are the same when folded


def _flat(lists: list[list[int]], kind: Any = np.int64) -> tuple[Any, Any]:
    return np.array([x for one in lists for x in one], kind), offsets([len(one) for one in lists])


@given(st.lists(st.tuples(st.lists(st.integers(0, 9), max_size=6), st.lists(st.integers(0, 9), max_size=4))))
def test_keys_are_compared_alike(pairs: list[tuple[list[int], list[int]]]) -> None:
    (p, p_starts), (g, g_starts) = (_flat([pair[side] for pair in pairs]) for side in (0, 1))

    def run(function: Any) -> list[Any]:
        gain, starts, sizes = np.zeros(len(p)), np.zeros(len(pairs) + 1, int), np.zeros(len(pairs), int)
        function(KEYS, p, p_starts, g, g_starts, np.zeros((2, 10), np.int32), gain, starts, sizes)
        return [gain[: starts[-1]].tolist(), starts.tolist(), sizes.tolist()]

    assert run(short_compare_keys) == run(compare_keys.plain)


@given(LISTS, st.integers(0, 99))
def test_running_sums_and_repeats(lists: list[list[int]], seed: int) -> None:
    codes, starts = _flat(lists)
    values = np.random.default_rng(seed).random(len(codes)) / 3
    sums = np.zeros((2, len(values)))
    short_running_sums(values, starts, sums[0])
    running_sums.plain(values, starts, sums[1])
    assert sums[0].tobytes() == sums[1].tobytes()

    def distinct(function: Any) -> list[Any]:
        out, ends = np.zeros(len(codes), np.int32), np.zeros_like(starts)
        function(codes, starts, KEYS, np.zeros(10, np.int32), out, ends)
        return [out[: ends[-1]].tolist(), ends.tolist()]

    assert distinct(short_drop_repeated) == distinct(drop_repeated.plain)


def test_when_whole_arrays_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for long lists, not beyond what loading numba takes, nor where it is loaded."""
    monkeypatch.delitem(__import__("sys").modules, "numba", raising=False)
    sizes = np.array([2, 16])
    assert if_short(short_running_sums, sizes) is short_running_sums
    assert if_short(short_running_sums, sizes, sizes + 1) is None
    one = Kernel(lambda: None, 10)
    assert one.for_work(5, print) is print
    assert one.for_work(1) is one.plain
    monkeypatch.setitem(__import__("sys").modules, "numba", object())
    assert one.for_work(1, print) is one.plain
