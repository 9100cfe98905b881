"""Bars by category, one colour for each probe (Figure 2 of "OddOneOut and Topk")."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.inference.resampling_plan import item_values
from lydite.reporting.charts.labels import heading, label
from lydite.reporting.charts.rows import colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.inference.statistics import ItemStatistics
    from lydite.probes.run import ProbeRun

_PANEL = 260


def by_category(probe_run: ProbeRun) -> dict[str, Any]:
    """Return the Vega-Lite specification: a panel for each file of vectors, probes beside each other.

    Of one probe the files themselves stand beside each other. A relation's analogies are shown under both of
    the categories that it gives.
    """
    every = [s for row in probe_run.scored for s in row]
    categories = set(probe_run.test.categories)
    rows = [row for scored in _drawable(every) for row in _rows(scored, categories)]
    if not rows:
        raise InputError("there are no rates by category to draw")
    names = list(dict.fromkeys(row["place"] for row in rows))
    probes = list(dict.fromkeys(row["series"] for row in rows))
    systems = list(dict.fromkeys(row["system"] for row in rows))
    series = probes
    if len(probes) == 1 and len(systems) > 1:
        rows = [row | {"series": row["system"]} for row in rows]
        series, systems = systems, [""]
    low = min(0.0, *(row["value"] for row in rows))
    encoding = {
        "y": {
            "field": "place",
            "type": "nominal",
            "title": None,
            "sort": sorted(names),
            "scale": {"paddingInner": 0.3},
        },
        "yOffset": {"field": "series", "type": "nominal", "scale": {"domain": series}},
        "x": {"field": "value", "type": "quantitative", "title": None, "scale": {"domain": [low, 1.0]}},
        **colours(series),
    }
    layers: list[dict[str, Any]] = [{"mark": {"type": "bar"}, "encoding": encoding}]
    lines = [systems[0]] if len(systems) == 1 and systems[0] else []
    if any(row["chance"] is not None for row in rows):
        at = {k: v for k, v in encoding.items() if k != "color"} | {"x": encoding["x"] | {"field": "chance"}}
        mark = {"type": "point", "shape": "diamond", "size": 26, "filled": True, "color": "#24292f"}
        layers.append({"mark": mark, "encoding": at})
        lines.append("diamond: chance")
    step = {"step": max(6, 18 // len(series)), "for": "offset"}
    what = probes[0] if len(probes) == 1 else "Accuracy"  # one probe has no legend that names it
    title = {"text": label(f"{what} by category: {probe_run.test.name}", 70).split("\n")}
    title |= {"subtitle": label(" · ".join(lines), 90).split("\n")} if lines else {}
    spec: dict[str, Any] = {"title": title, "data": {"values": rows}}
    if len(systems) == 1:
        return spec | {"width": 420, "height": step, "layer": layers}
    return spec | {
        "facet": {"column": {"field": "system", "type": "nominal", "title": None, "sort": systems}},
        "spec": {"width": _PANEL, "height": step, "layer": layers},
        "spacing": 36,  # one panel's 1.0 stands clear of the next one's 0.0
    }


def _drawable(every: Sequence[ItemStatistics]) -> list[ItemStatistics]:
    """Return what has a rate for each item: not counts, not correlations over all pairs."""
    return [s for s in every if s.measures[0].best <= 1 and s.measures[0].summable]


def _rows(scored: ItemStatistics, categories: set[str]) -> list[dict[str, Any]]:
    rows = []
    values = item_values(scored, 0)
    chances = np.full(len(values), np.nan)
    if 0 in scored.chance:
        chances = item_values(replace(scored, statistics=(scored.chance[0],)), 0)
    for name, value, chance in zip(scored.ids, values.tolist(), chances.tolist(), strict=True):
        if np.isnan(value):
            continue
        sides = [f"{name} {side}" for side in (1, 2) if f"{name} {side}" in categories]
        for place in sides or [name]:
            row = {"place": label(place, 36), "series": label(str(scored.measures[0]), 40), "value": value}
            row["chance"] = None if np.isnan(chance) else chance
            rows.append(row | {"system": heading(scored.system, _PANEL)})
    return rows
