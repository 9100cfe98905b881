"""Groups of options that only the command line has: how answers are written, how tables are laid out."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from lydite.core.errors import InputError
from lydite.core.io.opening import source_name
from lydite.core.io.writing import writing
from lydite.core.options import Option, OptionGroup
from lydite.reporting.formats.text import terminal_width
from lydite.reporting.readable import escape_data, tell
from lydite.reporting.report import for_people, format_names
from lydite.reporting.table import TableLayout
from lydite.runs.files import files_name

if TYPE_CHECKING:
    from lydite.reporting.report import Report
    from lydite.runs.run import Run

    Format = str
else:
    Format = Literal[format_names()]

_NAMED = re.compile(r"(?:([^=/:]+)=(?=.))?(.*)", re.DOTALL)
On = Annotated[str, Option("Where it is done: here, processes(2), dask(workers=2), …")]
RunsFolder = Annotated[str | None, Option("A folder: each file in it is a system.", "--runs")]
RankBy = Annotated[
    list[str], Option("Rank by this measure, one row a system; several have ranks of their own.")
]
Sample = Annotated[int | None, Option("Draw N substitutes of each question that has more.", low=2)]
Together = Annotated[bool, Option("Graded pairs of all files as one set.", "--together")]
AllowDifferent = Annotated[bool, Option("Also runs that were not made in the same way.", "--allow-different")]
RunSeed = Annotated[int | None, Option("Seed of intervals and tests; that of the first run.", low=0)]


@dataclass(frozen=True, kw_only=True)
class Writing(OptionGroup):
    """How and where an answer is written."""

    format: Annotated[Format, Option("How the answer is written.", "--format", "-f")] = "text"
    output: Annotated[
        Path | None, Option("Write to this file instead.", "--output", "-o", writes="answer")
    ] = None
    chart: Path | None = None
    digits: int = 4

    @property
    def for_people(self) -> bool:
        """Whether the format is one that people read."""
        return for_people(self.format)

    def write(self, report: Report) -> None:
        """Write the report and draw its chart; notes go to standard error."""
        width = terminal_width() if self.output is None else None
        text = report.render(self.format, digits=self.digits, width=width)
        if self.chart is not None:  # first, so that a chart that cannot be drawn leaves nothing behind
            report.draw(self.chart)
        if self.output is None and not self.for_people:
            escape_data()
        write(text, self.output)
        shown = self.output is None and self.for_people
        for note in (*report.page_notes, *(() if shown else report.notes), *report.asides):
            tell(note)
        if rest := report.left_out(self.format):
            sys.stderr.write("\n\n".join(rest) + "\n")


@dataclass(frozen=True, kw_only=True)
class RunWriting(Writing):
    """How and where results, their chart and the run behind them are written."""

    chart: Annotated[Path | None, Option("Also draw: .png, .svg, .pdf or .html.", writes="chart")] = None
    digits: Annotated[int, Option("Digits after the point.", low=0, high=15)] = 4
    save: Annotated[
        Path | None, Option("Also save the run, for lydite compare and lydite.read_run.", writes="file")
    ] = None

    def keep(self, run: Run, *, phrases: bool = True) -> None:
        """Save the run if ``--save`` asks for it, before intervals are made: Ctrl-C then leaves it."""
        if self.save is not None:
            (run if phrases else run.without_phrases()).save(self.save)


@dataclass(frozen=True, kw_only=True)
class Layout(OptionGroup, TableLayout):
    """How tables of results are laid out, in the terminal and in papers."""

    names: Annotated[
        list[str], Option("In LaTeX and Markdown call it so: --names 'F1@10=F$_1$@10'; repeatable.")
    ] = field(default_factory=list)
    pairwise: Annotated[bool, Option("Also list the paired tests in LaTeX and Markdown.", "--pairwise")] = (
        False
    )


def write(text: str, output: Path | None) -> None:
    """Write a text to standard output or, completely or not at all, to a file."""
    if output is None:
        sys.stdout.write(f"{text}\n")
        return
    with writing(output) as file:
        file.write(text if text.endswith("\n") else f"{text}\n")


def systems_given(paths: Sequence[str] | None, folder: str | None) -> dict[str, str]:
    """Return the systems that were given one by one; none where they are in a folder."""
    if folder is not None and paths:
        raise InputError("give runs one by one, or --runs FOLDER, not both")
    if folder is None and not paths:
        raise InputError("there is nothing to score: give a file for each system, or --runs FOLDER")
    return system_names(paths or [])


def system_names(paths: Sequence[str]) -> dict[str, str]:
    """Name each system after its file, endings aside (by its folder, too, where need be), or as NAME=FILE.

    A file that has such a name itself is that file.

    >>> system_names(["runs/v1.2.jsonl.gz", "-", "ours=s3://bucket/run.jsonl", "yake=out.jsonl"])
    {'v1.2': 'runs/v1.2.jsonl.gz', '-': '-', 'ours': 's3://bucket/run.jsonl', 'yake': 'out.jsonl'}
    """
    given = [("", path) if Path(path).exists() else _NAMED.findall(path)[0] for path in paths]
    names = [name or files_name(path) for name, path in given]
    if len(set(names)) < len(names):
        names = [name or source_name(path) for name, path in given]
    if len(set(names)) < len(names):
        raise InputError("the same run is given twice")
    return dict(zip(names, (path for _, path in given), strict=True))
