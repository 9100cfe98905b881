"""Results as rows of a chart's data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.theme import palette

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.result import Result

_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")


def figures(result: Result) -> dict[str, float | None]:
    """Return the numbers that are drawn; None for those that are not there or not finite."""
    found = {k: getattr(result, k) for k in ("value", "low", "high", "chance")}
    kept = {k: v if v is not None and math.isfinite(v) else None for k, v in found.items()}
    whole = kept["low"] is not None and kept["high"] is not None
    return kept if whole else kept | {"low": None, "high": None}


def colours(names: Sequence[str], title: str | None = None) -> dict[str, Any]:
    """Return the colour channel; names beyond the eighth take the colours again (see :func:`dashes`)."""
    found = palette()
    return _channel("color", names, [found[i % len(found)] for i in range(len(names))], title)


def dashes(names: Sequence[str], title: str | None = None) -> dict[str, Any]:
    """Return the dash channel: another dash for each round of the palette."""
    size = len(palette())
    marks = [_DASHES[i // size % len(_DASHES)] for i in range(len(names))]
    return _channel("strokeDash", names, marks, title)


def shapes(names: Sequence[str], title: str | None = None) -> dict[str, Any]:
    """Return the shape channel: another shape for each round of the palette."""
    size = len(palette())
    marks = [_SHAPES[i // size % len(_SHAPES)] for i in range(len(names))]
    return _channel("shape", names, marks, title)


def _channel(channel: str, names: Sequence[str], marks: Sequence[Any], title: str | None) -> dict[str, Any]:
    legend = {"title": title, "symbolOpacity": 1} if len(names) > 1 else None
    scale = {"domain": list(names), "range": list(marks)}
    return {channel: {"field": "series", "type": "nominal", "scale": scale, "legend": legend}}
