"""Scores against the size of a corpus: where each probe rises above chance, and the curves."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from lydite.probes.sensitivity.run import UNIQUE, rises
from lydite.reporting.report import Notes, Report
from lydite.reporting.table import Cell, Table, blank_repeats
from lydite.result import Results

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.sensitivity import SensitivityRun
    from lydite.result import Result


def report(run: SensitivityRun, results: Results, notes: Sequence[str] = ()) -> Report:
    """Return the report: where probes rise, all scores, and Figure 1."""
    said = Results(results.results, (*notes, *results.notes))
    return Report(
        title=f"{run.model} on nested subsets, {run.test.name}, mean of {run.seeds} seeds",
        body=functools.partial(_body, run, said),
        results=said,
        data=lambda: {"rises": _records(said)},
        charts=(functools.partial(_curves, said),),
    )


def by_category(run: SensitivityRun) -> dict[str, Any]:
    """Return the chart of Figure 2: every category at the largest size."""
    from lydite.reporting.charts.categories import category_bars

    largest = next(iter(run.sizes.values()))[-1]
    return category_bars(
        largest.scored, set(run.test.categories), f"{run.test.name}, {largest.unique:,} unique words"
    )


def _body(run: SensitivityRun, results: Results, digits: int) -> list[Any]:
    explained = (
        "rises: the fewest unique words whose interval lies above chance; from then on: and it stays there",
        "fixed vocabulary: all words of the corpus at every size, with random vectors until they are seen",
    )
    kept = explained if len(run.sizes) > 1 else explained[:1]
    return [_rises(results), _scores(results, digits), Notes((*kept, *results.notes))]


def _rises(results: Results) -> Table:
    rows = [
        (Cell(system), Cell(measure), Cell(_size(first)), Cell(_size(steady)))
        for (system, measure), (first, steady) in rises(results).items()
    ]
    head = ("vocabulary", "probe", "rises", "from then on")
    return Table(tuple(map(Cell, head)), blank_repeats(rows, 1), labels=2)


def _size(unique: int | None) -> str:
    return "not yet" if unique is None else f"{unique:,}"


def _scores(results: Results, digits: int) -> Table:
    measures = results.measures
    rows = []
    for system in results.systems:
        own = [r for r in results if r.system == system]
        for unique in dict.fromkeys(r.parameters[UNIQUE] for r in own):
            at = {r.measure: r for r in own if r.parameters[UNIQUE] == unique}
            one = next(iter(at.values()))
            sizes = [unique, one.parameters["tokens"], one.parameters["words"]]
            cells = [Cell(system), *(Cell(f"{n:,}") for n in sizes)]
            rows.append((*cells, *(Cell(_value(at.get(m), digits)) for m in measures)))
    head = ("vocabulary", "unique words", "tokens", "known", *measures)
    return Table(tuple(map(Cell, head)), blank_repeats(rows, 1), labels=2)


def _value(result: Result | None, digits: int) -> str:
    if result is None:
        return ""
    text = f"{result.value:.{digits}f}"
    return text if result.low is None else f"{text} [{result.low:.{digits}f}, {result.high:.{digits}f}]"


def _records(results: Results) -> list[dict[str, Any]]:
    return [
        {"vocabulary": system, "measure": measure, "rises": first, "from_then_on": steady}
        for (system, measure), (first, steady) in rises(results).items()
    ]


def _curves(results: Results) -> dict[str, Any]:
    from lydite.reporting.charts.sensitivity import sizes_chart

    return sizes_chart(results, UNIQUE)
