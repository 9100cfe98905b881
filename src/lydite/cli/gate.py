"""``lydite gate``: stop a build where quality drops."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import click

from lydite.cli import app
from lydite.cli import options as o
from lydite.core.choices import FailIf
from lydite.core.errors import InputError
from lydite.core.options import Argument, Option
from lydite.inference.options import Inference, Testing
from lydite.reporting.junit import junit as junit_xml
from lydite.reporting.views.gate import report
from lydite.runs.request import Chance, Policy, Reading, Request


@app.command(
    examples=(
        "lydite gate main.run branch.run --margin 0.01",
        "lydite gate --gold gold.jsonl main.jsonl branch.jsonl -m F1@10",
        "lydite gate main.run branch.run --fail-if possible-drop --junit gate.xml --summary gate.md",
    ),
    without=(
        "by",
        "save",
        "chart",
        "no_gold",
        "ties",
        "topic",
        "skip_bad",
        "documents",
        "normalise",
        "count",
    ),
)
def command(
    baseline: Annotated[str, Argument("A run of --save or, with --gold, predictions.")],
    candidate_run: Annotated[str, Argument("The same of what is to be merged.", metavar="candidate")],
    *,
    gold: Annotated[
        str | None, Option("Score predictions against this gold, instead of reading runs.")
    ] = None,
    measure: Annotated[
        list[str],
        Option(
            "Measures to hold to.",
            "--measure",
            "-m",
            shown="all of the runs; with --gold F1 or, of labels, accuracy, macro_F1, macro_recall",
        ),
    ] = [],  # noqa: B006
    fail_if: Annotated[
        FailIf,
        Option("What fails: an interval that is all below -margin, or its lower end."),
    ] = "proven-drop",
    margin: Annotated[float, Option("How much may be lost, in the unit of the measure.")] = 0.0,
    system: Annotated[str | None, Option("The system to hold to, where runs have several.")] = None,
    show: Annotated[int, Option("Items to show that lost most.", low=0)] = 10,
    junit: Annotated[Path | None, Option("Also write JUnit XML, for build servers.", writes="file")] = None,
    summary: Annotated[Path | None, Option("Also write a summary in Markdown.", writes="file")] = None,
    policy: Policy,
    reading: Reading,
    seed: Annotated[int | None, Option("Seed of intervals and tests; that of the baseline.", low=0)] = None,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,
) -> None:
    """Compare a new version with a baseline; exit status 1 if quality drops.

    The change of each measure has a paired interval and test from the statistics of items, and the report
    names the smallest drop that would have been found: quality could have dropped by less, unseen.
    """
    from lydite.runs.gate import run_gate
    from lydite.runs.pairing import pair

    if gold is None:
        given = ["--missing"] * (policy.missing is not None) + ["--define"] * bool(policy.let)
        given += reading.given()
        if given:
            raise InputError(f"{', '.join(given)}: only with --gold, since saved runs are scored already")
        old, new = o.system_names([baseline, candidate_run]).items()
        run = pair(old, new, measures=measure, system=system, judge=inference.judge)
    else:
        from lydite.runs.performing import perform

        request = Request(
            gold=gold, systems=o.system_names([baseline, candidate_run]), measures=measure or None,
            usual=("F1",), reading=reading, policy=policy, chance=Chance(seed=seed or 0),
        )  # fmt: skip
        run = perform(request, inference=inference)
    inference = replace(inference, seed=run.seed if seed is None else seed)
    held = run_gate(run, inference, fail_if=fail_if, margin=margin, test=testing.test)
    shown = report(held, show)
    for path, text in (
        (junit, junit_xml),
        (summary, lambda _: shown.render("markdown", digits=writing.digits)),
    ):
        if path is not None:
            o.write(text(held), path)
    writing.write(shown)
    if held.failed:
        named = ", ".join(f"{line.measure} ({line.verdict})" for line in held.failed)
        click.echo(f"lydite: quality dropped: {named}", err=True)
        raise click.exceptions.Exit(1)
