"""A violin: the density of numbers from the least to the largest, with quartiles, median and mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.reporting.charts.theme import palette

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray

ACROSS = {"type": "quantitative", "axis": None, "scale": {"domain": [-1.05, 1.05]}}
"""The x axis, on which widths are drawn from the middle to both sides."""
_DARK = "#24292f"


MARKS = "bar: quartiles, line: median, diamond: mean"
"""What the marks inside are."""


def violin(
    values: FloatArray, outline: Sequence[tuple[float, float]], y: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return the layers, given the outline as (number, width up to 1) and the y axis."""
    low, middle, high = np.quantile(values, [0.25, 0.5, 0.75]).tolist()
    mark = {"low": low, "median": middle, "high": high, "mean": float(values.mean())}
    mark |= {"left": -0.3, "zero": 0, "right": 0.3}
    rows = [{"at": at, "left": -width, "right": width} for at, width in outline]
    sides = {"x": {"field": "left", **ACROSS}, "x2": {"field": "right"}}
    zero = {"field": "zero", **ACROSS}
    shape: dict[str, Any] = {
        "data": {"values": rows},
        "mark": {"type": "area", "opacity": 0.55, "color": palette()[0], "orient": "horizontal"},
        "encoding": {"y": {"field": "at", **y}, **sides},
    }
    marks: list[dict[str, Any]] = [
        {
            "mark": {"type": "rule", "strokeWidth": 5, "color": _DARK},
            "encoding": {"y": {"field": "low", **y}, "y2": {"field": "high"}, "x": zero},
        },
        {
            "mark": {"type": "rule", "strokeWidth": 2.5, "color": _DARK},
            "encoding": {"y": {"field": "median", **y}, **sides},
        },
        {
            "mark": {"type": "point", "shape": "diamond", "size": 55, "fill": "white", "stroke": _DARK},
            "encoding": {"y": {"field": "mean", **y}, "x": zero},
        },
    ]
    return [shape, *({"data": {"values": [mark]}, **layer} for layer in marks)]


def density(values: FloatArray, narrowest: float) -> list[tuple[float, float]]:
    """Return a smooth density from the least to the largest number, its largest 1.

    A Gaussian kernel of Silverman's width, which is ``narrowest`` at least.
    """
    spread = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    width = max(narrowest, 0.9 * spread * len(values) ** -0.2)
    grid = np.linspace(values.min(), values.max(), 160)
    known, counts = np.unique(values, return_counts=True)
    heights = (counts * np.exp(-0.5 * ((grid[:, None] - known) / width) ** 2)).sum(axis=1)
    return list(zip(grid.tolist(), (heights / heights.max()).tolist(), strict=True))
