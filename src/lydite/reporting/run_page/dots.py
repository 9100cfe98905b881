"""Ranked dots of the page: systems best first, as SVG that needs no script, and as a table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.reporting.charts.rows import FROM_ZERO, figures
from lydite.reporting.pages.document import safe
from lydite.reporting.ranking import ARROWS, LETTERS, directions
from lydite.reporting.readable import NOTHING, NumberStyle
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.inference.ranks import Rank
    from lydite.inference.result import Result, Results

MOST = 4
"""Measures that are drawn; all of them are in the table."""
_BRACKETS = 12
"""Brackets side by side that leave room for the dots."""
_APART = 9
"""Pixels between brackets."""


@dataclass(frozen=True)
class DotFigure:
    """One measure's dots."""

    measure: str
    caption: str
    spoken: str
    """The alternative text."""
    drawing: str
    """A row of a grid for each system: its name, its SVG, its part of the brackets; then the axis."""
    table: Table


@dataclass(frozen=True)
class Bracket:
    """Systems that are not significantly different, by their places."""

    column: int
    members: tuple[int, ...]


def dot_figures(results: Results, comparison: Comparison | None, digits: int) -> list[DotFigure]:
    """Return the figures of the first measures, those that were compared first."""
    whole = [r.measure for r in results if r.group is None and not math.isnan(r.value)]
    ranked = [m for m in (comparison.ranks if comparison is not None else {}) if m in whole]
    measures = list(dict.fromkeys(ranked or whole))[:MOST]
    return [_figure(results, measure, comparison, digits) for measure in measures]


def _figure(results: Results, measure: str, comparison: Comparison | None, digits: int) -> DotFigure:
    by_system = {r.system: r for r in results if r.measure == measure and r.group is None}
    ranks = comparison.ranks.get(measure, {}) if comparison is not None else {}
    order = [*(s for s in ranks if s in by_system), *(s for s in by_system if s not in ranks)]
    rows = [by_system[s] for s in order]
    marks = comparison.letters.get(measure, {}) if comparison is not None else {}
    letters = [frozenset(LETTERS.findall(marks.get(s, ""))) for s in order]
    ties = brackets(letters)
    if crowded := _columns(ties) > _BRACKETS:
        ties = brackets(["1" if own & letters[0] else "" for own in letters])
    table = _table(rows, letters, ranks, digits)
    axis = ticks(rows)
    caption = [measure, *directions({"": ARROWS["lower"]} if rows[0].better == "lower" else {})]
    if comparison is not None and comparison.judged_figures.get(measure) == "corrected":
        caption.append("ranked by what is left above chance")
    if axis[0] > 0:
        caption.append(f"axis starts at {axis[0]:g}")
    if crowded:
        caption.append("bracket: the first and whoever is not significantly different from it")
    said = "; ".join(f"{row[1].text} {row[2].text}" for row in table.rows)
    return DotFigure(
        measure,
        ", ".join(caption),
        f"Dot plot of {measure}, best first: {said}",
        _drawing(rows, axis, ties, table),
        table,
    )


def ticks(rows: Sequence[Result]) -> list[float]:
    """Return round numbers that cover all that is drawn; they start at 0 unless little would be seen then.

    >>> from lydite.inference.result import Result
    >>> ticks([Result("a", "F1", {}, 0.34, 0.25, 0.44)]), ticks([Result("a", "F1", {}, 0.91, 0.9, 0.93)])
    ([0.0, 0.1, 0.2, 0.3, 0.4, 0.5], [0.9, 0.91, 0.92, 0.93])
    """
    ends = [v for row in rows for v in figures(row).values() if v is not None]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    if low <= FROM_ZERO * high or low == high:
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        high = low + 1
    power = math.floor(math.log10((high - low) / 5))
    factor = next(f for f in (1, 2, 5, 10) if (high - low) / (f * 10.0**power) <= 5 + 1e-9)
    step = factor * 10.0**power
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [n * factor / 10**-power if power < 0 else n * step for n in range(first, last + 1)]


