"""Sums of statistics under resampling, without scoring anything again.

A resample is a vector of weights over the units (items, or clusters of items); the sums of the
resample are weights times statistics. Units are sorted by id before, so that the order of the input
never matters, and all systems and measures share the weights, so that differences are paired.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

_CHUNK = 4_000_000  # weights held at once


def numbers(labels: Sequence[str]) -> IntArray:
    """Return for each label its place among the sorted distinct labels.

    >>> numbers(["b", "a", "b"])
    array([1, 0, 1])
    """
    found = {label: i for i, label in enumerate(sorted(set(labels)))}
    return np.array([found[label] for label in labels], dtype=np.int64)


@dataclass(frozen=True)
class Plan:
    """How units are drawn: which items form a unit, and within which strata units are drawn."""

    units: IntArray
    """The unit of each item."""
    strata: IntArray
    """The stratum of each unit; units of a stratum are numbered together."""

    @classmethod
    def of(cls, n: int, clusters: IntArray | None = None, strata: IntArray | None = None) -> Plan:
        """Draw whole clusters where given; else items, within strata where given."""
        if clusters is not None:
            return cls(clusters, np.zeros(int(clusters.max(initial=-1)) + 1, dtype=np.int64))
        if strata is None:
            return cls(np.arange(n), np.zeros(n, dtype=np.int64))
        order = np.empty(n, dtype=np.int64)
        order[np.argsort(strata, kind="stable")] = np.arange(n)
        return cls(order, np.sort(strata))

    def weights(self, times: int, seed: int) -> Iterator[NDArray[np.float64]]:
        """Yield blocks ``(b, items)`` of bootstrap weights, ``times`` rows in all."""
        units = len(self.strata)
        sizes = np.bincount(self.strata) if units else np.zeros(0, dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(sizes)])[:-1]
        generator = np.random.default_rng(seed)
        rows = max(1, _CHUNK // max(len(self.units), 1))
        plain = len(sizes) == 1 and len(self.units) == units
        for first in range(0, times, rows):
            block = np.empty((min(rows, times - first), len(self.units)))
            for row in block:
                if len(sizes) == 1:
                    drawn = generator.integers(0, units, units, dtype=np.uint32).astype(np.int64)
                else:
                    drawn = starts[self.strata] + (generator.random(units) * sizes[self.strata]).astype(
                        np.int64
                    )
                counts = np.bincount(drawn, minlength=units)
                row[:] = counts if plain else counts[self.units]
            yield block


def sums(weights: FloatArray, statistics: FloatArray, groups: IntArray | None) -> FloatArray:
    """Return the weighted sums ``(b, g, d)`` of statistics ``(n, d)`` within groups."""
    if groups is None:
        return np.asarray(weights @ statistics, dtype=np.float64)[:, None, :]
    order = np.argsort(groups, kind="stable")
    first = np.flatnonzero(np.diff(groups[order], prepend=-1))
    columns = [np.add.reduceat(weights[:, order] * column[order], first, axis=1) for column in statistics.T]
    return np.asarray(np.stack(columns, axis=-1), dtype=np.float64)


def total(statistics: FloatArray, groups: IntArray | None) -> FloatArray:
    """Return the sums ``(g, d)`` of all items."""
    if groups is None:
        return np.asarray(statistics.sum(axis=0, keepdims=True), dtype=np.float64)
    return np.asarray(sums(np.ones((1, len(statistics))), statistics, groups)[0], dtype=np.float64)
