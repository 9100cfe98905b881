"""Scores against the number of unique words, with intervals and chance (Figure 1 of "OddOneOut and Topk")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.labels import heading, label
from lydite.reporting.charts.rows import colours, figures, interval_words, shapes, value_axis

if TYPE_CHECKING:
    from lydite.result import Results

_PANEL = 330


def sizes_chart(results: Results, along: str) -> dict[str, Any]:
    """Return the Vega-Lite specification: a panel for each vocabulary, a colour for each probe.

    What is drawn is corrected for chance, so that all probes start from 0; the band is its interval.
    """
    rows = [
        {
            "x": r.parameters[along],
            "series": label(r.measure, 40),
            "panel": heading(r.system, _PANEL),
            **figures(r, "corrected"),
        }
        for r in results
    ]
    names = list(dict.fromkeys(r["series"] for r in rows))
    panels = list(dict.fromkeys(r["panel"] for r in rows))
    ticks = sorted({r["x"] for r in rows if r["x"] & (r["x"] - 1) == 0})
    x = {
        "field": "x",
        "type": "quantitative",
        "title": "unique words",
        "scale": {"type": "log", "base": 2, "nice": False},
        "axis": {"values": ticks, "format": ",d", "labelOverlap": "greedy", "labelSeparation": 12},
    }
    y = value_axis(rows, "corrected for chance")
    most = max((r["high"] for r in rows if r["high"] is not None and r["value"]), default=None)
    if most is not None:  # what may be anything, since nothing was known, says nothing of the rest
        y = y | {"scale": y["scale"] | {"domainMax": most, "nice": True}}
    base = {"x": x, **colours(names)}
    value = {**base, "y": {"field": "value", **y}}
    layers: list[dict[str, Any]] = [
        {
            "mark": {"type": "area", "opacity": 0.16, "line": False, "clip": True},
            "encoding": {**base, "y": {"field": "low", **y}, "y2": {"field": "high"}},
        },
        {
            "mark": {"type": "rule", "color": "#8c959f", "strokeWidth": 1},
            "encoding": {"y": {"datum": 0}},
        },
        {"mark": "line", "encoding": value},
        {"mark": "point", "encoding": value | shapes(names)},
    ]
    title = {
        "text": "Scores against the size of the corpus",
        "subtitle": f"band: {interval_words(results)} · 0: chance",
    }
    spec: dict[str, Any] = {"title": title, "data": {"values": rows}}
    if len(panels) == 1:
        return spec | {"width": 480, "height": 280, "layer": layers}
    return spec | {
        "facet": {"column": {"field": "panel", "type": "nominal", "title": None, "sort": panels}},
        "spec": {"layer": layers, "width": _PANEL, "height": 260},
    }
