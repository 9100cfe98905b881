"""Results as rows of a chart's data, channels that distinguish series, axes that say where they start."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.theme import palette

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.inference.result import Result, Results

_SHAPES = (
    "circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "triangle-left", "triangle-right",
)  # fmt: skip
FROM_ZERO = 0.75
"""An axis starts at 0 unless the least value is beyond this share of the largest: else little is seen."""
_LEVEL = re.compile(r"\d+ \w+ ([\d.]+)")
FIGURES = {"value": ("low", "high"), "corrected": ("corrected_low", "corrected_high")}
"""What is drawn, and where its interval stands."""


def figures(result: Result, figure: str = "value") -> dict[str, float | None]:
    """Return the numbers that are drawn; None for those that are not there or not finite."""
    low, high = FIGURES[figure]
    drawn = {"value": getattr(result, figure), "low": getattr(result, low), "high": getattr(result, high)}
    drawn["chance"] = result.chance if figure == "value" else None
    kept = {k: v if v is not None and math.isfinite(v) else None for k, v in drawn.items()}
    whole = kept["low"] is not None and kept["high"] is not None
    return kept if whole else kept | {"low": None, "high": None}


def figures_to_draw(results: Results) -> list[str]:
    """Return what is drawn of results: the value and, where there is any, what is left of it above chance."""
    return [
        "value",
        *(["corrected"] if any(figures(r, "corrected")["value"] is not None for r in results) else []),
    ]


def interval_words(results: Results) -> str:
    """Name the intervals by their level, where all have the same.

    >>> from lydite.inference.result import Result, Results
    >>> from lydite.inference.signature import Signature
    >>> signed = Signature.read("F1()||bootstrap:1000 expanded 0.95")
    >>> interval_words(Results((Result("a", "F1", {}, 0.5, 0.4, 0.6, signature=signed),)))
    '95% interval'
    """
    words = [
        dict(r.signature.circumstances) for r in results if r.low is not None or r.corrected_low is not None
    ]
    levels = {m[1] for s in words for m in [_LEVEL.match(s.get("bootstrap") or "")] if m}
    level = f"{100 * float(levels.pop()):g}% " if len(levels) == 1 else ""
    return f"{level}interval"


def direction(result: Result) -> str:
    """Return a label where lower is better."""
    return " (lower is better)" if result.better == "lower" else ""


def value_axis(rows: Iterable[dict[str, Any]], title: str, share: float = FROM_ZERO) -> dict[str, Any]:
    """Return the axis of values: it starts at 0, or says in its title where it starts.

    It does not where the least value is beyond a share of the largest.
    """
    ends = [row[k] for row in rows for k in ("value", "low", "high", "chance") if row[k] is not None]
    least, most = min(ends, default=0.0), max(ends, default=1.0)
    axis: dict[str, Any] = {"type": "quantitative", "title": title or None}
    if least <= share * most or least == most:
        return axis | {"scale": {"zero": True}}
    step = 10.0 ** math.floor(math.log10(most - least)) / 2
    start = math.floor(least / step) * step
    note = f"axis starts at {start:.6g}"
    return axis | {"scale": {"zero": False, "domainMin": start}, "title": [title, note] if title else note}


def colours(names: Sequence[str], title: str | None = None) -> dict[str, Any]:
    """Return the colour channel; names beyond the eighth take the colours again."""
    all_colours = palette()
    return _channel("color", names, [all_colours[i % len(all_colours)] for i in range(len(names))], title)


def shapes(names: Sequence[str], title: str | None = None) -> dict[str, Any]:
    """Return the shape channel: another shape for each name, to be distinguished in grey print, too."""
    marks = [_SHAPES[i % len(_SHAPES)] for i in range(len(names))]
    return _channel("shape", names, marks, title)


def _channel(channel: str, names: Sequence[str], marks: Sequence[Any], title: str | None) -> dict[str, Any]:
    legend = {"title": title, "symbolOpacity": 1} if len(names) > 1 else None
    scale = {"domain": list(names), "range": list(marks)}
    return {channel: {"field": "series", "type": "nominal", "scale": scale, "legend": legend}}
