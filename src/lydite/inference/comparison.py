"""Paired tests between systems, Holm's correction, and groups of systems that do not differ significantly."""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, get_args

from lydite.core.choices import SWAPS, TestName
from lydite.core.errors import InputError, did_you_mean
from lydite.core.lazy import Printable
from lydite.inference.censored import apart
from lydite.inference.corrected import Figure, all_with_corrected, judged_places, plain_places
from lydite.inference.differences import difference_intervals, linked_differences
from lydite.inference.letters import tie_letters
from lydite.inference.options import Inference
from lydite.inference.paired_bootstrap import bootstrap_p
from lydite.inference.randomisation import holm, randomise
from lydite.inference.ranks import ranks
from lydite.inference.resampling import least_p, note_too_few, resample
from lydite.inference.resampling_plan import counted_items, units, value_of
from lydite.inference.result import part_name
from lydite.inference.result_frames import Rows
from lydite.inference.statistics import TOPIC
from lydite.inference.summary import in_order, summarise

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import pandas as pd
    import polars as pl

    from lydite.core.array_types import FloatArray
    from lydite.inference.ranks import Rank
    from lydite.inference.resampling import ResampledValues
    from lydite.inference.result import Results
    from lydite.inference.result_frames import ItemValue, PhraseMatch
    from lydite.inference.statistics import ItemStatistics, Scorable
    from lydite.inference.summary import Blocks


@dataclass(frozen=True, slots=True)
class PairedTest:
    """One paired test: the difference of two systems under a measure, its interval and p values.

    Where one of them has no value, there is no difference and no p.
    """

    measure: str
    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float
    p_holm: float
    figure: Figure = "value"
    """What was tested: the value, or what is left of it above chance."""


@dataclass(frozen=True)
class Comparison(Printable):
    """Results of several systems with all paired tests and the groups of tied systems."""

    results: Results
    tests: tuple[PairedTest, ...]
    letters: Mapping[str, Mapping[str, str]]
    """By measure and system: systems that share a letter are not significantly different."""
    test: str
    """The test; or what stands in its place."""
    level: float
    swaps: int | None = None
    """How many swaps the randomisation test made."""
    judged_figures: Mapping[str, Figure] = field(default_factory=dict)
    """By measure: what tests and letters belong to."""
    references: tuple[str, ...] = ()
    """Rows to hold systems against (people, constants), which are in no test and have no rank."""

    @functools.cached_property
    def ranks(self) -> Mapping[str, Mapping[str, Rank]]:
        """By measure and system: the place of each, best first, and the places that are open to it."""
        return ranks(self)

    def rows(self) -> Rows[tuple[Any, ...]]:
        """Return the figures of each result, with rank and letters of ties."""
        rows = self.results.rows()
        places = []
        for result in self.results:
            measure = part_name(result.measure, result.group)
            rank = self.ranks.get(measure, {}).get(result.system)
            letters = self.letters.get(measure, {}).get(result.system)
            places.append((None if rank is None else rank.place, letters))
        joined = (row + place for row, place in zip(rows, places, strict=True))
        return Rows(joined, (*rows.fields, "rank", "letters"))

    def to_polars(self) -> pl.DataFrame:
        """Return a long data frame of polars, one row per result, with rank and letters of ties."""
        return self.rows().to_polars()

    def to_pandas(self) -> pd.DataFrame:
        """Return a long data frame of pandas, one row per result, with rank and letters of ties."""
        return self.rows().to_pandas()

    def items(self) -> Rows[ItemValue]:
        """Return the value of each item in each result."""
        return self.results.items()

    def matches(self) -> Rows[PhraseMatch]:
        """Return each match of a prediction with a gold phrase under each measure, as it was scored."""
        return self.results.matches()

    def paired_tests(self) -> Rows[PairedTest]:
        """Return the paired tests, as rows of which data frames are made."""
        return Rows(self.tests, [f.name for f in fields(PairedTest)])


def compare(
    systems: Sequence[ItemStatistics],
    options: Inference | None = None,
    test: TestName = "randomisation",
    times: int = SWAPS,
) -> Comparison:
    """Test every pair of systems under every measure; p values are corrected within each measure.

    ``times`` are the swaps of the randomisation test; there are more where many systems need them.
    """
    options = options or Inference()
    drawing = replace(options, bootstrap=options.bootstrap or 1)  # what is swapped is counted, too
    _refuse(systems, options, test)
    systems = all_with_corrected(systems)
    draws = _drawn(systems, options)
    if test == "simultaneous":
        from lydite.inference.simultaneous import compare_at_once

        return compare_at_once(systems, options, draws)
    results = summarise(systems, options, draws)
    pairs = list(itertools.combinations(range(len(systems)), 2))
    places = judged_places(systems, options)
    if test == "none":
        pairs = []
    times = enough_swaps(len(pairs), options.level, times)
    if test == "bootstrap":  # p is at least 2 / (resamples + 1)
        more = enough_swaps(2 * len(pairs), options.level, options.bootstrap)
        spreads = _differences(systems, pairs, None, replace(options, bootstrap=more))
    else:
        spreads = _differences(systems, pairs, draws, options)
    tested = [s.under(places) for s in systems]
    randomised = randomise(tested, pairs, options, times) if test == "randomisation" else None
    tests: list[PairedTest] = []
    letters: dict[str, dict[str, str]] = {}
    figures: dict[str, Figure] = {}
    for number, (base, place) in enumerate(zip(plain_places(systems[0]), places, strict=True)):
        name, measure = str(systems[0].measures[base]), systems[0].measures[place]
        figures[name] = "value" if base == place else "corrected"
        values = [value_of(s, place) for s in systems]
        gaps = [values[a] - values[b] for a, b in pairs]
        differences = [
            linked_differences(systems[a], systems[b], place, gap, d[place])
            for (a, b), gap, d in zip(pairs, gaps, spreads, strict=True)
        ]
        drawn = units(systems[0], place, counted_items(systems[0], place), options)
        if randomised is None:
            p = [
                max(bootstrap_p(d, gap, drawn), least_p(drawn))
                for d, gap in zip(differences, gaps, strict=True)
            ]
        else:
            p = randomised[number].tolist()
        sides = [(systems[a], systems[b]) for a, b in pairs]
        ends = difference_intervals(sides, place, gaps, differences, options, drawn)
        of_measure = [
            PairedTest(
                name, one.system, two.system, gap, *interval,
                math.nan if math.isnan(gap) else raw, math.nan if math.isnan(gap) else holms, figures[name],
            )
            for (one, two), gap, interval, raw, holms in zip(sides, gaps, ends, p, holm(p), strict=True)
        ]  # fmt: skip
        tests += of_measure
        named = {s.system: v for s, v in zip(systems, values, strict=True)}
        if pairs:
            letters[name] = tie_letters(named, of_measure, measure.better == "higher", 1 - options.level)
    if test != "none":
        counted = {
            str(systems[0].measures[base]): units(systems[0], p, counted_items(systems[0], p), drawing)
            for base, p in zip(plain_places(systems[0]), places, strict=True)
        }
        notes = note_too_few(counted, len(systems), options)
        results = replace(results, notes=(*results.notes, *notes))
    swaps = times if test == "randomisation" else None
    return Comparison(results, tuple(tests), letters, test, options.level, swaps, figures)


