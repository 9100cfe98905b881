"""A measure by spelling beside the same by meaning, chance taken out: who leads, and how surely."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.inference.result import Results
from lydite.reporting.report import Drawing, Notes, Report
from lydite.reporting.table import Cell, Table
from lydite.reporting.verdict import verdict_text
from lydite.reporting.views.results import FigureLine, ResultGrid, interval_note

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.reporting.report import Part

WAYS = ("By spelling", "By meaning")


def report(comparison: Comparison, title: str, after: str) -> Report:
    """Return the report of systems under two measures; ``after`` are lines below it."""
    return Report(
        title,
        body=functools.partial(_body, comparison, after),
        results=comparison.results,
        comparison=comparison,
    )


def _body(comparison: Comparison, after: str, digits: int) -> list[Part]:
    grid = ResultGrid.of(comparison.results, comparison, digits)
    measures = comparison.results.measures
    judged = [comparison.judged_figures[m] for m in measures]
    less = [", less chance" if figure == "corrected" else "" for figure in judged]
    head = (Cell("system"), *(Cell(way.lower() + rest) for way, rest in zip(WAYS, less, strict=True)))
    lines = [FigureLine(m, f) for m, f in zip(measures, judged, strict=True)]
    systems = list(comparison.ranks[measures[0]])
    rows = tuple((Cell(s, name=True), *(grid.cell(s, None, line) for line in lines)) for s in systems)
    told = [
        f"{way}, {verdict_text(one.results, one, digits)}"
        for way, one in zip(WAYS, _each(comparison), strict=True)
    ]
    return [
        Table(head, rows, notes=(Cell(interval_note(comparison.results)),)),
        Notes(tuple(told)),
        Drawing(after),
    ]


def _each(comparison: Comparison) -> list[Comparison]:
    """Return the comparison under each measure alone."""
    return [
        replace(
            comparison,
            results=Results(tuple(r for r in comparison.results if r.measure == m)),
            tests=tuple(t for t in comparison.tests if t.measure == m),
            letters={m: comparison.letters[m]},
            judged_figures={m: comparison.judged_figures[m]},
        )
        for m in comparison.results.measures
    ]
