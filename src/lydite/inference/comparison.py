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
    from collections.abc import Iterator, Mapping, Sequence

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
    pairs = list(itertools.combinations(range(len(systems)), 2))
    for place, measure in enumerate(systems[0].measures):
        gaps = [_value(systems[a], place) - _value(systems[b], place) for a, b in pairs]
        differences = [draws[a][place] - draws[b][place] if draws else np.array([np.nan]) for a, b in pairs]
        p_values = (
            _randomise(systems, pairs, place, options, times)
            if test == "randomisation" and pairs
            else [_tail(d) for d in differences]
        )
        raw = [
            (*pair, gap, *percentile(drawn, options.level), p)
            for pair, gap, drawn, p in zip(pairs, gaps, differences, p_values, strict=True)
        ]
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


def _randomise(
    systems: Sequence[Scored], pairs: Sequence[tuple[int, int]], place: int, options: Options, times: int
) -> list[float]:
    """Return for each pair the share of random swaps of its units that differ at least as much.

    All pairs are swapped alike, so that one product with the swaps serves them all.
    """
    measure = systems[0].measures[place]
    groups, plan = plan_of(systems[0], measure, options)
    rows = [s.statistics[place] for s in systems]
    values = [_value(s, place) for s in systems]
    generator = np.random.default_rng(options.seed)
    plain = len(plan.units) == len(plan.strata) and bool((plan.units == np.arange(len(plan.units))).all())
    size = max(1, _CHUNK // max(len(rows[0]), 1))
    extreme = np.zeros(len(pairs), np.int64)
    for done in range(0, times, size):
        count = min(size, times - done)
        swap = generator.integers(0, 2, (count, len(plan.strata)), dtype=np.int8).astype(np.float64)
        found = _swapped(measure, rows, pairs, groups, swap if plain else swap[:, plan.units])
        for i, ((a, b), gaps) in enumerate(zip(pairs, found, strict=True)):
            extreme[i] += int((np.abs(gaps) >= abs(values[a] - values[b]) - 1e-12).sum())
    return [(int(e) + 1) / (times + 1) for e in extreme]


def _swapped(
    measure: Scorable,
    rows: Sequence[FloatArray],
    pairs: Sequence[tuple[int, int]],
    groups: IntArray | None,
    swap: FloatArray,
) -> Iterator[FloatArray]:
    """Yield for each pair its difference under each of the swaps."""
    if not measure.summable:
        for a, b in pairs:
            mixed = [
                (np.where(s[:, None] > 0, rows[b], rows[a]), np.where(s[:, None] > 0, rows[a], rows[b]))
                for s in swap
            ]
            yield np.array([measure.value(x) - measure.value(y) for x, y in mixed])
        return
    wide = np.concatenate([rows[b] - rows[a] for a, b in pairs], axis=1)
    width = rows[0].shape[1]
    moved = sums(swap, wide, groups)
    for i, (a, b) in enumerate(pairs):
        mine = moved[..., i * width : (i + 1) * width]
        yield measure.value(total(rows[a], groups) + mine) - measure.value(total(rows[b], groups) - mine)
