"""``lydite demo``: the main jobs on small embedded data, and the files that README and docs use."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Annotated, Literal

import click

from lydite.api import compare
from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.demos import DEMOS, demo_files, run, write_files
from lydite.core.errors import InputError
from lydite.core.options import Argument, Option
from lydite.reporting.formats.text import terminal_width
from lydite.reporting.report import Report
from lydite.reporting.views.spelling_meaning import report

DemoName = Literal["keyphrases", "tags", "sentiment", "vectors", "hops"]
MEASURES = ("F1", "F1(match=meaning)")
TITLE = "Twenty texts with gold tags: speller repeats words, meaner says the same in other words."
NEXT = """\
More:     lydite demo keyphrases, tags, sentiment, vectors, hops
By hand:  lydite demo --files demo && cd demo
          lydite score gold.jsonl speller.jsonl meaner.jsonl -m "F1(match=meaning)"
Yours:    lydite score GOLD RUN... (lydite score --help)"""


@app.command(
    examples=(
        "lydite demo",
        "lydite demo tags",
        "lydite demo --files demo && cd demo",
    ),
    needs_arguments=False,
)
def command(
    name: Annotated[DemoName | None, Argument("What to show.")] = None,
    *,
    files: Annotated[
        Path | None, Option("Write the example files of README and docs to this folder instead.")
    ] = None,
    writing: o.Writing,
) -> Report | None:
    """Run an example on embedded data, or write the files of all examples."""
    if files is not None and name is not None:
        raise InputError("--files writes the files of all; leave out the name")
    if files is not None:
        click.echo(write_files(files))
        return None
    if name is None:
        return _spelling_and_meaning()
    demo = DEMOS[name]
    told = writing.format == "text" and writing.output is None
    if told:
        click.echo(textwrap.fill(demo.title, terminal_width() or len(demo.title)) + "\n")
    output = () if writing.output is None else ("--output", str(writing.output.absolute()))
    run(demo, ("--format", writing.format, *output), told=told)
    if told:
        click.echo("The files: lydite demo --files DIR")
    return None


def _spelling_and_meaning() -> Report:

    with demo_files() as folder:
        systems = {name: str(folder / f"{name}.jsonl") for name in ("speller", "meaner")}
        return report(compare(str(folder / "gold.jsonl"), systems, MEASURES), TITLE, NEXT)
