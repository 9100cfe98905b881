"""What was made, in numbers."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from lydite.reporting.report import Report
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FIRST = 100
"""Rows of what was made that a page shows."""


def counted(
    head: str, rows: Sequence[tuple[str, int]], asides: tuple[str, ...] = (), made: Sequence[Table] = ()
) -> Report:
    """Return a report of numbers under a head; a page also has tables of what was made."""
    wide = max(46, *(len(name) for name, _ in rows)) + 1
    lines = [head, *(f"  {name:<{wide}}{count:>12,}" for name, count in rows)]
    cells = tuple((Cell(name.strip()), Cell(f"{count:,}")) for name, count in rows)
    table = Table((Cell("counted"), Cell("number")), cells)
    page = Report(head, body=lambda _: [table, *made], listed=table)
    return Report(
        drawings=("\n".join(lines),),
        data=lambda: {"counts": {name.strip(): count for name, count in rows}},
        asides=asides,
        listed=table,
        page=lambda _, digits: page.render("html", digits=digits),
    )


def first_rows(
    what: str, head: Sequence[str], rows: Iterable[Sequence[object]], total: int, file: str
) -> Table:
    """Return the table of what was made, or of its beginning and where the rest is."""
    cells = [tuple(map(_cell, row)) for row in islice(rows, FIRST)]
    more = f", the first {FIRST:,} of {total:,}; all are in {file}" if total > FIRST else ""
    return Table(tuple(map(Cell, head)), tuple(cells), title=f"{what}{more}")


def _cell(value: object) -> Cell:
    return Cell(f"{value:.4g}" if isinstance(value, float) else str(value), name=isinstance(value, str))
