"""The paired randomisation test: under no difference, each answer could be either system's.

Units (items, or whole clusters) swap their answers at random; p is the share of swaps under which two systems
differ at least as much as they do. Items that cannot be told apart swap by number, one binomial draw for all
of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.compiled import kernel
from lydite.inference.rows import ResamplingPlan, Rows, clustered
from lydite.progress import steps
from lydite.statistics import TOPIC, sums, total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lydite.inference.intervals import Options
    from lydite.statistics import ItemStatistics, Scorable

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

ENOUGH = 100  # swaps that differ at least as much: the systems are tied, and more would not say it better
_FIRST = 128  # swaps before either is decided
_CHUNK = 4_000_000
_CELLS = 2_000_000
_AT_ONCE = 200_000  # coins and patterns that cost little: no decision is taken before
_COINS, _FEW = 64, 32  # beyond so many coins, and of so few patterns, a binomial draw is cheaper than bits
_ONES = np.array([byte.bit_count() for byte in range(256)], np.int64)


def randomise(
    systems: Sequence[ItemStatistics], pairs: Sequence[tuple[int, int]], options: Options, times: int
) -> FloatArray:
    """Return p by measure and pair."""
    if all(s.rows is not None for s in systems) and not clustered(systems[0], options):
        each = steps(pairs, "pairs of systems")
        found = [_by_number(systems[a], systems[b], options.seed, times) for a, b in each]
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
    """Swap items that cannot be told apart by number; stop for each measure when its answer is certain.

    Items with row a in the one system and b in the other, and those with b and a, are drawn together: n of
    them leave as many at a as heads among n coins, whoever had it first.
    """
    topics = one.codes(TOPIC) if TOPIC in one.columns else np.zeros(len(one.ids), np.int64)
    patterns = _Patterns.of(topics, np.asarray(one.rows), np.asarray(two.rows), len(one.statistics[0]))
    generator = np.random.default_rng(seed)
    asked = [_Asked.of(one, two, place) for place in range(len(one.measures))]
    most = max(1, _CELLS // max(len(patterns.both), patterns.topics * len(one.statistics[0]), 1))
    done, step = 0, max(_FIRST, _AT_ONCE // max(len(patterns.both), 1))
    while done < times and (left := [a for a in asked if a.open(times)]):
        count = min(step, most, times - done)
        moved = patterns.swapped(generator, count)
        tables = {id(a.table): a.table for a in left}
        changes = {key: moved @ table for key, table in tables.items()}
        for a in left:
            a.swap(changes[id(a.table)])
        done, step = done + count, 2 * step
    return [a.p(times) for a in asked]


@dataclass
class _Asked:
    """One measure of two systems, and what swaps have said of their difference so far."""

    measure: Scorable
    table: FloatArray
    sides: tuple[FloatArray, FloatArray]
    gap: float
    done: int = 0
    extreme: int = 0
    squares: float = 0.0
    """Of the differences after swaps, which are 0 in the mean."""

    @classmethod
    def of(cls, one: ItemStatistics, two: ItemStatistics, place: int) -> _Asked:
        measure, sides = one.measures[place], (one.totals(place), two.totals(place))
        gap = float(measure.value(sides[0])) - float(measure.value(sides[1]))
        return cls(measure, one.statistics[place], sides, gap)

    def far(self, times: int) -> bool:
        """Whether the difference is beyond what ``times`` swaps could reach.

        Sums of fair coins exceed t standard deviations with a probability below 2 exp(−t² / 2) (Hoeffding
        1963); t is such that this is a tenth of the least p that so many swaps give. The deviation is known
        from the swaps so far, and may be larger by four of its own standard errors.
        """
        if self.extreme or self.done < _FIRST:
            return False
        margin = 1 + 4 / math.sqrt(2 * self.done)
        return abs(self.gap) > margin * math.sqrt(2 * math.log(20 * times) * self.squares / self.done)

    def open(self, times: int) -> bool:
        """Whether more swaps could say anything else: neither tied nor apart beyond doubt."""
        return self.extreme < ENOUGH and not self.far(times)

    def swap(self, change: FloatArray) -> None:
        """Count what the first system gains (and the second loses) in some swaps, ``(b, topics, d)``."""
        if len(self.sides[0]) == 1:
            change = change.sum(axis=1, keepdims=True)
        gaps = self.measure.value(self.sides[0] + change) - self.measure.value(self.sides[1] - change)
        self.extreme += _as_much(gaps, abs(self.gap))
        self.squares += float(np.nansum(gaps**2))
        self.done += len(gaps)

    def p(self, times: int) -> float:
        """Return the share of swaps that differ as much; of the far ones, what all would have given."""
        return 1 / (times + 1) if self.far(times) else (self.extreme + 1) / (self.done + 1)


@dataclass(frozen=True)
class _Patterns:
    """The distinct (topic, row, other row) in which two systems differ."""

    topics: int
    size: int
    """How many rows there are."""
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
        return cls(int(topics.max(initial=-1)) + 1, size, topic, lower, upper, both, there)

    def swapped(self, generator: np.random.Generator, count: int) -> FloatArray:
        """Return how many more items have each row in the first system, ``(swaps, topics, rows)``."""
        many = (self.both > _COINS) | (len(self.both) <= _FEW)
        tossed = generator.binomial(self.both[many], 0.5, (count, int(many.sum())))
        wide = int((-(-self.both[~many] // 8)).sum())
        drawn = np.frombuffer(generator.bytes(count * wide), np.uint8).reshape(count, wide)
        found = np.zeros((count, self.topics * self.size))
        low, high = (self.topic * self.size + row for row in (self.low, self.high))
        toss.of(count * len(low))(drawn, tossed, many, self.both, self.there, low, high, found)
        return found.reshape(count, self.topics, self.size)


@kernel(large=100_000)
def toss(drawn, tossed, many, both, there, low, high, found):  # type: ignore[no-untyped-def]
    """Write what swaps move from the higher row of each pattern to the lower one.

    Heads among few coins are the ones of as many random bits, those among many were tossed already.
    """
    for swap in range(len(found)):
        at, column = 0, 0
        for i in range(len(both)):
            heads, left = 0, both[i]
            if many[i]:
                heads = tossed[swap, column]
                column += 1
                left = 0
            while left > 0:
                byte = int(drawn[swap, at])
                heads += _ONES[byte if left >= 8 else byte & ((1 << left) - 1)]
                at += 1
                left -= 8
            found[swap, low[i]] += heads - there[i]
            found[swap, high[i]] -= heads - there[i]


def _as_much(gaps: FloatArray, seen: float) -> int:
    """Count what differs as much; what is undefined counts against a difference."""
    return len(gaps) - int((np.abs(gaps) < seen - 1e-12).sum())
