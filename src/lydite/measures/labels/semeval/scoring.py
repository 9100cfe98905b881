"""From matched gold and runs to results: both averages, each topic, intervals, and a leaderboard."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.inference import Comparison, Options, Test
from lydite.inference.comparison import enough_swaps, holm, tied
from lydite.inference.intervals import centred
from lydite.measures.labels.items import Labelled, Prevalences
from lydite.measures.labels.pairing import pair
from lydite.measures.labels.resampling import resample
from lydite.result import Result, Results
from lydite.signature import Signature

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lydite.measures.labels.base import Array, LabelMeasure
    from lydite.measures.labels.resampling import Spread
    from lydite.measures.labels.semeval.subtasks import Subtask

TOPIC = "topic"


@dataclass(frozen=True)
class Run:
    """One system: its name and its answers beside gold."""

    system: str
    items: Labelled | Prevalences


def score(task: Subtask, run: Run, options: Options) -> Results:
    """Return each measure averaged over topics and pooled, then within each topic."""
    named = _topics(run.items)
    measures = [m for one in task.measures for m in _averages(one, both=len(named) > 1)]
    rows = resample(measures, run.items, options.bootstrap, options.seed, topics=_whole(run.items, options))
    signed = {"labels": ",".join(task.labels)}, _circumstances(run.items, options)
    several = _several(run.items, options)
    found = []
    for measure, spread in zip(measures, rows, strict=True):
        value = float(measure.value(measure.totals(run.items)))
        found.append(
            Result(
                run.system,
                str(measure),
                measure.arguments(),
                value,
                *_ends(measure, value, spread.overall if several else None, options),
                n=len(run.items),
                signature=Signature.of(measure.signature(), *signed),
            )
        )
    if len(named) > 1:
        found += _by_topic(run, measures, rows, options, signed)
    return Results(tuple(found))


def _by_topic(
    run: Run,
    measures: Sequence[LabelMeasure],
    rows: Sequence[Spread],
    options: Options,
    signed: tuple[dict[str, str], dict[str, str]],
) -> Iterator[Result]:
    counts = run.items.confusion.sum((1, 2)) if isinstance(run.items, Labelled) else run.items.counts
    grouped = [
        (m, m.within(m.totals(run.items)), spread.topics)
        for m, spread in zip(measures, rows, strict=True)
        if m.grouped
    ]
    for place, topic in enumerate(_topics(run.items)):
        n = 1 if counts is None else int(counts[place])
        for measure, values, draws in grouped:
            value = float(values[place])
            yield Result(
                run.system,
                str(measure),
                measure.arguments(),
                value,
                *_ends(measure, value, None if draws is None or n < 2 else draws[:, place], options),
                n=n,
                group=topic,
                signature=Signature.of(measure.signature(), *signed),
            )


def _ends(
    measure: LabelMeasure, value: float, draws: Array | None, options: Options
) -> tuple[float | None, float | None]:
    if not options.bootstrap or draws is None:
        return None, None
    return centred(draws, value, options.level, measure.low, measure.high)


def leaderboard(task: Subtask, runs: Sequence[Run], options: Options) -> Comparison:
    """Return the results of several runs, all paired tests, and the groups of runs that are tied."""
    names = [r.system for r in runs]
    if len(set(names)) < len(names):
        raise InputError(f"two runs have the same name: {', '.join(names)}")
    results = Results(tuple(itertools.chain.from_iterable(score(task, run, options) for run in runs)))
    both = len(_topics(runs[0].items)) > 1
    measures = [m for one in task.measures for m in _averages(one, both=both)]
    swaps = enough_swaps(math.comb(len(runs), 2), options.level)
    tests = _tests(measures, runs, options, swaps)
    letters: dict[str, Mapping[str, str]] = {}
    for measure in measures:
        values = {r.system: float(measure.value(measure.totals(r.items))) for r in runs}
        mine = [t for t in tests if t.measure == str(measure)]
        letters[str(measure)] = tied(values, mine, measure.better == "higher", 1 - options.level)
    return Comparison(results, tuple(tests), letters, "randomisation", options.level, swaps)


def _tests(measures: Sequence[LabelMeasure], runs: Sequence[Run], options: Options, swaps: int) -> list[Test]:
    pairs = list(itertools.combinations(runs, 2))
    whole, several = _whole(runs[0].items, options), _several(runs[0].items, options)
    compared = [
        pair(measures, a.items, b.items, options.bootstrap, options.seed, topics=whole, swaps=swaps)
        for a, b in pairs
    ]
    found = []
    for place, measure in enumerate(measures):
        adjusted = holm([c[place].p for c in compared])
        for (a, b), c, q in zip(pairs, compared, adjusted, strict=True):
            gap = float(measure.value(measure.totals(a.items)) - measure.value(measure.totals(b.items)))
            span = measure.high - measure.low
            drawn = c[place].differences if several else c[place].differences[:0]
            ends = centred(drawn, gap, options.level, -span, span)
            found.append(Test(str(measure), a.system, b.system, gap, *ends, c[place].p, q))
    return found


def _averages(measure: LabelMeasure, *, both: bool) -> list[LabelMeasure]:
    """Return the document's average over topics and the pooled one, where there are topics."""
    return [measure, replace(measure, average="pooled")] if both else [measure]


def _topics(items: Labelled | Prevalences) -> tuple[str, ...]:
    return tuple(str(t) for t in items.topics)


def _whole(items: Labelled | Prevalences, options: Options) -> bool:
    if options.cluster not in (None, TOPIC):
        raise InputError(f"tweets can be clustered by {TOPIC}, not by {options.cluster!r}")
    if options.by not in (None, TOPIC):
        raise InputError(f"labels are broken down by {TOPIC}, not by {options.by!r}")
    if options.interval != "percentile":
        raise InputError(f"labels have percentile intervals centred on the value, not {options.interval}")
    return options.cluster == TOPIC or isinstance(items, Prevalences)


def _several(items: Labelled | Prevalences, options: Options) -> bool:
    """Whether anything is drawn from several: one tweet or topic says nothing of how they differ."""
    if isinstance(items, Prevalences) or _whole(items, options):
        return len(items.topics) > 1
    return bool(items.confusion.sum((1, 2)).max() > 1)


def _circumstances(items: Labelled | Prevalences, options: Options) -> dict[str, str]:
    return replace(options, cluster=TOPIC if _whole(items, options) else None).circumstances("centred")
