"""How starts are spread over a scale: seven articles, a histogram and a violin (Figures 2 to 4 of HOP)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reporting.charts.labels import label
from lydite.reporting.charts.theme import palette
from lydite.reporting.charts.violin import violin

if TYPE_CHECKING:
    from lydite.probes.hop.starts import Spread, Starts

_GREY = "#e0e0e0"


def spread(starts: Starts) -> dict[str, Any]:
    """Return the three figures side by side."""
    found = starts.spread
    if found is None:
        raise InputError("starts are spread over nothing: give --by concreteness or --by first-link")
    title = {
        "text": label(f"Starts by {found.scale}", 70),
        "subtitle": f"{len(found.scores):,} starts; grey: all articles",
    }
    return {"title": title, "hconcat": [_articles(found), _histogram(found), _violin(found)], "spacing": 30}


def _articles(found: Spread) -> dict[str, Any]:
    """Return bars of some articles from one end of the scale to the other (Figure 2)."""
    rows = [{"article": label(title, 30), "score": score} for title, score in found.examples]
    return {
        "title": {"text": "Some of them", "fontSize": 12},
        "data": {"values": rows},
        "width": 180,
        "height": {"step": 26},
        "mark": {"type": "bar", "color": palette()[0]},
        "encoding": {
            "y": {"field": "article", "type": "nominal", "sort": [r["article"] for r in rows], "title": None},
            "x": {"field": "score", "type": "quantitative", "title": found.scale, "scale": {"zero": True}},
        },
    }


def _histogram(found: Spread) -> dict[str, Any]:
    """Return how many were drawn from each bin, before how many there are (Figure 3)."""
    rows = [
        {"low": low, "high": high, "drawn": drawn, "there": there}
        for low, high, drawn, there in zip(
            found.edges[:-1].tolist(), found.edges[1:].tolist(), found.drawn, found.there, strict=True
        )
    ]
    x = {"field": "low", "type": "quantitative", "title": found.scale, "bin": "binned"}

    def bars(field: str, colour: str) -> dict[str, Any]:
        y = {"field": field, "type": "quantitative", "title": "articles"}
        mark = {"type": "bar", "color": colour, "binSpacing": 1}
        return {"mark": mark, "encoding": {"x": x, "x2": {"field": "high"}, "y": y}}

    return {
        "title": {"text": "How many of each", "fontSize": 12},
        "data": {"values": rows},
        "width": 260,
        "height": 200,
        "layer": [bars("there", _GREY), bars("drawn", palette()[0])],
    }


def _violin(found: Spread) -> dict[str, Any]:
    """Return the density of the scores with quartiles, median and mean (Figure 4)."""
    scores = found.scores
    deviation = float(scores.std(ddof=1)) if len(scores) > 1 else 0.0
    width = max(0.9 * deviation * len(scores) ** -0.2, 1e-3 + 0.02 * float(np.ptp(scores)))
    grid = np.linspace(scores.min() - width, scores.max() + width, 120)
    heights = np.exp(-0.5 * ((grid[:, None] - scores) / width) ** 2).sum(axis=1)
    outline = list(zip(grid.tolist(), (heights / heights.max()).tolist(), strict=True))
    y = {"type": "quantitative", "title": found.scale, "scale": {"zero": False}}
    return {
        "title": {"text": ["Quartiles, median (circle),", "mean (diamond)"], "fontSize": 12},
        "width": 120,
        "height": 200,
        "layer": violin(scores, outline, y),
    }
