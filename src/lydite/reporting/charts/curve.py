"""Curves: results along one numeric parameter, with interval bands and chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.reporting.axes import is_number, name_of, settings, spelled, title_of, varying, without
from lydite.reporting.charts.labels import label
from lydite.reporting.charts.rows import colours, dashes, figures, shapes
from lydite.result import Results

if TYPE_CHECKING:
    from lydite.result import Result

_LOG = 200
"""From this ratio of last to first place on, the axis is logarithmic."""
_TICKS = 12
"""Up to this many places each has its tick."""


def curve(results: Results, along: str) -> dict[str, Any]:
    """Return the Vega-Lite specification of a line chart along one setting.

    Systems have colours; what else varies has panels of its own. Where there is one system only, the
    first of what else varies has the colours. Results without the setting are left out, and named.
    """
    without = list(dict.fromkeys(name_of(r.measure) for r in results if along not in settings(r)))
    results = Results(tuple(r for r in results if along in settings(r)), results.notes)
    by_system = len(results.systems) > 1
    rest = [key for key in varying(results) if key != along and not (by_system and _of_system(results, key))]
    # with one system, embeddings (or what else varies) have the colours and cuts their panels
    series_key = None if by_system or not rest else next((k for k in rest if k != "cut"), "cut")
    panel_keys = [key for key in rest if key != series_key]
    rows = [_row(r, along, series_key, panel_keys) for r in results]
    series = list(dict.fromkeys(r["series"] for r in rows))
    panels = list(dict.fromkeys(r["panel"] for r in rows))
    title = None if by_system or series_key is None else title_of(series_key)
    measures = list(dict.fromkeys(settings(r)["measure"] for r in results))
    base = {"x": _x(rows, along), **colours(series, title)}
    y = {
        "type": "quantitative",
        "title": measures[0] if len(measures) == 1 else None,
        "scale": {"zero": False},
    }
    layers: list[dict[str, Any]] = []
    if any(r["low"] is not None for r in rows):
        band = {**base, "y": {"field": "low", **y}, "y2": {"field": "high"}}
        layers.append({"mark": {"type": "area", "opacity": 0.16, "line": False}, "encoding": band})
    if any(r["chance"] is not None for r in rows):
        chance = {**base, "y": {"field": "chance", **y}}
        layers.append({
            "mark": {"type": "line", "strokeDash": [3, 4], "strokeWidth": 1.5, "opacity": 0.9},
            "encoding": chance,
        })  # fmt: skip
    many = len(series) > len(set(base["color"]["scale"]["range"]))
    lines = {**base, "y": {"field": "value", **y}} | (dashes(series, title) if many else {})
    points = {**base, "y": {"field": "value", **y}} | (shapes(series, title) if many else {})
    layers.append({"mark": "line", "encoding": lines})
    layers.append({"mark": "point", "encoding": points})
    said = [
        s
        for s, key in (("band: interval", "low"), ("dashed: chance", "chance"))
        if any(r[key] is not None for r in rows)
    ]
    if without:
        said.append(f"not drawn: {', '.join(without)}")
    spec: dict[str, Any] = {
        "title": _title(results, measures, along, said),
        "data": {"values": rows},
    }
    if len(panels) == 1:
        return spec | {"layer": layers, "width": 480, "height": 300}
    header = {"field": "panel", "type": "nominal", "title": None, "sort": panels}
    independent = {"resolve": {"scale": {"y": "independent"}}} if "measure" in panel_keys else {}
    return spec | {
        "facet": header,
        "columns": 2 if len(panels) in (2, 4) else 3,
        "spec": {"layer": layers, "width": 270, "height": 200},
    } | independent  # fmt: skip


def _of_system(results: Results, key: str) -> bool:
    """Whether a setting says no more than which system it is: each has its own."""
    seen: dict[str, set[str]] = {}
    for result in results:
        seen.setdefault(result.system, set()).add(str(settings(result).get(key)))
    return all(len(values) == 1 for values in seen.values())


def _row(result: Result, along: str, series_key: str | None, panel_keys: list[str]) -> dict[str, Any]:
    found = settings(result)
    place = found[along]
    panel = [
        spelled(key, found.get(key))
        if key in ("measure", "group")
        else f"{key.rpartition('.')[2]} = {spelled(key, found.get(key))}"
        for key in panel_keys
    ]
    series = result.system if series_key is None else spelled(series_key, found.get(series_key))
    return {
        "x": place if is_number(place) else None,
        "place": spelled(along, place),
        "series": label(series, 28),
        "panel": label(", ".join(panel), 40),
        **figures(result),
    }


def _x(rows: list[dict[str, Any]], along: str) -> dict[str, Any]:
    numbers = sorted({r["x"] for r in rows if r["x"] is not None})
    if any(r["x"] is None for r in rows):  # "all" or "none" among the numbers: places side by side
        order = [spelled(along, n) for n in numbers]
        other = spelled(along, None)
        order = [*order, other] if along == "cut" else [other, *order]
        return {
            "field": "place",
            "type": "ordinal",
            "title": title_of(along),
            "scale": {"domain": order},
            "axis": {"labelAngle": 0},
        }
    scale: dict[str, Any] = {"zero": False, "nice": False}
    if numbers[0] > 0 and numbers[-1] / numbers[0] >= _LOG:
        scale = {"type": "log", "nice": False}
    axis: dict[str, Any] = {"format": ",~f", "labelFlush": False, "labelOverlap": "greedy"}
    if len(numbers) <= _TICKS:
        axis["values"] = numbers
    return {"field": "x", "type": "quantitative", "title": title_of(along), "scale": scale, "axis": axis}


def _title(results: Results, measures: list[str], along: str, said: list[str]) -> dict[str, Any]:
    stems = {without(r.measure, along) for r in results}
    what = stems.pop() if len(stems) == 1 else ", ".join(measures)
    one = [results.systems[0]] if len(results.systems) == 1 and results.systems[0] else []
    text = label(f"{what} by {title_of(along)}", 70)
    return {"text": text, "subtitle": label(" · ".join([*one, *said]), 90)}
