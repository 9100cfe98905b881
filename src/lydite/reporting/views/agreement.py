"""Agreement with people: a row for each system, people above, baselines below (Table 5.3)."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lydite.inference.result import Results
from lydite.probes.agreement.run import HUMAN
from lydite.reporting import charts
from lydite.reporting.measure_names import table_names
from lydite.reporting.ranking import arrows, best_first, legend, lettered, ranking
from lydite.reporting.readable import NOTHING, NumberStyle
from lydite.reporting.report import Report
from lydite.reporting.table import Cell, Table, blank_repeats
from lydite.reporting.views.paired import tests
from lydite.reporting.views.results import figure_text, interval_note

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.inference.result import Result
    from lydite.probes.agreement import AgreementRun

_MORE = ("chance", "corrected")
_OTHERS = {
    True: "judged by the votes of the others, so on other {}",
    False: "{} without answers of those who never crossed out anything",
}
"""Why people, left out or not, are judged on other questions than matchers."""


@dataclass(frozen=True)
class AgreementSummary:
    """One set of judgements: what was scored on it, and what came of it."""

    run: AgreementRun
    results: Results
    comparison: Comparison | None = None
    subsets: Results | None = None


def report(sets: Sequence[AgreementSummary], *, each: bool = False) -> Report:
    """Return the report of one set or several; ``each`` adds a table of every question or pair."""
    several = len(sets) > 1
    sets = [_sorted(one) for one in sets]
    parts = [s.run.named(s.run.data.name, s.results) if several else s.results for s in sets]
    notes = tuple(dict.fromkeys(note for s in sets for note in s.results.notes))
    together = Results(tuple(r for part in parts for r in part), notes)
    return Report(
        body=functools.partial(_body, sets, each),
        results=together,
        comparison=None if several else sets[0].comparison,
        data=functools.partial(_data, sets, each) if _more(sets, each) else None,
        charts=(functools.partial(_chart, together),),
    )


def _sorted(one: AgreementSummary) -> AgreementSummary:
    """Return the set with its matchers from best to worst; people and baselines stay where they stand."""
    subsets = None if one.subsets is None else best_first(one.subsets, one.comparison)
    return replace(one, results=best_first(one.results, one.comparison), subsets=subsets)


def _body(sets: Sequence[AgreementSummary], each: bool, digits: int) -> list[Table]:  # noqa: FBT001
    tables: list[Table] = []
    for one in sets:
        tables.append(table(one, digits))
        if one.subsets is not None and len(one.subsets):
            tables.append(_rows(one.subsets, digits, "By how the matcher knows the phrases (Table 5.8)"))
        if one.comparison is not None and one.comparison.tests and len(sets) == 1:
            tables.append(tests(one.comparison, digits))
        if each:
            tables += [*_each(one.results, digits), *_scores(one.run, digits)]
    return tables


def table(one: AgreementSummary, digits: int) -> Table:
    """Return the table of one set: systems down, metrics across."""
    data = one.run.data
    kind = "substitutions" if data.offers[0] == "comparisons" else data.offers[0]
    title = f"{data.name}: {_number(len(data.ids), kind)}"
    rows = _rows(one.results, digits, title, one.comparison)
    notes = [*map(Cell, _counts(one)), Cell(interval_note(one.results))]
    ways = {} if one.comparison is None else arrows(one.results, one.comparison)
    notes += [Cell(line, name=True) for line in legend(one.comparison, ways, "Matchers")]
    notes += [Cell(note) for note in _undefined(one)]
    notes += [Cell(note, name=True) for note in (*one.results.notes, *_without_subsets(one))]
    return Table(rows.head, rows.rows, rows.labels, tuple(n for n in notes if n.text), rows.title)


def _undefined(one: AgreementSummary) -> list[str]:
    """Return notes on metrics without a value for some matcher: when they are undefined."""
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
    names = table_names((r.measure, r.parameters) for r in results)
    by_key = {(r.system, r.measure, r.group): r for r in results}
    figures = [
        (m, figure)
        for m in results.measures
        for figure in ("value", *(f for f in _MORE if any(_has(r, f) for r in results if r.measure == m)))
    ]
    style = NumberStyle(digits)
    ranks = ranking(comparison)[1] if comparison is not None and comparison.ranks else {}
    ways = {} if comparison is None else arrows(results, comparison)
    rows = []
    for group in groups:
        for system in results.systems:
            cells = [_cell(by_key.get((system, m, group)), f, comparison, style) for m, f in figures]
            label = [Cell(group or "all", name=True)] if grouped else []
            place = [Cell(str(ranks.get(system, "")))] if ranks else []
            if any(cell.text for cell in cells):
                rows.append((*label, Cell(system, name=True), *place, *cells))
    head = [Cell("rank")] if ranks else []
    head += [
        Cell(names.get(m, m) + ways.get(m, "") if f == "value" else f"… {f}", name=True) for m, f in figures
    ]
    labels = [Cell("group"), Cell("system")] if grouped else [Cell("system")]
    return Table((*labels, *head), blank_repeats(rows, len(labels) - 1), len(labels), title=title)


def _cell(result: Result | None, figure: str, comparison: Comparison | None, style: NumberStyle) -> Cell:
    if result is None:
        return Cell("")
    text = figure_text(result, figure, style)
    if comparison is None or result.group is not None or text == NOTHING:
        return Cell(text)
    return lettered(text, comparison, result.measure, result.system, figure)


def _has(result: Result, figure: str) -> bool:
    value = getattr(result, figure)
    return value is not None and value == value  # noqa: PLR0124 - not NaN


def _counts(one: AgreementSummary) -> list[str]:
    """Say how many items each metric counts, where that is not all of them, and for whom it counts others.

    Whoever is left out is judged by the votes of the others, which have winners, good and bad ones of their
    own; where single answers are items, there are as many as answers.
    """
    whole = [r for r in one.results if r.group is None]
    unit, total = one.run.data.offers[0], len(one.run.data.ids)
    matchers = [s.system for s in one.run.matchers]
    counts = dict.fromkeys(one.results.measures, 0)
    for r in whole:
        if r.system in matchers and _has(r, "value"):
            counts[r.measure] = max(counts[r.measure], r.n)
    lines = []
    if {*counts.values()} - {total}:
        lines = [f"{unit.capitalize()} that count, of {total:,}: {_listed(counts)}."]
    for system in (*HUMAN, *matchers):
        theirs = {r.measure: r.n for r in whole if r.system == system and _has(r, "value")}
        other = {m: n for m, n in theirs.items() if counts[m] not in (0, n)}
        if other and system in HUMAN:
            why = "single answers" if one.run.answers else _OTHERS[HUMAN[system]].format(unit)
            lines.append(f"{system}: {why}: {_listed(other)}.")
        elif other:
            lines.append(f"{system}: {_listed(other)}.")
    return lines


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{measure} {n:,}" for measure, n in counts.items())


def _without_subsets(one: AgreementSummary) -> list[str]:
    """Say which matchers have no subsets, where these were asked for."""
    if one.subsets is None:
        return []
    whole = [s.system for s in one.run.matchers if s.system not in one.subsets.systems]
    return [f"subsets: none for {', '.join(whole)}: every phrase is known whole"] if whole else []


def _each(results: Results, digits: int) -> list[Table]:
    """Return for each metric the value of every item by itself; none for those that one item has none of."""
    tables = []
    for measure in results.measures:
        mine = [r for r in results if r.measure == measure and r.group is None]
        if not any(value == value for r in mine for value in r.items.values()):  # noqa: PLR0124 - not NaN
            continue
        ids = list(dict.fromkeys(i for r in mine for i in r.items))
        head = (Cell(""), *(Cell(r.system, name=True) for r in mine))
        style = NumberStyle(digits)
        rows = tuple((Cell(i, name=True), *(Cell(style(r.items.get(i))) for r in mine)) for i in ids)
        tables.append(Table(head, rows, title=f"{measure}, one by one"))
    return tables


def _scores(run: AgreementRun, digits: int) -> list[Table]:
    """Return what people and matchers say of every phrase (as in Table 5.4)."""
    if not run.scores:
        return []
    style = NumberStyle(digits)
    head = ("for", "phrase", "people", *run.scores)
    rows = []
    for i, judgement in enumerate(run.data.judgements):
        labels = [
            Cell(text, name=True) for text in (judgement.reference, judgement.candidate, str(judgement))
        ]
        rows.append((*labels, *(Cell(style(float(scores[i]))) for scores in run.scores.values())))
    title = "What people and matchers say of each phrase"
    return [Table(tuple(Cell(h, name=True) for h in head), blank_repeats(rows, 1), 3, title=title)]


def _more(sets: Sequence[AgreementSummary], each: bool) -> bool:  # noqa: FBT001
    return each or any(s.subsets is not None for s in sets)


def _data(sets: Sequence[AgreementSummary], each: bool) -> dict[str, Any]:  # noqa: FBT001
    """Return what programs get beside the results: subsets, single items."""
    data: dict[str, Any] = {}
    if any(s.subsets is not None for s in sets):
        data["subsets"] = [{"set": s.run.data.name, **r.row()} for s in sets for r in s.subsets or ()]
    if each:
        data["each"] = [
            {"set": s.run.data.name, "item": i, "measure": r.measure, "system": r.system, "value": value}
            for s in sets
            for r in s.results
            if r.group is None
            for i, value in r.items.items()
        ]
        data["scores"] = [
            {"set": s.run.data.name, **judgement.figures(), "system": system, "score": score}
            for s in sets
            for system, scores in s.run.scores.items()
            for judgement, score in zip(s.run.data.judgements, scores.tolist(), strict=True)
        ]
    return data


def _chart(together: Results) -> dict[str, Any]:
    """Draw the results."""
    return charts.specification(together)
