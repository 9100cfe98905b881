"""Results of any measures: systems side by side, measures or systems as rows, whichever reads better."""

from __future__ import annotations

import functools
import itertools
import re
from typing import TYPE_CHECKING, Any

from lydite.reporting.ranking import best_first, legend
from lydite.reporting.report import Report
from lydite.reporting.table import Cell, Table, once
from lydite.reporting.views.grid import BESIDE, COUNTS, RANK, Grid, Line, figure_text, lines_of, present
from lydite.reporting.views.paired import tests

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.result import Results

_KINDS = {"expanded": "expanded percentile", "bca": "BCa"}
_BOOTSTRAP = re.compile(r"(\d+) (\w+) ([\d.]+)")


def report(results: Results, comparison: Comparison | None = None) -> Report:
    """Return the report of results; ``comparison`` adds ranks, letters of tied systems and paired tests."""
    results = results if comparison is None else best_first(results, comparison)
    return Report(
        body=functools.partial(_tables, results, comparison),
        results=results,
        comparison=comparison,
        charts=(functools.partial(_chart, results),),
    )


def _tables(results: Results, comparison: Comparison | None, digits: int) -> list[Table]:
    if len(results) == 0:
        return []
    if len(results.measures) > _FEWEST_SWEPT:
        from lydite.reporting.views.sweeps import layout_sweeps

        tables = layout_sweeps(results, comparison, digits)
    else:
        tables = [layout(results, comparison, digits)]
    return tables if comparison is None or not comparison.tests else [*tables, tests(comparison, digits)]


_FEWEST_SWEPT = 3


def _chart(results: Results) -> dict[str, Any]:
    from lydite.reporting.charts import specification

    return specification(results)


def layout(results: Results, comparison: Comparison | None, digits: int) -> Table:
    """Return the table of results."""
    grid = Grid.of(results, comparison, digits)
    notes = notes_of(results, comparison, grid)
    if len(grid.found) < len(results):  # nothing tells some results apart: one row for each
        return _long(results, grid, tuple(notes))
    lines, said = lines_of(results)
    head, rows, labels = _placed(results, grid, lines)
    return Table(head, rows, labels, (*_fixed(results), *said, *_interval(results), *notes))


def notes_of(results: Results, comparison: Comparison | None, grid: Grid) -> list[Cell]:
    """Return what letters, ranks and arrows mean, and what a reader must know of the data."""
    told = comparison is not None or grid.arrows
    said = [Cell(line, name=True) for line in legend(comparison, grid.arrows)] if told else []
    return [*said, *(Cell(n, name=True) for n in results.notes)]


def _interval(results: Results) -> list[Cell]:
    said = interval_note(results)
    return [Cell(said)] if said else []


Placed = tuple[tuple[Cell, ...], tuple[tuple[Cell, ...], ...], int]
Axis = list[tuple[Cell, Any]]


def _placed(results: Results, grid: Grid, lines: Sequence[Line]) -> Placed:
    """Choose rows and columns; the longer of two goes down."""
    systems, measures = results.systems, results.measures
    groups = tuple(dict.fromkeys(r.group for r in results))
    axes: dict[str, Axis] = {
        "system": [(Cell(s, name=True), s) for s in systems],
        "group": [(Cell("all") if g is None else Cell(g, name=True), g) for g in groups],
        "measure": [(grid.label(n), n) for n in lines],
    }
    rows: tuple[str, ...]
    if len(groups) == 1:
        if len(systems) == 1:
            return _single(grid, lines, systems[0], groups[0])
        rows, column = (("system",), "measure") if len(systems) > len(measures) else (("measure",), "system")
    elif len(systems) == 1:
        rows, column = (("group",), "measure") if len(groups) >= len(measures) else (("measure",), "group")
    elif len(systems) > len(measures):
        rows, column = ("group", "system"), "measure"
    else:
        rows, column = ("measure", "group"), "system"
    if grid.comparison is not None and grid.comparison.ranks:
        axes["measure"] = [(grid.label(n), n) for n in _ranked(grid, lines, len(systems), column)]
    return _pivot(grid, axes, rows, column)


