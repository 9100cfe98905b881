"""Several systems or groups: measures, groups or systems as rows, whichever reads better."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from lydite.reporting.table import Cell, Table, blank_repeats
from lydite.reporting.views.results import BESIDE, COUNTS, RANK, FigureLine, figure_text, has_figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference.result import Results
    from lydite.reporting.views.results import CellGrid, ResultGrid

Axis = list[tuple[Cell, Any]]


def pivoted(results: Results, grid: ResultGrid, lines: Sequence[FigureLine]) -> CellGrid:
    """Choose rows and columns; the longer of two goes down."""
    systems, measures = results.systems, results.measures
    groups = tuple(dict.fromkeys(r.group for r in results))
    axes: dict[str, Axis] = {
        "system": [(Cell(s, name=True), s) for s in systems],
        "group": [(Cell("all") if g is None else Cell(g, name=True), g) for g in groups],
        "measure": [(grid.label(n), n) for n in lines],
    }
    rows: tuple[str, ...]
    systems_down = len(systems) > len(measures)
    if len(groups) == 1:
        rows, column = (("system",), "measure") if systems_down else (("measure",), "system")
    elif len(systems) == 1:
        rows, column = (("group",), "measure") if len(groups) >= len(measures) else (("measure",), "group")
    elif systems_down:
        rows, column = ("group", "system"), "measure"
    else:
        rows, column = ("measure", "group"), "system"
    if grid.comparison is not None and grid.comparison.ranks:
        axes["measure"] = [(grid.label(n), n) for n in _ranked(grid, lines, column)]
    return _pivot(grid, axes, rows, column)


def _ranked(grid: ResultGrid, lines: Sequence[FigureLine], column: str) -> list[FigureLine]:
    """Add ranks: a column of those under the first measure or, where measures go down, a row below each."""
    if column == "measure":
        return [FigureLine(None, RANK), *lines]
    judged = grid.comparison.judged_figures if grid.comparison is not None else {}
    last = {n.measure: n for n in lines if n.figure == judged.get(n.measure or "", "value")}
    more = [[n, FigureLine(n.measure, RANK)] if last.get(n.measure) is n else [n] for n in lines]
    return [n for part in more for n in part]


def _pivot(grid: ResultGrid, axes: Mapping[str, Axis], rows: tuple[str, ...], column: str) -> CellGrid:
    fixed = {name: axis[0][1] for name, axis in axes.items()}
    lines = []
    for places in itertools.product(*(axes[r] for r in rows)):
        at = fixed | dict(zip(rows, (key for _, key in places), strict=True))
        cells = []
        for _, key in axes[column]:
            here = at | {column: key}
            cells.append(grid.cell(here["system"], here["group"], here["measure"]))
        if any(c.text for c in cells):
            lines.append((*(cell for cell, _ in places), *cells))
    head = (*(Cell(r) for r in rows), *(cell for cell, _ in axes[column]))
    return head, blank_repeats(lines, len(rows) - 1), len(rows)


def one_a_row(results: Results, grid: ResultGrid, notes: tuple[Cell, ...]) -> Table:
    """Return a row for each result, where some cannot be distinguished."""
    columns = [k for k in (*BESIDE, *COUNTS) if any(has_figure(r, k) for r in results)]
    grouped = ["group"] if any(r.group is not None for r in results) else []
    rows = []
    for r in results:
        style = grid.styles[r.measure]
        names = [Cell(r.system, name=True), grid.label(FigureLine(r.measure))]
        names += [Cell("all") if r.group is None else Cell(r.group, name=True) for _ in grouped]
        figures = (Cell(figure_text(r, k, style)) for k in columns)
        rows.append((*names, Cell(figure_text(r, "value", style)), *figures))
    head = tuple(Cell(h) for h in ("system", "measure", *grouped, "value", *columns))
    return Table(head, tuple(rows), 2 + len(grouped), notes)
