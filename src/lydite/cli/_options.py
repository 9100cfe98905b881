"""Options that commands share, said once, and the one place where reports are written.

A command is a function under ``@reports()`` that returns a :class:`Report`. A parameter whose type is a group
of options stands for all that the class declares; ``shared`` says how the report is written::

    @reports(digits=2)
    def command(gold: …, *, reading: InputOptions, shared: SharedOptions) -> Report:
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_origin, get_type_hints

import typer

from lydite.core.choices import Interval, Judge, TestName
from lydite.core.errors import InputError
from lydite.core.io.files import ensure_writable, is_standard, writing
from lydite.reporting.readable import escape_data, tell
from lydite.reporting.report import for_people, format_names
from lydite.reporting.table import TableLayout

if TYPE_CHECKING:
    from lydite.inference import Options
    from lydite.inference.summary import Blocks
    from lydite.reporting.report import Report
    from lydite.runs.run import Run

    Format = str
else:
    Format = Literal[format_names()]


def writable(path: Path | None) -> Path | None:
    """Stop before the work where its result could not be written."""
    if path is not None:
        ensure_writable(path)
    return path


def answer_place(path: Path | None) -> Path | None:
    """Stop before the work where its answer could not be written; for standard output there is no place."""
    return None if path is None or str(path) == "-" or is_standard(path, 1) else writable(path)


def drawable(path: Path | None) -> Path | None:
    """Stop before the work where its chart could not be drawn or written."""
    if path is not None:
        from lydite.reporting.charts.saving import renderer

        renderer(path)
    return writable(path)


SHARED = "shared"
_NAMED = re.compile(r"(?:([^=/:]+)=(?=[a-z][a-z0-9+.-]*://.))?(.*)", re.DOTALL)
_DEFINE = typer.Option("--define", help="Short name of a file: wp=PATH, then wikipedia(store=wp).")
LetOption = Annotated[list[str], _DEFINE]
EncodingOption = Annotated[str | None, typer.Option(help="Encoding of the input, where it is not UTF-8.")]
RunsOption = Annotated[str | None, typer.Option("--runs", help="A folder: each file in it is a system.")]
RankByOption = Annotated[
    list[str], typer.Option(help="Rank by this measure, one row a system; several have ranks of their own.")
]


class OptionGroup:
    """Options that commands take together: fields that are annotated with how they are given."""


@dataclass(frozen=True, kw_only=True)
class ReportOptions(OptionGroup):
    """How and where a report is written."""

    format: Annotated[Format, typer.Option("--format", "-f", help="How the answer is written.")] = "text"
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file instead.", callback=answer_place)
    ] = None
    chart: Path | None = None
    digits: int = 4

    @property
    def for_people(self) -> bool:
        """Whether the format is one that people read."""
        return for_people(self.format)

    def write(self, report: Report) -> None:
        """Write the report and draw its chart; notes go to standard error."""
        from lydite.reporting.formats.text import terminal_width

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
class SharedOptions(ReportOptions):
    """Options of every command that scores: one more field is one more option on all of them."""

    seed: Annotated[int, typer.Option(help="Seed of everything random.", min=0)] = 0
    bootstrap: Annotated[int, typer.Option(help="Resamples for intervals; 0 for none.", min=0)] = 1_000
    interval: Annotated[Interval, typer.Option(help="Kind of interval; auto: each measure's own.")] = "auto"
    level: Annotated[float, typer.Option(help="Level of intervals and tests.", min=0.5, max=0.9999)] = 0.95
    by: Annotated[str | None, typer.Option(help="Break results down by this column of gold.")] = None
    cluster: Annotated[str | None, typer.Option(help="Resample whole groups of this column of gold.")] = None
    judge: Annotated[
        Judge, typer.Option(help="What letters belong to; auto: corrected for soft measures.")
    ] = "auto"
    test: Annotated[
        TestName | None,
        typer.Option(help="Paired test; bootstrap for correlations and the like, else randomisation."),
    ] = None
    chart: Annotated[
        Path | None, typer.Option(help="Also draw: .png, .svg, .pdf or .html.", callback=drawable)
    ] = None
    digits: Annotated[int, typer.Option(help="Digits after the point.", min=0, max=15)] = 4
    save: Annotated[
        Path | None,
        typer.Option(help="Also save the run, for lydite compare and lydite.read_run.", callback=writable),
    ] = None

    def options(self, **more: Any) -> Options:
        """Return how intervals are made; ``more`` are options that a command has decided otherwise."""
        from lydite.inference.intervals import Options

        names = ("bootstrap", "seed", "interval", "level", "cluster", "by", "judge")
        return Options(**({name: getattr(self, name) for name in names} | more))

    def keep(self, run: Run) -> None:
        """Save the run if ``--save`` asks for it, before intervals are made: Ctrl-C then leaves it."""
        if self.save is not None:
            run.save(self.save)

    def summary(
        self, blocks: Blocks, notes: tuple[str, ...], options: Options, layout: TableLayout | None = None
    ) -> Report:
        """Summarise the one system of blocks, or compare several.

        Notes are saved as they are, each of one system, and shown together where they say the same.
        """
        from lydite.inference.summary import summarise_blocks
        from lydite.reporting.views import results

        if notes[1:]:
            from lydite.core.notes import merge_notes

            notes = merge_notes(notes)
        if sum(not s.reference for s in blocks[0]) < 2 or blocks[0][0].sums is not None:
            return results.report(summarise_blocks(blocks, options, notes), None, layout)
        from lydite.inference.comparison import compare_blocks

        compared = compare_blocks(blocks, options, self.test, notes=notes)
        return results.report(compared.results, compared, layout)


@dataclass(frozen=True, kw_only=True)
class LayoutOptions(OptionGroup, TableLayout):
    """How tables of results are laid out, in the terminal and in papers."""

    names: Annotated[
        list[str],
        typer.Option(help="In LaTeX and Markdown call it so: --names 'F1@10=F$_1$@10'; repeatable."),
    ] = field(default_factory=list)
    pairwise: Annotated[
        bool, typer.Option("--pairwise", help="Also list the paired tests in LaTeX and Markdown.")
    ] = False


def write(text: str, output: Path | None) -> None:
    """Write a text to standard output or, whole or not at all, to a file."""
    if output is None:
        typer.echo(text)
        return
    with writing(output) as file:
        file.write(text if text.endswith("\n") else f"{text}\n")


Command = Callable[..., "Report | None"]


def reports(*, without: Collection[str] = (), **defaults: Any) -> Callable[[Command], Callable[..., None]]:
    """Return a decorator for commands: the report that a function returns is written as its options say.

    Options of groups that the function declares itself, with a meaning of its own, or leaves out
    (``without``) are not added; ``defaults`` are those that are others here.
    """

    def decorate(function: Command) -> Callable[..., None]:
        hints = get_type_hints(function, include_extras=True)
        own = inspect.signature(function).parameters
        types = {name: hints[name] for name in own if isinstance(hints[name], type)}
        kinds = {name: kind for name, kind in types.items() if issubclass(kind, OptionGroup)}
        added = {
            name: [p for p in _options(kind, defaults) if p.name not in {*without, *own}]
            for name, kind in kinds.items()
        }

        @functools.wraps(function)
        def command(**given: Any) -> None:
            appearing: contextlib.AbstractContextManager[Any] = contextlib.nullcontext()
            if any(given[name] is not None for name in outputs):
                from lydite.cli._outputs import outputs_together

                appearing = outputs_together(given, outputs)
            made: dict[str, Any] = {SHARED: ReportOptions(**defaults)} if SHARED not in kinds else {}
            for name, kind in kinds.items():
                fixed = {f.name: defaults[f.name] for f in fields(kind) if f.name in defaults}
                made[name] = kind(**(fixed | {p.name: given.pop(p.name) for p in added[name]}))
            with appearing:
                report = function(**given, **{name: made[name] for name in kinds})
                if report is not None:
                    made[SHARED].write(report)

        parameters: list[inspect.Parameter] = []
        for name, one in own.items():
            typed = one.replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY)
            parameters += added.get(name, [typed])
        outputs = [p.name for p in parameters if _checked(p.annotation)]
        vars(command)["__signature__"] = inspect.Signature(parameters)
        command.__annotations__ = {p.name: p.annotation for p in parameters}
        return command

    return decorate


def _checked(hint: Any) -> bool:
    """Whether an option is a path that is looked at before the work: something is written there."""
    return any(getattr(one, "callback", None) is not None for one in getattr(hint, "__metadata__", ()))


def _options(kind: Any, defaults: dict[str, Any]) -> Iterator[inspect.Parameter]:
    """Yield the fields of a group that are options, in order, as parameters."""
    hints = get_type_hints(kind, include_extras=True)
    for one in fields(kind):
        if get_origin(hints[one.name]) is Annotated:
            made = one.default if one.default_factory is MISSING else one.default_factory()
            default = defaults.get(one.name, made)
            yield inspect.Parameter(
                one.name, inspect.Parameter.KEYWORD_ONLY, annotation=hints[one.name], default=default
            )


def split_labels(text: str | None) -> list[str] | None:
    """Read ``bad,fair,good``; None where nothing was said."""
    return None if text is None else [label.strip() for label in text.split(",")]


def names(pairs: Sequence[str]) -> dict[str, str]:
    """Read ``name=path`` pairs."""
    if (wrong := next((p for p in pairs if not all(p.partition("="))), None)) is not None:
        raise InputError(f"--define takes name=path, not {wrong!r}")
    return dict(pair.partition("=")[::2] for pair in pairs)


def systems_given(paths: Sequence[str] | None, folder: str | None) -> dict[str, str]:
    """Return the systems that were given one by one; none where they are in a folder."""
    if folder is not None and paths:
        raise InputError("give runs one by one, or --runs FOLDER, not both")
    if folder is None and not paths:
        raise InputError("there is nothing to score: give a file for each system, or --runs FOLDER")
    return system_names(paths or [])


def system_names(paths: Sequence[str]) -> dict[str, str]:
    """Name each system after its file, endings aside (by its folder, too, where need be), or as NAME=ADDRESS.

    >>> system_names(["runs/v1.2.jsonl.gz", "-", "ours=s3://bucket/run.jsonl"])
    {'v1.2': 'runs/v1.2.jsonl.gz', '-': '-', 'ours': 's3://bucket/run.jsonl'}
    """
    from lydite.core.io.opening import bare_name, source_name

    given = [_NAMED.findall(path)[0] for path in paths]
    names = [name or Path(bare_name(path)).stem for name, path in given]
    if len(set(names)) < len(names):
        names = [name or source_name(path) for name, path in given]
    if len(set(names)) < len(names):
        raise InputError("the same run is given twice")
    return dict(zip(names, (path for _, path in given), strict=True))
