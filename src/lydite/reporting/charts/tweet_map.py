"""A map of tweets in the colours of their hashtags (#REval, Figure 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.hashtags.projection import project
from lydite.reporting.charts import save
from lydite.reporting.charts.saving import renderer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from lydite.hashtags.projection import MapPoint
    from lydite.hashtags.store import HashtagStore
    from lydite.reading.tweets import RawTweet

# ten colours that stay apart as small dots; the house palette has eight
_COLOURS = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
    "#56b4e9", "#7f3c8d", "#8c564b", "#555555", "#b5b100",
)  # fmt: skip


def draw_map(
    tweets: Iterable[RawTweet], store: HashtagStore, path: str | Path, top: int = 10, seed: int = 0
) -> None:
    """Draw the tweets of the most frequent hashtags to a PNG, SVG, PDF or (to be looked into) HTML file."""
    renderer(path)  # an unknown extension fails before minutes of t-SNE
    points = project(tweets, store, top, seed)
    hint = "click a hashtag to see it alone, drag to move, scroll to zoom"
    save(map_specification(points, hint if str(path).endswith(".html") else store.encoder), path)


def map_specification(points: Sequence[MapPoint], subtitle: str) -> dict[str, Any]:
    """Return the Vega-Lite specification; the legend sorts hashtags by the alphabet, as the paper's does."""
    tags = sorted({p.tag for p in points})
    place = {"type": "quantitative", "axis": None, "scale": {"zero": False}}
    return {
        "title": {
            "text": f"t-SNE projection of {len(points):,} labelled tweets",
            "subtitle": subtitle,
        },
        "width": 620,
        "height": 520,
        "data": {"values": [{"x": p.x, "y": p.y, "tag": p.tag, "text": p.text} for p in points]},
        "params": [
            {"name": "view", "select": "interval", "bind": "scales"},
            {"name": "chosen", "select": {"type": "point", "fields": ["tag"]}, "bind": "legend"},
        ],
        "mark": {"type": "circle", "size": 16},
        "encoding": {
            "x": {"field": "x", **place},
            "y": {"field": "y", **place},
            "color": {
                "field": "tag",
                "type": "nominal",
                "scale": {"domain": tags, "range": [_COLOURS[i % len(_COLOURS)] for i in range(len(tags))]},
                "legend": {"title": None, "symbolOpacity": 1, "symbolSize": 70},
            },
            "opacity": {"condition": {"param": "chosen", "value": 0.75}, "value": 0.04},
            "tooltip": [{"field": "tag", "type": "nominal"}, {"field": "text", "type": "nominal"}],
        },
    }
