"""A sum of small regression trees as arrays: the model of ``meaning(ask=match)``."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.compiled import kernel
from lydite.errors import StoreError
from lydite.files import digest_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lydite.array_types import FloatArray, IntArray

EMBEDDED = "data/meaning/match.npz"
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
        """Return the score of each row of evidence."""
        table = np.column_stack([columns[name] for name in self.names])
        total = np.full(len(table), self.base)
        add_trees.for_work(len(table), add_trees_at_once)(
            table, self.roots, self.column, self.cut, self.ways, total
        )
        total = np.clip(total, 0.0, 1.0)
        line = np.maximum(0, (total - self.floor) / (self.knee - self.floor)) * self.knee
        return np.asarray(np.round(np.where(total < self.knee, line, total), 12))


@kernel(large=4_000)  # a row takes a millisecond in plain Python
def add_trees(table: Any, roots: Any, column: Any, cut: Any, ways: Any, total: Any) -> None:
    """Add to each total the leaves that its row reaches; a block of rows goes down one tree after the other.

    A node leads to ``ways[at, 0]`` up to its cut, to ``ways[at, 1]`` above it, and to ``ways[at, 2]`` where
    the value is missing; a leaf leads to itself, and its cut is its value.
    """
    for first in range(0, len(table), 64):
        last = min(first + 64, len(table))
        for t in range(len(roots)):
            for i in range(first, last):
                at = roots[t]
                while ways[at, 0] != at:
                    value = table[i, column[at]]
                    if value <= cut[at]:
                        at = ways[at, 0]
                    elif value > cut[at]:
                        at = ways[at, 1]
                    else:
                        at = ways[at, 2]
                total[i] += cut[at]


def add_trees_at_once(table: Any, roots: Any, column: Any, cut: Any, ways: Any, total: Any) -> None:
    """Add the same, to the last bit, by operations on whole arrays."""
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
