"""``lydite semeval``: the measures of SemEval-2016 Task 4, on its files or on others like them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from lydite.cli import _options as o
from lydite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.inference import Comparison, Options
    from lydite.measures.labels.semeval.scoring import Run
    from lydite.measures.labels.semeval.subtasks import Subtask
    from lydite.reporting.sentiment import Part
    from lydite.result import Results

EXAMPLES = (
    "Examples: lydite semeval B gold.tsv run.tsv · lydite semeval C gold.tsv a.tsv b.tsv --official · "
    "lydite semeval D gold.tsv run.tsv --confusion --chart prevalences.html"
)


class By(StrEnum):
    """What results are broken down by."""

    topic = "topic"
    none = "none"


class Cluster(StrEnum):
    """What is resampled for the intervals."""

    tweet = "tweet"
    topic = "topic"


def command(
    task: Annotated[str, typer.Argument(help="A, B, C, D or E.")],
    gold: Annotated[str, typer.Argument(help="Gold labels or prevalences, in the organisers' format.")],
    runs: Annotated[list[str], typer.Argument(help="One file for each run, in the organisers' format.")],
    official: Annotated[
        bool, typer.Option("--official", help="Print what the organisers' scorer prints, and nothing else.")
    ] = False,
    confusion: Annotated[
        bool, typer.Option("--confusion", help="Also the confusion matrix; for D and E the prevalences.")
    ] = False,
    labels: Annotated[
        str | None, typer.Option(help="Other labels, separated by commas; ascending on an ordinal scale.")
    ] = None,
    by: Annotated[By, typer.Option(help="Break results down by topic (data set in A).")] = By.topic,
    cluster: Annotated[
        Cluster, typer.Option(help="Intervals from tweets drawn within topics, or from whole topics.")
    ] = Cluster.tweet,
    format: o.FormatOption = o.Format.text,
    output: o.OutputOption = None,
    seed: o.SeedOption = 0,
    bootstrap: o.BootstrapOption = 1_000,
    level: o.LevelOption = 0.95,
    chart: o.ChartOption = None,
    encoding: o.EncodingOption = None,
    digits: o.DigitsOption = 4,
) -> None:
    """Score runs of SemEval-2016 Task 4 (sentiment in Twitter): classification and quantification."""
    from lydite.inference import Options
    from lydite.measures.labels.semeval.official import official as line
    from lydite.measures.labels.semeval.task import runs as matched

    names = None if labels is None else [v.strip() for v in labels.split(",")]
    chosen, found = matched(task, gold, o.system_names(runs), labels=names, encoding=encoding)
    if official:
        lines = [line(chosen, run.items, path) for run, path in zip(found, runs, strict=True)]
        o.emit("\n".join(lines), output)
        return
    options = Options(bootstrap, seed, level=level, cluster="topic" if cluster is Cluster.topic else None)
    outcome = _score(chosen, found, options, by)
    text = _written(chosen, found, outcome, options, Shown(format, digits, confusion, output is not None))
    if (
        chart is not None
    ):  # before anything is written, so that a chart that cannot be drawn leaves nothing behind
        _draw(chosen, found, outcome, chart, confusion=confusion)
    o.emit(text, output)


@dataclass(frozen=True)
class Shown:
    """How results are written."""

    format: o.Format
    digits: int
    confusion: bool
    to_file: bool


def _score(task: Subtask, runs: Sequence[Run], options: Options, by: By) -> Results | Comparison:
    """Score one run, or compare several; without the topics where they are not wanted."""
    from lydite.measures.labels.semeval.scoring import leaderboard, score
    from lydite.result import Results

    if len(runs) == 1:
        found = score(task, runs[0], options)
        return found if by is By.topic else Results(tuple(r for r in found if r.group is None))
    compared = leaderboard(task, runs, options)
    if by is By.topic:
        return compared
    return replace(compared, results=Results(tuple(r for r in compared.results if r.group is None)))


def _written(
    task: Subtask, runs: Sequence[Run], outcome: Results | Comparison, options: Options, shown: Shown
) -> str:
    """Return the report in the format that was asked for."""
    from lydite.reporting import markdown, render, sentiment, text
    from lydite.result import Results

    results, compared = (outcome, None) if isinstance(outcome, Results) else (outcome.results, outcome)
    if shown.format in (o.Format.text, o.Format.markdown):
        parts = _parts(task, runs, outcome, options, shown)
        width = None if shown.to_file else text.terminal_width()
        draw = (lambda t: text.table_text(t, width)) if shown.format is o.Format.text else markdown.table_text
        return "\n\n".join(p if isinstance(p, str) else draw(p) for p in parts)
    found = render(results, shown.format, comparison=compared, digits=shown.digits)
    if not shown.confusion:
        return found
    if shown.format is not o.Format.json:
        raise InputError(f"--confusion is written as text, markdown or json, not as {shown.format}")
    return json.dumps(json.loads(found) | sentiment.confusion_data(task, runs), indent=2, ensure_ascii=False)


def _parts(
    task: Subtask, runs: Sequence[Run], outcome: Results | Comparison, options: Options, shown: Shown
) -> list[Part]:
    """Return tables and texts: overall, by topic, confusion."""
    from lydite.reporting import sentiment
    from lydite.result import Results

    parts: list[Part] = [sentiment.heading(task, runs[0])]
    if isinstance(outcome, Results):
        results = outcome
        parts += sentiment.overall(task, runs[0], _intervals(task, runs[0], results, options), shown.digits)
    else:
        results = outcome.results
        parts += sentiment.leaderboard(task, runs[0], outcome, shown.digits)
    parts += sentiment.by_topic(task, results, shown.digits)
    for run in runs if shown.confusion else ():
        parts += sentiment.confusion(task, run, shown.digits)
    return parts


def _intervals(task: Subtask, run: Run, results: Results, options: Options) -> dict[str, Results]:
    """Return results by what was resampled: tweets within topics and, beside them, whole topics."""
    from lydite.measures.labels.items import Labelled
    from lydite.measures.labels.semeval.scoring import score

    if options.cluster or not isinstance(run.items, Labelled):
        return {"topics resampled": results}
    found = {"tweets resampled": results}
    if options.bootstrap and len(run.items.topics) > 1:
        found["topics resampled"] = score(task, run, replace(options, cluster="topic"))
    return found


def _draw(
    task: Subtask, runs: Sequence[Run], outcome: Results | Comparison, path: Path, *, confusion: bool
) -> None:
    """Draw the confusion or prevalences where they are wanted, else the overall results."""
    from lydite.reporting import charts
    from lydite.reporting.charts.confusion import specification
    from lydite.result import Results

    if confusion:
        charts.save(specification(task, runs), path)
        return
    results = outcome if isinstance(outcome, Results) else outcome.results
    charts.chart(Results(tuple(r for r in results if r.group is None)), path)
