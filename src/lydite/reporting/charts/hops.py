"""Charts of walks: lengths as violins (Figure 5 of HOP), trends over a number, hop by hop (Figure 1)."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.probes.hop.outcomes import ENDS, HOPS
from lydite.probes.hop.walk import WalkEnd
from lydite.reporting.charts.labels import label
from lydite.reporting.charts.rows import interval_words
from lydite.reporting.charts.theme import palette
from lydite.reporting.charts.violin import ACROSS, MARKS, density, violin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray
    from lydite.inference.result import Results
    from lydite.probes.hop.run import HopRun
    from lydite.probes.hop.trace import Trace, TraceHop

    Spec = dict[str, Any]

_GREY = "#c4c9cf"
_FEW = 20  # walks that are shown one by one: a smooth shape would be made up
_FEW_HOPS = 8
_BARE = {"labels": False, "ticks": False, "domain": False, "title": None}


def specification(hop_run: HopRun, results: Results) -> dict[str, Any]:
    """Return a trend where strategies differ in one number, else the lengths of walks."""
    along = varies(hop_run)
    return lengths(hop_run) if along is None else trend(hop_run, results, along)


def varies(hop_run: HopRun) -> str | None:
    """Return the one parameter, a number, in which at least three strategies of one name differ."""
    kinds = {type(c) for c in hop_run.choosers}
    if len(kinds) != 1 or len(hop_run.choosers) < 3:
        return None
    first = hop_run.choosers[0]
    differ = [
        name for name in first.parameters() if len({str(getattr(c, name)) for c in hop_run.choosers}) > 1
    ]
    if len(differ) != 1 or not isinstance(getattr(first, differ[0]), int | float) or differ[0] == "seed":
        return None
    return differ[0]


def lengths(hop_run: HopRun) -> dict[str, Any]:
    """Return for each strategy the share that arrived and, as a violin, the hops of these walks."""
    columns = []
    for name, walks in zip(hop_run.names, hop_run.parts[0].walks, strict=True):
        hops = walks.hops[walks.ends == WalkEnd.REACHED].astype(np.float64)
        columns.append((label(name, 22).split("\n"), hops, len(walks.ends)))
    arrived = [hops for _, hops, _ in columns if len(hops)]
    if not arrived:
        raise InputError("no walk reached the target: there is no length to draw")
    scale = _scale(arrived)
    lines = max(len(name) for name, _, _ in columns)
    panels = [_panel(["", *[""] * lines], [], 0, scale)]  # the scale is read once, on the left
    panels += [
        _panel([*[""] * (lines - len(name)), *name, _of(len(hops), n)], hops, n, scale)
        for name, hops, n in columns
    ]
    target = hop_run.graph.wikipedia.title(hop_run.graph.target)
    few = f"; fewer than {_FEW} walks: a dot for each" if any(len(h) < _FEW for h in arrived) else ""
    title = {
        "text": label(f"Hops to {target}", 70),
        "subtitle": [
            "above: the share of walks that reached it; below: the hops of these walks",
            f"{MARKS}{few}",
        ],
    }
    return {"title": title, "hconcat": panels, "spacing": 8}


def _of(reached: int, walks: int) -> str:
    return f"{reached:,} of {walks:,}"


def _panel(name: list[str], hops: FloatArray | list[float], walks: int, scale: Spec) -> Spec:
    """Return the column of one strategy: how many arrive above, in how many hops below.

    Without walks it is the scale alone.
    """
    log = scale.get("type") == "log"
    ticks: Spec = {"values": [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000]} if log else {}
    if not log and scale["domain"][1] <= _FEW_HOPS:  # nobody walks half a hop
        ticks = {"values": list(range(math.ceil(scale["domain"][1]) + 1)), "format": "d"}
    axis: Spec = {"axis": {**ticks, **({} if not walks else _BARE)}}
    y: Spec = {
        "type": "quantitative",
        "scale": scale,
        "title": "hops (logarithmic)" if log else "hops",
        **axis,
    }
    if walks:
        y["title"] = None
    # where nothing arrived there is a scale all the same
    layers: list[Spec] = [
        {
            "data": {"values": [{"at": scale["domain"][0]}]},
            "mark": {"type": "point", "opacity": 0},
            "encoding": {"y": {"field": "at", **y}},
        }
    ]
    if len(hops) >= _FEW:
        layers += violin(np.asarray(hops), _outline(np.asarray(hops), log=log), y)
    elif len(hops):
        layers += _dots(np.asarray(hops), y)
    share: Spec = {"type": "quantitative", "axis": None, "scale": {"domain": [0, 1]}}
    bars = [
        {
            "data": {"values": [{"share": value}]},
            "mark": {"type": "bar", "color": colour, "height": 10},
            "encoding": {"x": {"field": "share", **share}},
        }
        for value, colour in ((float(bool(walks)), "#d0d4d9"), (len(hops) / max(walks, 1), palette()[0]))
    ]
    wide = 110 if walks else 1
    return {
        "title": {"text": name, "fontSize": 11, "anchor": "middle"},
        "vconcat": [
            {"width": wide, "height": 14, "layer": bars},
            {"width": wide, "height": 320, "layer": layers},
        ],
        "spacing": 10,
        "bounds": "flush",  # so that the scales of all strategies stand at one height
    }


def _dots(hops: FloatArray, y: Spec) -> list[Spec]:
    """Return a dot for each walk, those of one length side by side."""
    rows = []
    for value, count in zip(*np.unique(hops, return_counts=True), strict=True):
        rows += [{"hops": float(value), "side": 0.1 * (2 * i - (count - 1))} for i in range(int(count))]
    return [{
        "data": {"values": rows},
        "mark": {"type": "point", "filled": True, "size": 40, "opacity": 0.8, "color": palette()[0]},
        "encoding": {"y": {"field": "hops", **y}, "x": {"field": "side", **ACROSS}},
    }]  # fmt: skip


def _scale(arrived: Sequence[FloatArray]) -> Spec:
    """Return the scale of hops; logarithmic where some strategies need far more than others."""
    most = [float(np.quantile(hops, 0.75)) for hops in arrived]
    low, high = min(float(h.min()) for h in arrived), max(float(h.max()) for h in arrived)
    if max(most) > 6 * min(most):
        return {"type": "log", "domain": [min(0.9 * low, 0.9), high * 1.1], "nice": False}
    return {"domain": [0, math.ceil(high + 0.5)], "nice": False}


def _outline(hops: FloatArray, *, log: bool) -> list[tuple[float, float]]:
    """Return the density of hops; of their logarithms where these are what is seen."""
    if not log:
        return density(hops, 0.35)
    return [(math.exp(at), width) for at, width in density(np.log(hops), 0.12)]


def trend(hop_run: HopRun, results: Results, along: str) -> dict[str, Any]:
    """Return two curves over a parameter: the share that reached the target, and its mean hops."""
    places = dict(zip(hop_run.names, (getattr(c, along) for c in hop_run.choosers), strict=True))
    every = sorted(places.values())
    scale = {"domain": [every[0], every[-1]], "nice": False}  # where nothing arrived, there is a place too
    ticks = {"values": every, "labelFlush": False, "labelOverlap": True}
    panels = []
    for measure, axis, factor in ((ENDS[0], "reached, %", 100.0), (HOPS, "mean hops", 1.0)):
        rows = [
            {
                "at": places[r.system],
                "value": factor * r.value,
                "low": None if r.low is None else factor * r.low,
                "high": None if r.high is None else factor * r.high,
            }
            for r in results
            if r.group is None and r.measure == measure and not math.isnan(r.value)
        ]
        x = {"field": "at", "type": "quantitative", "title": along, "axis": ticks, "scale": scale}
        y = {"type": "quantitative", "title": axis, "scale": {"zero": True}}
        panels.append({
            "data": {"values": rows},
            "width": 300,
            "height": 220,
            "layer": [
                {
                    "mark": {"type": "area", "opacity": 0.2, "color": palette()[0]},
                    "encoding": {"x": x, "y": {"field": "low", **y}, "y2": {"field": "high"}},
                },
                {
                    "mark": {"type": "line", "point": True, "color": palette()[0]},
                    "encoding": {"x": x, "y": {"field": "value", **y}},
                },
            ],
        })  # fmt: skip
    target = hop_run.graph.wikipedia.title(hop_run.graph.target)
    name = hop_run.choosers[0].name
    title = {"text": label(f"{name} by {along}: hops to {target}", 70)}
    if any(r.low is not None for r in results if r.group is None):
        title["subtitle"] = f"band: {interval_words(results)} over starts"
    return {"title": title, "hconcat": panels}


def steps(traces: Sequence[Trace]) -> dict[str, Any]:
    """Return for each hop the links considered and their rates, the chosen one in colour."""
    panels = [
        _step(trace, number, hop) for trace in traces for number, hop in enumerate(trace.hops, 1) if hop.links
    ]
    if not panels:
        raise InputError("no walk had a link to follow: there is nothing to draw")
    lines = [f"{t.strategy}: {t.end.words} after {len(t.articles) - 1} hops" for t in traces]
    lines.append("blue: the link that was chosen; no bar: its words are not known")
    title = {
        "text": label(f"From {traces[0].articles[0]} to {traces[0].target}", 70),
        "subtitle": [line for s in lines for line in label(s, 90).split("\n")],
    }
    return {"title": title, "vconcat": panels, "spacing": 24}


def _step(trace: Trace, number: int, hop: TraceHop) -> dict[str, Any]:
    rows = [
        {"place": i, "rate": k.rate, "chosen": "chosen" if k.chosen else "considered"}
        for i, k in enumerate(hop.links)
    ]
    words = json.dumps([label(k.words, 30).replace("\n", " ") for k in hop.links])
    return {
        "title": {
            "text": label(f"{trace.strategy}, hop {number}: {hop.article}", 80).split("\n"),
            "fontSize": 12,
            "anchor": "start",
        },
        "data": {"values": rows},
        "width": {"step": 30},
        "height": 110,
        "mark": {"type": "bar"},
        "encoding": {
            "x": {
                "field": "place",
                "type": "ordinal",
                "title": None,
                "scale": {"domain": list(range(len(rows)))},  # unknown words keep their places
                "axis": {"labelExpr": f"{words}[datum.value]", "labelAngle": -45, "labelLimit": 170},
            },
            "y": {"field": "rate", "type": "quantitative", "title": "score", "axis": {"tickCount": 4}},
            "color": {
                "field": "chosen",
                "type": "nominal",
                "scale": {"domain": ["chosen", "considered"], "range": [palette()[0], _GREY]},
                "legend": None,
            },
        },
    }
