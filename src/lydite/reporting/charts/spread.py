"""How starts are spread over a scale: seven articles, a histogram and a violin (Figures 2 to 4 of HOP)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reporting.charts.labels import label
from lydite.reporting.charts.rows import value_axis
from lydite.reporting.charts.theme import palette
from lydite.reporting.charts.violin import MARKS, density, violin

if TYPE_CHECKING:
    from lydite.probes.hop.starts import StartDistribution, Starts

    Spec = dict[str, Any]

_GREY = "#d0d4d9"
_HIGH = 210


def distribution_chart(starts: Starts) -> Spec:
    """Return the three figures side by side."""
    distribution = starts.spread
    if distribution is None:
        raise InputError("starts are spread over nothing: give --by concreteness or --by first-link")
    title = {
        "text": label(f"Starts by {distribution.scale}", 70),
        "subtitle": [
            (
                f"{len(distribution.scores):,} starts of {sum(distribution.there):,} articles;"
                " grey: all of these"
            ),
            f"density: {MARKS}",
        ],
    }
    return {
        "title": title,
        "hconcat": [_articles(distribution), _histogram(distribution), _violin(distribution)],
        "spacing": 30,
    }


def _articles(distribution: StartDistribution) -> Spec:
    """Return bars of some articles from one end of the scale to the other (Figure 2)."""
    rows = [{"article": label(title, 30), "score": score} for title, score in distribution.examples]
    return {
        "title": _named("Some of them"),
        "data": {"values": rows},
        "width": 180,
        "height": _HIGH,
        "mark": {"type": "bar", "color": palette()[0]},
        "encoding": {
            "y": {"field": "article", "type": "nominal", "sort": [r["article"] for r in rows], "title": None},
            "x": {
                "field": "score",
                "type": "quantitative",
                "title": distribution.scale,
                "scale": {"zero": True},
            },
        },
    }


def _histogram(distribution: StartDistribution) -> Spec:
    """Return how many were drawn from each bin, before how many there are (Figure 3)."""
    rows = [
        {"low": low, "high": high, "drawn": drawn, "there": there}
        for low, high, drawn, there in zip(
            distribution.edges[:-1].tolist(),
            distribution.edges[1:].tolist(),
            distribution.drawn,
            distribution.there,
            strict=True,
        )
    ]
    x = {"field": "low", "type": "quantitative", "title": distribution.scale, "bin": "binned"}

    def bars(field: str, colour: str) -> Spec:
        y = {"field": field, "type": "quantitative", "title": "articles"}
        mark = {"type": "bar", "color": colour, "binSpacing": 1}
        return {"mark": mark, "encoding": {"x": x, "x2": {"field": "high"}, "y": y}}

    return {
        "title": _named("How many of each"),
        "data": {"values": rows},
        "width": 260,
        "height": _HIGH,
        "layer": [bars("there", _GREY), bars("drawn", palette()[0])],
    }


def _violin(distribution: StartDistribution) -> Spec:
    """Return the density of the scores with quartiles, median and mean (Figure 4)."""
    scores = distribution.scores
    ends = [
        {"value": float(v), "low": None, "high": None, "chance": None} for v in (scores.min(), scores.max())
    ]
    y = value_axis(ends, distribution.scale)
    outline = density(scores, 1e-3 + 0.02 * float(np.ptp(scores)))
    return {"title": _named("Density"), "width": 130, "height": _HIGH, "layer": violin(scores, outline, y)}


def _named(text: str) -> Spec:
    return {"text": text, "fontSize": 12, "anchor": "start"}
