"""``lydite demo``: the main jobs on small embedded data, and the files that README and docs use."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Annotated, Literal

import typer

from lydite.cli import _options as o
from lydite.cli._demos import DEMOS, demo_files, run, write_files
from lydite.core.errors import InputError
from lydite.reporting.formats.text import terminal_width
from lydite.reporting.report import Report

NEEDS_ARGUMENTS = False
EXAMPLES = "Examples: lydite demo · lydite demo tags · lydite demo --files demo && cd demo"
DemoName = Literal["keyphrases", "tags", "sentiment", "vectors", "hops"]
MEASURES = ("F1", "F1(match=meaning)")
TITLE = "Twenty texts with gold tags: speller repeats words, meaner says the same in other words."
NEXT = """\
More:     lydite demo keyphrases, tags, sentiment, vectors, hops
By hand:  lydite demo --files demo && cd demo
          lydite score gold.jsonl speller.jsonl meaner.jsonl -m "F1(match=meaning)"
Yours:    lydite score GOLD RUN... (lydite score --help)"""


@o.reports()
def command(
    name: Annotated[DemoName | None, typer.Argument(help="What to show.", show_default=False)] = None,
    *,
    files: Annotated[
        Path | None, typer.Option(help="Write the example files of README and docs to this folder instead.")
    ] = None,
    shared: o.ReportOptions,
) -> Report | None:
    """Run an example on embedded data, or write the files of all examples."""
    if files is not None and name is not None:
        raise InputError("--files writes the files of all; leave out the name")
    if files is not None:
        typer.echo(write_files(files))
        return None
    if name is None:
        return _spelling_and_meaning()
    demo = DEMOS[name]
    told = shared.format == "text" and shared.output is None
    if told:
        typer.echo(textwrap.fill(demo.title, terminal_width() or len(demo.title)) + "\n")
    output = () if shared.output is None else ("--output", str(shared.output.absolute()))
    run(demo, ("--format", shared.format, *output), told=told)
    if told:
        typer.echo("The files: lydite demo --files DIR")
    return None


def _spelling_and_meaning() -> Report:
    from lydite.api.scoring import compare
    from lydite.reporting.views.spelling_meaning import report

    with demo_files() as folder:
        systems = {name: str(folder / f"{name}.jsonl") for name in ("speller", "meaner")}
        return report(compare(str(folder / "gold.jsonl"), systems, MEASURES), TITLE, NEXT)
