"""Results as papers print them: systems down, the best and its ties in bold, intervals below the values.

What is the same for all, and what bold and brackets mean, is the caption; what a reader must know of the data
are notes.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from lydite.core.errors import InputError, did_you_mean
from lydite.inference.result import part_name
from lydite.reporting.ranking import about_tests, note_on_test
from lydite.reporting.readable import NumberStyle
from lydite.reporting.table import Cell, PaperTable, Table, TableLayout
from lydite.reporting.verdict import lead_under
from lydite.reporting.views.paired import corrected_p, test_rows, tests
from lydite.reporting.views.results import (
    COUNTS,
    FigureLine,
    ResultGrid,
    figure_or_count,
    has_figure,
    interval_note,
    lines_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.inference.result import Results

MOST_LINES = 50
"""Longer tables do not fit a page, and so no paper's column."""


def paper_tables(
    results: Results,
    comparison: Comparison | None,
    layout: TableLayout | None,
    digits: int,
    places: Mapping[str, str] | None = None,
) -> list[Table]:
    """Return the table of a paper, and that of the paired tests where they are asked for.

    None where the results are more than a page holds, or nothing tells one from another. ``places`` are
    systems' ranks, where they are to stand before the systems.
    """
    how = layout or TableLayout()
    grid = ResultGrid.of(results, comparison, digits)
    if len(grid.found) < len(results) or not len(results):
        return []
    table = _Paper(results, comparison, how, grid, places or {})
    rows = table.rows()
    held = any(r.low is not None for r in results)  # intervals stand on lines of their own
    if len(rows) * (1 + held) > MOST_LINES:
        return []
    asked = how.pairwise and comparison is not None and comparison.tests
    return [table.framed(rows), *(paper_tests(comparison, how, digits) if asked and comparison else ())]


_NETTED = (
    "Corrected: for chance, what the same lists have with other items' gold (not from value and chance)."
)


class _Paper:
    """What a table of a paper is made of."""

    def __init__(
        self,
        results: Results,
        comparison: Comparison | None,
        layout: TableLayout,
        grid: ResultGrid,
        places: Mapping[str, str],
    ) -> None:
        self.results, self.comparison, self.grid = results, comparison, grid
        self.groups = tuple(dict.fromkeys(r.group for r in results))
        self.names = _checked(layout, results, grid)
        self.down = "systems" if results.systems[1:] else "measures"
        self.places = places if self.down == "systems" else {}
        judged = comparison.judged_figures if comparison is not None else {}
        self.lines = [
            FigureLine(m, figure)
            for m in results.measures
            for figure in ("value", "corrected")
            if figure == "value" or judged.get(m) == "corrected" or self._alone(m)
        ]
        self.bold = _best(results, comparison)

    def _alone(self, measure: str) -> bool:
        """Whether a measure has a corrected value, with no other system to be judged by it."""
        mine = (r for r in self.results if r.measure == measure)
        return self.comparison is None and any(has_figure(r, "corrected") for r in mine)

    def rows(self) -> list[tuple[Cell, ...]]:
        grouped = len(self.groups) > 1
        made = []
        for group in self.groups:
            label = (Cell("all") if group is None else Cell(group, name=True),) if grouped else ()
            if self.down == "systems":
                ranked = {s: (Cell(self.places[s]),) for s in self.results.systems if s in self.places}
                made += [
                    (*label, *ranked.get(s, ()), self.name(s), *(self.cell(s, group, n) for n in self.lines))
                    for s in self.results.systems
                ]
            else:
                made += [
                    (*label, self.label(n), *(self.cell(s, group, n) for s in self.results.systems))
                    for n in self.lines
                ]
        return [row for row in made if any(c.text for c in row[1 + grouped + bool(self.places) :])]

    def framed(self, rows: Sequence[tuple[Cell, ...]]) -> PaperTable:
        before = [
            *([Cell("group")] if len(self.groups) > 1 else []),
            *([Cell("rank")] if self.places else []),
        ]
        across = (
            [self.label(n) for n in self.lines]
            if self.down == "systems"
            else [self.name(s) for s in self.results.systems]
        )
        corner = Cell("system" if self.down == "systems" else "measure")
        first = re.sub(r"\W+", "-", self.results.measures[0].lower()).strip("-")
        return PaperTable(
            (*before, corner, *across), tuple(rows), 1 + len(before),
            notes=tuple(Cell(n, name=True) for n in (*self._counts(), *self.results.notes)),
            caption=self._caption(), label=f"tab:{first}",
        )  # fmt: skip

    def name(self, system: str) -> Cell:
        given = self.names.get(system)
        return Cell(system or "value", name=bool(system)) if given is None else Cell(given, raw=True)

    def label(self, line: FigureLine) -> Cell:
        if line.figure != "value":
            return Cell(line.figure)
        given = self.names.get(line.measure or "")
        if given is None:
            return self.grid.label(line)
        return Cell(given, self.grid.arrows.get(line.measure or "", "").strip(), raw=True)

    def cell(self, system: str, group: str | None, line: FigureLine) -> Cell:
        text = self.grid.cell(system, group, line).text
        return Cell(text, bold=bool(text) and (system, group, line) in self.bold)

    def _caption(self) -> str:
        constant = [c.text for c in lines_of(self.results)[1]]
        told = [f"{text}." for text in constant] + [interval_note(self.results)]
        if self.bold and self.comparison is not None:
            ties = self.comparison.test != "none"
            tied = f" and all not significantly different from it ({note_on_test(self.comparison)})"
            told.append(f"Bold: the best{tied if ties else ''}.")
        if any(n.figure == "corrected" for n in self.lines):
            netted = any(r.netted for r in self.results)
            told.append(_NETTED if netted else "Corrected: for chance, the score of shuffled predictions.")
        return " ".join(t for t in told if t)

    def _counts(self) -> list[str]:
        """Say what differs between systems: items, those unscored, coverage."""
        told: dict[str, None] = {}
        for key in COUNTS:
            having = [r for r in self.results if has_figure(r, key)]
            values = {getattr(r, key) for r in having}
            if len(values) > 1 or (len(having) < len(self.results) and values - {1.0}):
                for r in having:
                    where = "" if r.group is None else f", {r.group}"
                    shown = figure_or_count(getattr(r, key), NumberStyle(4))
                    told[f"{r.system}, {r.measure}{where}: {key} = {shown}"] = None
        return list(told)


