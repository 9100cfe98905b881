"""Hashtags through time: how far each moved in each batch, and how many of its synonyms are new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.labels import label
from lydite.reporting.charts.theme import palette

if TYPE_CHECKING:
    from collections.abc import Sequence

_MANY = 30
"""Batches from which not each has a label."""


def drift_chart(
    rows: Sequence[dict[str, Any]], tags: Sequence[str], batches: Sequence[str]
) -> dict[str, Any]:
    """Return the Vega-Lite specification; rows have batch, tag, moved and replaced."""
    shown = list(tags)[: len(palette())]
    named = {tag: label(tag, 28) for tag in shown}
    data = [{**row, "hashtag": named[row["tag"]]} for row in rows if row["tag"] in named]
    there = {row["batch"] for row in data}
    order = [b for b in batches if b in there]
    axis: dict[str, Any] = {"labelAngle": -45 if len(order) > 8 else 0, "labelOverlap": len(order) > _MANY}
    x = {"field": "batch", "type": "ordinal", "sort": order, "title": None, "axis": axis}
    colour = {
        "field": "hashtag",
        "type": "nominal",
        "title": "hashtag",
        "sort": list(named.values()),
        "scale": {"domain": list(named.values())},
    }

    def panel(field: str, title: str, last: bool) -> dict[str, Any]:  # noqa: FBT001
        below = x if last else {**x, "axis": {**axis, "labels": False, "ticks": False}}
        y = {"field": field, "type": "quantitative", "title": title}
        return {
            "mark": {"type": "line", "point": True},
            "encoding": {"x": below, "y": y, "color": colour},
            "width": max(320, min(900, 26 * len(order))),
            "height": 180,
        }

    return {
        "title": {
            "text": "Hashtags through time",
            "subtitle": "the vector of a hashtag and its nearest synonyms after each batch of tweets",
        },
        "data": {"values": data},
        "vconcat": [
            panel("moved", "moved (1 − cosine)", last=False),
            panel("replaced", "synonyms replaced", last=True),
        ],
        "spacing": 12,
    }
