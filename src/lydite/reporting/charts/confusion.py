"""Confusion matrices as heat maps, and true beside estimated prevalences of each topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.labels import heading, label
from lydite.reporting.charts.theme import palette
from lydite.reporting.confusion import answers, counts, prevalences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.tasks.semeval.scoring import LabelRun
    from lydite.tasks.semeval.subtasks import Subtask

_CELL = 68
_LINE = 15
_BESIDE = 90
"""Pixels of an axis beside its panel, which the panel's heading has, too."""


def specification(task: Subtask, runs: Sequence[LabelRun]) -> dict[str, Any]:
    """Return the Vega-Lite specification of the confusion of runs; for D and E, of their prevalences."""
    return _prevalences(task, runs) if task.quantifies else _matrix(task, runs)


def _matrix(task: Subtask, runs: Sequence[LabelRun]) -> dict[str, Any]:
    rows = [row for run in runs for row in _cells(task, run)]
    order = list(task.labels)
    side = _CELL * len(order)
    x = {"field": "actual", "type": "nominal", "sort": order, "title": "actual", "axis": {"labelAngle": 0}}
    beside = {"title": "predicted", "axis": {"titlePadding": 24}}  # clear of labels in wider fonts
    y = {"field": "predicted", "type": "nominal", "sort": list(answers(runs[0])), **beside}
    share = {
        "field": "share",
        "type": "quantitative",
        "scale": {"domain": [0, 1], "range": ["#f7fbff", "#08519c"], "interpolate": "lab"},
        "legend": {"title": "share of the actual class", "format": ".0%"},
    }
    dark = {"condition": {"test": "datum.share > 0.55", "value": "white"}, "value": "#1a1a1a"}
    layers = [
        {"mark": {"type": "rect"}, "encoding": {"x": x, "y": y, "color": share}},
        {
            "mark": {"type": "text", "fontSize": 13, "dy": -7},
            "encoding": {"x": x, "y": y, "text": {"field": "count", "format": ","}, "color": dark},
        },
        {
            "mark": {"type": "text", "fontSize": 11, "dy": 9},
            "encoding": {"x": x, "y": y, "text": {"field": "share", "format": ".1%"}, "color": dark},
        },
    ]
    return {
        "title": {
            "text": f"Confusion: {task.heading}",
            "subtitle": f"{task.unit}, and share of the actual class",
        },
        **_faceted(rows, {"layer": layers, "width": side, "height": side}, side + _BESIDE),
    }


def _cells(task: Subtask, run: LabelRun) -> list[dict[str, Any]]:
    matrix = counts(run)
    return [
        {
            "system": run.system,
            "actual": actual,
            "predicted": predicted,
            "count": int(matrix[i, j]),
            "share": float(matrix[i, j] / max(matrix[i].sum(), 1)),
        }
        for i, actual in enumerate(task.labels)
        for j, predicted in enumerate(answers(run))
    ]


def _prevalences(task: Subtask, runs: Sequence[LabelRun]) -> dict[str, Any]:
    """Draw a line from the true to the estimated prevalence of each topic; of two classes, the first."""
    shown = task.labels[:1] if len(task.labels) == 2 else task.labels
    rows = [
        {
            "system": run.system,
            "topic": label(row["topic"], 60),
            "label": shown[i],
            "true": row["true"][i],
            "estimated": row["estimated"][i],
        }
        for run in runs
        for row in prevalences(run)
        for i in range(len(shown))
    ]
    topics = sorted({r["topic"] for r in rows}, key=lambda t: _rank(rows, t, shown))
    y = {"field": "topic", "type": "nominal", "sort": topics, "title": None, "axis": {"labelLimit": 240}}
    ticks = {"tickCount": 5} if len(shown) == 1 else {"values": [0, 0.5, 1]}  # all that narrow panels hold
    x = {"type": "quantitative", "scale": {"domain": [0, 1]}, "axis": {"format": ".0%", **ticks}}
    colour = {"scale": {"domain": ["true", "estimated"], "range": [palette()[0], palette()[1]]}}
    title = "prevalence" if len(shown) > 1 else f"prevalence of {shown[0]}"
    layers = [
        {
            "mark": {"type": "rule", "color": "#9a9a9a", "strokeWidth": 1.5},
            "encoding": {"y": y, "x": {"field": "true", "title": title, **x}, "x2": {"field": "estimated"}},
        },
        *(
            {
                "transform": [{"calculate": f"'{side}'", "as": "side"}],
                "mark": {"type": "point", "filled": True, "size": size, "opacity": 1},
                "encoding": {
                    "y": y,
                    "x": {"field": side, "title": title, **x},
                    "color": {"field": "side", "type": "nominal", "title": None, **colour},
                },
            }
            for side, size in (("true", 80), ("estimated", 24))  # both are seen where they agree
        ),
    ]
    wide = 420 if len(shown) == 1 else 150
    inner = {"layer": layers, "width": wide, "height": _LINE * len(topics)}
    text = {"text": f"True and estimated prevalence: {task.heading}"}
    if len(shown) == 1:
        return {"title": text, **_faceted(rows, inner, wide)}
    column = {"field": "label", "type": "nominal", "sort": list(shown), "title": None}
    facet: dict[str, Any] = {"column": column}
    if len(runs) > 1:
        beside = {"labelAngle": 0, "labelAlign": "left"}  # along the row, names meet where topics are few
        facet["row"] = {"field": "system", "type": "nominal", "title": None, "header": beside}
        rows = _named(rows, 200)
    else:
        text["subtitle"] = label(runs[0].system, 90)
    apart = {"column": 44, "row": 20}  # one panel's 100% stands clear of the next one's 0%
    return {"title": text, "data": {"values": rows}, "facet": facet, "spec": inner, "spacing": apart}


def _rank(rows: Sequence[dict[str, Any]], topic: str, shown: Sequence[str]) -> tuple[float, str]:
    """Order topics by the mean class (of several) or the prevalence (of one) that is true of them."""
    mine = [r for r in rows if r["topic"] == topic]
    weights = {v: i + 1 for i, v in enumerate(shown)}
    return (-sum(weights[r["label"]] * r["true"] for r in mine) / len(mine), topic)


def _faceted(rows: list[dict[str, Any]], inner: dict[str, Any], wide: int) -> dict[str, Any]:
    """Return one panel for each run, side by side, each under its name, which has so many pixels."""
    rows = _named(rows, wide)
    names = list(dict.fromkeys(r["system"] for r in rows))
    facet = {"field": "system", "type": "nominal", "title": None, "sort": names}
    own = {"axis": {"x": "independent", "y": "independent"}}  # shared ones stand below empty places, too
    across = {"columns": 3 if len(names) % 3 == 0 else 2}
    return {"data": {"values": rows}, "facet": facet, **across, "spec": inner, "resolve": own}


def _named(rows: list[dict[str, Any]], wide: int) -> list[dict[str, Any]]:
    return [row | {"system": heading(row["system"], wide)} for row in rows]
