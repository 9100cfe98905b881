"""From matched gold and runs to results: both averages, each topic, intervals, and a leaderboard."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite import __version__
from lydite.errors import InputError
from lydite.inference import Comparison, Options, Test
from lydite.inference.comparison import enough_swaps, holm, tied
from lydite.inference.intervals import percentile
from lydite.measures.labels.items import Labelled, Prevalences
from lydite.measures.labels.pairing import pair
from lydite.measures.labels.resampling import resample
from lydite.result import Result, Results

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.measures.labels.base import LabelMeasure
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
    signed = f"labels:{','.join(task.labels)}|{_signature(run.items, options)}|lydite:{__version__}"
    found = []
    for measure, spread in zip(measures, rows, strict=True):
        low, high = percentile(spread.overall, options.level) if options.bootstrap else (None, None)
        found.append(
            Result(
                run.system,
                str(measure),
                measure.arguments(),
                float(measure.value(measure.totals(run.items))),
                low,
                high,
                n=len(run.items),
                signature=f"{measure.signature()}|{signed}",
            )
        )
    for place, topic in enumerate(named if len(named) > 1 else ()):
        for measure, spread in zip(measures, rows, strict=True):
            if measure.grouped:
                found.append(_within(run, measure, topic, place, spread.topics, options, signed))
    return Results(tuple(found))


def _within(
    run: Run, measure: LabelMeasure, topic: str, place: int, drawn: object, options: Options, signed: str
) -> Result:
    totals = measure.totals(run.items)[place]
    draws = np.asarray(drawn)[:, place] if options.bootstrap and drawn is not None else None
    low, high = (None, None) if draws is None else percentile(draws, options.level)
    counts = run.items.confusion.sum((1, 2)) if isinstance(run.items, Labelled) else run.items.counts
    return Result(
        run.system,
        str(measure),
        measure.arguments(),
        float(measure.within(totals)),
        low,
        high,
        n=1 if counts is None else int(counts[place]),
        group=topic,
        signature=f"{measure.signature()}|{signed}",
    )


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
    whole = _whole(runs[0].items, options)
    compared = [
        pair(measures, a.items, b.items, options.bootstrap, options.seed, topics=whole, swaps=swaps)
        for a, b in pairs
    ]
    found = []
    for place, measure in enumerate(measures):
        adjusted = holm([c[place].p for c in compared])
        for (a, b), c, q in zip(pairs, compared, adjusted, strict=True):
            gap = float(measure.value(measure.totals(a.items)) - measure.value(measure.totals(b.items)))
            ends = percentile(c[place].differences, options.level)
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
        raise InputError(f"labels have percentile intervals, not {options.interval}")
    return options.cluster == TOPIC or isinstance(items, Prevalences)


def _signature(items: Labelled | Prevalences, options: Options) -> str:
    return replace(options, cluster=TOPIC if _whole(items, options) else None).signature()
