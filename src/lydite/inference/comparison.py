"""Paired tests between systems, Holm's correction, and groups of systems that cannot be told apart."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.errors import InputError
from lydite.inference.intervals import percentile
from lydite.inference.resampling import sums, total
from lydite.inference.summary import Options, plan_of, resampled, summarise, values_of
from lydite.result import Results, Scorable, Scored

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

TestName = Literal["randomisation", "bootstrap"]
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


def compare(
    systems: Sequence[Scored],
    options: Options | None = None,
    test: TestName = "randomisation",
    times: int = 10_000,
) -> Comparison:
    """Test every pair of systems under every measure; p values are corrected within each measure."""
    options = options or Options()
    if len({s.ids for s in systems}) > 1:
        raise InputError("systems can be compared on the same items only")
    if len({s.system for s in systems}) < len(systems):
        raise InputError(f"two systems have the same name: {', '.join(s.system for s in systems)}")
    results = summarise(systems, options)
    draws = [resampled(s, options) for s in systems] if options.bootstrap else []
    tests: list[Test] = []
    letters: dict[str, dict[str, str]] = {}
    for place, measure in enumerate(systems[0].measures):
        raw = []
        for a, b in itertools.combinations(range(len(systems)), 2):
            gap = _value(systems[a], place) - _value(systems[b], place)
            differences = draws[a][place] - draws[b][place] if draws else np.array([np.nan])
            p = (
                _randomise(systems[a], systems[b], place, options, times)
                if test == "randomisation"
                else _tail(differences)
            )
            raw.append((a, b, gap, *percentile(differences, options.level), p))
        adjusted = holm([r[-1] for r in raw])
        found = [
            Test(str(measure), systems[a].system, systems[b].system, gap, low, high, p, q)
            for (a, b, gap, low, high, p), q in zip(raw, adjusted, strict=True)
        ]
        tests += found
        values = {s.system: _value(s, place) for s in systems}
        letters[str(measure)] = tied(values, found, measure.better == "higher", 1 - options.level)
    return Comparison(results, tuple(tests), letters, test, options.level)


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
    """Give letters to systems, best first: a run of systems none of which differ share one.

    >>> tests = [Test("F1", "A", "B", .01, 0, 0, .5, .5), Test("F1", "A", "C", .2, 0, 0, .01, .01),
    ...          Test("F1", "B", "C", .19, 0, 0, .2, .2)]
    >>> tied({"A": .5, "B": .49, "C": .3}, tests, True, .05)
    {'A': 'a', 'B': 'ab', 'C': 'b'}
    """
    order = sorted(values, key=lambda s: (np.isnan(values[s]), -values[s] if higher else values[s]))
    differ = {frozenset((t.first, t.second)) for t in tests if t.p_holm < alpha}
    runs: list[tuple[int, int]] = []
    for i in range(len(order)):
        j = i
        while j + 1 < len(order) and not any(
            frozenset((order[h], order[j + 1])) in differ for h in range(i, j + 1)
        ):
            j += 1
        if not runs or runs[-1][1] < j:
            runs.append((i, j))
    marks: dict[str, str] = dict.fromkeys(order, "")
    for number, (i, j) in enumerate(runs):
        for system in order[i : j + 1]:
            marks[system] += _letter(number)
    return marks


def _letter(number: int) -> str:
    return chr(97 + number) if number < 26 else f"({number + 1})"


def _value(scored: Scored, place: int) -> float:
    measure = scored.measures[place]
    return values_of(measure, scored.statistics[place], plan_of(scored, measure, Options())[0])


def _tail(differences: FloatArray) -> float:
    kept = differences[~np.isnan(differences)]
    least = min(int((kept <= 0).sum()), int((kept >= 0).sum()))
    return min(1.0, 2.0 * (least + 1) / (len(kept) + 1))


def _randomise(a: Scored, b: Scored, place: int, options: Options, times: int) -> float:
    """Return the share of random swaps of the two systems' units that differ at least as much."""
    measure = a.measures[place]
    groups, plan = plan_of(a, measure, options)
    one, two = a.statistics[place], b.statistics[place]
    seen = abs(_value(a, place) - _value(b, place))
    generator = np.random.default_rng(options.seed)
    units = len(plan.strata)
    rows = max(1, _CHUNK // max(len(one), 1))
    extreme = done = 0
    while done < times:
        count = min(rows, times - done)
        swap = generator.integers(0, 2, (count, units), dtype=np.int8).astype(np.float64)[:, plan.units]
        extreme += int((np.abs(_swapped(measure, one, two, groups, swap)) >= seen - 1e-12).sum())
        done += count
    return (extreme + 1) / (times + 1)


def _swapped(
    measure: Scorable, one: FloatArray, two: FloatArray, groups: IntArray | None, swap: FloatArray
) -> FloatArray:
    if not measure.summable:
        mixed = [(np.where(s[:, None] > 0, two, one), np.where(s[:, None] > 0, one, two)) for s in swap]
        return np.array([measure.value(x) - measure.value(y) for x, y in mixed])
    moved = sums(swap, two - one, groups)
    return measure.value(total(one, groups) + moved) - measure.value(total(two, groups) - moved)
