"""``lydite gate``: stop a build where quality drops."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lydite.cli import _options as o
from lydite.cli._inputs import InputOptions, MissingOption
from lydite.core.choices import FailIf
from lydite.core.errors import InputError

if TYPE_CHECKING:
    from lydite.runs.run import Run
    from lydite.runs.source_options import SourceOptions

EXAMPLES = (
    "Examples: lydite gate main.run branch.run --margin 0.01 · "
    "lydite gate --gold gold.jsonl main.jsonl branch.jsonl -m F1@10 · "
    "lydite gate main.run branch.run --fail-if possible-drop --junit gate.xml --summary gate.md"
)


@o.reports(without=["by", "save", "chart"])
def command(
    baseline: Annotated[str, typer.Argument(help="A run of --save or, with --gold, predictions.")],
    candidate_run: Annotated[
        str, typer.Argument(metavar="candidate", help="The same of what is to be merged.")
    ],
    *,
    gold: Annotated[
        str | None, typer.Option(help="Score predictions against this gold, instead of reading runs.")
    ] = None,
    measure: Annotated[
        list[str],
        typer.Option(
            "--measure",
            "-m",
            help="Measures to hold to.",
            show_default="all of the runs; with --gold F1 or, of labels, accuracy, macro_F1, macro_recall",
        ),
    ] = [],  # noqa: B006
    fail_if: Annotated[
        FailIf,
        typer.Option(help="What fails: an interval that is all below -margin, or its lower end."),
    ] = "proven-drop",
    margin: Annotated[float, typer.Option(help="How much may be lost, in the unit of the measure.")] = 0.0,
    system: Annotated[
        str | None, typer.Option(help="The system to hold to, where runs have several.")
    ] = None,
    show: Annotated[int, typer.Option(help="Items to show that lost most.", min=0)] = 10,
    junit: Annotated[
        Path | None, typer.Option(help="Also write JUnit XML, for build servers.", callback=o.writable)
    ] = None,
    summary: Annotated[
        Path | None, typer.Option(help="Also write a summary in Markdown.", callback=o.writable)
    ] = None,
    missing: MissingOption = None,
    reading: InputOptions,
    let: o.LetOption = [],  # noqa: B006
    seed: Annotated[
        int | None, typer.Option(help="Seed of intervals and tests; that of the baseline.", min=0)
    ] = None,
    shared: o.SharedOptions,
) -> None:
    """Compare a new version with a baseline; exit status 1 if quality drops.

    The change of each measure has a paired interval and test from the statistics of items, and the smallest
    drop that would have been found is said: by how much quality could have dropped unseen.
    """
    from lydite.reporting.junit import junit as junit_xml
    from lydite.reporting.views.gate import report
    from lydite.runs.gate import run_gate
    from lydite.runs.pairing import pair

    if gold is None:
        given = ["--missing"] * (missing is not None) + ["--define"] * bool(let) + reading.given()
        if given:
            raise InputError(f"{', '.join(given)}: only with --gold, since saved runs are scored already")
        old, new = o.system_names([baseline, candidate_run]).items()
        run = pair(old, new, measures=measure, system=system, judge=shared.judge)
    else:
        run = _scored(
            gold, [baseline, candidate_run], measure, reading.sources(missing=missing, let=o.names(let)), seed
        )
    options = shared.options(seed=run.seed if seed is None else seed)
    held = run_gate(run, options, fail_if=fail_if, margin=margin, test=shared.test)
    shown = report(held, show)
    for path, text in (
        (junit, junit_xml),
        (summary, lambda _: shown.render("markdown", digits=shared.digits)),
    ):
        if path is not None:
            o.write(text(held), path)
    shared.write(shown)
    if held.failed:
        named = ", ".join(f"{line.measure} ({line.verdict})" for line in held.failed)
        typer.echo(f"lydite: quality dropped: {named}", err=True)
        raise typer.Exit(1)


def _scored(gold: str, paths: list[str], measures: list[str], how: SourceOptions, seed: int | None) -> Run:
    from lydite.runs.default_measures import default_measures
    from lydite.runs.run import Run
    from lydite.runs.scoring import score

    specs, told = default_measures(gold, how, ["F1"], asked=measures)
    scored, notes = score(gold, o.system_names(paths), specs, how, seed=seed or 0)
    return Run.of_scored(scored, (*told, *notes))
