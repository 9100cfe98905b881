"""Bars: systems and measures beside each other, with intervals and chance, and what is left above it.

Columns of panels are what is drawn (the value, and corrected for chance), rows are measures; without chance,
measures have the columns.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.labels import heading, label
from lydite.reporting.charts.rows import (
    colours,
    direction,
    figures,
    figures_to_draw,
    interval_words,
    value_axis,
)
from lydite.reporting.charts.theme import palette
from lydite.reporting.readable import figure

if TYPE_CHECKING:
    from lydite.inference.result import Result, Results

    Spec = dict[str, Any]

_LABELLED = 60
"""Up to so many bars in a panel have their number beside them."""
_DOTS = 0.5
"""Many systems, all beyond this share of the best, are dots: their bars would look alike."""
_PANEL = 300
_SCALES = 20
"""Measures whose values differ by this factor have panels with scales of their own."""
_NAMES = {"value": "value", "corrected": "corrected for chance"}


def bars(results: Results) -> Spec:
    """Return the Vega-Lite specification of horizontal bars; of dots, where many systems lie far from 0.

    Bars stand under their measure in the colour of their system; many systems, or measures of
    unlike size, have a panel for each measure.
    """
    drawn = figures_to_draw(results)
    rows = [_row(r, f) for f in drawn for r in results]
    measures, groups, systems = (_each(rows, key) for key in ("measure", "group", "system"))
    panelled = len(measures) > 1 and (len(groups) > 1 or len(systems) > len(palette()) or _unlike(rows))
    y, series = _places(measures, groups, systems, panelled=panelled)
    for row in rows:
        beside = panelled and len(drawn) == 1  # measures have the columns
        row["measure"] = heading(row["measure"], _PANEL) if beside else label(row["measure"])
        row["place"], row["series"] = row[y], row[series]
    measures = _each(rows, "measure")
    encoding = _encoding(rows, grouped=y != series)
    step = _step(rows, grouped=y != series)
    x = value_axis(rows, "", _DOTS)
    if len(systems) > len(palette()) and x["title"] and not _unlike(rows):
        layers = _dots(encoding, x)
    else:
        in_panel = len(rows) / (len(drawn) * (len(measures) if panelled else 1))
        layers = _layers(rows, encoding, labelled=in_panel <= _LABELLED)
    spec: Spec = {"title": _title(results, rows, measures, systems), "data": {"values": rows}}
    facets = ["measure"] * panelled + ["figure"] * (len(drawn) > 1)
    if not facets:
        return spec | {"layer": layers, "width": 420, "height": step}
    inner = {"layer": layers, "width": _PANEL, "height": step}
    scales = {"scale": {"x": "independent" if _unlike(rows) else "shared"}, "axis": {"x": "independent"}}
    if len(facets) == 2:
        facet = {"row": _header("measure", measures), "column": _header("figure", _each(rows, "figure"))}
        facet["row"]["header"] = {
            "labelAngle": 0,
            "labelAlign": "left",
            "labelOrient": "top",
            "labelAnchor": "start",
        }
        return spec | {"facet": facet, "spec": inner, "resolve": scales}
    if facets == ["figure"]:
        facet = {"column": _header("figure", _each(rows, "figure"))}
        return spec | {"facet": facet, "spec": inner, "resolve": scales}
    columns = 2 if len(measures) in (2, 4) else 3
    return spec | {
        "facet": _header("measure", measures),
        "columns": columns,
        "spec": inner,
        "resolve": scales,
    }


def _header(field: str, order: list[str]) -> Spec:
    return {"field": field, "type": "nominal", "title": None, "sort": order}


def _title(results: Results, rows: list[Spec], measures: list[str], systems: list[str]) -> Spec:
    lines = [systems[0]] if len(systems) == 1 and systems[0] else []
    lines += [f"line: {interval_words(results)}"] if any(r["low"] is not None for r in rows) else []
    lines += ["diamond: chance"] if any(r["chance"] is not None for r in rows) else []
    what = measures[0] if len(measures) == 1 else "Results by measure"
    subtitle = label(" · ".join(lines).replace("\n", " "), 90).split("\n")
    return {"text": label(what.replace("\n", " "), 70).split("\n"), "subtitle": subtitle}


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


def _row(result: Result, figure_name: str) -> Spec:
    numbers = figures(result, figure_name)
    ends = [v for v in numbers.values() if v is not None]
    corrected = figure_name == "corrected"
    value = numbers["value"]
    return {
        "system": label(result.system, 28),
        "measure": result.measure + direction(result),
        "group": label(result.group or "all", 28),
        "figure": _NAMES[figure_name],
        **numbers,
        "end": max([0.0, *ends]),
        "text": ("" if corrected else "no value") if value is None else figure(value, 3),
    }


def _encoding(rows: list[Spec], *, grouped: bool) -> Spec:
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


def _step(rows: list[Spec], *, grouped: bool) -> Spec:
    """Return the height of a place or, where bars share one, of a bar: labels of several lines need room."""
    lines = max(row["place"].count("\n") for row in rows) + 1
    if not grouped:
        return {"step": max(26, 15 * lines + 8)}
    return {"step": max(16, math.ceil((15 * lines + 8) / len(_each(rows, "series")))), "for": "offset"}


def _layers(rows: list[Spec], encoding: Spec, *, labelled: bool) -> list[Spec]:
    x = {"type": "quantitative", "title": None, "axis": {"tickCount": 6, "labelFlush": False}}
    where = {k: v for k, v in encoding.items() if k != "color"}
    layers: list[Spec] = [
        {"mark": {"type": "bar", "opacity": 0.85}, "encoding": encoding | {"x": {"field": "value", **x}}}
    ]
    if any(r["low"] is not None for r in rows):
        span = where | {"x": {"field": "low", **x}, "x2": {"field": "high"}}
        layers.append({"mark": {"type": "rule"}, "encoding": span})
    if any(r["chance"] is not None for r in rows):
        mark = {"type": "point", "shape": "diamond", "size": 36, "filled": True, "color": "#24292f"}
        layers.append({"mark": mark, "encoding": where | {"x": {"field": "chance", **x}}})
    if labelled:
        mark = {"type": "text", "align": "left", "dx": 5}
        text = {"text": {"field": "text", "type": "nominal"}}
        layers.append({"mark": mark, "encoding": where | text | {"x": {"field": "end", **x}}})
    return layers


def _dots(encoding: Spec, x: Spec) -> list[Spec]:
    """Return a dot with its interval for each of many systems that lie close to each other, far from 0."""
    x = {**x, "axis": {"tickCount": 6, "labelFlush": False}}
    text = {"text": {"field": "text", "type": "nominal"}}
    return [
        {
            "mark": {"type": "rule"},
            "encoding": encoding | {"x": {"field": "low", **x}, "x2": {"field": "high"}},
        },
        {"mark": {"type": "point", "size": 50}, "encoding": encoding | {"x": {"field": "value", **x}}},
        {
            "mark": {"type": "text", "align": "left", "dx": 5},
            "encoding": encoding | text | {"x": {"field": "end", **x}},
        },
    ]


def _unlike(rows: list[Spec]) -> bool:
    sizes: dict[str, float] = {}
    for row in rows:
        if row["value"] is not None and row["figure"] == _NAMES["value"]:
            sizes[row["measure"]] = max(sizes.get(row["measure"], 0.0), abs(row["value"]))
    seen = [s for s in sizes.values() if s > 0]
    return bool(seen) and max(seen) > 1 and max(seen) / min(seen) >= _SCALES


def _each(rows: list[Spec], key: str) -> list[str]:
    return list(dict.fromkeys(row[key] for row in rows))
