"""Options that all scoring commands share, and what they do with results."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lydite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.inference import Comparison, Options
    from lydite.inference.comparison import TestName
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.result import Results
    from lydite.runs.run import Run


class Format(StrEnum):
    """How results are written."""

    text = "text"
    json = "json"
    csv = "csv"
    markdown = "markdown"
    latex = "latex"


class Answer(StrEnum):
    """How an answer that is no table of results is written."""

    text = "text"
    json = "json"


class Missing(StrEnum):
    """What becomes of gold items for which a system gave nothing."""

    zero = "zero"
    skip = "skip"
    error = "error"


class Interval(StrEnum):
    """Kinds of bootstrap interval."""

    percentile = "percentile"
    bca = "bca"


class PairedTest(StrEnum):
    """Kinds of paired test."""

    randomisation = "randomisation"
    bootstrap = "bootstrap"


def writable(path: Path | None) -> Path | None:
    """Stop before the work where its result could not be written."""
    if path is not None:
        from lydite.files import check_place

        check_place(path)
    return path


def drawable(path: Path | None) -> Path | None:
    """Stop before the work where its chart could not be drawn or written."""
    if path is not None:
        from lydite.reporting.charts.saving import renderer

        renderer(path)
    return writable(path)


def _listable(path: Path | None) -> Path | None:
    if path is not None:
        from lydite.reporting.items import writer

        writer(path)
    return writable(path)


FormatOption = Annotated[Format, typer.Option("--format", "-f", help="How results are written.")]
AnswerOption = Annotated[Answer, typer.Option("--format", "-f", help="How the answer is written.")]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write to this file instead.", callback=writable)
]
SeedOption = Annotated[int, typer.Option(help="Seed of everything random.", min=0)]
BootstrapOption = Annotated[int, typer.Option(help="Resamples for intervals; 0 for none.", min=0)]
IntervalOption = Annotated[Interval, typer.Option(help="Kind of interval.")]
LevelOption = Annotated[float, typer.Option(help="Level of intervals and tests.", min=0.5, max=0.9999)]
ByOption = Annotated[str | None, typer.Option(help="Break results down by this column of gold.")]
ClusterOption = Annotated[str | None, typer.Option(help="Resample whole groups of this column of gold.")]
ChartOption = Annotated[
    Path | None, typer.Option(help="Also draw: .png, .svg, .pdf or .html.", callback=drawable)
]
ItemsOption = Annotated[
    Path | None,
    typer.Option(help="Also write what matched what, item by item: .csv or .html.", callback=_listable),
]
LetOption = Annotated[list[str], typer.Option(help="Name a resource: wp=PATH, then wikipedia(store=wp).")]
SaveOption = Annotated[
    Path | None,
    typer.Option(help="Also save the run, for lydite compare and lydite.read_run.", callback=writable),
]
TestOption = Annotated[PairedTest, typer.Option(help="Paired test between systems.")]
InputFormatOption = Annotated[
    str | None, typer.Option(help="Format of the input, where its name and content do not tell.")
]
EncodingOption = Annotated[str | None, typer.Option(help="Encoding of the input, where it is not UTF-8.")]
DigitsOption = Annotated[int, typer.Option(help="Digits after the point.", min=0, max=15)]


def names(pairs: Sequence[str]) -> dict[str, str]:
    """Read ``name=path`` pairs."""
    found = dict(p.partition("=")[::2] for p in pairs)
    for pair in pairs:
        if not all(pair.partition("=")):
            raise InputError(f"--let takes name=path, not {pair!r}")
    return found


def system_names(paths: Sequence[str]) -> dict[str, str]:
    """Name each system after its file, endings aside; files of one name are told apart by their folders.

    >>> list(system_names(["runs/v1.2.jsonl.gz", "-"]))
    ['v1.2', '-']
    """
    from lydite.reading.opening import bare_name

    stems = [Path(bare_name(p)).stem for p in paths]
    twice = len(set(stems)) < len(stems)
    found = dict(zip([str(p) for p in paths] if twice else stems, paths, strict=True))
    if len(found) < len(paths):
        raise InputError("the same run is given twice")
    return found


def run_results(run: Run, options: Options, test: TestName) -> Results | Comparison:
    """Summarise the one system of a run, or compare its several."""
    return run.results(options) if len(run.systems) == 1 else run.comparison(options, test)


def write(
    results: Results | Comparison,
    format: Format,
    output: Path | None,
    chart: Path | None = None,
    digits: int = 4,
) -> None:
    """Write results where they were asked for, and draw them if a chart was."""
    from lydite.reporting import render
    from lydite.reporting.text import terminal_width
    from lydite.result import Results

    plain = results if isinstance(results, Results) else results.results
    comparison = None if isinstance(results, Results) else results
    if chart is not None:  # first, so that a chart that cannot be drawn leaves nothing behind
        from lydite.reporting.charts import chart as draw

        draw(plain, chart)
    width = terminal_width() if output is None else None
    emit(render(plain, format, comparison=comparison, digits=digits, width=width), output)
    if output is not None or format in (Format.json, Format.csv):  # else they stand under the table
        for note in plain.notes:
            sys.stderr.write(f"lydite: {note}\n")


def write_items(systems: Sequence[tuple[str, PhraseItems]], measures: Sequence[Measure], path: Path) -> None:
    """Write what matched what in each item of each system."""
    from lydite.measures.phrases.explanation import explain
    from lydite.reporting.items import write as write_file

    write_file((p for name, items in systems for p in explain(items, name, measures)), path)


def emit(text: str, output: Path | None) -> None:
    """Write a text to standard output or, whole or not at all, to a file."""
    from lydite.files import writing

    if output is None:
        typer.echo(text)
        return
    with writing(output) as file:
        file.write(text if text.endswith("\n") else f"{text}\n")
