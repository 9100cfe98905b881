"""Results of any measures: systems side by side, measures or systems as rows, whichever reads better."""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lydite.inference.result import part_name
from lydite.reporting import ranking
from lydite.reporting.charts import specification
from lydite.reporting.measure_names import table_names
from lydite.reporting.ranking import best_first, legend, lettered
from lydite.reporting.readable import NOTHING, NumberStyle
from lydite.reporting.report import Report
from lydite.reporting.table import Cell, Table, TableLayout
from lydite.reporting.verdict import verdict_text
from lydite.reporting.views.paired import tests

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.inference.result import Result, Results

_NETTED = (
    "Corrected sums what predictions gain above chance; it cannot be computed from value and chance alone."
)
BESIDE = ("chance", "corrected")
COUNTS = ("n", "unscored", "coverage")
RANK = "rank"
_FEWEST_SWEPT = 3
_KINDS = {"expanded": "expanded percentile", "bca": "BCa", "poisson": "Poisson"}
_BOOTSTRAP = re.compile(r"(\d+) (\w+) ([\d.]+)")


def report(
    results: Results, comparison: Comparison | None = None, layout: TableLayout | None = None
) -> Report:
    """Return the report of results; ``comparison`` adds ranks, letters of tied systems and paired tests."""
    if comparison is not None:
        results = best_first(results, comparison)
    return Report(
        body=functools.partial(_tables, results, comparison),
        paper=functools.partial(_paper, results, comparison, layout),
        results=results,
        comparison=comparison,
        charts=(functools.partial(_chart, results),),
        verdict=functools.partial(verdict_of, comparison),
    )


def verdict_of(comparison: Comparison | None, digits: int) -> str:
    """Return who leads, in words, where systems were compared."""
    if comparison is None:
        return ""

    return verdict_text(comparison.results, comparison, digits)


def _paper(
    results: Results, comparison: Comparison | None, layout: TableLayout | None, digits: int
) -> Sequence[Table]:
    """Return the tables of a paper; what does not fit one is laid out as for everybody."""
    from lydite.reporting.views.paper import paper_tables

    if found := paper_tables(results, comparison, layout, digits):
        return found
    tables = _tables(results, comparison, digits)
    if layout is None or not layout.names or not tables:
        return tables
    told = Cell("--names is not used here: the table is longer than a page of a paper.")
    return [replace(tables[0], notes=(*tables[0].notes, told)), *tables[1:]]


def _tables(results: Results, comparison: Comparison | None, digits: int) -> list[Table]:
    if len(results) == 0:
        return []
    if len(results.measures) > _FEWEST_SWEPT:
        from lydite.reporting.views.sweeps import layout_sweeps

        tables = layout_sweeps(results, comparison, digits)
    else:
        tables = [layout(results, comparison, digits)]
    if comparison is None or not comparison.tests:
        return tables

    return [*tables, tests(comparison, digits)]


def _chart(results: Results) -> dict[str, Any]:

    return specification(results)


@dataclass(frozen=True, slots=True)
class FigureLine:
    """A figure of a measure; of all measures where it is the same for all."""

    measure: str | None
    figure: str = "value"


