"""``lydite semeval``: the measures of SemEval-2016 Task 4, on its files or on others like them."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from lydite.cli import _options as o
from lydite.cli._inputs import LabelsOption, MissingOption
from lydite.reporting.readable import escape_control, escape_data
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.choices import TestName
    from lydite.inference import Comparison, Options
    from lydite.inference.result import Results
    from lydite.measures.tasks.semeval.scoring import LabelRun
    from lydite.measures.tasks.semeval.subtasks import Subtask
    from lydite.reading.submissions import RefusedFile

EXAMPLES = (
    "Examples: lydite semeval B gold.tsv run.tsv · lydite semeval C gold.tsv a.tsv b.tsv --official · "
    "lydite semeval A gold.tsv a.tsv b.tsv --classes --format latex · "
    "lydite semeval D gold.tsv run.tsv --confusion · "
    "lydite semeval B gold.tsv --runs submissions --rank-by macro_recall --rank-by accuracy"
)


@o.reports()
def command(
    task: Annotated[str, typer.Argument(help="A, B, C, D or E.")],
    gold: Annotated[str, typer.Argument(help="Gold labels or prevalences, in the organisers' format.")],
    runs: Annotated[
        list[str] | None,
        typer.Argument(help="One file for each run, in the organisers' format.", show_default=False),
    ] = None,
    *,
    folder: o.RunsOption = None,
    rank_by: o.RankByOption = [],  # noqa: B006
    official: Annotated[
        bool, typer.Option("--official", help="Print what the organisers' scorer prints, and nothing else.")
    ] = False,
    confusion: Annotated[
        bool, typer.Option("--confusion", help="Also the confusion matrix; for D and E the prevalences.")
    ] = False,
    classes: Annotated[
        bool | None,
        typer.Option(
            "--classes/--no-classes",
            help="Precision, recall and F1 of each class, and its MAE on a scale.",
            show_default="for one run",
        ),
    ] = None,
    labels: LabelsOption = None,
    missing: MissingOption = None,
    by: Annotated[
        Literal["topic", "none"], typer.Option(help="Break results down by topic (data set in A).")
    ] = "topic",
    cluster: Annotated[
        Literal["tweet", "topic"],
        typer.Option(help="Intervals from tweets drawn within topics, or from whole topics."),
    ] = "tweet",
    encoding: o.EncodingOption = None,
    shared: o.SharedOptions,
) -> Report | None:
    """Score runs of SemEval-2016 Task 4 (sentiment in Twitter): classification and quantification."""
    from lydite.measures.tasks.semeval.official import official_line
    from lydite.measures.tasks.semeval.scoring import statistics
    from lydite.measures.tasks.semeval.task import runs as matched
    from lydite.measures.tasks.semeval.task import submitted_runs
    from lydite.reporting.views.labels import LabelRuns, heading, report
    from lydite.runs.run import Run

    paths = o.systems_given(runs, folder)
    how: dict[str, Any] = {"labels": o.split_labels(labels), "encoding": encoding, "missing": missing}
    refused: list[RefusedFile] = []
    if folder is None:
        chosen, answers = matched(task, gold, paths, **how)
    else:
        from lydite.reading.submissions import find_submissions

        found = find_submissions(folder, gold)
        paths = dict(found.paths)
        chosen, answers, refused = submitted_runs(task, gold, found, **how)
    if official:
        lines = [official_line(chosen, run.items, paths[run.system]) for run in answers]
        for one in refused:
            typer.echo(f"lydite: refused {escape_control(one.file)}: {escape_control(one.fault)}", err=True)
        escape_data()
        o.write("\n".join(lines), shared.output)
        return None
    scored = statistics(chosen, answers)
    shared.keep(Run.of_scored(scored))
    options = shared.options(cluster="topic" if cluster == "topic" else None)
    if folder is not None or rank_by:
        from lydite.cli._leaderboard import compared, leaderboard_test, ranked

        comparison = compared(scored, (), options, leaderboard_test(shared))
        run = functools.partial(Run.of_scored, scored)
        return ranked(comparison, rank_by, refused, shared, heading(chosen, answers[0]), run=run)
    results, tests = _score(chosen, answers, options, shared.test or "randomisation")
    if by == "none":
        results = replace(results, results=tuple(r for r in results if r.group is None))
    intervals = functools.partial(_intervals, chosen, answers[0], results, options)
    each = functools.partial(_classes, chosen, answers, options)
    auto = len(answers) == 1 and shared.format != "csv"  # which has no place for them
    wanted = (auto if classes is None else classes) and not chosen.quantifies
    made = report(
        LabelRuns(chosen, answers, results, tests, intervals, each if wanted else None),
        with_confusion=confusion,
    )
    from lydite.cli._runs import paged

    return paged(made, Run.of_scored(scored), shared)


def _score(
    task: Subtask, runs: Sequence[LabelRun], options: Options, test: TestName
) -> tuple[Results, Comparison | None]:
    """Score one run, or compare several."""
    from lydite.measures.tasks.semeval.scoring import leaderboard, score

    if len(runs) == 1:
        return score(task, runs[0], options), None
    compared = leaderboard(task, runs, options, test)
    return compared.results, compared


def _classes(task: Subtask, runs: Sequence[LabelRun], options: Options) -> Results:
    from lydite.measures.tasks.semeval.scoring import classes

    return classes(task, runs, options)


def _intervals(task: Subtask, run: LabelRun, results: Results, options: Options) -> dict[str, Results]:
    """Return results by what was resampled: tweets within topics and, beside them, whole topics."""
    from lydite.measures.labels.items import LabelItems
    from lydite.measures.tasks.semeval.scoring import score

    if options.cluster or not isinstance(run.items, LabelItems):
        return {"topics resampled": results}
    by_unit = {"tweets resampled": results}
    if options.bootstrap and len(run.items.topics) > 1:
        by_unit["topics resampled"] = score(task, run, replace(options, cluster="topic"))
    return by_unit
