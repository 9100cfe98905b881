"""Bars: systems and measures beside each other, with intervals and chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.labels import label
from lydite.reporting.charts.rows import colours, figures
from lydite.reporting.charts.theme import palette
from lydite.reporting.readable import figure

if TYPE_CHECKING:
    from lydite.result import Result, Results

_LABELLED = 60
_SCALES = 20
"""Measures whose values differ by this factor have panels with scales of their own."""


def bars(results: Results) -> dict[str, Any]:
    """Return the Vega-Lite specification of horizontal bars.

    Bars stand under their measure in the colour of their system; many systems, or measures of
    unlike size, have a panel for each measure.
    """
    rows = [_row(r) for r in results]
    measures = _each(rows, "measure")
    groups = _each(rows, "group")
    systems = _each(rows, "system")
    panelled = len(measures) > 1 and (len(groups) > 1 or len(systems) > len(palette()) or _unlike(rows))
    y, series = _places(measures, groups, systems, panelled=panelled)
    for row in rows:
        row["place"], row["series"] = row[y], row[series]
    encoding = _encoding(rows, grouped=y != series)
    step = _step(rows, grouped=y != series)
    layers = _layers(rows, encoding)
    said = [
        s
        for s, key in (("line: interval", "low"), ("diamond: chance", "chance"))
        if any(r[key] is not None for r in rows)
    ]
    one = [systems[0]] if len(systems) == 1 and systems[0] else []
    what = measures[0] if len(measures) == 1 else "Results by measure"
    title = {"text": label(what, 70), "subtitle": label(" · ".join([*one, *said]).replace("\n", " "), 90)}
    spec: dict[str, Any] = {"title": title, "data": {"values": rows}}
    if not panelled:
        return spec | {"layer": layers, "width": 420, "height": step}
    return spec | {
        "facet": {"field": "measure", "type": "nominal", "title": None, "sort": measures},
        "columns": 2 if len(measures) in (2, 4) else 3,
        "spec": {"layer": layers, "width": 300, "height": step},
        "resolve": {
            "scale": {"x": "independent" if _unlike(rows) else "shared"},
            "axis": {"x": "independent"},
        },
    }


def _places(measures: list[str], groups: list[str], systems: list[str], *, panelled: bool) -> tuple[str, str]:
    """Return which column the places of the bars come from, and which their colours."""
    if len(systems) == 1:
        place = "group" if len(groups) > 1 else "system" if panelled else "measure"
        return place, place
    if len(groups) > 1:
        return "group", "system"
    if len(measures) > 1 and not panelled:
        return "measure", "system"
    return "system", "system"


def _row(result: Result) -> dict[str, Any]:
    numbers = figures(result)
    ends = [v for v in numbers.values() if v is not None]
    return {
        "system": label(result.system, 28),
        "measure": label(result.measure),
        "group": label(result.group or "all", 28),
        **numbers,
        "end": max([0.0, *ends]),
        "text": "no value" if numbers["value"] is None else figure(result.value, 3),
    }


def _encoding(rows: list[dict[str, Any]], *, grouped: bool) -> dict[str, Any]:
    places, series = _each(rows, "place"), _each(rows, "series")
    y = {
        "field": "place",
        "type": "nominal",
        "title": None,
        "scale": {"domain": places, "paddingInner": 0.25},
    }
    if not grouped:
        return {"y": y}
    offset = {"field": "series", "type": "nominal", "scale": {"domain": series}}
    colour = colours(series)
    colour["color"]["legend"]["offset"] = 48  # clear of the numbers at the ends of bars
    return {"y": y, "yOffset": offset, **colour}


def _step(rows: list[dict[str, Any]], *, grouped: bool) -> dict[str, Any]:
    """Return the height of a place or, where bars share one, of a bar: labels of several lines need room."""
    lines = max(row["place"].count("\n") for row in rows) + 1
    if not grouped:
        return {"step": max(26, 15 * lines + 8)}
    return {"step": max(16, math.ceil((15 * lines + 8) / len(_each(rows, "series")))), "for": "offset"}


def _layers(rows: list[dict[str, Any]], encoding: dict[str, Any]) -> list[dict[str, Any]]:
    x = {"type": "quantitative", "title": None, "axis": {"tickCount": 6, "labelFlush": False}}
    where = {k: v for k, v in encoding.items() if k != "color"}
    layers = [
        {"mark": {"type": "bar", "opacity": 0.85}, "encoding": encoding | {"x": {"field": "value", **x}}}
    ]
    if any(r["low"] is not None for r in rows):
        span = where | {"x": {"field": "low", **x}, "x2": {"field": "high"}}
        layers.append({"mark": {"type": "rule"}, "encoding": span})
    if any(r["chance"] is not None for r in rows):
        mark = {"type": "point", "shape": "diamond", "size": 36, "filled": True, "color": "#24292f"}
        layers.append({"mark": mark, "encoding": where | {"x": {"field": "chance", **x}}})
    if len(rows) <= _LABELLED:
        mark = {"type": "text", "align": "left", "dx": 5}
        text = {"text": {"field": "text", "type": "nominal"}}
        layers.append({"mark": mark, "encoding": where | text | {"x": {"field": "end", **x}}})
    return layers


def _unlike(rows: list[dict[str, Any]]) -> bool:
    sizes: dict[str, float] = {}
    for row in rows:
        if row["value"] is not None:
            sizes[row["measure"]] = max(sizes.get(row["measure"], 0.0), abs(row["value"]))
    seen = [s for s in sizes.values() if s > 0]
    return bool(seen) and max(seen) > 1 and max(seen) / min(seen) >= _SCALES


def _each(rows: list[dict[str, Any]], key: str) -> list[str]:
    return list(dict.fromkeys(row[key] for row in rows))
