"""The paired randomisation test: under no difference, each answer could be either system's.

Units (items, or whole clusters) swap their answers at random; p is the share of swaps under which two systems
differ at least as much as they do. Items that cannot be told apart swap by number, one binomial draw for all
of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.rows import ResamplingPlan, Rows, clustered
from lydite.statistics import TOPIC, sums, total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lydite.inference.intervals import Options
    from lydite.statistics import ItemStatistics, Scorable

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

ENOUGH = 100  # swaps that differ at least as much: the systems are tied, and more would not say it better
_CHUNK = 4_000_000
_CELLS = 2_000_000


def randomise(
    systems: Sequence[ItemStatistics], pairs: Sequence[tuple[int, int]], options: Options, times: int
) -> FloatArray:
    """Return p by measure and pair."""
    if all(s.rows is not None for s in systems) and not clustered(systems[0], options):
        found = [_by_number(systems[a], systems[b], options.seed, times) for a, b in pairs]
        return np.array(found, dtype=np.float64).reshape(len(pairs), -1).T
    rows = Rows.of(systems, options, stratified=False)
    return _one_by_one(rows, pairs, options.seed, times)


def _one_by_one(rows: Rows, pairs: Sequence[tuple[int, int]], seed: int, times: int) -> FloatArray:
    """Swap units one by one.

    All pairs and measures share the swaps, and the sums of each system over what is swapped are taken
    once; a value that is undefined counts against a difference.
    """
    measures = rows.systems[0].measures
    generator = np.random.default_rng(seed)
    extreme = np.zeros((len(measures), len(pairs)))
    swappers = [_Swapper.of(rows, place) for place in range(len(measures))]
    width = max([len(rows.plan.units), *(s.width for s in swappers)])
    for start in range(0, times, step := max(1, _CHUNK // max(width, 1))):
        count = min(step, times - start)
        swap = _bits(generator, count, rows.plan).astype(np.float64)
        for place, swapper in enumerate(swappers):
            extreme[place] += swapper.extreme(swap, pairs)
    return np.asarray((extreme + 1) / (times + 1), dtype=np.float64)


def _bits(generator: np.random.Generator, rows: int, plan: ResamplingPlan) -> NDArray[np.uint8]:
    columns = len(plan.strata)
    wide = -(-columns // 8)
    drawn = np.frombuffer(generator.bytes(rows * wide), np.uint8).reshape(rows, wide)
    return np.unpackbits(drawn, axis=1, count=columns)[:, plan.units]


@dataclass(frozen=True)
class _Swapper:
    """The statistics of all systems under one measure, side by side."""

    measure: Scorable
    statistics: tuple[FloatArray, ...]
    groups: IntArray | None
    values: tuple[float, ...]

    @classmethod
    def of(cls, rows: Rows, place: int) -> _Swapper:
        measure = rows.systems[0].measures[place]
        groups = rows.groups if measure.grouped else None
        statistics = tuple(rows.statistics(s, place) for s in range(len(rows.systems)))
        sides = [total(s, groups) if measure.summable else s for s in statistics]
        return cls(measure, statistics, groups, tuple(float(measure.value(side)) for side in sides))

    @property
    def width(self) -> int:
        groups = 1 if self.groups is None else int(self.groups.max(initial=0)) + 1
        return groups * sum(int(s.shape[1]) for s in self.statistics)

    def extreme(self, swap: FloatArray, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Count for each pair the swaps under which it differs as much as it does."""
        return [
            _as_much(gaps, abs(self.values[a] - self.values[b]))
            for (a, b), gaps in zip(pairs, self._gaps(swap, pairs), strict=True)
        ]

    def _gaps(self, swap: FloatArray, pairs: Sequence[tuple[int, int]]) -> Iterator[FloatArray]:
        value = self.measure.value
        if not self.measure.summable:
            for a, b in pairs:
                one, two = self.statistics[a], self.statistics[b]
                mixed = [
                    (np.where(s[:, None] > 0, two, one), np.where(s[:, None] > 0, one, two)) for s in swap
                ]
                yield np.array([value(x) - value(y) for x, y in mixed])
            return
        wide = sums(swap, np.concatenate(self.statistics, axis=1), self.groups)
        moved = np.split(wide, np.cumsum([s.shape[1] for s in self.statistics])[:-1], axis=-1)
        whole = [total(s, self.groups) for s in self.statistics]
        for a, b in pairs:
            shift = moved[b] - moved[a]
            yield value(whole[a] + shift) - value(whole[b] - shift)


