"""The figures of results as cells: what stands where a system, a group and a measure meet."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.reporting.names import shown
from lydite.reporting.ranking import arrows, letters_of
from lydite.reporting.readable import NOTHING, Style
from lydite.reporting.table import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.result import Result, Results

BESIDE = ("chance", "corrected")
COUNTS = ("n", "unscored", "coverage")
RANK = "rank"


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
    arrows: Mapping[str, str]
    """By measure, which way it points."""
    comparison: Comparison | None

    @classmethod
    def of(cls, results: Results, comparison: Comparison | None, digits: int) -> Grid:
        """Make the grid of results."""
        several = len(results.measures) > 1  # alone, a measure need not say where in a sweep it stands
        return cls(
            {(r.system, r.measure, r.group): r for r in results},
            {m: _style([r for r in results if r.measure == m], digits) for m in results.measures},
            shown((r.measure, r.parameters) for r in results) if several else {},
            arrows(results, comparison) if comparison or any(r.better == "lower" for r in results) else {},
            comparison,
        )

    @functools.cached_property
    def _first(self) -> Mapping[tuple[str, str | None], str]:
        """The first measure of each system and group."""
        return {(s, g): m for s, m, g in reversed(list(self.found))}

    def label(self, line: Line) -> Cell:
        """Return the measure's name, or the name of a figure that continues it."""
        if line.figure == "value":
            measure = line.measure or ""
            return Cell(self.names.get(measure, measure) + self.arrows.get(measure, ""), name=True)
        return Cell(line.figure if line.measure is None else f"… {line.figure}")

    def cell(self, system: str, group: str | None, line: Line) -> Cell:
        """Return what stands where a system, a group and a line meet."""
        measure = line.measure or self._first.get((system, group), "")
        tested = measure if group is None else f"{measure}, {group}"
        if line.figure == RANK:
            ranks = self.comparison.ranks if self.comparison else {}
            return Cell(str(ranks.get(tested, {}).get(system, "")))
        result = self.found.get((system, measure, group))
        if result is None:
            return Cell("")
        text = figure_text(result, line.figure, self.styles[measure])
        return Cell(text, letters_of(self.comparison, tested, system, line.figure) if self.comparison else "")


def present(result: Result, key: str) -> bool:
    """Whether a result has a figure worth a place."""
    value = getattr(result, key)
    absent = value is None or (isinstance(value, float) and math.isnan(value))
    return not absent and (key != "unscored" or value > 0)


def figure_text(result: Result, figure: str, style: Style) -> str:
    """Write a figure with its interval, where it has one."""
    if figure in BESIDE:
        style = style.known_to(result.chance_error)
    ends = {"value": (result.low, result.high), "corrected": (result.corrected_low, result.corrected_high)}
    value = style(result.value) if figure == "value" else written(getattr(result, figure), style)
    return f"{value} {style.interval(*ends.get(figure, (None, None)))}".strip()


def written(value: float | None, style: Style) -> str:
    """Write a figure or a count."""
    if value is None:
        return NOTHING
    if isinstance(value, int):
        return f"{value:,}"
    return style(value) if style.decimals else Style(4)(value)  # beside counts stand shares


def _style(results: Sequence[Result], digits: int) -> Style:
    return Style.of([v for r in results for v in (r.value, r.low, r.high, r.chance)], digits)


def lines_of(results: Results) -> tuple[list[Line], list[Cell]]:
    """Return the figures to show, and a note for counts that are the same everywhere."""
    shown = [k for k in COUNTS if any(present(r, k) for r in results)]
    same = [k for k in shown if len({getattr(r, k) for r in results}) == 1]
    places: dict[str, set[Any]] = {k: {(r.system, r.group, getattr(r, k)) for r in results} for k in shown}
    units = len({(r.system, r.group) for r in results})
    shared = [k for k in shown if k not in same and len(places[k]) == units]
    lines = []
    for measure in results.measures:
        mine = [r for r in results if r.measure == measure]
        lines.append(Line(measure))
        lines += [Line(measure, k) for k in BESIDE if any(present(r, k) for r in mine)]
        own = [k for k in shown if k not in same and k not in shared and any(present(r, k) for r in mine)]
        lines += [Line(measure, k) for k in own]
    lines += [Line(None, k) for k in shared]
    said = ", ".join(f"{k} = {written(getattr(results[0], k), Style(4))}" for k in same)
    return lines, [Cell(said)] if said else []
