"""Markdown: tables as GitHub and most others read them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lydite.reporting.readable import escape_control
from lydite.reporting.report import Drawing, Notes
from lydite.reporting.table import Cell, PaperTable

if TYPE_CHECKING:
    from lydite.reporting.report import Part, Report
    from lydite.reporting.table import Table

FOR_PEOPLE = True
_SPECIAL = re.compile(r"[\\`*{}\[\]<>#|~&$!^]|:(?=//)|(?<=\bwww)\.|@(?=[\w-]+\.\w)|(?<![^\W_])_|_(?![^\W_])")
_MARKER = re.compile(r"^(\d{0,9})([-+=]|[.)](?=\s|$))")


def render(report: Report, digits: int, width: int | None) -> str:  # noqa: ARG001
    """Return tables, paragraphs, lists of notes, and drawings as blocks of code."""
    return (
        "\n\n".join(text for part in report.parts(digits, paper=True) for text in _written(part))
        or "no results"
    )


def _written(part: Part) -> list[str]:
    if isinstance(part, Drawing):
        return [_drawn(part.text)]
    if isinstance(part, Notes):
        return ["\n".join(f"- {_unmarked(escape(line))}" for line in part.lines)]
    if isinstance(part, Cell):
        return [_unmarked(_shown(part))]
    title = [_unmarked(escape(part.title))] if part.title else []
    caption = [_unmarked(escape(part.caption))] if isinstance(part, PaperTable) and part.caption else []
    return [*title, table_text(part), *caption, *(_unmarked(_shown(n)) for n in part.notes)]


def _drawn(text: str) -> str:
    """Return a block of code, fenced by more backticks than any line of it has; one line is a paragraph."""
    if "\n" not in text:
        return _unmarked(escape(text))
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{escape_control(text, keep=chr(10))}\n{fence}"


def _unmarked(line: str) -> str:
    """Keep a line from being read as an item of a list or a rule."""
    return _MARKER.sub(_backslash, line.strip())


def _backslash(marker: re.Match[str]) -> str:
    number, sign = marker.groups()
    return marker[0] if number and sign in "-+=" else f"{number}\\{sign}"


def escape(text: str) -> str:
    r"""Return a text that Markdown shows as it is.

    >>> print(escape("hit_rate *[x]* <b>|"))
    hit_rate \*\[x\]\* \<b\>\|
    >>> print(escape("F1@10 of www.a.org, ann@b.org"))
    F1@10 of www\.a.org, ann\@b.org
    """
    return _SPECIAL.sub(r"\\\g<0>", escape_control(text))


def table_text(table: Table) -> str:
    """Return one table."""
    rule = [":--"] * len(table.head)
    rows = [[_shown(c) for c in row] for row in (table.head, *table.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], rule, *rows[1:]])


def _shown(cell: Cell) -> str:
    text = escape(cell.text) if cell.name and not cell.raw else cell.text
    if cell.bold:
        value, bracket, ends = text.partition(" [")
        text = f"**{value}**{bracket}{ends}"
    return f"{text} {cell.marks}" if cell.marks else text
