"""The paired randomisation test of labels: swaps stop for a pair and a measure when its answer is certain.

All pairs of systems swap for a while; then Holm's correction is made twice for each measure, with the
highest and with the lowest p that each pair can still have. What differs after the one differs whatever
comes, what does not differ after the other never will; only the others swap on. Pairs that are apart by far
stop as soon as the spread of their differences is known.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.randomisation import count_as_extreme, holm
from lydite.inference.swap_patterns import SwapPatterns
from lydite.inference.topic_swaps import TopicSums, gaps_by_topic, variance_of_sum
from lydite.progress import track
from lydite.statistics import TOPIC

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.array_types import FloatArray, IntArray
    from lydite.inference.intervals import Options
    from lydite.statistics import ItemStatistics, Scorable


DOUBT = 1e-6  # that p is outside its bounds, at each look
_FIRST = 128  # swaps before the spread of differences is known
_TOPICS = 100_000  # topics swapped before their swaps are combined: the spread is known to half a percent
_CELLS = 400_000  # sums held at once


def randomise_counts(
    systems: Sequence[ItemStatistics],
    pairs: Sequence[tuple[int, int]],
    options: Options,
    least: int,
    times: int,
) -> FloatArray:
    """Return p by measure and pair of systems with shared rows.

    No pair that differs stops before ``least`` swaps, unless by far, and none goes beyond ``times``.
    """
    measures = range(len(systems[0].measures))
    pairs = [(b, a) if systems[b].system < systems[a].system else (a, b) for a, b in pairs]
    totals = [[s.totals(place) for place in measures] for s in systems]
    tested = [
        [_SequentialTest.of(systems[a], place, totals[a][place], totals[b][place]) for place in measures]
        for a, b in pairs
    ]
    for look in dict.fromkeys((min(least, times), min(5 * least, times), times)):
        left = [(p, at) for p, at in zip(tested, pairs, strict=True) if any(a.is_open(times) for a in p)]
        for tests, (a, b) in track(left, f"pairs of systems, to {look:,} swaps"):
            _swap(systems[a], systems[b], tests, look, times, options.seed)
        for place in measures:
            _settle([p[place] for p in tested], 1 - options.level)
    return np.array([[p[place].p(times) for p in tested] for place in measures])


def _settle(tests: Sequence[_SequentialTest], alpha: float) -> None:
    """Mark tests as settled whose decision no further swap can change."""
    lower, upper = bounds(np.array([a.extreme for a in tests]), np.array([a.done for a in tests]))
    upper = np.minimum(upper, [a.tail() for a in tests])
    apart = np.array(holm(upper.tolist())) < alpha
    tied = np.array(holm(np.minimum(lower, upper).tolist())) >= alpha
    for a, differs, same in zip(tests, apart, tied, strict=True):
        a.settled = bool(differs or same)


def bounds(extreme: IntArray, done: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and highest p that as many extreme swaps may have come from.

    Chernoff's bound for binomial tails: n · KL(share, p) stays below −log(DOUBT), on either side.
    """
    share, room = extreme / np.maximum(done, 1), -math.log(DOUBT) / np.maximum(done, 1)
    return _reach(share, room, np.zeros_like(share)), _reach(share, room, np.ones_like(share))


def _reach(share: FloatArray, room: FloatArray, end: FloatArray) -> FloatArray:
    """Return the p towards an end where the divergence fills the room, by halving."""
    near, far = share, end
    for _ in range(60):
        middle = (near + far) / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            one = np.where(share > 0, share * np.log(share / middle), 0.0)
            two = np.where(share < 1, (1 - share) * np.log((1 - share) / (1 - middle)), 0.0)
        inside = one + two <= room
        near, far = np.where(inside, middle, near), np.where(inside, far, middle)
    return np.asarray(far)


def _swap(
    one: ItemStatistics,
    two: ItemStatistics,
    tests: Sequence[_SequentialTest],
    until: int,
    times: int,
    seed: int,
) -> None:
    """Draw more swaps of two systems, up to ``until``, for the measures not settled yet."""
    rows, size = (np.asarray(one.rows), np.asarray(two.rows)), len(one.statistics[0])
    whole = [a for a in tests if not a.by_topic and a.is_open(times)]
    apart = [a for a in tests if a.by_topic and a.is_open(times)]
    if whole:
        _swap_whole(SwapPatterns.of(np.zeros_like(rows[0]), *rows, size), whole, until, times, seed)
    if apart:
        patterns = SwapPatterns.of(one.codes(TOPIC), *rows, size)
        if left := _swap_topics(patterns, apart, until, times, seed):
            _swap_whole(patterns, left, until, times, seed)


