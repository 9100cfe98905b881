"""Who reaches more, and who needs fewer hops: paired tests over starts."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference import Comparison, Options, PairedTest, compare
from lydite.inference.randomisation import holm
from lydite.inference.result import part_name
from lydite.probes.hop.outcomes import DIRECTNESS, ENDS, FIGURES, HOPS
from lydite.probes.hop.summary import ALL, SHARED, SHARED_PAIRED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.choices import TestName
    from lydite.inference.result import Results
    from lydite.inference.statistics import ItemStatistics
    from lydite.probes.hop.run import HopRun
    from lydite.probes.hop.summary import Parts

BOTH = f"{HOPS}, both reached"


def compare_strategies(
    hop_run: HopRun,
    results: Results,
    options: Options | None = None,
    test: TestName = "randomisation",
    times: int = 10_000,
) -> Comparison:
    """Return all paired tests and the letters of strategies that are tied.

    Reached and efficiency are compared over all starts; hops, two strategies at a time, over the starts from
    which both reached the target, since few are reached by every strategy. Letters for hops are those of
    the paired part.
    """
    return compare_parts(hop_run.blocks, results, options, test, times)


def compare_parts(
    parts: Parts,
    results: Results,
    options: Options | None = None,
    test: TestName = "randomisation",
    times: int = 10_000,
) -> Comparison:
    """Do the same given the statistics of all parts."""
    options = options or Options()
    tests: list[PairedTest] = []
    letters: dict[str, Mapping[str, str]] = {}
    swaps: int | None = None
    for group, systems in parts:
        if not systems[0].ids:
            continue
        wide = group in (ALL, SHARED)
        comparison = compare(
            _figures(systems, (ENDS[0], DIRECTNESS) if wide else (HOPS,)), options, test, times
        )
        swaps = comparison.swaps
        letters |= {part_name(m, group): marks for m, marks in comparison.letters.items()}
        if wide:
            tests += [replace(t, measure=part_name(t.measure, group)) for t in comparison.tests]
            tests += _hops(_figures(systems, (HOPS,)), group, options, test, times)
    return Comparison(results, tuple(tests), letters, test, options.level, swaps)


def both(hop_run: HopRun, test: PairedTest) -> int:
    """Return over how many starts a test was made."""
    group = SHARED if test.measure.endswith((SHARED, SHARED_PAIRED)) else ALL
    part = next(p for p in hop_run.parts if p.group == group)
    if test.measure.startswith(DIRECTNESS):
        return int((part.floor >= 0).sum())
    if not test.measure.startswith(BOTH):
        return len(part.floor)
    one, two = (part.walks[hop_run.names.index(n)].ends == 0 for n in (test.first, test.second))
    return int((one & two).sum())


def _figures(systems: Sequence[ItemStatistics], names: Sequence[str]) -> list[ItemStatistics]:
    places = [FIGURES.index(name) for name in names]
    return [s.under(places) for s in systems]


def _hops(
    systems: Sequence[ItemStatistics], group: str | None, options: Options, test: TestName, times: int
) -> list[PairedTest]:
    """Test the hops of each pair of strategies where both reached the target; Holm's correction over all."""
    tests: list[PairedTest] = []
    for a, b in itertools.combinations(systems, 2) if test != "none" else ():
        places = np.flatnonzero((a.statistics[0][:, 1] > 0) & (b.statistics[0][:, 1] > 0))
        if len(places):
            comparison = compare([a.select(places), b.select(places)], options, test, times)
            tests.append(replace(comparison.tests[0], measure=part_name(BOTH, group)))
    adjusted = holm([t.p for t in tests])
    return [replace(t, p_holm=p) for t, p in zip(tests, adjusted, strict=True)]
