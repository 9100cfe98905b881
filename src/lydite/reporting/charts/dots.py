"""Ranked dots: systems best first under one measure, with intervals, chance as a tick and ties bracketed."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.labels import label
from lydite.reporting.charts.rows import direction, figures, interval_words, value_axis
from lydite.reporting.ranking import LETTERS
from lydite.reporting.readable import figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.result import Result, Results

    Spec = dict[str, Any]

_NAME = 24
_APART, _CLOSE = 9, 6
"""Pixels between brackets that stand side by side; between more than three."""
_MOST = 12
"""Brackets side by side that leave room for the dots."""


def ranked_dots(results: Results, measure: str, comparison: Comparison | None = None) -> Spec:
    """Return the specification of one measure's dots; systems that share a letter are joined by a bracket.

    Where so many brackets would stand side by side that dots have no room (:func:`crowded`), there is one: of
    the first and of whoever shares a letter with it. Systems are ranked by what is judged (the value, or what
    is left of it above chance); what is drawn is the value, with its interval, and chance where there is any.
    """
    by_system = {r.system: r for r in results if r.measure == measure and r.group is None}
    order = _order(by_system, measure, comparison)
    names = _names(order)
    rows = [_row(by_system[s], names[s]) for s in order]
    groups = _tied(order, measure, comparison)
    ties = _brackets(order, groups, names)
    if _width(ties) > _MOST:
        first = dict.fromkeys(s for group in groups if order[0] in group for s in group)
        ties = _brackets(order, [[s for s in order if s in first]] if first else [], names)
    y = {"field": "system", "type": "nominal", "title": None, "scale": {"domain": list(names.values())}}
    axis = value_axis(rows, measure + direction(by_system[order[0]]))
    x = axis | {"axis": {"tickCount": 5, "labelFlush": False, "grid": True}}
    columns = _width(ties)
    apart = _APART if columns <= 3 else _CLOSE
    return {
        "data": {"values": rows},
        "width": 420,
        "height": {"step": _step([row["system"] for row in rows])},
        "padding": {"left": 6, "top": 6, "bottom": 6, "right": 12 + apart * columns},
        "layer": [*_layers(rows, x, y, interval_words(results)), *_ties(ties, y, apart)],
    }


def crowded(results: Results, measure: str, comparison: Comparison | None) -> bool:
    """Return whether there are more ties than brackets can show."""
    by_system = {r.system: r for r in results if r.measure == measure and r.group is None}
    order = _order(by_system, measure, comparison)
    return _width(_brackets(order, _tied(order, measure, comparison), _names(order))) > _MOST


def _order(by_system: Mapping[str, Result], measure: str, comparison: Comparison | None) -> list[str]:
    ranks = comparison.ranks.get(measure, {}) if comparison is not None else {}
    return [*(s for s in ranks if s in by_system), *(s for s in by_system if s not in ranks)]


def _layers(rows: list[Spec], x: Spec, y: Spec, interval: str) -> list[Spec]:
    tip = [
        {"field": "name", "type": "nominal", "title": "system"},
        {"field": "text", "type": "nominal", "title": "value"},
        {"field": "ends", "type": "nominal", "title": interval},
        {"field": "by_chance", "type": "nominal", "title": "chance"},
    ]
    layers: list[Spec] = []
    if any(r["low"] is not None for r in rows):
        span = {"y": y, "x": {"field": "low", **x}, "x2": {"field": "high"}, "tooltip": tip}
        layers.append({"mark": {"type": "rule", "strokeWidth": 2}, "encoding": span})
    if any(r["chance"] is not None for r in rows):
        mark = {"type": "tick", "thickness": 2.5, "height": 14, "color": "#8a4b00", "opacity": 1}
        layers.append({"mark": mark, "encoding": {"y": y, "x": {"field": "chance", **x}, "tooltip": tip}})
    dot = {"type": "point", "filled": True, "size": 90, "opacity": 1}
    layers.append({"mark": dot, "encoding": {"y": y, "x": {"field": "value", **x}, "tooltip": tip}})
    return layers


def _step(labels: Sequence[str]) -> int:
    """Return the height of a row: labels of several lines need room between them and their neighbours."""
    lines = [label.count("\n") + 1 for label in labels]
    return max([26, *(math.ceil(7.5 * (a + b)) + 8 for a, b in itertools.pairwise(lines))])


def _ties(ties: list[Spec], y: Spec, apart: int) -> list[Spec]:
    """Return for each group of tied systems a line right of the dots, with an end at every member."""
    layers: list[Spec] = []
    for tie in ties:
        at = 8 + apart * tie["column"]
        line = {"y": {**y, "field": "first"}, "y2": {"field": "last"}, "x": {"value": "width"}}
        layers.append(
            {
                "data": {"values": [{"first": tie["members"][0], "last": tie["members"][-1]}]},
                "mark": {"type": "rule", "strokeWidth": 1.5, "xOffset": at, "clip": False},
                "encoding": line,
            }
        )
        ends = {"y": {**y, "field": "member"}, "x": {"value": "width"}}
        layers.append(
            {
                "data": {"values": [{"member": m} for m in tie["members"]]},
                "mark": {"type": "tick", "orient": "horizontal", "width": apart - 3, "thickness": 1.5,
                         "xOffset": at - (apart - 3) / 2, "color": "#24292f", "opacity": 1},
                "encoding": ends,
            }
        )  # fmt: skip
    return layers


def _tied(order: Sequence[str], measure: str, comparison: Comparison | None) -> list[list[str]]:
    """Return the groups of two and more systems that share a letter."""
    marks = comparison.letters.get(measure, {}) if comparison is not None else {}
    groups: dict[str, list[str]] = {}
    for system in order:
        for letter in LETTERS.findall(marks.get(system, "")):
            groups.setdefault(letter, []).append(system)
    return [group for group in groups.values() if len(group) > 1]


def _width(ties: Sequence[Spec]) -> int:
    """Return how many brackets stand side by side."""
    return max((t["column"] for t in ties), default=-1) + 1


def _brackets(order: Sequence[str], groups: Sequence[list[str]], names: Mapping[str, str]) -> list[Spec]:
    """Return a bracket for each group of tied systems, in columns so that none crosses another."""
    ties: list[Spec] = []
    free: list[int] = []  # by column, the first place below its last bracket
    for members in groups:
        top, end = order.index(members[0]), order.index(members[-1])
        column = next((c for c, place in enumerate(free) if place <= top), len(free))
        free[column : column + 1] = [end + 1]
        ties.append({"column": column, "members": [names[m] for m in members]})
    return ties


def _row(result: Result, name: str) -> Spec:
    numbers = figures(result)
    ends = [figure(numbers[k]) for k in ("low", "high") if numbers[k] is not None]
    return {
        "system": name,
        "name": name.replace("\n", " "),
        **numbers,
        "text": "no value" if numbers["value"] is None else figure(numbers["value"]),
        "ends": " to ".join(ends) or "none",
        "by_chance": "none" if numbers["chance"] is None else figure(numbers["chance"]),
    }


def _names(systems: Sequence[str]) -> dict[str, str]:
    """Return how systems are labelled, each differently."""
    names: dict[str, str] = {}
    for system in systems:
        name = label(system, _NAME) or "(no name)"
        numbered = (name if n == 1 else f"{name} ({n})" for n in itertools.count(1))
        names[system] = next(n for n in numbered if n not in names.values())
    return names
