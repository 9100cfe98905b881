"""A search as it went: the value at every iteration, and the best so far (Figure 5.4 of the thesis)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.reporting.charts.labels import label
from lydite.reporting.charts.theme import palette

if TYPE_CHECKING:
    from lydite.tuning import TuningResult

_GREY = "#b8bec6"


def specification(result: TuningResult) -> dict[str, Any]:
    """Return the Vega-Lite specification: the chain that found the best point, and the best of all.

    Iterations are batches; of a batch that is smaller than the others, the last value is drawn.
    """
    trace = result.whole
    batch, place = trace.place
    own = [values[min(place, len(values) - 1)] for values in trace.batches]
    best = np.maximum.accumulate([values.max() for values in trace.batches])
    rows = [
        {"iteration": n, "value": float(value), "best": float(top)}
        for n, (value, top) in enumerate(zip(own, best, strict=True))
        if np.isfinite([value, top]).all()
    ]
    x = {
        "field": "iteration",
        "type": "quantitative",
        "title": "iteration",
        "axis": {"format": ",d", "tickMinStep": 1},
    }

    def y(field: str) -> dict[str, Any]:
        said = ", ".join(map(str, result.objectives))
        return {"field": field, "type": "quantitative", "title": label(said, 60), "scale": {"zero": False}}

    marked = [r for r in rows if r["iteration"] == batch]
    said = f"best at iteration {batch:,}" if batch >= 0 else "nothing was better than the start"
    subtitle = [label(f"{result.method}: grey the values of one chain, blue the best of all; {said}", 90)]
    return {
        "title": {"text": label(f"Tuning {result.space.matcher}", 70), "subtitle": subtitle},
        "width": 560,
        "height": 260,
        "data": {"values": rows},
        "layer": [
            {
                "mark": {"type": "line", "color": _GREY, "strokeWidth": 1},
                "encoding": {"x": x, "y": y("value")},
            },
            {
                "mark": {"type": "line", "color": palette()[0], "interpolate": "step-after"},
                "encoding": {"x": x, "y": y("best")},
            },
            {
                "data": {"values": marked},
                "mark": {"type": "point", "filled": True, "size": 70, "color": palette()[1]},
                "encoding": {"x": x, "y": y("best")},
            },
        ],
    }
