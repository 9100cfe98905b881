"""Paired tests between systems, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.inference.result import part_name
from lydite.reporting.measure_names import table_names
from lydite.reporting.ranking import about_tests
from lydite.reporting.readable import NumberStyle, p_text
from lydite.reporting.table import Cell, Table, blank_repeats

if TYPE_CHECKING:
    from lydite.inference import Comparison

MOST_TESTS = 30
"""Beyond this many paired tests the letters must do; programs get them all."""


def tests(comparison: Comparison, digits: int) -> Table:
    """Return the table of paired tests: difference with interval, p and p after Holm's correction."""
    head = ("measure", "first", "second", "first − second", "p", corrected_p(comparison))
    rows = blank_repeats(test_rows(comparison, digits), 2)
    return Table(tuple(map(Cell, head)), rows, 3, at_most=MOST_TESTS, about=about_tests(comparison))


def corrected_p(comparison: Comparison) -> str:
    """Return what p values are called after all pairs have been taken into account."""
    return "p (all pairs)" if comparison.test == "simultaneous" else "p (Holm)"


def test_rows(comparison: Comparison, digits: int) -> list[tuple[Cell, ...]]:
    """Return a row for each test: measure, first, second, difference, p and corrected p."""
    rows = []
    errors = _errors(comparison)
    called = table_names((r.measure, r.parameters) for r in comparison.results)
    for measure in dict.fromkeys(t.measure for t in comparison.tests):
        chosen = [t for t in comparison.tests if t.measure == measure]
        whole = NumberStyle.of([v for t in chosen for v in (t.difference, t.low, t.high)], digits)
        for t in chosen:
            style = whole.known_to(max(errors.get((measure, s), 0.0) for s in (t.first, t.second)))
            of = called.get(measure, measure) + (", corrected" if t.figure == "corrected" else "")
            names = tuple(Cell(name, name=True) for name in (of, t.first, t.second))
            gap = f"{style(t.difference)} {style.interval(t.low, t.high)}".strip()
            rows.append((*names, Cell(gap), Cell(p_text(t.p, digits)), Cell(p_text(t.p_holm, digits))))
    return rows


def _errors(comparison: Comparison) -> dict[tuple[str, str], float]:
    """Return by measure and system how exactly what is left above chance is known, where that was tested."""
    named = ((part_name(r.measure, r.group), r) for r in comparison.results)
    return {
        (measure, r.system): r.corrected_error or 0.0
        for measure, r in named
        if comparison.judged_figures.get(measure) == "corrected"
    }
