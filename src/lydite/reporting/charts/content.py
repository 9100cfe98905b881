"""Categories by language: bars (Figures 4 to 6 of "OddOneOut and Topk"), and a heat map above chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.reporting.charts.labels import LETTER, label
from lydite.reporting.charts.rows import colours

if TYPE_CHECKING:
    from lydite.probes.content import Content, ContentFigure

_CELL = 54
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


def content_heat_map(found: Content) -> dict[str, Any]:
    """Return a square for each category and language, coloured by the score above chance."""
    items = "shared" if any(f.items == "shared" for f in found.figures) else "own"
    rows = [_row(f) for f in found.figures if f.items == items and not math.isnan(f.result.value)]
    if not rows:
        raise InputError("there are no rates by category to draw")
    languages, categories = _each(rows, "language"), _each(rows, "category")
    largest = max(abs(row["corrected"]) for row in rows) or 1.0
    x = _names("category", categories, -30)
    y = {"field": "language", "type": "nominal", "title": None, "sort": languages}
    shade = {
        "field": "corrected",
        "type": "quantitative",
        "scale": {"domain": [-largest, 0, largest], "range": ["#b35806", "#f7f7f7", "#08519c"]},
        "legend": {"title": "corrected"},
    }
    dark = {
        "condition": {"test": f"abs(datum.corrected) > {0.6 * largest}", "value": "white"},
        "value": "#1a1a1a",
    }
    text = {"text": {"field": "corrected", "format": ".3f"}, "color": dark}
    layers = [
        {"mark": {"type": "rect"}, "encoding": {"x": x, "y": y, "color": shade}},
        {"mark": {"type": "text"}, "encoding": {"x": x, "y": y, **text}},
    ]
    longest = max(len(line) for row in rows for line in row["series"].split("\n"))
    wide = max(_CELL * len(categories), LETTER * longest)  # headings of neighbours do not meet
    inner = {"width": wide, "height": {"step": 26}, "layer": layers}
    return {
        "title": {"text": "Categories by language, above chance", "subtitle": _WORDS[items]},
        "data": {"values": rows},
        "facet": {
            "column": {"field": "series", "type": "nominal", "title": None, "sort": _each(rows, "series")}
        },
        "spec": inner,
    }


def _row(one: ContentFigure) -> dict[str, Any]:
    chance = one.result.chance
    return {
        "category": label(one.category, 26),
        "items": _WORDS[one.items],
        "series": label(one.probe, 40),
        "language": _language(one.language),
        "score": one.result.value,
        "chance": None if chance is None or math.isnan(chance) else chance,
        "corrected": one.result.corrected or 0.0,
    }


def _language(name: str) -> str:
    return label(name, 20)


def _names(field: str, order: list[str], angle: int) -> dict[str, Any]:
    """Return an axis of names, aslant."""
    return {"field": field, "type": "nominal", "title": None, "sort": order, "axis": {"labelAngle": angle}}


def _each(rows: list[dict[str, Any]], key: str) -> list[str]:
    return list(dict.fromkeys(row[key] for row in rows))
