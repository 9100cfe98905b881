"""Room around a drawing for its texts, in whichever font its reader's program sets them."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_WIDEST = 0.68
"""Letters of a wide sans serif (Verdana) in lines of text, on average, against the size of the type."""
_BOLD = 1.12
_MOVED = re.compile(r"translate\(([-\d.e]+)[ ,]([-\d.e]+)\)")
_TURNED = re.compile(r"rotate\(([-\d.e]+)")
_ROOT = re.compile(r'width="[\d.]+" height="[\d.]+" viewBox="[^"]*">(<rect width="[\d.]+" height="[\d.]+")?')
Place = tuple[float, float, float]
"""Where a group stands, and how it is turned, in degrees."""


def with_room(svg: str) -> str:
    """Return a drawing whose frame holds all its texts as a wide font sets them.

    >>> text = '<text text-anchor="end" font-size="10px">ab</text>'
    >>> svg = f'<svg width="10" height="20" viewBox="0 0 10 20">{text}</svg>'
    >>> with_room(svg)[:50]
    '<svg width="24" height="30" viewBox="-14 -10 24 30'
    """
    from xml.etree import ElementTree as ET

    root = ET.fromstring(svg)  # noqa: S314 - drawn by ourselves
    left, top, wide, high = map(float, root.get("viewBox", "0 0 0 0").split())
    edges = [left, top, left + wide, top + high]
    for box in _boxes(root, (0.0, 0.0, 0.0)):
        edges = [*map(min, edges[:2], box[:2]), *map(max, edges[2:], box[2:])]
    x, y = math.floor(edges[0]), math.floor(edges[1])
    w, h = math.ceil(edges[2]) - x, math.ceil(edges[3]) - y
    if (x, y, w, h) == (left, top, wide, high):
        return svg

    def framed(found: re.Match[str]) -> str:
        ground = f'<rect x="{x}" y="{y}" width="{w}" height="{h}"' if found[1] else ""
        return f'width="{w}" height="{h}" viewBox="{x} {y} {w} {h}">{ground}'

    return _ROOT.sub(framed, svg, count=1)


def _boxes(element: Element, place: Place) -> Iterator[list[float]]:
    """Yield left, top, right and bottom of every text."""
    place = _moved(element.get("transform", ""), place)
    if element.tag.rpartition("}")[2] == "text":
        yield _box(element, place)
    for child in element:
        yield from _boxes(child, place)


def _moved(transform: str, place: Place) -> Place:
    x, y, turned = place
    if found := _MOVED.search(transform):
        by_x, by_y = float(found[1]), float(found[2])
        angle = math.radians(turned)
        x += by_x * math.cos(angle) - by_y * math.sin(angle)
        y += by_x * math.sin(angle) + by_y * math.cos(angle)
    if found := _TURNED.search(transform):
        turned += float(found[1])
    return x, y, turned


def _box(element: Element, place: Place) -> list[float]:
    size = float(element.get("font-size", "11px").removesuffix("px"))
    heavy = element.get("font-weight", "") in {"bold", "600", "700", "800", "900"}
    longest = max((len(t) for t in (element.text or "", *(c.text or "" for c in element))), default=0)
    wide = longest * size * _WIDEST * (_BOLD if heavy else 1.0)
    start = {"end": -wide, "middle": -wide / 2}.get(element.get("text-anchor", ""), 0.0)
    x, y, turned = place
    angle = math.radians(turned)
    corners = [
        (
            x + along * math.cos(angle) - up * math.sin(angle),
            y + along * math.sin(angle) + up * math.cos(angle),
        )
        for along in (start, start + wide)
        for up in (-size, 0.0)
    ]
    xs, ys = zip(*corners, strict=True)
    return [min(xs), min(ys), max(xs), max(ys)]
