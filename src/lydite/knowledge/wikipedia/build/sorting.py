"""Sorting more numbers than fit in memory.

Keys are unsigned 64-bit numbers, each with an optional count. Sorted runs are written to disk; then
one range of keys after the other is read from all runs at once, sorted and combined. What comes out
depends on what went in, not on its order nor on the memory allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.core.store.array_files import save_array

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lydite.core.array_types import IntArray, UInt64Array

    Keys = UInt64Array
    Counts = IntArray

MEMORY = 1 << 25  # keys held at once


class ExternalSorter:
    """Collects keys; gives them back sorted, each once, with the sum (or the first) of its counts.

    >>> import tempfile, pathlib
    >>> sorter = ExternalSorter(pathlib.Path(tempfile.mkdtemp()), "demo", memory=3)
    >>> for keys in ([5, 1], [5, 9], [1, 1]):
    ...     sorter.add(np.array(keys, np.uint64))
    >>> [(k.tolist(), c.tolist()) for k, c in sorter.merged()]
    [([1], [3]), ([5], [2]), ([9], [1])]
    """

    def __init__(self, folder: Path, name: str, *, memory: int = MEMORY, combine: str = "sum") -> None:
        self.folder = folder
        self.name = name
        self.memory = memory
        self.combine = combine
        self._keys: list[Keys] = []
        self._counts: list[Counts] = []
        self._held = 0
        self._runs = 0
        for old in folder.glob(f"{name}.*.run"):  # of a build that was killed
            old.unlink()

    def add(self, keys: Keys, counts: Counts | None = None) -> None:
        """Take keys in any order, with counts or each counted once."""
        if len(keys) == 0:
            return
        counts = np.ones(len(keys), np.int64) if counts is None else counts
        for at in range(0, len(keys), self.memory):
            piece = slice(at, at + self.memory)
            self._keys.append(np.ascontiguousarray(keys[piece], np.uint64))
            self._counts.append(np.ascontiguousarray(counts[piece], np.int64))
            self._held += len(self._keys[-1])
            if self._held >= self.memory:
                self._spill()

    def merged(self) -> Iterator[tuple[Keys, Counts]]:
        """Yield sorted keys and their counts in pieces, and forget everything."""
        if self._runs == 0:
            if self._held:
                yield self._combined()
            return
        if self._held:
            self._spill()
        runs = [
            (np.memmap(self._path(i, "k"), np.uint64, "r"), np.memmap(self._path(i, "c"), np.int64, "r"))
            for i in range(self._runs)
        ]
        at = [0] * len(runs)
        share = max(1, self.memory // len(runs))
        while any(a < len(keys) for a, (keys, _) in zip(at, runs, strict=True)):
            # everything up to the smallest of the runs' next bounds is complete
            bound = min(
                keys[min(a + share, len(keys)) - 1]
                for a, (keys, _) in zip(at, runs, strict=True)
                if a < len(keys)
            )
            for i, (keys, counts) in enumerate(runs):
                end = at[i] + int(np.searchsorted(keys[at[i] : at[i] + share], bound, side="right"))
                self._keys.append(np.array(keys[at[i] : end]))
                self._counts.append(np.array(counts[at[i] : end]))
                at[i] = end
            yield self._combined()
        for i in range(self._runs):
            self._path(i, "k").unlink()
            self._path(i, "c").unlink()

    def _combined(self) -> tuple[Keys, Counts]:
        keys, counts = np.concatenate(self._keys), np.concatenate(self._counts)
        self._keys, self._counts, self._held = [], [], 0
        order = np.argsort(keys, kind="stable")
        keys, counts = keys[order], counts[order]
        first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
        if self.combine == "sum":
            return keys[first], np.add.reduceat(counts, first) if len(first) else counts[:0]
        return keys[first], np.minimum.reduceat(counts, first) if len(first) else counts[:0]

    def _spill(self) -> None:
        keys, counts = self._combined()
        save_array(self._path(self._runs, "k"), keys, header=False)
        save_array(self._path(self._runs, "c"), counts, header=False)
        self._runs += 1

    def _path(self, run: int, what: str) -> Path:
        return self.folder / f"{self.name}.{run}{what}.run"
