"""Results of any measures: systems side by side, measures or systems as rows, whichever reads better."""

from __future__ import annotations

import functools
import itertools
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.reporting.names import shown
from lydite.reporting.readable import NOTHING, Style
from lydite.reporting.report import Report
from lydite.reporting.table import Cell, Table, once
from lydite.reporting.views.paired import letter_note, letters, tests

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.result import Result, Results

_BESIDE = ("chance", "corrected")
_COUNTS = ("n", "unscored", "coverage")
_KINDS = {"expanded": "expanded percentile", "bca": "BCa"}
_BOOTSTRAP = re.compile(r"(\d+) (\w+) ([\d.]+)")


def report(results: Results, comparison: Comparison | None = None) -> Report:
    """Return the report of results; ``comparison`` adds letters of tied systems and paired tests."""
    return Report(
        body=functools.partial(_tables, results, comparison),
        results=results,
        comparison=comparison,
        charts=(functools.partial(_chart, results),),
    )


def _tables(results: Results, comparison: Comparison | None, digits: int) -> list[Table]:
    if len(results) == 0:
        return []
    table = layout(results, comparison, digits)
    return [table] if comparison is None or not comparison.tests else [table, tests(comparison, digits)]


def _chart(results: Results) -> dict[str, Any]:
    from lydite.reporting.charts import specification

    return specification(results)


@dataclass(frozen=True, slots=True)
class Line:
    """A figure of a measure; of all measures where it is the same for all."""

    measure: str | None
    figure: str = "value"


@dataclass(frozen=True)
class Grid:
    """The results by system, measure and group, and how their numbers are written."""

    found: Mapping[tuple[str, str, str | None], Result]
    styles: Mapping[str, Style]
    names: Mapping[str, str]
    comparison: Comparison | None

    @functools.cached_property
    def _first(self) -> Mapping[tuple[str, str | None], str]:
        """The first measure of each system and group."""
        return {(s, g): m for s, m, g in reversed(list(self.found))}

    def label(self, line: Line) -> Cell:
        """Return the measure's name, or the name of a figure that continues it."""
        if line.figure == "value":
            return Cell(self.names.get(line.measure or "", line.measure or ""), name=True)
        return Cell(line.figure if line.measure is None else f"… {line.figure}")

    def cell(self, system: str, group: str | None, line: Line) -> Cell:
        """Return what stands where a system, a group and a line meet."""
        measure = line.measure or self._first.get((system, group), "")
        result = self.found.get((system, measure, group))
        if result is None:
            return Cell("")
        style = self.styles[measure]
        text = figure_text(result, line.figure, style)
        tested = measure if group is None else f"{measure}, {group}"
        return Cell(text, letters(self.comparison, tested, system, line.figure) if self.comparison else "")


def layout(results: Results, comparison: Comparison | None, digits: int) -> Table:
    """Return the table of results."""
    styles = {m: _style([r for r in results if r.measure == m], digits) for m in results.measures}
    several = len(results.measures) > 1  # alone, a measure need not say where in a sweep it stands
    names = shown((r.measure, r.parameters) for r in results) if several else {}
    grid = Grid({(r.system, r.measure, r.group): r for r in results}, styles, names, comparison)
    notes = [Cell(n, name=True) for n in results.notes]
    if told := letter_note("Systems", comparison):
        notes.insert(0, Cell(told))
    if len(grid.found) < len(results):  # nothing tells some results apart: one row for each
        return _long(results, grid, tuple(notes))
    lines, said = _lines(results)
    said = [*_fixed(results), *said]
    head, rows, labels = _placed(results, grid, lines)
    return Table(head, rows, labels, (*said, *notes))


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
    return _pivot(grid, axes, rows, column)


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
    said = [k for k in (*_BESIDE, *_COUNTS) if any(_present(r, k) for r in results)]
    grouped = ["group"] if any(r.group is not None for r in results) else []
    rows = []
    for r in results:
        style = grid.styles[r.measure]
        names = [Cell(r.system, name=True), grid.label(Line(r.measure))]
        names += [Cell("all") if r.group is None else Cell(r.group, name=True) for _ in grouped]
        rows.append((*names, *(Cell(figure_text(r, k, style)) for k in ("value", *said))))
    head = tuple(Cell(h) for h in ("system", "measure", *grouped, "value", *said))
    return Table(head, tuple(rows), 2 + len(grouped), notes)


def _lines(results: Results) -> tuple[list[Line], list[Cell]]:
    """Return the figures to show, and a note for counts that are the same everywhere."""
    shown = [k for k in _COUNTS if any(_present(r, k) for r in results)]
    same = [k for k in shown if len({getattr(r, k) for r in results}) == 1]
    places: dict[str, set[Any]] = {k: {(r.system, r.group, getattr(r, k)) for r in results} for k in shown}
    units = len({(r.system, r.group) for r in results})
    shared = [k for k in shown if k not in same and len(places[k]) == units]
    lines = []
    for measure in results.measures:
        mine = [r for r in results if r.measure == measure]
        lines.append(Line(measure))
        lines += [Line(measure, k) for k in _BESIDE if any(_present(r, k) for r in mine)]
        own = [k for k in shown if k not in same and k not in shared and any(_present(r, k) for r in mine)]
        lines += [Line(measure, k) for k in own]
    lines += [Line(None, k) for k in shared]
    said = ", ".join(f"{k} = {_written(getattr(results[0], k), Style(4))}" for k in same)
    return lines, [Cell(s) for s in (said, interval_note(results)) if s]


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


def _present(result: Result, key: str) -> bool:
    value = getattr(result, key)
    absent = value is None or (isinstance(value, float) and math.isnan(value))
    return not absent and (key != "unscored" or value > 0)


def _style(results: Sequence[Result], digits: int) -> Style:
    return Style.of([v for r in results for v in (r.value, r.low, r.high, r.chance)], digits)


def figure_text(result: Result, figure: str, style: Style) -> str:
    """Write a figure with its interval, where it has one."""
    if figure in _BESIDE:
        style = style.known_to(result.chance_error)
    ends = {"value": (result.low, result.high), "corrected": (result.corrected_low, result.corrected_high)}
    value = style(result.value) if figure == "value" else _written(getattr(result, figure), style)
    return f"{value} {style.interval(*ends.get(figure, (None, None)))}".strip()


def _written(value: float | None, style: Style) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, int):
        return f"{value:,}"
    return style(value) if style.decimals else Style(4)(value)  # beside counts stand shares
