"""Pages of mapped files that are given back on the way: the same words and numbers, in any parts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from inner import replace_inside
from lydite.vectors import load_vectors, release

LINES = ["cat 1 2", "", "New York 3 4", "dog 5 6 ", "\tnan-like 7 8", "cat 9 9", " ", "ox 1e-3 -2"]


@pytest.mark.parametrize("part", [1, 2, 9, 17, 1 << 26])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_text_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int, ending: str) -> None:
    file = tmp_path / "words.vec"
    file.write_bytes(ending.join(LINES).encode())  # without an end of the last line
    whole = load_vectors(file, cache=False)
    replace_inside(monkeypatch, "lydite.vectors", "_PART", part)
    replace_inside(monkeypatch, "lydite.vectors", "_MANY", 2)
    for cache in (False, tmp_path / "cache", tmp_path / "cache"):
        found = load_vectors(file, cache=cache)
        assert found.words.all == whole.words.all
        assert np.array_equal(found.matrix, whole.matrix)
        assert found.notes == whole.notes


def test_binary_and_chosen_rows_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = np.random.default_rng(5).random((20, 3), np.float32)
    rows = [f"W{i % 15} ".encode() + row.tobytes() for i, row in enumerate(numbers)]  # some words come again
    (tmp_path / "w.bin").write_bytes(b"20 3\n" + b"\n".join(rows) + b"\n")
    for name in ("_ROWS", "_PART", "_MANY"):
        replace_inside(monkeypatch, "lydite.vectors", name, 3)
    for _ in range(2):
        found = load_vectors(tmp_path / "w.bin", cache=tmp_path / "cache")
        assert np.array_equal(found.matrix, numbers[:15])
        chosen = found.select(np.array([7, 0, 14, 3]))
        assert np.array_equal(chosen.matrix, numbers[[7, 0, 14, 3]])


def test_changes_of_a_copy_are_kept(tmp_path: Path) -> None:
    np.save(tmp_path / "m.npy", np.zeros(5000))
    copy = np.load(tmp_path / "m.npy", mmap_mode="c")
    copy[:] = 7
    release(copy[10:])
    assert (copy == 7).all()
