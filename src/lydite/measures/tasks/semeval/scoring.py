"""Runs of a subtask as item statistics: each measure averaged over topics and pooled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

from lydite.inference import compare, summarise
from lydite.inference.result import Results
from lydite.inference.statistics import TOPIC
from lydite.measures.labels import scoring
from lydite.measures.labels.class_mae import class_MAE
from lydite.measures.labels.one_class import ClassFigure, one_class

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.choices import Missing, TestName
    from lydite.inference import Comparison, Options
    from lydite.inference.statistics import ItemStatistics
    from lydite.measures.labels.base import LabelMeasure
    from lydite.measures.labels.items import LabelItems, Prevalences
    from lydite.measures.tasks.semeval.subtasks import Subtask


@dataclass(frozen=True)
class LabelRun:
    """One system: its name and its answers beside gold."""

    system: str
    items: LabelItems | Prevalences
    missing: Missing = "error"
    """What became of tweets without an answer."""


def statistics(task: Subtask, runs: Sequence[LabelRun]) -> list[ItemStatistics]:
    """Return the statistics of runs: the document's average, and the pooled one where there are topics."""
    both = len(runs[0].items.topics) > 1
    measures = [m for one in task.measures for m in _averages(one, both=both)]
    by_system = [scoring.score(run.items, run.system, measures) for run in runs]
    policies = {} if runs[0].missing == "error" else {"missing": runs[0].missing}
    return [replace(one, policies={**one.policies, **policies}) for one in by_system]


def score(task: Subtask, run: LabelRun, options: Options) -> Results:
    """Return each measure averaged over topics and pooled, then within each topic."""
    return _of_topics(summarise(statistics(task, [run]), _by_topic(run, options)), run)


def leaderboard(
    task: Subtask, runs: Sequence[LabelRun], options: Options, test: TestName = "randomisation"
) -> Comparison:
    """Return the results of several runs, all paired tests, and the groups of runs that are tied."""
    comparison = compare(statistics(task, runs), _by_topic(runs[0], options), test)
    return replace(comparison, results=_of_topics(comparison.results, runs[0]))


def classes(task: Subtask, runs: Sequence[LabelRun], options: Options) -> Results:
    """Return precision, recall, F1 and, on a scale, MAE of each class, all rows of a run as one topic."""
    measures: list[LabelMeasure] = []
    for label in task.labels:
        measures += [one_class(label=label, figure=figure) for figure in get_args(ClassFigure)]
        measures += [class_MAE(label=label)] if task.measures[0].ordinal else []
    by_system = [scoring.score(run.items, run.system, measures) for run in runs]
    return summarise(by_system, replace(options, by=None))


def _by_topic(run: LabelRun, options: Options) -> Options:
    several = len(run.items.topics) > 1
    return replace(options, by=TOPIC) if several and options.by is None else options


def _of_topics(results: Results, run: LabelRun) -> Results:
    """Return results of single topics with the number of their tweets, where only prevalences are known."""
    counts = getattr(run.items, "counts", None)
    sizes = {} if counts is None else dict(zip(map(str, run.items.topics), counts.astype(int), strict=True))
    if not sizes:
        return results
    return Results(tuple(replace(r, n=int(sizes.get(str(r.group), r.n))) for r in results), results.notes)


def _averages(measure: LabelMeasure, *, both: bool) -> list[LabelMeasure]:
    """Return both averages; the default one where there are no topics, since they are the same then."""
    return [measure, replace(measure, average="pooled")] if both else [measure.alone]