def _swap_whole(
    patterns: SwapPatterns, tests: Sequence[_SequentialTest], until: int, times: int, seed: int
) -> None:
    """Swap all items at once."""
    most = max(8, _CELLS // max(patterns.topics * patterns.size, len(patterns.both), 1))
    done = min(a.done for a in tests)
    generator = np.random.default_rng([seed, done])
    while done < until and (left := [a for a in tests if a.is_open(times)]):
        moved = patterns.swapped(generator, min(most, until - done, done or _FIRST))
        for a, change in _changes(left, moved):
            gaps = a.gaps(change)
            a.count(gaps)
            a.observe(gaps)
        done += len(moved)


def _swap_topics(
    patterns: SwapPatterns, tests: Sequence[_SequentialTest], until: int, times: int, seed: int
) -> list[_SequentialTest]:
    """Swap the items of each topic a number of times, and combine these; return what cannot be combined."""
    generator = np.random.default_rng([seed, min(a.done for a in tests)])
    enough = min(max(_TOPICS // max(patterns.topics, 1), 4 * _FIRST), until)
    left, drawn = list(tests), 0
    parts: dict[int, list[FloatArray]] = {id(a): [] for a in tests}
    together = []
    while drawn < enough and left:
        most = max(8, _CELLS // max(patterns.topics * patterns.size, 1))
        moved = patterns.swapped(generator, min(_FIRST if not drawn else most, enough - drawn))
        drawn += len(moved)
        for a, change in _changes(left, moved):
            gaps = gaps_by_topic(a.measure, a.sides, change)
            if gaps is None:
                together.append(a)
                continue
            parts[id(a)].append(gaps)
            if drawn <= _FIRST:
                a.variance, a.error = variance_of_sum(gaps)
        left = [a for a in left if a.is_open(times) and not any(a is other for other in together)]
    for a in left:
        gaps = np.concatenate(parts.pop(id(a)), axis=1)
        a.variance, a.error = variance_of_sum(gaps)
        for sums in TopicSums(gaps).sums(generator, until - a.done):
            a.count(sums)
    return together


def _changes(
    tests: Sequence[_SequentialTest], moved: FloatArray
) -> Iterator[tuple[_SequentialTest, FloatArray]]:
    """Return what swaps add to the first system's statistics; equal tables are multiplied once."""
    changes: dict[int, FloatArray] = {}
    for a in tests:
        if id(a.table) not in changes:
            changes[id(a.table)] = moved @ a.table
        yield a, changes[id(a.table)]


@dataclass
class _SequentialTest:
    """The test of two systems under one measure: swaps drawn so far, and how many were as extreme."""

    measure: Scorable
    table: FloatArray
    sides: tuple[FloatArray, FloatArray]
    gap: float
    done: int = 0
    extreme: int = 0
    variance: float = 0.0
    """Of the differences after swaps, which are 0 in the mean."""
    error: float = math.inf
    """The standard error of the variance."""
    moments: FloatArray = field(default_factory=lambda: np.zeros(3))
    """Of the differences observed one by one: their number, squares and fourth powers."""
    settled: bool = False

    @classmethod
    def of(cls, one: ItemStatistics, place: int, first: FloatArray, second: FloatArray) -> _SequentialTest:
        measure = one.measures[place]
        gap = float(measure.value(first)) - float(measure.value(second))
        return cls(measure, one.statistics[place], (first, second), gap)

    @property
    def by_topic(self) -> bool:
        """Whether the value needs the sums of each topic."""
        return len(self.sides[0]) > 1

    def tail(self) -> float:
        """Return an upper bound of p from the variance of the differences.

        Sums of fair coins exceed t standard deviations with a probability below 2 exp(−t² / 2) (Hoeffding
        1963). The variance is known from the swaps so far, and may be larger by four of its own standard
        errors.
        """
        if not self.variance or math.isinf(self.error):
            return 1.0
        return min(1.0, 2 * math.exp(-(self.gap**2) / (2 * (self.variance + 4 * self.error))))

    def is_far(self, times: int) -> bool:
        """Whether p is below a tenth of the smallest that ``times`` swaps can give."""
        return not self.extreme and self.tail() < 0.1 / times

    def is_open(self, times: int) -> bool:
        """Whether more swaps could change the decision."""
        return not self.settled and not self.is_far(times)

    def gaps(self, change: FloatArray) -> FloatArray:
        """Return the differences after swaps, given what the first system gains (and the second loses)."""
        if len(change[0]) > len(self.sides[0]):
            change = change.sum(axis=1, keepdims=True)
        return np.asarray(
            self.measure.value(self.sides[0] + change) - self.measure.value(self.sides[1] - change)
        )

    def observe(self, gaps: FloatArray) -> None:
        """Update the variance with these differences."""
        squares = np.nan_to_num(gaps) ** 2
        self.moments += len(gaps), squares.sum(), (squares**2).sum()
        count, second, fourth = self.moments
        self.variance = second / count
        self.error = math.sqrt(max(fourth / count - self.variance**2, 0) / count)

    def count(self, gaps: FloatArray) -> None:
        """Count the swaps after which the systems differ at least as much as they do."""
        self.extreme += count_as_extreme(gaps, abs(self.gap))
        self.done += len(gaps)

    def p(self, times: int) -> float:
        """Return the share of swaps that differ as much; of the far ones, what all would have given."""
        share = (self.extreme + 1) / (self.done + 1)
        return max(min(share, self.tail()), 1 / (times + 1)) if self.done < times else share
