"""A violin: the density of numbers, with their quartiles, median and mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.reporting.charts.theme import palette

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ACROSS = {"type": "quantitative", "axis": None, "scale": {"domain": [-1.05, 1.05]}}
"""The x axis, on which widths are drawn from the middle to both sides."""


def violin(
    values: NDArray[np.float64], outline: Sequence[tuple[float, float]], y: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return the layers, given the outline as (number, width up to 1) and the y axis."""
    low, middle, high = np.quantile(values, [0.25, 0.5, 0.75]).tolist()
    mark = {"low": low, "median": middle, "high": high, "mean": float(values.mean()), "zero": 0}
    rows = [{"at": at, "left": -width, "right": width} for at, width in outline]
    sides = {"x": {"field": "left", **ACROSS}, "x2": {"field": "right"}}
    zero = {"field": "zero", **ACROSS}
    shape: dict[str, Any] = {
        "data": {"values": rows},
        "mark": {"type": "area", "opacity": 0.55, "color": palette()[0], "orient": "horizontal"},
        "encoding": {"y": {"field": "at", **y}, **sides},
    }
    quartiles: dict[str, Any] = {
        "data": {"values": [mark]},
        "mark": {"type": "rule", "strokeWidth": 4, "color": "#333333"},
        "encoding": {"y": {"field": "low", **y}, "y2": {"field": "high"}, "x": zero},
    }
    points: list[dict[str, Any]] = [
        {
            "data": {"values": [mark]},
            "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1, **look},
            "encoding": {"y": {"field": field, **y}, "x": zero},
        }
        for field, look in (
            ("median", {"color": "white", "stroke": "#333333"}),
            ("mean", {"color": palette()[1], "shape": "diamond"}),
        )
    ]
    return [shape, quartiles, *points]
