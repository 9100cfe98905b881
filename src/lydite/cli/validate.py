"""``lydite validate``: is a file what it should be, for people who have no gold."""

from __future__ import annotations

from typing import Annotated

import click

from lydite.cli import app
from lydite.cli import options as o
from lydite.core.choices import SUBTASKS, VALIDATED, Missing
from lydite.core.options import Argument, Option
from lydite.reporting.readable import escape_control
from lydite.reporting.views.validation import report
from lydite.runs.request import FileReading

KINDS = ", ".join([*VALIDATED, *(f"semeval-{letter}" for letter in SUBTASKS)])


@app.command(
    examples=(
        "lydite validate run.jsonl --as predictions --ids ids.txt",
        "lydite validate run.tsv --as semeval-B --format json",
        "lydite validate questions.jsonl --as questions",
    ),
)
def command(
    file: Annotated[str, Argument("The file to look at, or - for standard input.")],
    kind: Annotated[str, Option(f"What it should be: {KINDS}.", "--as")] = "predictions",
    *,
    ids: Annotated[
        str | None, Option("A file of the items to be answered: one id a line, or JSON lines.")
    ] = None,
    missing: Annotated[
        Missing,
        Option("Items of --ids without an answer: a fault or, as in score, zero or left out."),
    ] = "error",
    reading: FileReading,
    writing: o.Writing,
) -> None:
    """Check a file and list all its faults with their lines; exit status 2 if it has any.

    Nothing is scored and no gold is needed: a file for participants to hold their own against.
    """
    from lydite.runs.validating import validate
    from lydite.runs.validation_kinds import ValidationOptions

    names = {"id": reading.id, "phrases": reading.phrases or None}
    names |= {"best": reading.best, "scores": reading.scores, "separator": reading.separator}
    how = ValidationOptions(
        reading.input_format, reading.encoding, reading.labels, reading.header, names, missing
    )
    looked = validate(file, kind, ids, how)
    writing.write(report(looked))
    if looked.faults:
        first = looked.faults[0]
        where = f"{looked.file}:{first.line}" if first.line else looked.file
        more = f" (and {len(looked.faults) - 1:,} more)" if looked.faults[1:] else ""
        click.echo(f"lydite: {escape_control(f'{where}: {first.problem}{more}')}", err=True)
        raise click.exceptions.Exit(2)
