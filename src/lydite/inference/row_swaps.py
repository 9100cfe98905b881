"""The paired randomisation test of items that share rows, as labels do: rows swap by number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.progress import track
from lydite.inference.randomisation import count_as_extreme
from lydite.inference.statistics import TOPIC
from lydite.inference.swap_patterns import SwapPatterns
from lydite.inference.topic_swaps import TopicSums, gaps_by_topic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.inference.intervals import Options
    from lydite.inference.statistics import ItemStatistics, Scorable


_FIRST = 128  # swaps of the first block
_TOPICS = 100_000  # topics swapped before their swaps are combined
_CELLS = 400_000  # sums held at once


def randomise_counts(
    systems: Sequence[ItemStatistics], pairs: Sequence[tuple[int, int]], options: Options, times: int
) -> FloatArray:
    """Return p by measure and pair of systems with shared rows."""
    measures = range(len(systems[0].measures))
    pairs = [(b, a) if systems[b].system < systems[a].system else (a, b) for a, b in pairs]
    totals = [[s.totals(place) for place in measures] for s in systems]
    p = np.zeros((len(measures), len(pairs)))
    for number, (a, b) in enumerate(track(pairs, "pairs of systems")):
        tests = [_SwapTest.of(systems[a], place, totals[a][place], totals[b][place]) for place in measures]
        _swap(systems[a], systems[b], tests, times, options.seed)
        p[:, number] = [(test.extreme + 1) / (times + 1) for test in tests]
    return p


def _swap(
    one: ItemStatistics, two: ItemStatistics, tests: Sequence[_SwapTest], times: int, seed: int
) -> None:
    """Swap two systems as often as asked for, for all measures."""
    rows, size = (np.asarray(one.rows), np.asarray(two.rows)), len(one.statistics[0])
    whole = [test for test in tests if not test.by_topic]
    apart = [test for test in tests if test.by_topic]
    if whole:
        _swap_whole(SwapPatterns.of(np.zeros_like(rows[0]), *rows, size), whole, times, seed)
    if apart:
        patterns = SwapPatterns.of(one.codes(TOPIC), *rows, size)
        if together := _swap_topics(patterns, apart, times, seed):
            _swap_whole(patterns, together, times, seed)


def _swap_whole(patterns: SwapPatterns, tests: Sequence[_SwapTest], times: int, seed: int) -> None:
    """Swap all items at once, in blocks that grow."""
    most = max(8, _CELLS // max(patterns.topics * patterns.size, len(patterns.both), 1))
    generator = np.random.default_rng([seed, 0])
    done = 0
    while done < times:
        moved = patterns.swapped(generator, min(most, times - done, done or _FIRST))
        for test, change in _changes(tests, moved):
            test.count(test.gaps(change))
        done += len(moved)


def _swap_topics(
    patterns: SwapPatterns, tests: Sequence[_SwapTest], times: int, seed: int
) -> list[_SwapTest]:
    """Swap the items of each topic a number of times, and combine these; return what cannot be combined."""
    generator = np.random.default_rng([seed, 0])
    most = max(8, _CELLS // max(patterns.topics * patterns.size, 1))
    enough = min(max(_TOPICS // max(patterns.topics, 1), 4 * _FIRST), times)
    left, together, drawn = list(tests), list[_SwapTest](), 0
    parts: dict[int, list[FloatArray]] = {id(test): [] for test in tests}
    while drawn < enough and left:
        moved = patterns.swapped(generator, min(most if drawn else _FIRST, enough - drawn))
        drawn += len(moved)
        for test, change in _changes(left, moved):
            gaps = gaps_by_topic(test.measure, test.sides, change)
            if gaps is None:
                together.append(test)
            else:
                parts[id(test)].append(gaps)
        left = [test for test in left if not any(test is other for other in together)]
    for test in left:
        for sums in TopicSums(np.concatenate(parts.pop(id(test)), axis=1)).sums(generator, times):
            test.count(sums)
    return together


def _changes(tests: Sequence[_SwapTest], moved: FloatArray) -> Iterator[tuple[_SwapTest, FloatArray]]:
    """Return what swaps add to the first system's statistics; equal tables are multiplied once."""
    changes: dict[int, FloatArray] = {}
    for test in tests:
        if id(test.table) not in changes:
            changes[id(test.table)] = moved @ test.table
        yield test, changes[id(test.table)]


@dataclass
class _SwapTest:
    """The test of two systems under one measure, and after how many swaps they differed as much."""

    measure: Scorable
    table: FloatArray
    sides: tuple[FloatArray, FloatArray]
    gap: float
    extreme: int = 0

    @classmethod
    def of(cls, one: ItemStatistics, place: int, first: FloatArray, second: FloatArray) -> _SwapTest:
        measure = one.measures[place]
        gap = float(measure.value(first)) - float(measure.value(second))
        return cls(measure, one.statistics[place], (first, second), gap)

    @property
    def by_topic(self) -> bool:
        """Whether the value needs the sums of each topic."""
        return len(self.sides[0]) > 1

    def gaps(self, change: FloatArray) -> FloatArray:
        """Return the differences after swaps, given what the first system gains (and the second loses)."""
        if len(change[0]) > len(self.sides[0]):
            change = change.sum(axis=1, keepdims=True)
        return np.asarray(
            self.measure.value(self.sides[0] + change) - self.measure.value(self.sides[1] - change)
        )

    def count(self, gaps: FloatArray) -> None:
        """Count the swaps after which the systems differ at least as much as they do."""
        self.extreme += count_as_extreme(gaps, abs(self.gap))