def _ranked(grid: Grid, lines: Sequence[Line], systems: int, column: str) -> list[Line]:
    """Add ranks: a column of those under the first measure or, where measures go down, a row below each.

    Of two systems letters say as much.
    """
    if column == "measure":
        return [Line(None, RANK), *lines]
    judged = grid.comparison.judged if grid.comparison is not None else {}
    last = {n.measure: n for n in lines if n.figure == judged.get(n.measure or "", "value")}
    more = [[n, Line(n.measure, RANK)] if last.get(n.measure) is n and systems > 2 else [n] for n in lines]
    return [n for part in more for n in part]


def _pivot(grid: Grid, axes: Mapping[str, Axis], rows: tuple[str, ...], column: str) -> Placed:
    fixed = {name: axis[0][1] for name, axis in axes.items()}
    found = []
    for places in itertools.product(*(axes[r] for r in rows)):
        at = fixed | dict(zip(rows, (key for _, key in places), strict=True))
        cells = []
        for _, key in axes[column]:
            here = at | {column: key}
            cells.append(grid.cell(here["system"], here["group"], here["measure"]))
        if any(c.text for c in cells):
            found.append((*(cell for cell, _ in places), *cells))
    head = (*(Cell(r) for r in rows), *(cell for cell, _ in axes[column]))
    return head, once(found, len(rows) - 1), len(rows)


def _single(grid: Grid, lines: Sequence[Line], system: str, group: str | None) -> Placed:
    """One system: measures down, their figures across."""
    measures = [n.measure for n in lines if n.figure == "value"]
    figures = list(dict.fromkeys(n.figure for n in lines))
    known = set(lines)
    rows = []
    for measure in measures:
        cells = [Line(measure, f) if f == "value" else _known(known, measure, f) for f in figures]
        rows.append((grid.label(Line(measure)), *(grid.cell(system, group, n) for n in cells)))
    value = Cell(system, name=True) if system else Cell("value")
    return (Cell("measure"), value, *(Cell(f) for f in figures[1:])), tuple(rows), 1


def _known(known: set[Line], measure: str | None, figure: str) -> Line:
    return Line(None, figure) if Line(None, figure) in known else Line(measure, figure)


def _long(results: Results, grid: Grid, notes: tuple[Cell, ...]) -> Table:
    said = [k for k in (*BESIDE, *COUNTS) if any(present(r, k) for r in results)]
    grouped = ["group"] if any(r.group is not None for r in results) else []
    rows = []
    for r in results:
        style = grid.styles[r.measure]
        names = [Cell(r.system, name=True), grid.label(Line(r.measure))]
        names += [Cell("all") if r.group is None else Cell(r.group, name=True) for _ in grouped]
        figures = (Cell(figure_text(r, k, style)) for k in said)
        rows.append((*names, Cell(figure_text(r, "value", style)), *figures))
    head = tuple(Cell(h) for h in ("system", "measure", *grouped, "value", *said))
    return Table(head, tuple(rows), 2 + len(grouped), notes)


def _fixed(results: Results) -> list[Cell]:
    """Name the system or the group of all results where no column or row does."""
    groups = {r.group for r in results}
    if len(groups) > 1:
        return [Cell(f"system = {results[0].system}", name=True)] if len(results.systems) == 1 else []
    return [] if None in groups else [Cell(f"group = {results[0].group}", name=True)]


def interval_note(results: Results) -> str:
    """Say what the brackets hold, where all signatures say the same; kinds may be each measure's own."""
    held = [r for r in results if r.low is not None and r.high is not None]
    how = [dict(r.signature.circumstances).get("bootstrap", "") for r in held]
    ways = {found.groups() for text in set(how) for found in [_BOOTSTRAP.fullmatch(text)] if found}
    if len({(times, level) for times, _, level in ways}) != 1:
        return ""
    times, _, level = next(iter(ways))
    named = [_KINDS.get(kind, kind) for kind in sorted({kind for _, kind, _ in ways}, reverse=True)]
    within = any("drawn" in dict(r.signature.circumstances) for r in held)
    same = "; of the same topics again, not of others (--cluster topic)" if within else ""
    made = f"{' or '.join(named)} bootstrap, {int(times):,} resamples"
    return f"Brackets hold {100 * float(level):g}% intervals ({made}){same}."
