"""Curves: results along one numeric parameter, with interval bands and chance, and what is left above it.

Rows of panels are what is drawn (the value, and corrected for chance), columns one parameter that varies
besides. What varies beyond that, measures first, has sections of its own, each under its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.inference.result import Results
from lydite.reporting.axes import is_number, settings, spec_without, title_of, value_label, varying_settings
from lydite.reporting.charts.labels import heading, label
from lydite.reporting.charts.rows import (
    colours,
    direction,
    figures,
    figures_to_draw,
    interval_words,
    shapes,
    value_axis,
)
from lydite.reporting.charts.theme import palette

if TYPE_CHECKING:
    from lydite.inference.result import Result

    Spec = dict[str, Any]

_LOG = 200
"""From this ratio of last to first place on, the axis is logarithmic."""
_TICKS = 12
"""Up to this many places each has its tick."""
_HIGH, _LOW = 280, 200
"""The height of a chart, and of each of several."""
_SMALL = 150
"""The width of a panel of one system."""
_ACROSS = (5, 6, 4)
"""Panels of single systems beside each other; the first of these that leaves no place empty."""
_GREY = "#c4c9cf"


@dataclass(frozen=True)
class CurveLayout:
    """What stands where: along the axis, in colours, in columns of panels and in sections."""

    along: str
    series: str | None
    """None for systems."""
    column: str | None
    sections: tuple[str, ...]


def curve(results: Results, along: str) -> Spec:
    """Return the Vega-Lite specification of a line chart along one setting.

    Systems have colours and shapes; where there is one system only, the first of what else varies has them.
    More than eight have a panel each, before all others in grey. Results without the setting are left out,
    and named.
    """
    left_out = list(dict.fromkeys(settings(r)["measure"] for r in results if along not in settings(r)))
    results = Results(tuple(r for r in results if along in settings(r)), results.notes)
    plan = _planned(results, along)
    rows = _labelled([_row(r, plan, f) for f in figures_to_draw(results) for r in results])
    names = list(dict.fromkeys(r["series"] for r in rows))
    title = None if plan.series is None else title_of(plan.series)
    draw = _lines if len(names) <= len(palette()) else _each
    parts = []
    for section, figure in dict.fromkeys((r["section"], r["figure"]) for r in _by_section(rows)):
        mine = [r for r in rows if (r["section"], r["figure"]) == (section, figure)]
        if figure != "value" and all(r["value"] is None for r in mine):
            continue
        part = draw(mine, plan, names, title)
        if part.get("height") == _HIGH and len(rows) > len(mine):
            part["height"] = _LOW
        if section and figure == "value" and plan.sections != ("measure",):  # its name stands at the axis
            part = {"title": {"text": section.split("\n"), "fontSize": 13, "anchor": "start"}} | part
        parts.append(part)
    spec: Spec = {"title": _title(results, plan, rows, left_out)}
    return spec | (
        parts[0] if len(parts) == 1 and "title" not in parts[0] else {"vconcat": parts, "spacing": 26}
    )


def _by_section(rows: list[Spec]) -> list[Spec]:
    """Return rows section by section, in the order in which these were asked for."""
    order = list(dict.fromkeys(r["section"] for r in rows))
    return sorted(rows, key=lambda r: order.index(r["section"]))


def _planned(results: Results, along: str) -> CurveLayout:
    by_system = len(results.systems) > 1
    rest = [
        key
        for key in varying_settings(results)
        if key != along and not (by_system and _of_system(results, key))
    ]
    # with one system, embeddings (or what else varies) have the colours and cuts their panels
    others = [k for k in rest if k not in ("cut", "measure")]
    series = None if by_system or not rest else next(iter(others), "cut" if "cut" in rest else "measure")
    free = [key for key in rest if key not in (series, "measure")]
    column = "cut" if "cut" in free else next(iter(free), None)
    measure = ["measure"] if "measure" in rest and series != "measure" else []
    return CurveLayout(along, series, column, (*measure, *(k for k in free if k != column)))


def _of_system(results: Results, key: str) -> bool:
    """Whether a setting says no more than which system it is: each has its own."""
    seen: dict[str, set[str]] = {}
    for result in results:
        seen.setdefault(result.system, set()).add(str(settings(result).get(key)))
    return all(len(values) == 1 for values in seen.values())


def _row(result: Result, plan: CurveLayout, figure: str) -> Spec:
    of_result = settings(result)
    place = of_result[plan.along]
    section = [_named(k, of_result.get(k)) for k in plan.sections]
    series = result.system if plan.series is None else value_label(plan.series, of_result.get(plan.series))
    what = of_result["measure"] + (", corrected for chance" if figure == "corrected" else direction(result))
    return {
        "x": place if is_number(place) else None,
        "place": value_label(plan.along, place),
        "series": series,
        "panel": "" if plan.column is None else _named(plan.column, of_result.get(plan.column)),
        "section": label(", ".join(section), 90),
        "figure": figure,
        "what": "corrected for chance" if figure == "corrected" and plan.series == "measure" else what,
        **figures(result, figure),
    }


def _labelled(rows: list[Spec]) -> list[Spec]:
    """Return rows whose names fit where they stand: above a panel, or in the legend."""
    series, panels = (len({r[key] for r in rows}) for key in ("series", "panel"))
    if series > len(palette()):
        return [r | {"series": heading(r["series"], _SMALL), "panel": label(r["panel"], 90)} for r in rows]
    wide = _wide(panels)
    return [r | {"series": label(r["series"], 28), "panel": heading(r["panel"], wide)} for r in rows]


def _wide(panels: int) -> int:
    return 480 if panels == 1 else 270 if panels <= 3 else 200


def _named(key: str, value: Any) -> str:
    if key == "cut":
        return "all" if value is None else f"@{value_label(key, value)}"
    return (
        value_label(key, value)
        if key in ("measure", "group")
        else f"{title_of(key)} = {value_label(key, value)}"
    )


def _lines(rows: list[Spec], plan: CurveLayout, names: list[str], title: str | None) -> Spec:
    """Return one row of panels: every series in a colour and a shape of its own."""
    panels = list(dict.fromkeys(r["panel"] for r in rows))
    base = {"x": _x(rows, plan.along), **colours(names, title)}
    layers = _layers(base, _y(rows), rows, shapes(names, title))
    if len(panels) == 1:
        return {"data": {"values": rows}, "layer": layers, "width": _wide(1), "height": _HIGH}
    return {
        "data": {"values": rows},
        "facet": {"column": {"field": "panel", "type": "nominal", "title": None, "sort": panels}},
        "spec": {"layer": layers, "width": _wide(len(panels)), "height": _LOW},
    }


def _each(rows: list[Spec], plan: CurveLayout, names: list[str], title: str | None) -> Spec:  # noqa: ARG001
    """Return a panel for each series, in front of all others in grey; what had columns has sections."""
    panels = list(dict.fromkeys(r["panel"] for r in rows))
    x, y = _x(rows, plan.along), _y(rows)
    heading = y["title"] if isinstance(y["title"], list) else [y["title"]]  # above, where there is room
    y |= {"title": None, "axis": {"tickCount": 4}}
    parts = []
    for panel in panels:
        mine = [r for r in rows if r["panel"] == panel]
        others: Spec = {
            "data": {"values": [{**r, "of": r["series"]} for r in mine]},
            "mark": {"type": "line", "color": _GREY, "strokeWidth": 1},
            "encoding": {"x": x, "y": {"field": "value", **y}, "detail": {"field": "of", "type": "nominal"}},
        }
        layers = [others, *_layers({"x": x}, y, mine, {})]
        part: Spec = {
            "data": {"values": mine},
            "facet": {"field": "series", "type": "nominal", "title": None, "sort": names},
            "columns": next((n for n in _ACROSS if len(names) % n == 0), _ACROSS[0]),
            "spec": {"layer": layers, "width": _SMALL, "height": 100},
        }
        head = [p for p in (panel, *heading) if p]
        parts.append({"title": {"text": " · ".join(head), "fontSize": 13, "anchor": "start"}, **part})
    return parts[0] if len(parts) == 1 else {"vconcat": parts, "spacing": 26}


def _y(rows: list[Spec]) -> Spec:
    whats = list(dict.fromkeys(r["what"] for r in rows))
    return value_axis(rows, whats[0] if len(whats) == 1 else "")


def _layers(base: Spec, y: Spec, rows: list[Spec], shape: Spec) -> list[Spec]:
    layers: list[Spec] = []
    if any(r["low"] is not None for r in rows):
        band = {**base, "y": {"field": "low", **y}, "y2": {"field": "high"}}
        layers.append({"mark": {"type": "area", "opacity": 0.16, "line": False}, "encoding": band})
    if any(r["chance"] is not None for r in rows):
        mark = {"type": "line", "strokeDash": [3, 4], "strokeWidth": 1.5, "opacity": 0.9}
        layers.append({"mark": mark, "encoding": {**base, "y": {"field": "chance", **y}}})
    if min((r[k] for r in rows for k in ("value", "low") if r[k] is not None), default=0.0) < 0:
        zero = {
            "mark": {"type": "rule", "color": "#8c959f", "strokeWidth": 1},
            "encoding": {"y": {"datum": 0}},
        }
        layers.append(zero)
    value = {**base, "y": {"field": "value", **y}}
    return [*layers, {"mark": "line", "encoding": value}, {"mark": "point", "encoding": value | shape}]


def _x(rows: list[Spec], along: str) -> Spec:
    numbers = sorted({r["x"] for r in rows if r["x"] is not None})
    if any(r["x"] is None for r in rows):  # "all" or "none" among the numbers: places side by side
        order = [value_label(along, n) for n in numbers]
        other = value_label(along, None)
        order = [*order, other] if along == "cut" else [other, *order]
        return {
            "field": "place",
            "type": "ordinal",
            "title": title_of(along),
            "scale": {"domain": order},
            "axis": {"labelAngle": 0},
        }
    scale: Spec = {"zero": False, "nice": False}
    if numbers[0] > 0 and numbers[-1] / numbers[0] >= _LOG:
        scale = {"type": "log", "nice": False}
    axis: Spec = {"format": ",~f", "labelFlush": False, "labelOverlap": "greedy"}
    if len(numbers) <= _TICKS:
        axis["values"] = numbers
    return {"field": "x", "type": "quantitative", "title": title_of(along), "scale": scale, "axis": axis}


def _title(results: Results, plan: CurveLayout, rows: list[Spec], left_out: list[str]) -> Spec:
    swept = [k for k in (plan.along, plan.series, plan.column, *plan.sections) if k]
    stems = {spec_without(r.measure, *swept) for r in results}
    measures = list(dict.fromkeys(settings(r)["measure"] for r in results))
    what = stems.pop() if len(stems) == 1 else ", ".join(measures)
    lines = [results.systems[0]] if len(results.systems) == 1 and results.systems[0] else []
    lines += [f"band: {interval_words(results)}"] if any(r["low"] is not None for r in rows) else []
    lines += ["dashed: chance"] if any(r["chance"] is not None for r in rows) else []
    if len({r["series"] for r in rows}) > len(palette()):
        lines.append("grey: the others")
    lines += [f"not drawn: {', '.join(left_out)}"] if left_out else []
    subtitle = label(" · ".join(lines), 90).split("\n")
    return {"text": label(f"{what} by {title_of(plan.along)}", 70).split("\n"), "subtitle": subtitle}