def brackets(letters: Sequence[Collection[str]]) -> list[Bracket]:
    """Return a bracket for each letter that several systems share, in columns so that none crosses another.

    >>> brackets([{"a"}, {"a", "b"}, {"b"}, {"c"}])
    [Bracket(column=0, members=(0, 1)), Bracket(column=1, members=(1, 2))]
    """
    free: list[int] = []  # by column, the first place below its last bracket
    made = []
    for letter in dict.fromkeys(one for own in letters for one in sorted(own)):
        members = tuple(place for place, own in enumerate(letters) if letter in own)
        if len(members) > 1:
            column = next((c for c, place in enumerate(free) if place <= members[0]), len(free))
            free[column : column + 1] = [members[-1] + 1]
            made.append(Bracket(column, members))
    return made


def _columns(ties: Sequence[Bracket]) -> int:
    return max((tie.column + 1 for tie in ties), default=0)


def _drawing(rows: Sequence[Result], axis: Sequence[float], ties: Sequence[Bracket], table: Table) -> str:
    """Return the grid; places along the axis are shares of its width, so that it fits any window."""

    def at(value: float | None) -> str:
        return "" if value is None else f"{100 * (value - axis[0]) / (axis[-1] - axis[0]):.2f}%"

    grid = "".join(_line("grid", at(tick), at(tick)) for tick in axis)
    wide = _APART * _columns(ties)
    lines = []
    for place, (row, cells) in enumerate(zip(rows, table.rows, strict=True)):
        known = {name: at(value) for name, value in figures(row).items()}
        drawn = grid
        if known["low"]:
            drawn += _line("interval", known["low"], known["high"], "50%", "50%")
        if known["chance"]:
            drawn += f'<rect x="{known["chance"]}" y="50%" width="2.5" height="14"/>'
        if known["value"]:
            drawn += f'<circle cx="{known["value"]}" cy="50%" r="4.5"/>'
        _, system, value, chance, _ = (cell.text for cell in cells)
        told = f"{system}: {value}" + (f", chance {chance}" if known["chance"] else "")
        lines.append(
            f'<span>{safe(system or "(no name)")}</span><div class="plot" title="{safe(told)}">'
            f'<svg>{drawn}</svg></div><div class="ties" style="width: {wide}px">{_tied(place, ties)}</div>'
        )
    decimals = max(0, -math.floor(math.log10(axis[1] - axis[0]) + 1e-9))
    form = f",.{decimals}f" if decimals < 5 and axis[-1] < 1e6 else "g"
    numbers = "".join(f'<text x="{at(t)}" y="1em">{t:{form}}</text>' for t in axis)
    return "\n".join([*lines, f'<span></span><div class="plot axis"><svg>{numbers}</svg></div><div></div>'])


def _tied(place: int, ties: Sequence[Bracket]) -> str:
    """Return what a row has of the brackets: a line down, and an end at every member."""
    parts = []
    for tie in ties:
        if tie.members[0] <= place <= tie.members[-1]:
            x = str(_APART * (tie.column + 1) - 1)
            top, end = (place in tie.members[:1], place in tie.members[-1:])
            parts.append(_line("tie", x, x, "50%" if top else "0", "50%" if end else "100%"))
            if place in tie.members:
                parts.append(_line("tie", str(int(x) - 5), x, "50%", "50%"))
    return f"<svg>{''.join(parts)}</svg>" if parts else ""


def _line(kind: str, x1: str, x2: str, y1: str = "0", y2: str = "100%") -> str:
    return f'<line class="{kind}" x1="{x1}" x2="{x2}" y1="{y1}" y2="{y2}"/>'


def _table(
    rows: Sequence[Result],
    letters: Sequence[frozenset[str]],
    ranks: Mapping[str, Rank],
    digits: int,
) -> Table:
    style = NumberStyle.of([v for r in rows for v in (r.value, r.low, r.high)], digits)
    lines = []
    for row, own in zip(rows, letters, strict=True):
        tied = [r.system for r, other in zip(rows, letters, strict=True) if r is not row and own & other]
        lines.append(
            (
                Cell(str(ranks.get(row.system, ""))),
                Cell(row.system, name=True),
                Cell(f"{style(row.value)} {style.interval(row.low, row.high)}".strip()),
                Cell(style.known_to(row.chance_error)(row.chance)),
                Cell(", ".join(tied) or NOTHING, name=True),
            )
        )
    head = ("rank", "system", rows[0].measure, "chance", "not significantly different from")
    return Table(tuple(Cell(h, name=True) for h in head), tuple(lines), 2)
