"""A sum of small regression trees as arrays: the model of ``meaning(ask=match)``."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.compiled import kernel
from lydite.core.errors import StoreError
from lydite.core.io.digests import digest_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lydite.core.array_types import AnyArray, FloatArray, IntArray

EMBEDDED = "data/meaning/match.npz"
_ROWS = 4096  # rows that are predicted together
_LEAVES = 32  # of a tree at most
_SPREAD = 0x077CB531  # times a power of 2, it has another number in its 5 highest bits for each of the 32
_HASHES = [(_SPREAD << i & 0xFFFFFFFF) >> 27 for i in range(_LEAVES)]
_HIGHEST = float(np.finfo(np.float32).max)  # a cut above all values: only what is missing goes right
_DAMAGED = "the model of meaning(ask=match) is damaged; install lydite again"


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees end to end: see :func:`add_trees`.

    What comes out is 0 up to ``floor``, on a line from there to ``knee``, and as it is above.
    """

    names: tuple[str, ...]
    roots: IntArray
    column: IntArray
    cut: FloatArray
    ways: IntArray
    base: float
    floor: float
    knee: float
    prior: float
    digest: str

    def predict(self, columns: Mapping[str, FloatArray]) -> FloatArray:
        """Return the score of each row of evidence, which is rounded to six digits."""
        total = np.full(len(columns[self.names[0]]), self.base)
        run = add_leaves.for_work(len(total), add_trees)
        for first in range(0, len(total), _ROWS):
            part = slice(first, first + _ROWS)
            if run is add_trees:
                rows = np.stack([columns[name][part] for name in self.names])
                run(rows.T, self.roots, self.column, self.cut, self.ways, total[part])
                continue
            used, *nodes = self.nodes
            table = np.empty((len(self.names) + len(used), len(total[part])), np.float32)
            for row, name in zip(table, self.names, strict=False):
                row[:] = columns[name][part]
            table[len(self.names) :] = np.where(np.isnan(table[used]), np.inf, table[used])
            run(table, *nodes, total[part])
        total = np.clip(total, 0.0, 1.0)
        line = np.maximum(0, (total - self.floor) / (self.knee - self.floor)) * self.knee
        return np.asarray(np.round(np.where(total < self.knee, line, total), 12))

    @functools.cached_property
    def nodes(self) -> tuple[AnyArray, ...]:
        """The columns to lay out again, with infinity where a value is missing, and the nodes in fives.

        Where a missing value goes right, a node looks at the second layout; see :func:`add_leaves`.
        """
        goes_right = (self.ways[:, 2] == self.ways[:, 1]) & (self.ways[:, 0] != np.arange(len(self.ways)))
        used = np.unique(self.column[goes_right])
        again = dict(zip(used.tolist(), range(len(self.names), len(self.names) + len(used)), strict=True))
        cuts, columns, masks, leaves = [], [], [], []
        starts = [0]
        for root in self.roots.tolist():
            values: list[float] = []
            found: list[list[Any]] = []
            self._lay_out(root, values, found)
            for at, first, last in found:
                cuts.append(min(np.floor(self.cut[at] * 1e6 + 1e-3) / 1e6, _HIGHEST))
                columns.append(again[self.column[at]] if goes_right[at] else self.column[at])
                masks.append(~(((1 << (last - first)) - 1) << first) & 0xFFFFFFFF)
            more = -len(cuts) % 5  # nodes at which all go left
            cuts, columns, masks = cuts + more * [np.inf], columns + more * [0], masks + more * [0xFFFFFFFF]
            leaves.append([*values, *[0.0] * (_LEAVES - len(values))])
            starts.append(len(cuts))
        return (
            used, np.array(starts, np.int64), np.array(columns, np.int64), np.array(cuts, np.float32),
            np.array(masks, np.uint32), np.array(leaves, np.float64)[:, np.argsort(_HASHES)],
        )  # fmt: skip

    def _lay_out(self, at: int, values: list[float], found: list[list[Any]]) -> None:
        """Append the leaves below a node from left to right, and each node with the leaves to its left."""
        if self.ways[at, 0] == at:
            values.append(float(self.cut[at]))
            return
        node = [at, len(values), 0]
        found.append(node)
        self._lay_out(self.ways[at, 0], values, found)
        node[2] = len(values)
        self._lay_out(self.ways[at, 1], values, found)


