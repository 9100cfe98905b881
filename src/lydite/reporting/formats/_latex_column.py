"""Tables of any report as floats of one column: titles and what explains them become captions."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.reporting.report import Notes
from lydite.reporting.table import Cell, PaperTable, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.reporting.report import Paragraph, Report

    Rows = tuple[tuple[Cell, ...], ...]
    Written = Table | Paragraph | Notes

MOST_ROWS = 100
"""Longer tables are not for a paper's column."""
_LINES = 28
"""Lines that a float of a page holds; what is longer goes on in another."""
_BOLD = "Bold: the best, and all that share its letter."


def in_columns(report: Report, parts: list[Written]) -> list[Written]:
    """Return tables of results as floats; all as they are where one is too long, or there are no results.

    What is said around tables is the caption of the first; notes on the data stay notes.
    """
    tables = [p for p in parts if isinstance(p, Table)]
    long = any(len(t.rows) > MOST_ROWS for t in tables)
    if report.paper is not None or report.results is None or not tables or long:
        return parts
    data = set(report.notes)
    around = [line for p in parts if isinstance(p, Notes) for line in p.lines]
    around += [p.text for p in parts if isinstance(p, Cell)]
    stem = _slug(report.results.measures[0]) if report.results.measures else "table"
    tested = report.comparison is not None and report.comparison.test != "none"
    made: list[Written] = []
    for number, table in enumerate(map(_with_intervals, tables)):
        told = [] if number else [line for line in around if line not in data]
        told += [n.text for n in table.notes if n.text not in data]
        rows = tuple(tuple(_bold(c) for c in row) for row in table.rows) if tested else table.rows
        bold = any(c.bold for row in rows for c in row)
        sentences = [table.title, *told, *([_BOLD] if bold else [])]
        said = [s for s in sentences if s] or [table.about or report.title or "Results"]
        caption = " ".join(s if s.endswith((".", ":")) else f"{s}." for s in said)
        notes = () if number else tuple(Cell(n, name=True) for n in report.notes)
        label = f"tab:{stem}" + (f"-{chr(97 + number)}" if number else "")
        for page, few in enumerate(_pages(rows, table.labels)):
            told_here = f"{table.title or caption.partition('.')[0]}, continued." if page else caption
            named = f"{label}-part-{page + 1}" if page else label
            made.append(PaperTable(table.head, few, table.labels, notes, caption=told_here, label=named))
            notes = ()
    return made


def _pages(rows: Rows, labels: int) -> Iterator[Rows]:
    """Yield as many rows as a float holds; labels that stand above in one go on in the next."""
    lines = 1 + max((c.text.count(" [") for row in rows for c in row[labels:]), default=0)
    size = _LINES // lines
    for start in range(0, len(rows), size):
        few = rows[start : start + size]
        above = [next((r[i] for r in rows[start::-1] if r[i].text), Cell("")) for i in range(labels)]
        yield ((*above, *few[0][labels:]), *few[1:])


def _with_intervals(table: Table) -> Table:
    """Put columns of intervals below the values before them, so that none is torn from its own."""
    head, rows = list(table.head), [list(row) for row in table.rows]
    for column in range(len(head) - 1, table.labels, -1):
        texts = [row[column].text for row in rows]
        if all(t.startswith("[") or not t for t in texts) and any(texts):
            for line in (head, *rows):
                between = "\n" if line is head else " "
                value, interval = line[column - 1], line.pop(column)
                text = f"{value.text}{between}{interval.text}".strip()
                line[column - 1] = replace(value, text=text)
    return replace(table, head=tuple(head), rows=tuple(map(tuple, rows)))


def _bold(cell: Cell) -> Cell:
    return replace(cell, bold=True) if cell.leads else cell


def _slug(measure: str) -> str:
    return re.sub(r"\W+", "-", measure.lower()).strip("-")
