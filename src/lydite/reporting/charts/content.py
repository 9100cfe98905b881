"""Categories by language: bars (Figures 4 to 6 of "OddOneOut and Topk")."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.reporting.charts.labels import label
from lydite.reporting.charts.rows import colours

if TYPE_CHECKING:
    from lydite.probes.content import Content, ContentFigure

_TITLE = 165
_WORDS = {"shared": "items all languages have", "own": "each language's own items"}


def content_bars(found: Content) -> dict[str, Any]:
    """Return bars by language, one colour for each probe: a panel for each category and kind of items."""
    rows = [_row(f) for f in found.figures if not math.isnan(f.result.value)]
    if not rows:
        raise InputError("there are no rates by category to draw")
    probes, languages = _each(rows, "series"), list(map(_language, found.vocabularies))
    lines = []
    for category in _each(rows, "category"):
        panels = []
        for items in _WORDS.values():
            chosen = [row for row in rows if (row["category"], row["items"]) == (category, items)]
            if chosen:
                title = {"text": category.split("\n"), "subtitle": items}
                panels.append({"title": title, "data": {"values": chosen}, **_bars(probes, languages)})
        lines.append({"hconcat": panels})
    return {"title": {"text": "Categories by language", "subtitle": "diamond: chance"}, "vconcat": lines}


def _bars(probes: list[str], languages: list[str]) -> dict[str, Any]:
    x = _names("language", languages, -40) | {"scale": {"domain": languages}}
    where = {"x": x, "xOffset": {"field": "series", "type": "nominal", "scale": {"domain": probes}}}
    y = {"field": "score", "type": "quantitative", "title": None}
    diamond = {"type": "point", "shape": "diamond", "size": 26, "filled": True, "color": "#24292f"}
    layers = [
        {"mark": {"type": "bar"}, "encoding": where | {"y": y} | colours(probes)},
        {"mark": diamond, "encoding": where | {"y": y | {"field": "chance"}}},
    ]
    room = -(-_TITLE // (len(languages) * len(probes)))  # so that titles of neighbours do not meet
    step = {"step": max(14, 36 // len(probes), room), "for": "offset"}
    return {"width": step, "height": 150, "layer": layers}


def _row(one: ContentFigure) -> dict[str, Any]:
    chance = one.result.chance
    return {
        "category": label(one.category, 26),
        "items": _WORDS[one.items],
        "series": label(one.probe, 40),
        "language": _language(one.language),
        "score": one.result.value,
        "chance": None if chance is None or math.isnan(chance) else chance,
    }


def _language(name: str) -> str:
    return label(name, 20)


def _names(field: str, order: list[str], angle: int) -> dict[str, Any]:
    """Return an axis of names, aslant."""
    return {"field": field, "type": "nominal", "title": None, "sort": order, "axis": {"labelAngle": angle}}


def _each(rows: list[dict[str, Any]], key: str) -> list[str]:
    return list(dict.fromkeys(row[key] for row in rows))
