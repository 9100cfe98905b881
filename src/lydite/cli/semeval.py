"""``lydite semeval``: the measures of SemEval-2016 Task 4, on its files or on others like them."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

import click

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.runs import paged
from lydite.core.options import Argument, Option
from lydite.inference.options import Inference, Testing
from lydite.measures.tasks.semeval.official import official_line
from lydite.reading.submissions import find_submissions
from lydite.reporting.readable import escape_control, escape_data
from lydite.reporting.report import Report
from lydite.runs.request import Encoding, Labels, MissingItems, Policy, Reading, Request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.choices import TestName
    from lydite.inference import Comparison
    from lydite.inference.result import Results
    from lydite.measures.tasks.semeval.scoring import LabelRun
    from lydite.measures.tasks.semeval.subtasks import Subtask


@app.command(
    examples=(
        "lydite semeval B gold.tsv run.tsv",
        "lydite semeval C gold.tsv a.tsv b.tsv --official",
        "lydite semeval A gold.tsv a.tsv b.tsv --classes --format latex",
        "lydite semeval D gold.tsv run.tsv --confusion",
        "lydite semeval B gold.tsv --runs submissions --rank-by macro_recall --rank-by accuracy",
    )
)
def command(
    task: Annotated[str, Argument("A, B, C, D or E.")],
    gold: Annotated[str, Argument("Gold labels or prevalences, in the organisers' format.")],
    runs: Annotated[
        list[str] | None,
        Argument("One file for each run, in the organisers' format."),
    ] = None,
    *,
    folder: o.RunsFolder = None,
    rank_by: o.RankBy = [],  # noqa: B006
    official: Annotated[
        bool, Option("Print what the organisers' scorer prints, and nothing else.", "--official")
    ] = False,
    confusion: Annotated[
        bool, Option("Also the confusion matrix; for D and E the prevalences.", "--confusion")
    ] = False,
    classes: Annotated[
        bool | None,
        Option(
            "Precision, recall and F1 of each class, and its MAE on a scale.",
            "--classes/--no-classes",
            shown="for one run",
        ),
    ] = None,
    labels: Labels = None,
    missing: MissingItems = None,
    by: Annotated[Literal["topic", "none"], Option("Break results down by topic (data set in A).")] = "topic",
    cluster: Annotated[
        Literal["tweet", "topic"],
        Option("Intervals from tweets drawn within topics, or from whole topics."),
    ] = "tweet",
    encoding: Encoding = None,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,
) -> Report | None:
    """Score runs of SemEval-2016 Task 4 (sentiment in Twitter): classification and quantification."""
    from lydite.reporting.views.labels import LabelRuns, heading, report
    from lydite.runs.performing import perform

    paths = o.systems_given(runs, folder)
    found = None if folder is None else find_submissions(folder, gold)
    request = Request(
        gold=gold, systems=paths, submissions=found, task=task,
        reading=Reading(labels=labels, encoding=encoding), policy=Policy(missing=missing),
    )  # fmt: skip
    run = perform(request)
    chosen, answers = run.evidence.subtask()
    if official:
        paths = paths if found is None else dict(found.paths)
        lines = [official_line(chosen, one.items, paths[one.system]) for one in answers]
        for refused in run.evidence.refused:
            told = f"refused {escape_control(refused.file)}: {escape_control(refused.fault)}"
            click.echo(f"lydite: {told}", err=True)
        escape_data()
        o.write("\n".join(lines), writing.output)
        return None
    writing.keep(run)
    options = replace(inference, cluster="topic" if cluster == "topic" else None)
    if folder is not None or rank_by:
        from lydite.cli.leaderboard import compared, leaderboard_test, ranked

        comparison = compared(run, options, leaderboard_test(testing.test, inference))
        return ranked(comparison, rank_by, run, writing, heading(chosen, answers[0]))
    results, tests = _score(chosen, answers, options, testing.test or "randomisation")
    if by == "none":
        results = replace(results, results=tuple(r for r in results if r.group is None))
    intervals = functools.partial(_intervals, chosen, answers[0], results, options)
    each = functools.partial(_classes, chosen, answers, options)
    auto = len(answers) == 1 and writing.format != "csv"  # which has no place for them
    wanted = (auto if classes is None else classes) and not chosen.quantifies
    made = report(
        LabelRuns(chosen, answers, results, tests, intervals, each if wanted else None),
        with_confusion=confusion,
    )
    return paged(made, run, writing)


def _score(
    task: Subtask, runs: Sequence[LabelRun], options: Inference, test: TestName
) -> tuple[Results, Comparison | None]:
    """Score one run, or compare several."""
    from lydite.measures.tasks.semeval.scoring import leaderboard, score

    if len(runs) == 1:
        return score(task, runs[0], options), None
    compared = leaderboard(task, runs, options, test)
    return compared.results, compared


def _classes(task: Subtask, runs: Sequence[LabelRun], options: Inference) -> Results:
    from lydite.measures.tasks.semeval.scoring import classes

    return classes(task, runs, options)


def _intervals(task: Subtask, run: LabelRun, results: Results, options: Inference) -> dict[str, Results]:
    """Return results by what was resampled: tweets within topics and, beside them, whole topics."""
    from lydite.measures.labels.items import LabelItems
    from lydite.measures.tasks.semeval.scoring import score

    if options.cluster or not isinstance(run.items, LabelItems):
        return {"topics resampled": results}
    by_unit = {"tweets resampled": results}
    if options.bootstrap and len(run.items.topics) > 1:
        by_unit["topics resampled"] = score(task, run, replace(options, cluster="topic"))
    return by_unit
