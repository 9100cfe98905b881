"""Agreement with people: a row for each system, people above, baselines below (Table 5.3)."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lydite.probes.agreement.run import HUMAN
from lydite.reporting.names import shown
from lydite.reporting.ranking import arrows, best_first, legend, letters_of, ranking
from lydite.reporting.readable import NOTHING, Style
from lydite.reporting.report import Report
from lydite.reporting.table import Cell, Table, once
from lydite.reporting.views.paired import tests
from lydite.reporting.views.results import figure_text, interval_note
from lydite.result import Results

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.inference import Comparison
    from lydite.probes.agreement import AgreementRun
    from lydite.result import Result

_MORE = ("chance", "corrected")


@dataclass(frozen=True)
class Agreed:
    """One set of judgements: what was scored on it, and what came of it."""

    run: AgreementRun
    results: Results
    comparison: Comparison | None = None
    subsets: Results | None = None


def report(sets: Sequence[Agreed], *, each: bool = False) -> Report:
    """Return the report of one set or several; ``each`` adds a table of every question, pair or document."""
    several = len(sets) > 1
    sets = [_sorted(one) for one in sets]
    parts = [s.run.named(s.run.data.name, s.results) if several else s.results for s in sets]
    notes = tuple(dict.fromkeys(note for s in sets for note in s.results.notes))
    together = Results(tuple(r for part in parts for r in part), notes)
    return Report(
        body=functools.partial(_body, sets, each),
        results=together,
        comparison=None if several else sets[0].comparison,
        data=functools.partial(_data, sets) if _calibrated(sets) else None,
        charts=(functools.partial(_chart, sets, together),),
    )


def _sorted(one: Agreed) -> Agreed:
    """Return the set with its matchers from best to worst; people and baselines stay where they stand."""
    subsets = None if one.subsets is None else best_first(one.subsets, one.comparison)
    return replace(one, results=best_first(one.results, one.comparison), subsets=subsets)


def _body(sets: Sequence[Agreed], each: bool, digits: int) -> list[Table]:  # noqa: FBT001
    found: list[Table] = []
    for one in sets:
        found.append(table(one, digits))
        if one.subsets is not None:
            found.append(_rows(one.subsets, digits, "By how the matcher knows the phrases (Table 5.8)"))
        if one.comparison is not None and one.comparison.tests and len(sets) == 1:
            found.append(tests(one.comparison, digits))
        if each:
            found += _each(one.results, digits)
    return found


def table(one: Agreed, digits: int) -> Table:
    """Return the table of one set: systems down, metrics across."""
    data = one.run.data
    title = f"{data.name}: {_number(len(data.ids), data.offers[0])}"
    made = _rows(one.results, digits, title, one.comparison)
    notes = [Cell(_counts(one.results, data.offers[0])), Cell(interval_note(one.results))]
    ways = {} if one.comparison is None else arrows(one.results, one.comparison)
    notes += [Cell(line, name=True) for line in legend(one.comparison, ways, "Matchers")]
    notes += [Cell(note) for note in _undefined(one)]
    notes += [Cell(note, name=True) for note in one.results.notes]
    return Table(made.head, made.rows, made.labels, tuple(n for n in notes if n.text), made.title)


def _undefined(one: Agreed) -> list[str]:
    """Say of metrics without a value for some matcher when they have none."""
    matchers = {s.system for s in one.run.matchers}
    lost = {
        r.measure for r in one.results if r.system in matchers and r.group is None and not _has(r, "value")
    }
    return [f"{m}: {m.undefined}." for m in one.run.metrics if str(m) in lost and m.undefined]


def _number(count: int, units: str) -> str:
    return f"{count:,} {units.removesuffix('s') if count == 1 else units}"


def _rows(results: Results, digits: int, title: str, comparison: Comparison | None = None) -> Table:
    groups = list(dict.fromkeys(r.group for r in results))
    grouped = len(groups) > 1 or None not in groups
    names = shown((r.measure, r.parameters) for r in results)
    found = {(r.system, r.measure, r.group): r for r in results}
    figures = [
        (m, figure)
        for m in results.measures
        for figure in ("value", *(f for f in _MORE if any(_has(r, f) for r in results if r.measure == m)))
    ]
    style = Style(digits)
    ranks = ranking(comparison)[1] if comparison is not None and comparison.ranks else {}
    ways = {} if comparison is None else arrows(results, comparison)
    rows = []
    for group in groups:
        for system in results.systems:
            cells = [_cell(found.get((system, m, group)), f, comparison, style) for m, f in figures]
            label = [Cell(group or "all", name=True)] if grouped else []
            place = [Cell(str(ranks.get(system, "")))] if ranks else []
            if any(cell.text for cell in cells):
                rows.append((*label, Cell(system, name=True), *place, *cells))
    head = [Cell("rank")] if ranks else []
    head += [
        Cell(names.get(m, m) + ways.get(m, "") if f == "value" else f"… {f}", name=True) for m, f in figures
    ]
    labels = [Cell("group"), Cell("system")] if grouped else [Cell("system")]
    return Table((*labels, *head), once(rows, len(labels) - 1), len(labels), title=title)


def _cell(result: Result | None, figure: str, comparison: Comparison | None, style: Style) -> Cell:
    if result is None:
        return Cell("")
    text = figure_text(result, figure, style)
    if comparison is None or result.group is not None or text == NOTHING:
        return Cell(text)
    return Cell(text, letters_of(comparison, result.measure, result.system, figure))


def _has(result: Result, figure: str) -> bool:
    value = getattr(result, figure)
    return value is not None and value == value  # noqa: PLR0124 - not NaN


def _counts(results: Results, unit: str) -> str:
    """Say how many items each metric counts for matchers, where they are not the same.

    Rows of people may count others: of those left out, every answer has winners of its own.
    """
    whole = [r for r in results if r.group is None]
    of_matchers = [r for r in whole if r.system not in HUMAN] or whole
    valued = {r.measure for r in of_matchers if _has(r, "value")}
    counts = {r.measure: r.n if r.measure in valued else 0 for r in of_matchers}
    if len(set(counts.values())) < 2:
        return ""
    return f"{unit.capitalize()} that count: {', '.join(f'{m} {n:,}' for m, n in counts.items())}."


def _each(results: Results, digits: int) -> list[Table]:
    """Return for each metric the value of every item by itself."""
    found = []
    for measure in results.measures:
        mine = [r for r in results if r.measure == measure and r.group is None]
        ids = list(dict.fromkeys(i for r in mine for i in r.items))
        head = (Cell(""), *(Cell(r.system, name=True) for r in mine))
        style = Style(digits)
        rows = tuple((Cell(i, name=True), *(Cell(style(r.items.get(i))) for r in mine)) for i in ids)
        found.append(Table(head, rows, title=f"{measure}, one by one"))
    return found


def _calibrated(sets: Sequence[Agreed]) -> bool:
    return any(m.startswith("ECE") for s in sets for m in s.results.measures)


def _data(sets: Sequence[Agreed]) -> dict[str, Any]:
    from lydite.reporting.charts.reliability import points

    return {"reliability": [row for s in sets for row in points(s.run)]}


def _chart(sets: Sequence[Agreed], together: Results) -> dict[str, Any]:
    """Draw reliability where calibration was asked for, else the results."""
    from lydite.reporting import charts
    from lydite.reporting.charts import reliability

    if _calibrated(sets):
        return reliability.specification([s.run for s in sets])
    return charts.specification(together)
