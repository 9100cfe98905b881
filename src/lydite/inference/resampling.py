"""Sums of statistics under resampling, without scoring anything again.

A resample is a vector of weights over rows; its sums are weights times statistics. A row is an item, or all
items that cannot be told apart (tweets of a topic with the same gold label and the same answer): drawing as
many items as there are, with replacement, is then one multinomial draw over the rows of a stratum. Items are
sorted by id before, so that the order of the input never matters, and all systems and measures that are drawn
together share the weights, so that differences are paired.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

_CHUNK = 4_000_000  # weights held at once


@dataclass(frozen=True)
class ResamplingPlan:
    """How rows are drawn: which of them form a unit, and within which strata units are drawn."""

    units: IntArray
    """The unit of each row."""
    strata: IntArray
    """The stratum of each unit; units of a stratum are numbered together."""
    counts: IntArray | None = None
    """How many items each row stands for, where rows are drawn by number; else each stands for one."""

    @classmethod
    def of_items(
        cls, n: int, clusters: IntArray | None = None, strata: IntArray | None = None
    ) -> ResamplingPlan:
        """Draw whole clusters where given; else items, within strata where given."""
        if clusters is not None:
            return cls(clusters, np.zeros(int(clusters.max(initial=-1)) + 1, dtype=np.int64))
        if strata is None:
            return cls(np.arange(n), np.zeros(n, dtype=np.int64))
        order = np.empty(n, dtype=np.int64)
        order[np.argsort(strata, kind="stable")] = np.arange(n)
        return cls(order, np.sort(strata))

    @property
    def several(self) -> bool:
        """Whether anything is drawn from several: one alone says nothing of how they differ."""
        return bool(np.bincount(self.strata, self.counts).max(initial=0) > 1)

    def weights(self, times: int, seed: int) -> Iterator[FloatArray]:
        """Yield blocks ``(b, rows)`` of bootstrap weights, ``times`` rows in all."""
        rows = max(1, _CHUNK // max(len(self.units), 1))
        generator = np.random.default_rng(seed)
        for first in range(0, times, rows):
            block = min(rows, times - first)
            yield (
                self._by_number(generator, block)
                if self.counts is not None
                else self._one_by_one(generator, block)
            )

    def _by_number(self, generator: np.random.Generator, block: int) -> FloatArray:
        """Draw how often each row comes, the rows of a stratum together."""
        counts = np.asarray(self.counts)
        starts = np.flatnonzero(np.diff(self.strata, prepend=-1))
        sizes = np.diff([*starts, len(counts)])
        if len(starts) and (sizes == sizes[0]).all():
            grid = counts.reshape(len(starts), sizes[0])
            items = grid.sum(1)
            drawn = generator.multinomial(items, grid / items[:, None], (block, len(starts)))
            return drawn.reshape(block, len(counts)).astype(np.float64)
        parts = [generator.multinomial(c.sum(), c / c.sum(), block) for c in np.split(counts, starts[1:])]
        return np.concatenate(parts, axis=1).astype(np.float64)

    def _one_by_one(self, generator: np.random.Generator, rows: int) -> FloatArray:
        units = len(self.strata)
        sizes = np.bincount(self.strata) if units else np.zeros(0, dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(sizes)])[:-1]
        plain = len(sizes) == 1 and len(self.units) == units
        block = np.empty((rows, len(self.units)))
        for row in block:
            if len(sizes) == 1:
                drawn = generator.integers(0, units, units, dtype=np.uint32).astype(np.int64)
            else:
                drawn = starts[self.strata] + (generator.random(units) * sizes[self.strata]).astype(np.int64)
            counts = np.bincount(drawn, minlength=units)
            row[:] = counts if plain else counts[self.units]
        return block


def sums(weights: FloatArray, statistics: FloatArray, groups: IntArray | None) -> FloatArray:
    """Return the weighted sums ``(b, g, d)`` of statistics ``(n, d)`` within groups, numbered from 0."""
    if groups is None:
        return np.asarray(weights @ statistics, dtype=np.float64)[:, None, :]
    sizes = np.bincount(groups)
    if (np.diff(groups) < 0).any():
        order = np.argsort(groups, kind="stable")
        weights, statistics = weights[:, order], statistics[order]
    if (sizes == sizes[:1]).all():
        each = statistics.reshape(len(sizes), -1, statistics.shape[1])
        if (each == each[:1]).all():  # every group has the same rows: one product for all
            return np.asarray(weights.reshape(len(weights), len(sizes), -1) @ each[0], dtype=np.float64)
    found = np.empty((len(weights), len(sizes), statistics.shape[1]))
    for group, end in enumerate(np.cumsum(sizes).tolist()):
        members = slice(end - int(sizes[group]), end)
        found[:, group] = weights[:, members] @ statistics[members]
    return found


def total(statistics: FloatArray, groups: IntArray | None, counts: IntArray | None = None) -> FloatArray:
    """Return the sums ``(g, d)`` of all items; ``counts`` is how many items each row stands for."""
    if groups is None and counts is None:
        return np.asarray(statistics.sum(axis=0, keepdims=True), dtype=np.float64)
    weights = np.ones((1, len(statistics))) if counts is None else counts[None].astype(np.float64)
    return np.asarray(sums(weights, statistics, groups)[0], dtype=np.float64)
