"""Which rows are drawn, and how: single items, the distinct ones with their numbers, or whole clusters.

A resample is a vector of weights over rows. A row is an item, or all items that cannot be told apart (tweets
of a topic with the same gold label and the same answer): drawing as many items as there are, with
replacement, is then one multinomial draw over the rows of a stratum. Items are sorted by id before, so that
the order of the input never matters, and all systems and measures that are drawn together share the weights,
so that differences are paired.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import offsets
from lydite.inference.bounded_numbers import BoundedNumbers
from lydite.statistics import TOPIC

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.array_types import FloatArray, IntArray
    from lydite.inference.intervals import Options
    from lydite.statistics import ItemStatistics, Scorable


_CHUNK = 500_000  # weights held at once: as many as stay in the cache
_GRID = 1 << 16  # rows that are counted whether any item has them or not


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
        """Whether there are at least two units to draw from."""
        return bool(np.bincount(self.strata, self.counts).max(initial=0) > 1)

    def weights(self, times: int, seed: int) -> Iterator[FloatArray]:
        """Yield blocks ``(b, rows)`` of bootstrap weights, ``times`` rows in all."""
        rows = max(1, _CHUNK // max(len(self.units), 1))
        generator = np.random.default_rng(seed)
        one = len(self.strata) > 0 and not self.strata.any()
        numbers = BoundedNumbers(generator.bit_generator, len(self.strata), times * len(self.strata))
        for first in range(0, times, rows):
            block = min(rows, times - first)
            if self.counts is not None:
                yield self._by_number(generator, block)
            elif one:
                drawn = numbers.resamples(block)
                yield drawn if len(self.units) == len(self.strata) else drawn[:, self.units]
            else:
                yield self._within_strata(generator, block)

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

    def _within_strata(self, generator: np.random.Generator, rows: int) -> FloatArray:
        """Draw as many units of each stratum as it has."""
        units = len(self.strata)
        sizes = np.bincount(self.strata) if units else np.zeros(0, dtype=np.int64)
        starts = offsets(sizes)[:-1]
        block = np.empty((rows, len(self.units)))
        for row in block:
            drawn = starts[self.strata] + (generator.random(units) * sizes[self.strata]).astype(np.int64)
            row[:] = np.bincount(drawn, minlength=units)[self.units]
        return block


@dataclass(frozen=True)
class PairedRows:
    """Rows of several systems on the same items, so that one draw serves all."""

    systems: tuple[ItemStatistics, ...]
    picks: tuple[IntArray | None, ...]
    """By system, the row of its statistics that each drawn row has; None where it has its own."""
    groups: IntArray | None
    """The topic of each row, where items have topics."""
    plan: ResamplingPlan

    @classmethod
    def of(cls, systems: Sequence[ItemStatistics], options: Options, *, stratified: bool) -> PairedRows:
        """Gather the rows of systems: whole clusters, or items within topics where ``stratified``."""
        first = systems[0]
        cluster = cluster_column(first, options)
        shared = all(s.rows is not None for s in systems)
        if shared and not cluster:
            return _distinct(systems, stratified=stratified)
        if shared and cluster:
            systems = [gathered_sums(s, (cluster, *(c for c in (TOPIC,) if c in s.columns))) for s in systems]
        systems = [s.each() for s in systems]
        first = systems[0]
        groups = first.codes(TOPIC) if TOPIC in first.columns else None
        clusters = first.codes(cluster) if cluster else None
        plan = ResamplingPlan.of_items(len(first.ids), clusters, groups if stratified else None)
        return cls(tuple(systems), (None,) * len(systems), groups, plan)

    def statistics(self, system: int, place: int) -> FloatArray:
        """Return the statistics of the rows, of one system under one measure."""
        table, picks = self.systems[system].statistics[place], self.picks[system]
        return table if picks is None else table[picks]


def cluster_column(scored: ItemStatistics, options: Options) -> str | None:
    """Return the column whose values are drawn whole, if any."""
    return options.cluster or scored.cluster


def is_stratified(measure: Scorable, scored: ItemStatistics, options: Options) -> bool:
    """Whether items are drawn within topics."""
    within = measure.grouped or measure.stratified
    return within and TOPIC in scored.columns and not cluster_column(scored, options)


def value_of(scored: ItemStatistics, place: int) -> float:
    """Return the value of a measure over all items; an int where the measure counts, NaN beyond its limit."""
    measure = scored.measures[place]
    if not len(scored.ids):
        return float("nan")
    rows = scored.totals(place) if measure.summable else scored.each().statistics[place]
    value: float = np.asarray(measure.value(rows)).item()
    return value if value <= measure.limit else float("nan")


def item_values(scored: ItemStatistics, place: int) -> FloatArray:
    """Return the value of each item alone under one measure; NaN where it is unscored."""
    with np.errstate(invalid="ignore", divide="ignore"):
        values = scored.measures[place].value(scored.statistics[place][:, None, :])
    if (limit := scored.measures[place].limit) < np.inf:
        values = np.where(values <= limit, values, np.nan)
    return values if scored.rows is None else values[scored.rows]


def gathered_sums(scored: ItemStatistics, columns: Sequence[str]) -> ItemStatistics:
    """Return the sums of the items that agree in some columns, as one row each."""
    size = len(scored.statistics[0])
    joint = np.zeros(len(scored.ids), np.int64)
    for name in columns:
        codes = scored.codes(name)
        joint = joint * (int(codes.max(initial=0)) + 1) + codes
    _, first, place = np.unique(joint, return_index=True, return_inverse=True)
    cells = place * size + (scored.rows if scored.rows is not None else np.arange(len(joint)))
    counts = np.bincount(cells, minlength=len(first) * size).reshape(len(first), size)
    return replace(
        scored,
        ids=tuple(scored.ids[i] for i in first),
        statistics=tuple(counts @ table for table in scored.statistics),
        columns={name: tuple(scored.columns[name][i] for i in first) for name in columns},
        rows=None,
        chance={},
        coverage={},
        _codes={},
    )


def _distinct(systems: Sequence[ItemStatistics], *, stratified: bool) -> PairedRows:
    """Return the distinct combinations of topic and rows of all systems, and how many items have each."""
    first = systems[0]
    topics = first.codes(TOPIC) if stratified else np.zeros(len(first.ids), np.int64)
    joint, cells = topics, int(topics.max(initial=-1)) + 1
    for scored in systems:
        size = len(scored.statistics[0])
        if cells * size > 2**62:  # many systems: number what there is before the next
            joint = np.unique(joint, return_inverse=True)[1].astype(np.int64)
            cells = int(joint.max(initial=-1)) + 1
        joint, cells = joint * size + np.asarray(scored.rows), cells * size
    if len(systems) == 1 and cells <= max(_GRID, 4 * len(joint)):
        size = len(first.statistics[0])
        counts = np.bincount(joint, minlength=cells)
        group, pick = np.divmod(np.arange(cells), size)
        return _drawn(systems, (pick,), group if stratified else None, group, counts)
    _, place, counts = np.unique(joint, return_index=True, return_counts=True)
    picks = tuple(np.asarray(s.rows)[place] for s in systems)
    return _drawn(systems, picks, topics[place] if stratified else None, topics[place], counts)


def _drawn(
    systems: Sequence[ItemStatistics],
    picks: tuple[IntArray, ...],
    groups: IntArray | None,
    strata: IntArray,
    counts: IntArray,
) -> PairedRows:
    plan = ResamplingPlan(np.arange(len(counts)), strata, counts)
    return PairedRows(tuple(systems), picks, groups, plan)
