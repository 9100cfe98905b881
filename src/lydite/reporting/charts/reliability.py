"""Reliability: how many people accept what so many were expected to accept."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.reporting.charts.labels import label
from lydite.reporting.charts.rows import colours, shapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.agreement import AgreementRun


def points(run: AgreementRun) -> list[dict[str, Any]]:
    """Return the points of every matcher that expects an acceptance, bin by bin; baselines are no news."""
    from lydite.probes.agreement.metrics.ece import ECE

    every_point = []
    for scored in run.matchers:
        for metric, rows in zip(scored.measures, scored.statistics, strict=True):
            if isinstance(metric, ECE):
                every_point += [{"system": scored.system, **asdict(b)} for b in metric.reliability(rows)]
    return every_point


def specification(runs: Sequence[AgreementRun]) -> dict[str, Any]:
    """Return the Vega-Lite specification: a line for each system on each set beside perfect calibration.

    The area of a point is the number of pairs in its bin.
    """
    drawn = {run.data.name: bins for run in runs if (bins := points(run))}
    rows = [
        row | {"series": label(row["system"] if len(drawn) == 1 else f"{name}: {row['system']}", 36)}
        for name, bins in drawn.items()
        for row in bins
    ]
    if not rows:
        raise InputError("no matcher here says how many people would accept: there is nothing to draw")
    systems = list(dict.fromkeys(row["series"] for row in rows))
    axis = {"type": "quantitative", "scale": {"domain": [0, 1]}}
    encoding = {
        "x": axis | {"field": "expected", "title": "expected acceptance"},
        "y": axis | {"field": "accepted", "title": "people who accept"},
        **colours(systems),
    }
    diagonal = {
        "data": {"values": [{"expected": 0, "accepted": 0}, {"expected": 1, "accepted": 1}]},
        "mark": {"type": "line", "strokeDash": [4, 4], "color": "#b0b0b0"},
        "encoding": {k: v for k, v in encoding.items() if k in ("x", "y")},
    }
    size = {"field": "count", "type": "quantitative", "title": "pairs", "scale": {"rangeMin": 20}}
    size["legend"] = {"tickCount": 3}
    lines = {
        "data": {"values": rows},
        "encoding": encoding,
        "layer": [
            {"mark": "line"},
            {
                "mark": {"type": "point", "filled": True, "opacity": 1},
                "encoding": {"size": size, **shapes(systems)},
            },
        ],
    }
    subtitle = ["dashed: as many accept as expected; area of a point: pairs"]
    subtitle = [systems[0], *subtitle] if len(systems) == 1 else subtitle  # which no legend names
    title = {"text": label(f"Reliability: {' and '.join(drawn)}", 60).split("\n"), "subtitle": subtitle}
    return {"title": title, "width": 320, "height": 320, "layer": [diagonal, lines]}