@kernel(large=0)
def add_leaves(table: Any, starts: Any, column: Any, cut: Any, masks: Any, leaves: Any, total: Any) -> None:
    """Add to each total the leaf of each tree that its row (a column of ``table``) reaches.

    A row that goes right at a node reaches no leaf to the left of it; of the leaves that all nodes leave, the
    first is reached (Lucchese et al. 2015, QuickScorer): its bit, times a number, is its place. Five nodes at
    once look at many rows one after the other, without a branch.
    """
    one, ones, spread, high = np.uint32(1), np.uint32(0xFFFFFFFF), np.uint32(_SPREAD), np.uint32(27)
    left = np.empty(1024, np.uint32)
    for first in range(0, len(total), 1024):
        count = min(1024, len(total) - first)
        some = slice(first, first + count)
        for t in range(len(starts) - 1):
            left[:] = ones
            for n in range(starts[t], starts[t + 1], 5):
                a, b, c = table[column[n], some], table[column[n + 1], some], table[column[n + 2], some]
                d, e = table[column[n + 3], some], table[column[n + 4], some]
                v, w, x, y, z = cut[n], cut[n + 1], cut[n + 2], cut[n + 3], cut[n + 4]
                past_v, past_w, past_x, past_y, past_z = (
                    masks[n], masks[n + 1], masks[n + 2], masks[n + 3], masks[n + 4],
                )  # fmt: skip
                for i in range(count):
                    bits = left[i] & past_v if a[i] > v else left[i]
                    bits = bits & past_w if b[i] > w else bits
                    bits = bits & past_x if c[i] > x else bits
                    bits = bits & past_y if d[i] > y else bits
                    left[i] = bits & past_z if e[i] > z else bits
            for i in range(count):
                lowest = left[i] & np.uint32(~np.uint32(left[i] - one))
                left[i] = np.uint32(lowest * spread) >> high
            for i in range(count):
                total[first + i] += leaves[t, left[i]]


def add_trees(table: Any, roots: Any, column: Any, cut: Any, ways: Any, total: Any) -> None:
    """Add to each total the leaves that its row reaches, by operations on whole arrays.

    A node leads to ``ways[at, 0]`` up to its cut, to ``ways[at, 1]`` above it, and to ``ways[at, 2]`` where
    the value is missing; a leaf leads to itself, and its cut is its value.
    """
    for first in range(0, len(table), 256):
        part = table[first : first + 256]
        rows, at = np.arange(len(part))[:, None], np.tile(roots, (len(part), 1))
        while True:
            value = part[rows, column[at]]
            after = ways[at, np.where(np.isnan(value), 2, value > cut[at]).astype(np.int64)]
            if (after == at).all():
                break
            at = after
        for t in range(len(roots)):
            total[first : first + 256] += cut[at[:, t]]


@functools.cache
def embedded_trees() -> Trees:
    """Return the model inside the package."""
    with resources.as_file(resources.files("lydite").joinpath(EMBEDDED)) as path:
        return read_trees(path)


def read_trees(path: Path) -> Trees:
    """Return the model of a file as ``tools/match.py`` writes it."""
    try:
        with np.load(path) as file:  # noqa: TID251, a file of the package
            known: dict[str, Any] = {name: file[name] for name in file.files}
        known["names"] = tuple(known["names"].tolist())
        known |= {name: float(known[name]) for name in ("base", "floor", "knee", "prior")}
        known["ways"] = known["ways"].astype(np.int32)
        trees = Trees(**known, digest=digest_of(path.read_bytes()))
    except Exception as error:  # a damaged archive has many errors
        raise StoreError(f"{_DAMAGED} ({error})", path) from error
    return trees
