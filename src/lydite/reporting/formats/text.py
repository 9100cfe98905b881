"""Text: a report for the terminal, and for wherever its output is sent."""

from __future__ import annotations

import io
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

from lydite.reporting.readable import escape_control
from lydite.reporting.report import Drawing, Notes
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from lydite.reporting.report import Part, Report

FOR_PEOPLE = True
NARROWEST = 24


def render(report: Report, digits: int, width: int | None) -> str:
    """Return what fits the width: columns that do not fit go below, long names and lines are folded."""
    parts = [text for part in report.parts(digits) for text in _written(part, width)]
    if told := report.verdict(digits):
        parts.append(_folded(escape_control(told), width))
    return "\n\n".join(parts) or "no results"


def terminal_width() -> int | None:
    """Return the width of the terminal that standard output is, or None where it is not one."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _written(part: Part, width: int | None) -> list[str]:
    if isinstance(part, Drawing):
        return [escape_control(part.text, keep="\n")]
    if isinstance(part, Notes):
        return ["\n".join(_folded(escape_control(line), width) for line in part.lines)]
    if isinstance(part, Cell):
        return [_folded(_shown(part), width)]
    if part.at_most is not None and len(part.rows) > part.at_most:
        what = part.title or "by " + ", ".join(escape_control(c.text) for c in part.head[: part.labels])
        return [_folded(f"{len(part.rows):,} rows {what} are left out here; --format json has them.", width)]
    title = [_folded(escape_control(part.title), width)] if part.title else []
    notes = ["\n".join(_folded(_shown(n), width) for n in part.notes)] if part.notes else []
    return [*title, table_text(part, width), *notes]


def table_text(table: Table, width: int | None) -> str:
    """Return one table; columns that do not fit the width go below."""
    cells = [[_shown(c) for c in row] for row in (table.head, *table.rows)]
    return "\n\n".join(_block(cells, columns, width) for columns in _blocks(cells, table.labels, width))


def _blocks(cells: list[list[str]], labels: int, width: int | None) -> list[list[int]]:
    """Return the columns of each block: the labels, and as many others as fit beside them."""
    from rich.cells import cell_len

    sizes = [max(cell_len(row[i]) for row in cells) for i in range(len(cells[0]))]
    first = list(range(labels))
    blocks: list[list[int]] = []
    for column in range(labels, len(sizes)):
        if blocks:
            wide = sum(sizes[i] + 2 for i in [*blocks[-1], column]) - 2
            if width is None or wide <= max(width, NARROWEST):
                blocks[-1].append(column)
                continue
        blocks.append([*first, column])
    return blocks or [first]


def _block(cells: list[list[str]], columns: list[int], width: int | None) -> str:
    """Return some columns; those that are too wide, together, are folded."""
    from rich.cells import cell_len

    sizes = [max(cell_len(row[i]) for row in cells) for i in columns]
    whole = sum(sizes) + 2 * len(sizes) - 2
    if width is not None and whole > max(width, NARROWEST):
        return _folded_block(cells, columns, width)
    lines = (
        "  ".join(row[i] + " " * (size - cell_len(row[i])) for i, size in zip(columns, sizes, strict=True))
        for row in cells
    )
    return "\n".join([next(lines).rstrip(), "─" * whole, *(line.rstrip() for line in lines)])


def _folded_block(cells: list[list[str]], columns: list[int], width: int) -> str:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style=None)
    for i in columns:
        drawn.add_column(Text(cells[0][i]), overflow="fold")
    for row in cells[1:]:
        drawn.add_row(*(Text(row[i]) for i in columns))
    out = io.StringIO()
    wide = max(width, NARROWEST)
    Console(file=out, width=wide, color_system=None, force_terminal=False, legacy_windows=False).print(drawn)
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip("\n").split("\n"))


def _folded(text: str, width: int | None) -> str:

    return text if width is None else "\n".join(textwrap.wrap(text, max(width, NARROWEST))) or text


def _shown(cell: Cell) -> str:
    text = escape_control(cell.text)
    return f"{text} {cell.marks}" if cell.marks else text
