"""The paired randomisation test of labels: swaps stop for a pair and a measure when its answer is certain.

All pairs of systems swap for a while; then Holm's correction is made twice for each measure, with the
highest and with the lowest p that each pair can still have. What differs after the one differs whatever
comes, what does not differ after the other never will; only the others swap on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.patterns import Patterns
from lydite.inference.swapping import as_much, holm
from lydite.progress import steps
from lydite.statistics import TOPIC

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lydite.inference.intervals import Options
    from lydite.statistics import ItemStatistics, Scorable

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

ENOUGH = 100  # swaps that differ at least as much: p is known to a tenth
DOUBT = 1e-6  # that p is outside its bounds, at each look
_FIRST = 128  # swaps before the spread of differences is known
_LOOK = 1000  # swaps before the first look; then five times as many, and so on
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
    totals = [[s.totals(place) for place in measures] for s in systems]
    tested = [
        _Pair([_Asked.of(systems[a], place, totals[a][place], totals[b][place]) for place in measures])
        for a, b in pairs
    ]
    for pair in tested:
        pair.generator = np.random.default_rng(options.seed)
    for look in _looks(least, times):
        left = [(p, at) for p, at in zip(tested, pairs, strict=True) if any(a.open(times) for a in p.asked)]
        for pair, (a, b) in steps(left, f"pairs of systems, to {look:,} swaps"):
            pair.swap(systems[a], systems[b], look, times)
        for place in measures:
            _settle([p.asked[place] for p in tested], 1 - options.level, least, times)
    return np.array([[p.asked[place].p(times) for p in tested] for place in measures])


def _looks(least: int, times: int) -> Iterator[int]:
    look = _LOOK
    while look < times:
        yield look
        look = least if look < least < 5 * look else 5 * look
    yield times


def _settle(asked: Sequence[_Asked], alpha: float, least: int, times: int) -> None:
    """Close what is decided: neither the pair's own swaps nor those of others could change it."""
    lower, upper = bounds(np.array([a.extreme for a in asked]), np.array([a.done for a in asked]))
    upper = np.minimum(upper, [a.tail() for a in asked])
    apart = np.array(holm(upper.tolist())) < alpha
    tied = np.array(holm(np.minimum(lower, upper).tolist())) >= alpha
    for a, differs, same in zip(asked, apart, tied, strict=True):
        a.settled = bool((differs and a.done >= min(least, times)) or (same and a.extreme >= ENOUGH))


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


@dataclass
class _Pair:
    """Two systems, and what was asked of them."""

    asked: list[_Asked]
    generator: np.random.Generator | None = None
    done: int = 0

    def swap(self, one: ItemStatistics, two: ItemStatistics, until: int, times: int) -> None:
        """Swap on until there are so many swaps, for the measures that are open."""
        topics = one.codes(TOPIC) if TOPIC in one.columns else np.zeros(len(one.ids), np.int64)
        patterns = Patterns.of(topics, np.asarray(one.rows), np.asarray(two.rows), len(one.statistics[0]))
        most = max(8, _CELLS // max(patterns.topics * patterns.size, len(patterns.both), 1))
        generator = self.generator or np.random.default_rng(0)
        while self.done < until and (left := [a for a in self.asked if a.open(times)]):
            count = min(most, until - self.done)
            moved = patterns.swapped(generator, count)
            whole = moved.sum(axis=1, keepdims=True)
            changes: dict[tuple[int, bool], FloatArray] = {}
            for a in left:
                key = id(a.table), a.by_topic
                if key not in changes:
                    changes[key] = (moved if a.by_topic else whole) @ a.table
                a.swap(changes[key])
            self.done += count


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
    settled: bool = False

    @classmethod
    def of(cls, one: ItemStatistics, place: int, first: FloatArray, second: FloatArray) -> _Asked:
        measure = one.measures[place]
        gap = float(measure.value(first)) - float(measure.value(second))
        return cls(measure, one.statistics[place], (first, second), gap)

    @property
    def by_topic(self) -> bool:
        """Whether the value needs the sums of each topic."""
        return len(self.sides[0]) > 1

    def tail(self) -> float:
        """Return what p is at most, by the spread of the differences.

        Sums of fair coins exceed t standard deviations with a probability below 2 exp(−t² / 2) (Hoeffding
        1963). The deviation is known from the swaps so far, and may be larger by four of its own standard
        errors.
        """
        if self.done < _FIRST or not self.squares:
            return 1.0
        margin = 1 + 4 / math.sqrt(2 * self.done)
        t = abs(self.gap) / (margin * math.sqrt(self.squares / self.done))
        return min(1.0, 2 * math.exp(-t * t / 2))

    def far(self, times: int) -> bool:
        """Whether p is below a tenth of the least that so many swaps give."""
        return not self.extreme and self.tail() < 0.1 / times

    def open(self, times: int) -> bool:
        """Whether more swaps could say anything else."""
        return not self.settled and not self.far(times)

    def swap(self, change: FloatArray) -> None:
        """Count what the first system gains (and the second loses) in some swaps, ``(b, topics, d)``."""
        gaps = self.measure.value(self.sides[0] + change) - self.measure.value(self.sides[1] - change)
        self.extreme += as_much(gaps, abs(self.gap))
        self.squares += float(np.nansum(gaps**2))
        self.done += len(gaps)

    def p(self, times: int) -> float:
        """Return the share of swaps that differ as much; of the far ones, what all would have given."""
        share = (self.extreme + 1) / (self.done + 1)
        return max(min(share, self.tail()), 1 / (times + 1)) if self.done < times else share
