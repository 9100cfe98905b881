"""Which rows are drawn, and how: single items, the distinct ones with their numbers, or whole clusters.

A resample is a vector of weights over rows. A row is an item, or all items that are exchangeable (tweets
of a topic with the same gold label and the same answer): drawing as many items as there are, with
replacement, is then one multinomial draw over the rows of a stratum. Items are sorted by id before, so that
the order of the input never matters, and all systems and measures that are drawn together share the weights,
so that differences are paired.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.compiled import kernel
from lydite.inference.statistics import TOPIC

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import AnyArray, BoolArray, FloatArray, IntArray
    from lydite.inference.intervals import Options
    from lydite.inference.statistics import ItemStatistics, Scorable


_CHUNK = 500_000  # weights held at once: as many as stay in the cache
_FEW, _LARGEST = 10, 4_000_000  # resamples together at least, since all statistics are read for each block
NORMAL_FROM = 1_000_000  # units from which on sums are drawn from a normal distribution
_RARE = 1_000  # rows: the sum of what fewer have is not normal
_HELD = 65_536  # numbers drawn at once: as many as stay in the cache
_UPPER, _LOWER = np.uint64(32), np.uint64(2**32 - 1)


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
        units = max(len(self.units), 1)
        rows = max(1, _CHUNK // units, min(_FEW, _LARGEST // units))
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
        width = int(sizes.max(initial=0))
        if 0 < len(starts) * width <= 4 * len(counts):
            # rows of no items come before the others: nothing is drawn for them
            places = np.arange(len(counts)) + np.repeat(
                np.arange(1, len(sizes) + 1) * width - sizes - starts, sizes
            )
            grid = np.zeros((len(starts), width))
            grid.ravel()[places] = counts
            items = grid.sum(1).astype(np.int64)
            drawn = generator.multinomial(items, grid / items[:, None], (block, len(starts)))
            return drawn.reshape(block, grid.size)[:, places].astype(np.float64)
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


class BoundedNumbers:
    """A generator's stream of numbers from 0 to ``bound`` − 1, each from 32 bits.

    A word times the bound has the number in its upper half; words whose lower half is below 2³² mod bound are
    passed over, so that all numbers are equally likely (Lemire 2019, Fast Random Integer Generation in an
    Interval). It is what ``Generator.integers`` does word by word.
    """

    def __init__(self, source: np.random.BitGenerator, bound: int, wanted: int = 0) -> None:
        """Take up to ``wanted`` numbers from a source that is as new."""
        self.bound = bound
        self._count = count_drawn.for_work(wanted)
        self._source = source
        self._left: AnyArray = np.zeros(0, np.uint32)

    def draw(self, count: int) -> IntArray:
        """Return the next numbers.

        >>> BoundedNumbers(np.random.PCG64(1), 10).draw(5).tolist()
        [4, 5, 7, 9, 0]
        >>> np.random.default_rng(1).integers(0, 10, 5, dtype=np.uint32).tolist()
        [4, 5, 7, 9, 0]
        """
        products = np.multiply(self._words(count), np.uint64(self.bound), dtype=np.uint64)
        passed_over = products.astype(np.uint32) < 2**32 % self.bound
        if passed_over.any():
            products = products[~passed_over]
        numbers = (products >> _UPPER).view(np.int64)
        missing = count - len(numbers)
        return np.concatenate([numbers, self.draw(missing)]) if missing else numbers

    def resamples(self, times: int) -> FloatArray:
        """Return how often each unit comes in each resample of as many units, ``(times, units)``.

        >>> BoundedNumbers(np.random.PCG64(1), 3).resamples(2).tolist()
        [[0.0, 2.0, 1.0], [2.0, 0.0, 1.0]]
        """
        if self._count is count_drawn.plain:
            return self._without_kernel(times)
        counted = np.empty((times, self.bound))
        small = np.empty(self.bound, np.int32)  # half the memory to jump about in
        for row in counted:
            small[:] = 0
            drawn = 0
            while drawn < self.bound:
                words = self._words(min(_HELD, self.bound - drawn))
                drawn += self._count(words, self.bound, 2**32 % self.bound, small)
            row[:] = small
        return counted

    def _without_kernel(self, times: int) -> FloatArray:
        counted = np.empty((times, self.bound))
        together = max(1, _HELD // self.bound)
        for first in range(0, times, together):
            part = counted[first : first + together]
            drawn = self.draw(part.size).reshape(part.shape) + np.arange(len(part))[:, None] * self.bound
            part[:] = np.bincount(drawn.ravel(), minlength=part.size).reshape(part.shape)
        return counted

    def _words(self, count: int) -> AnyArray:
        """Return the next words; of 64 bits the lower half comes first."""
        words = self._left
        if count > len(words):
            raw = self._source.random_raw((count - len(words) + 1) // 2)
            more = np.asarray(raw, "<u8").view("<u4")
            words = np.concatenate([words, more]) if len(words) else more
        self._left = words[count:]
        return words[:count]


@kernel(large=50_000_000)
def count_drawn(words: AnyArray, bound: int, short: int, row: AnyArray) -> int:
    """Count the numbers below a bound that words stand for; return how many they are."""
    drawn = 0
    for word in words:
        product = np.uint64(word) * np.uint64(bound)
        if (product & _LOWER) >= np.uint64(short):
            row[np.int64(product >> _UPPER)] += 1
            drawn += 1
    return drawn


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
        if shared:
            from lydite.inference.shared_rows import distinct_rows, gathered_sums
        if shared and not cluster:
            return distinct_rows(systems, stratified=stratified)
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
    """Whether items are drawn within topics; never where they are drawn by their names."""
    within = (measure.grouped or measure.stratified) and options.interval != "poisson"
    return within and TOPIC in scored.columns and not cluster_column(scored, options)


def counted_items(scored: ItemStatistics, place: int) -> BoolArray:
    """Return which items the measure has a value for."""
    table = scored.statistics[place]
    measure = scored.measures[place]
    if measure.summable:
        some = np.asarray(table.any(axis=1))
    else:  # rows are not summed, and zeros in them are numbers like others
        column = measure.counted
        some = np.ones(len(table), np.bool_) if column is None else table[:, column] != 0
    return some if scored.rows is None else some[scored.rows]


def units(scored: ItemStatistics, place: int, counted: BoolArray, options: Options) -> int:
    """Return how many units are drawn from."""
    if not options.bootstrap:
        return 0
    column = cluster_column(scored, options)
    if column is not None:
        return len(np.unique(scored.codes(column)[counted]))
    if is_stratified(scored.measures[place], scored, options) and len(set(scored.column(TOPIC))) > 1:
        several = np.bincount(scored.codes(TOPIC)[counted])
        return int(several[several > 1].sum())
    return int(counted.sum())


def sums_are_normal(scored: ItemStatistics, options: Options) -> bool:
    """Whether resampled sums are drawn from a normal distribution.

    They are where values follow from sums over very many units, and nothing in them is rare: what few units
    have is not normal, however many have it not.
    """
    places = [i for i, m in enumerate(scored.measures) if not is_stratified(m, scored, options)]
    if scored.rows is not None or len(scored.ids) < NORMAL_FROM or options.interval == "poisson":
        return False
    if any(not scored.measures[i].summable or scored.measures[i].grouped for i in places):
        return False
    if any(units(scored, i, counted_items(scored, i), options) < NORMAL_FROM for i in places):
        return False
    return not any(_has_rare(scored.statistics[i]) for i in places)


def _has_rare(table: FloatArray) -> bool:
    """Whether few rows, but some, differ from the rest in a column."""
    apart = [int(np.count_nonzero(column != np.median(column))) for column in table.T]
    return any(0 < count < _RARE for count in apart)


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