def _refuse(systems: Sequence[ItemStatistics], options: Inference, test: str) -> None:
    """Refuse systems that cannot be compared, or not by this test."""
    if test not in get_args(TestName):
        known = get_args(TestName)
        raise InputError(f"unknown test {test!r}{did_you_mean(test, known)} (there are {', '.join(known)})")
    if test in ("bootstrap", "simultaneous") and not options.bootstrap:
        raise InputError(f"the paired {test} test needs resamples; there are 0")
    if not systems:
        raise InputError("there is no system to compare")
    if len({s.ids for s in systems}) > 1:
        raise InputError("systems can be compared on the same items only")
    if len({s.system for s in systems}) < len(systems):
        raise InputError(f"two systems have the same name: {', '.join(s.system for s in systems)}")


def compare_blocks(
    blocks: Blocks,
    options: Inference | None = None,
    test: TestName | None = None,
    times: int = SWAPS,
    notes: tuple[str, ...] = (),
) -> Comparison:
    """Return the results of blocks, each on items of its own, and all paired tests within each.

    Where no test is asked for, it is the one that suits all measures. References have results and no tests.
    """
    options = options or Inference()
    test = test or suited_test((m for systems in blocks for m in systems[0].measures), options)
    comparisons = [
        compare([s for s in systems if not s.reference], options, test, times) for systems in blocks
    ]
    aside = [summarise([s for s in systems if s.reference], options) for systems in blocks]
    distinct = dict.fromkeys(note for c in comparisons for note in c.results.notes)
    return Comparison(
        in_order(
            blocks,
            [r for part in (*aside, *(c.results for c in comparisons)) for r in part],
            (*notes, *distinct),
        ),
        tuple(t for c in comparisons for t in c.tests),
        {measure: letters for c in comparisons for measure, letters in c.letters.items()},
        test,
        comparisons[0].level,
        comparisons[0].swaps,
        {measure: figure for c in comparisons for measure, figure in c.judged_figures.items()},
        tuple(s.system for s in blocks[0] if s.reference),
    )


def suited_test(measures: Iterable[Scorable], options: Inference) -> TestName:
    """Return the default test: randomisation where values follow from sums, else bootstrap.

    A correlation is computed anew for every swap and every pair of systems; the bootstrap has its draws
    already.
    """
    return "randomisation" if all(m.summable for m in measures) or not options.bootstrap else "bootstrap"


def enough_swaps(pairs: int, level: float, least: int = SWAPS) -> int:
    """Return how many swaps it takes for the smallest p value to survive the correction.

    p is at least 1 / (swaps + 1): with 10,000 swaps, Holm's correction for 561 pairs (34 systems) would
    leave no two systems apart, however much they differ.

    >>> enough_swaps(1, 0.95), enough_swaps(561, 0.95)
    (10000, 22440)
    """
    return max(least, math.ceil(round(2 * pairs / (1 - level), 6)))


def _drawn(systems: Sequence[ItemStatistics], options: Inference) -> list[list[ResampledValues]]:
    """Return the resampled values of each system; shared rows are drawn for each system by itself."""
    topics = options.by == TOPIC
    if any(s.rows is None for s in systems):
        return resample(systems, options, topics=topics)
    return [resample([s], options, topics=topics)[0] for s in systems]


def _differences(
    systems: Sequence[ItemStatistics],
    pairs: Sequence[tuple[int, int]],
    draws: Sequence[Sequence[ResampledValues]] | None,
    options: Inference,
) -> list[list[FloatArray]]:
    """Return for each pair and measure the difference in each resample of all systems together.

    ``draws`` are those resamples, where systems were drawn together already.
    """
    if draws is None or any(s.rows is not None for s in systems):
        draws = resample(systems, options) if pairs else []
    limits = [m.limit for m in systems[0].measures]
    return [
        [apart(x.overall, y.overall, limit) for x, y, limit in zip(draws[a], draws[b], limits, strict=True)]
        for a, b in pairs
    ]
