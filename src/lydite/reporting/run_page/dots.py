"""Figures of the page: ranked dots as a picture that needs no script, as a specification, and as a table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.dots import crowded, ranked_dots
from lydite.reporting.charts.saving import plain_json, svg_text
from lydite.reporting.charts.theme import themed
from lydite.reporting.ranking import ARROWS, LETTERS, directions
from lydite.reporting.readable import NOTHING, NumberStyle
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.result import Results

MOST = 4
"""Measures that are drawn; all of them are in the table."""
_COLOURS = {
    "#ffffff": "transparent", "#1f2328": "var(--ink)", "#24292f": "var(--ink)", "#57606a": "var(--soft)",
    "#e6e8eb": "var(--grid)", "#8c959f": "var(--line)", "#0072b2": "var(--dot)", "#8a4b00": "var(--chance)",
}  # fmt: skip
"""A page is light or dark as its reader has it: colours of the theme, and what they are called there."""

_NAMES = ("values", "domain", "title")
"""Parts of a specification that hold names of systems and measures: no colours, whatever they look like."""


@dataclass(frozen=True)
class DotFigure:
    """One measure's dots."""

    measure: str
    caption: str
    spoken: str
    """The alternative text."""
    still: str
    """SVG."""
    spec: dict[str, Any]
    table: Table


def dot_figures(results: Results, comparison: Comparison | None, digits: int) -> list[DotFigure]:
    """Return the figures of the first measures, those that were compared first."""
    whole = [r.measure for r in results if r.group is None and not math.isnan(r.value)]
    ranked = [m for m in (comparison.ranks if comparison is not None else {}) if m in whole]
    measures = list(dict.fromkeys(ranked or whole))[:MOST]
    return [_figure(results, measure, comparison, digits) for measure in measures]


def _figure(results: Results, measure: str, comparison: Comparison | None, digits: int) -> DotFigure:
    spec = _coloured(themed(plain_json(ranked_dots(results, measure, comparison))))
    table = _table(results, measure, comparison, digits)
    said = "; ".join(f"{row[1].text} {row[2].text}" for row in table.rows)
    moving = spec | {"width": "container"}
    return DotFigure(
        measure,
        _caption(results, measure, comparison),
        f"Dot plot of {measure}, best first: {said}",
        svg_text(spec),
        moving,
        table,
    )


def _caption(results: Results, measure: str, comparison: Comparison | None) -> str:
    own = [r for r in results if r.measure == measure and r.group is None]
    parts = [measure, *directions({"": ARROWS["lower"]} if own[0].better == "lower" else {})]
    if comparison is not None and comparison.judged_figures.get(measure) == "corrected":
        parts.append("ranked by what is left above chance")
    if crowded(results, measure, comparison):
        parts.append("bracket: the first and whoever is not significantly different from it")
    return ", ".join(parts)


def _table(results: Results, measure: str, comparison: Comparison | None, digits: int) -> Table:
    own = {r.system: r for r in results if r.measure == measure and r.group is None}
    ranks = comparison.ranks.get(measure, {}) if comparison is not None else {}
    marks = comparison.letters.get(measure, {}) if comparison is not None else {}
    letters = {s: set(LETTERS.findall(m)) for s, m in marks.items()}
    style = NumberStyle.of([v for r in own.values() for v in (r.value, r.low, r.high)], digits)
    rows = []
    for system in [*(s for s in ranks if s in own), *(s for s in own if s not in ranks)]:
        result = own[system]
        tied = [s for s in own if s != system and letters.get(s, set()) & letters.get(system, set())]
        rows.append(
            (
                Cell(str(ranks.get(system, ""))),
                Cell(system, name=True),
                Cell(f"{style(result.value)} {style.interval(result.low, result.high)}".strip()),
                Cell(style.known_to(result.chance_error)(result.chance)),
                Cell(", ".join(tied) or NOTHING, name=True),
            )
        )
    head = ("rank", "system", measure, "chance", "not significantly different from")
    return Table(tuple(Cell(h, name=True) for h in head), tuple(rows), 2)


def _coloured(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: v if k in _NAMES else _coloured(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_coloured(v) for v in value]
    return _COLOURS.get(value, value) if isinstance(value, str) else value