@dataclass(frozen=True)
class ResultGrid:
    """The results by system, measure and group, and how their numbers are written."""

    found: Mapping[tuple[str, str, str | None], Result]
    styles: Mapping[str, NumberStyle]
    names: Mapping[str, str]
    arrows: Mapping[str, str]
    """By measure, which way it points."""
    comparison: Comparison | None

    @classmethod
    def of(cls, results: Results, comparison: Comparison | None, digits: int) -> ResultGrid:
        """Make the grid of results."""
        arrows: Mapping[str, str] = {}
        if comparison or any(r.better == "lower" for r in results):
            arrows = ranking.arrows(results, comparison)
        return cls(
            {(r.system, r.measure, r.group): r for r in results},
            {m: _style([r for r in results if r.measure == m], digits) for m in results.measures},
            table_names((r.measure, r.parameters) for r in results),
            arrows,
            comparison,
        )

    @functools.cached_property
    def _first(self) -> Mapping[tuple[str, str | None], str]:
        """The first measure of each system and group."""
        return {(s, g): m for s, m, g in reversed(list(self.found))}

    def label(self, line: FigureLine) -> Cell:
        """Return the measure's name, or the name of a figure that continues it."""
        if line.figure == "value":
            measure = line.measure or ""
            return Cell(self.names.get(measure, measure) + self.arrows.get(measure, ""), name=True)
        return Cell(line.figure if line.measure is None else f"… {line.figure}")

    def cell(self, system: str, group: str | None, line: FigureLine) -> Cell:
        """Return what stands where a system, a group and a line meet."""
        measure = line.measure or self._first.get((system, group), "")
        tested = part_name(measure, group)
        if line.figure == RANK:
            ranks = self.comparison.ranks if self.comparison else {}
            return Cell(str(ranks.get(tested, {}).get(system, "")))
        result = self.found.get((system, measure, group))
        if result is None:
            return Cell("")
        text = figure_text(result, line.figure, self.styles[measure])
        if not self.comparison:
            return Cell(text)

        return lettered(text, self.comparison, tested, system, line.figure)


def layout(results: Results, comparison: Comparison | None, digits: int) -> Table:
    """Return the table of results."""
    grid = ResultGrid.of(results, comparison, digits)
    notes = notes_of(results, comparison, grid)
    if len(grid.found) < len(results):  # some results cannot be distinguished: one row for each
        from lydite.reporting.views.pivot import one_a_row

        return one_a_row(results, grid, tuple(notes))
    lines, constant = lines_of(results)
    head, rows, labels = _placed(results, grid, lines)
    return Table(head, rows, labels, (*_fixed(results), *constant, *_interval(results), *notes))


def notes_of(results: Results, comparison: Comparison | None, grid: ResultGrid) -> list[Cell]:
    """Return what letters, ranks and arrows mean, and what a reader must know of the data."""
    notes: list[str] = []
    if comparison is not None or grid.arrows:
        notes = list(legend(comparison, grid.arrows))
    if any(r.netted for r in results):
        notes.append(_NETTED)
    return [Cell(line, name=True) for line in (*notes, *results.notes)]


def _interval(results: Results) -> list[Cell]:
    note = interval_note(results)
    return [Cell(note)] if note else []


CellGrid = tuple[tuple[Cell, ...], tuple[tuple[Cell, ...], ...], int]


def _placed(results: Results, grid: ResultGrid, lines: Sequence[FigureLine]) -> CellGrid:
    """Return head, rows and how many columns are labels."""
    groups = {r.group for r in results}
    if len(results.systems) == len(groups) == 1:
        return _single(grid, lines, results.systems[0], groups.pop())
    from lydite.reporting.views.pivot import pivoted

    return pivoted(results, grid, lines)


def _single(grid: ResultGrid, lines: Sequence[FigureLine], system: str, group: str | None) -> CellGrid:
    """One system: measures down, their figures across."""
    measures = [n.measure for n in lines if n.figure == "value"]
    figures = list(dict.fromkeys(n.figure for n in lines))
    known = set(lines)
    rows = []
    for measure in measures:
        cells = [FigureLine(measure, f) if f == "value" else _known(known, measure, f) for f in figures]
        rows.append((grid.label(FigureLine(measure)), *(grid.cell(system, group, n) for n in cells)))
    value = Cell(system, name=True) if system else Cell("value")
    return (Cell("measure"), value, *(Cell(f) for f in figures[1:])), tuple(rows), 1


def _known(known: set[FigureLine], measure: str | None, figure: str) -> FigureLine:
    return FigureLine(None, figure) if FigureLine(None, figure) in known else FigureLine(measure, figure)