def _best(results: Results, comparison: Comparison | None) -> set[tuple[str, str | None, FigureLine]]:
    """Return where the best stand, and those not significantly different from them."""
    if comparison is None:
        return set()
    best = set()
    for measure, group in {(r.measure, r.group): None for r in results}:
        tested = part_name(measure, group)
        at = lead_under(comparison, tested) if tested in comparison.ranks else None
        if at is not None:
            best |= {(s, group, FigureLine(measure, at.figure)) for s in (*at.leaders, *at.ties)}
    return best


def _checked(layout: TableLayout, results: Results, grid: ResultGrid) -> dict[str, str]:
    """Return the names to be used; one for what is not there is a mistake."""
    called = {grid.names.get(m, m): m for m in results.measures}
    known = {s: s for s in results.systems} | called | {m: m for m in results.measures}
    given = read_names(layout.names)
    for name in given:
        if name not in known:
            raise InputError(f"--names: there is no measure or system {name!r}{did_you_mean(name, known)}")
    return {known[name]: text for name, text in given.items()}


def paper_tests(comparison: Comparison, layout: TableLayout, digits: int) -> list[Table]:
    """Return the paired tests as a table of a paper: who against whom, the difference and its p value."""
    made, names = test_rows(comparison, digits), read_names(layout.names)
    if 2 * len(made) > MOST_LINES:
        return [tests(comparison, digits)]
    rows = []
    for of, *pair, gap, _, p in made:
        bare, corrected, _ = of.text.partition(", corrected")
        measure = Cell(names[bare] + corrected, raw=True) if bare in names else of
        given = [Cell(names[c.text], name=True, raw=True) if c.text in names else c for c in pair]
        rows.append((measure, *given, gap, p))
    head = tuple(map(Cell, ("measure", "first", "second", "difference", corrected_p(comparison))))
    caption = about_tests(comparison)
    return [PaperTable(head, tuple(rows), 3, caption=caption, label="tab:pairs")]


def read_names(pairs: Sequence[str]) -> dict[str, str]:
    """Read ``F1(match=stem)@10=name``: the name stands after the first = outside brackets.

    >>> read_names(["F1@10=F$_1$", "F1(match=stem)@10=stems = words"])
    {'F1@10': 'F$_1$', 'F1(match=stem)@10': 'stems = words'}
    """
    names = {}
    for pair in pairs:
        opened = list(itertools.accumulate((c == "(") - (c == ")") for c in pair))
        place = next((i for i, c in enumerate(pair) if c == "=" and opened[i] <= 0), 0)
        key, name = pair[:place], pair[place + 1 :]
        if not key or not name:
            raise InputError(f"--names takes MEASURE=NAME or SYSTEM=NAME, not {pair!r}")
        names[key] = name
    return names
