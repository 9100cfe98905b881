"""Paired tests between systems, Holm's correction, and groups of systems that cannot be told apart."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

import numpy as np

from lydite.choices import TestName
from lydite.errors import InputError, nearest
from lydite.inference.intervals import outward, percentile
from lydite.inference.resampling import Plan, sums, total
from lydite.inference.summary import Options, drawn_together, plan_of, summarise, values_of
from lydite.result import ItemStatistics, Results, Scorable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

SWAPS = 10_000
_CHUNK = 4_000_000


@dataclass(frozen=True, slots=True)
class Test:
    """One paired test: the difference of two systems under a measure, its interval and p values."""

    measure: str
    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float
    p_holm: float


@dataclass(frozen=True)
class Comparison:
    """Results of several systems with all paired tests and the groups of tied systems."""

    results: Results
    tests: tuple[Test, ...]
    letters: Mapping[str, Mapping[str, str]]
    """By measure and system: systems that share a letter cannot be told apart."""
    test: TestName
    level: float
    swaps: int | None = None
    """How many swaps the randomisation test made."""


def compare(
    systems: Sequence[ItemStatistics],
    options: Options | None = None,
    test: TestName = "randomisation",
    times: int = SWAPS,
) -> Comparison:
    """Test every pair of systems under every measure; p values are corrected within each measure.

    ``times`` are the swaps of the randomisation test; there are more where many systems need them.
    """
    options = options or Options()
    if test not in get_args(TestName):
        known = get_args(TestName)
        raise InputError(f"unknown test {test!r}{nearest(test, known)} (there are {', '.join(known)})")
    if test == "bootstrap" and not options.bootstrap:
        raise InputError("the paired bootstrap test needs resamples; there are 0")
    if len({s.ids for s in systems}) > 1:
        raise InputError("systems can be compared on the same items only")
    if len({s.system for s in systems}) < len(systems):
        raise InputError(f"two systems have the same name: {', '.join(s.system for s in systems)}")
    draws = drawn_together(systems, options)
    results = summarise(systems, options, draws)
    pairs = list(itertools.combinations(range(len(systems)), 2))
    times = enough_swaps(len(pairs), options.level, times)
    randomised = _randomise(systems, pairs, options, times) if test == "randomisation" else None
    tests: list[Test] = []
    letters: dict[str, dict[str, str]] = {}
    for place, measure in enumerate(systems[0].measures):
        values = [_value(s, place) for s in systems]
        differences = [draws[a][place] - draws[b][place] for a, b in pairs]
        p = [_tail(d) for d in differences] if randomised is None else randomised[place].tolist()
        found = [
            Test(
                str(measure),
                systems[a].system,
                systems[b].system,
                values[a] - values[b],
                *outward(values[a] - values[b], *percentile(spread, options.level)),
                raw,
                corrected,
            )
            for (a, b), spread, raw, corrected in zip(pairs, differences, p, holm(p), strict=True)
        ]
        tests += found
        named = {s.system: v for s, v in zip(systems, values, strict=True)}
        letters[str(measure)] = tied(named, found, measure.better == "higher", 1 - options.level)
    swaps = times if test == "randomisation" else None
    return Comparison(results, tuple(tests), letters, test, options.level, swaps)


def enough_swaps(pairs: int, level: float, least: int = SWAPS) -> int:
    """Return how many swaps it takes for the smallest p value to survive the correction.

    p is at least 1 / (swaps + 1): with 10,000 swaps, Holm's correction for 561 pairs (34 systems) would
    leave no two systems apart, however much they differ.

    >>> enough_swaps(1, 0.95), enough_swaps(561, 0.95)
    (10000, 22440)
    """
    return max(least, math.ceil(round(2 * pairs / (1 - level), 6)))


def holm(p: Sequence[float]) -> list[float]:
    """Correct p values for the number of comparisons (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    out = [1.0] * len(p)
    worst = 0.0
    for rank, i in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        worst = max(worst, min(1.0, (len(p) - rank) * p[i]))
        out[i] = worst
    return out


def tied(values: Mapping[str, float], tests: Sequence[Test], higher: bool, alpha: float) -> dict[str, str]:  # noqa: FBT001
    """Give letters to systems, best first: two share one if and only if they cannot be told apart.

    Whenever two systems of a group differ, the group is split in two, and groups inside others are
    dropped (Piepho 2004, An algorithm for a letter-based representation of all-pairwise comparisons).

    >>> tests = [Test("F1", "A", "B", .01, 0, 0, .5, .5), Test("F1", "A", "C", .2, 0, 0, .01, .01),
    ...          Test("F1", "B", "C", .19, 0, 0, .2, .2)]
    >>> tied({"A": .5, "B": .49, "C": .3}, tests, True, .05)
    {'A': 'a', 'B': 'ab', 'C': 'b'}
    """
    order = sorted(values, key=lambda s: (np.isnan(values[s]), -values[s] if higher else values[s]))
    groups = [frozenset(order)]
    for test in tests:
        pair = {test.first, test.second}
        for group in [g for g in groups if test.p_holm < alpha and pair <= g]:
            groups.remove(group)
            for part in (group - {name} for name in (test.first, test.second)):
                if not any(part <= other for other in groups):
                    groups.append(part)
    marks: dict[str, str] = dict.fromkeys(order, "")
    for number, group in enumerate(sorted(groups, key=lambda g: [i for i, s in enumerate(order) if s in g])):
        for system in group:
            marks[system] += _letter(number)
    return marks


def _letter(number: int) -> str:
    return chr(97 + number) if number < 26 else f"({number + 1})"


def _value(scored: ItemStatistics, place: int) -> float:
    measure = scored.measures[place]
    return values_of(measure, scored.statistics[place], plan_of(scored, measure, Options())[0])


def _tail(differences: FloatArray) -> float:
    kept = differences[~np.isnan(differences)]
    least = min(int((kept <= 0).sum()), int((kept >= 0).sum()))
    return min(1.0, 2.0 * (least + 1) / (len(kept) + 1))


def _randomise(
    systems: Sequence[ItemStatistics], pairs: Sequence[tuple[int, int]], options: Options, times: int
) -> FloatArray:
    """Return, by measure and pair, the share of random swaps of units that differ at least as much.

    All pairs and measures share the swaps, and the sums of each system over what is swapped are taken
    once; a value that is undefined counts against a difference.
    """
    first = systems[0]
    clusters = plan_of(first, first.measures[0], options)[1].units if options.cluster else None
    plan = Plan.of(len(first.ids), clusters)
    generator = np.random.default_rng(options.seed)
    extreme = np.zeros((len(first.measures), len(pairs)))
    swappers = [_Swapper.of(systems, place) for place in range(len(first.measures))]
    width = max([len(first.ids), *(s.width for s in swappers)])
    for start in range(0, times, step := max(1, _CHUNK // max(width, 1))):
        count = min(step, times - start)
        swap = _bits(generator, count, len(plan.strata))[:, plan.units].astype(np.float64)
        for place, swapper in enumerate(swappers):
            extreme[place] += swapper.extreme(swap, pairs)
    return np.asarray((extreme + 1) / (times + 1), dtype=np.float64)


def _bits(generator: np.random.Generator, rows: int, columns: int) -> NDArray[np.uint8]:
    wide = -(-columns // 8)
    drawn = np.frombuffer(generator.bytes(rows * wide), np.uint8).reshape(rows, wide)
    return np.unpackbits(drawn, axis=1, count=columns)


@dataclass(frozen=True)
class _Swapper:
    """The statistics of all systems under one measure, side by side."""

    measure: Scorable
    statistics: tuple[FloatArray, ...]
    groups: IntArray | None
    values: tuple[float, ...]

    @classmethod
    def of(cls, systems: Sequence[ItemStatistics], place: int) -> _Swapper:
        measure = systems[0].measures[place]
        groups = plan_of(systems[0], measure, Options())[0]
        statistics = tuple(s.statistics[place] for s in systems)
        return cls(measure, statistics, groups, tuple(values_of(measure, s, groups) for s in statistics))

    @property
    def width(self) -> int:
        groups = 1 if self.groups is None else int(self.groups.max(initial=0)) + 1
        return groups * sum(int(s.shape[1]) for s in self.statistics)

    def extreme(self, swap: FloatArray, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Count for each pair the swaps under which it differs as much as it does."""
        found = []
        for (a, b), gaps in zip(pairs, self._gaps(swap, pairs), strict=True):
            seen = abs(self.values[a] - self.values[b])
            found.append(len(swap) - int((np.abs(gaps) < seen - 1e-12).sum()))
        return found

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