def _fixed(results: Results) -> list[Cell]:
    """Name the system or the group of all results where no column or row does."""
    groups = {r.group for r in results}
    if len(groups) > 1:
        return [Cell(f"system = {results[0].system}", name=True)] if len(results.systems) == 1 else []
    return [] if None in groups else [Cell(f"group = {results[0].group}", name=True)]


def interval_note(results: Results) -> str:
    """Return what brackets hold, where all signatures agree; the kind may be each measure's own."""
    held = [r for r in results if r.low is not None and r.high is not None]
    how = [dict(r.signature.circumstances).get("bootstrap", "") for r in held]
    ways = {found.groups() for text in set(how) for found in [_BOOTSTRAP.fullmatch(text)] if found}
    if len({(times, level) for times, _, level in ways}) != 1:
        return ""
    times, _, level = next(iter(ways))
    kinds = {kind for _, kind, _ in ways}
    named = [_KINDS.get(kind, kind) for kind in sorted(kinds, reverse=True)]
    drawn = {dict(r.signature.circumstances).get("drawn") for r in held}
    same = "; of the same topics again, not of others (--cluster topic)" if "within topics" in drawn else ""
    normal = " from normal sums" * ("normal sums" in drawn)
    method = f"{' or '.join(named)} bootstrap, {int(times):,} resamples{normal}"
    return f"Brackets hold {100 * float(level):g}% intervals ({method}){same}."


def has_figure(result: Result, key: str) -> bool:
    """Whether a result has a figure worth a place."""
    value = getattr(result, key)
    absent = value is None or (isinstance(value, float) and math.isnan(value))
    return not absent and (key != "unscored" or value > 0)


def figure_text(result: Result, figure: str, style: NumberStyle) -> str:
    """Write a figure with its interval, where it has one."""
    if figure == "corrected":
        style = (style if style.decimals else NumberStyle(4)).known_to(result.corrected_error)
    elif figure in BESIDE:
        style = style.known_to(result.chance_error)
    ends = {"value": (result.low, result.high), "corrected": (result.corrected_low, result.corrected_high)}
    value = style(result.value) if figure == "value" else figure_or_count(getattr(result, figure), style)
    return f"{value} {style.interval(*ends.get(figure, (None, None)))}".strip()


def figure_or_count(value: float | None, style: NumberStyle) -> str:
    """Write a figure or a count."""
    if value is None:
        return NOTHING
    if isinstance(value, int):
        return f"{value:,}"
    return style(value) if style.decimals else NumberStyle(4)(value)  # beside counts stand shares


def _style(results: Sequence[Result], digits: int) -> NumberStyle:
    return NumberStyle.of([v for r in results for v in (r.value, r.low, r.high, r.chance)], digits)


def lines_of(results: Results) -> tuple[list[FigureLine], list[Cell]]:
    """Return the figures to show, and a note for counts that are the same everywhere."""
    shown = [k for k in COUNTS if any(has_figure(r, k) for r in results)]
    same = [k for k in shown if len({getattr(r, k) for r in results}) == 1]
    places: dict[str, set[Any]] = {k: {(r.system, r.group, getattr(r, k)) for r in results} for k in shown}
    units = len({(r.system, r.group) for r in results})
    shared = [k for k in shown if k not in same and len(places[k]) == units]
    lines = []
    for measure in results.measures:
        mine = [r for r in results if r.measure == measure]
        lines.append(FigureLine(measure))
        lines += [FigureLine(measure, k) for k in BESIDE if any(has_figure(r, k) for r in mine)]
        own = [k for k in shown if k not in same and k not in shared and any(has_figure(r, k) for r in mine)]
        lines += [FigureLine(measure, k) for k in own]
    lines += [FigureLine(None, k) for k in shared]
    constant = ", ".join(f"{k} = {figure_or_count(getattr(results[0], k), NumberStyle(4))}" for k in same)
    return lines, [Cell(constant)] if constant else []