def _by_number(one: ItemStatistics, two: ItemStatistics, seed: int, times: int) -> list[float]:
    """Swap items that cannot be told apart by number; stop when every measure is tied beyond doubt.

    Items with row a in the one system and b in the other, and those with b and a, are drawn together: n of
    them leave as many at a as heads among n coins, whoever had it first.
    """
    topics = one.codes(TOPIC) if TOPIC in one.columns else np.zeros(len(one.ids), np.int64)
    patterns = _Patterns.of(topics, np.asarray(one.rows), np.asarray(two.rows), len(one.statistics[0]))
    generator = np.random.default_rng(seed)
    measures = one.measures
    whole = [(one.totals(i), two.totals(i)) for i in range(len(measures))]
    gaps = [float(m.value(a)) - float(m.value(b)) for m, (a, b) in zip(measures, whole, strict=True)]
    extreme, done = np.zeros(len(gaps), np.int64), 0
    step = max(1, _CELLS // max(len(patterns.both), patterns.topics * len(one.statistics[0]), 1))
    tables = {id(table): table for table in one.statistics}
    while done < times and (not gaps or extreme.min() < ENOUGH):
        count = min(step, times - done)
        moved = generator.binomial(patterns.both, 0.5, (count, len(patterns.both))) - patterns.there
        changes = {k: patterns.change(moved.astype(np.float64), table) for k, table in tables.items()}
        for i, measure in enumerate(measures):
            change = changes[id(one.statistics[i])]
            if len(whole[i][0]) == 1:
                change = change.sum(axis=1, keepdims=True)
            swapped = measure.value(whole[i][0] + change) - measure.value(whole[i][1] - change)
            extreme[i] += _as_much(swapped, abs(gaps[i]))
        done += count
    found: list[float] = ((extreme + 1) / (done + 1)).tolist()
    return found


@dataclass(frozen=True)
class _Patterns:
    """The distinct (topic, row, other row) in which two systems differ."""

    topics: int
    topic: IntArray
    low: IntArray
    high: IntArray
    both: IntArray
    """How many items have the two rows, in either order."""
    there: IntArray
    """How many of them have the lower row in the first system."""

    @classmethod
    def of(cls, topics: IntArray, one: IntArray, two: IntArray, size: int) -> _Patterns:
        apart = one != two
        low, high = np.minimum(one, two)[apart], np.maximum(one, two)[apart]
        joint = (topics[apart] * size + low) * size + high
        patterns, place, both = np.unique(joint, return_inverse=True, return_counts=True)
        there = np.bincount(place, one[apart] == low, minlength=len(patterns)).astype(np.int64)
        rest, upper = np.divmod(patterns, size)
        topic, lower = np.divmod(rest, size)
        return cls(int(topics.max(initial=-1)) + 1, topic, lower, upper, both, there)

    def change(self, moved: FloatArray, table: FloatArray) -> FloatArray:
        """Return what the first system gains, ``(b, topics, d)``, when so many more have the lower row."""
        found = np.zeros((len(moved), self.topics, table.shape[1]))
        there, place = np.unique(self.topic, return_inverse=True)
        if len(there):
            found[:, there] = sums(moved, table[self.low] - table[self.high], place)
        return found


def _as_much(gaps: FloatArray, seen: float) -> int:
    """Count what differs as much; what is undefined counts against a difference."""
    return len(gaps) - int((np.abs(gaps) < seen - 1e-12).sum())
