"""A path of substitution as a picture: down for specialisation, up for generalisation, else level.

As the figures of the thesis draw it (section 3.1.3): what goes down loses information, what goes up
assumes some.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax import saxutils

from lydite.reporting.charts.theme import with_dark
from lydite.reporting.readable import escape_control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.matchers.knowledge.substitution import AspectPath

_SLOPE = {"specialisation": 1, "generalisation": -1}
_CROSS = "inter-knowledge"  # drawn with a diamond, as in Figure 5.5


def levels(leg: AspectPath) -> list[int]:
    """Return how deep each entity of a path lies; 0 is the highest."""
    depths = [0]
    for step in leg.steps:
        depths.append(depths[-1] + _SLOPE.get(step.transition, 0))
    return [depth - min(depths) for depth in depths]


def text(leg: AspectPath) -> str:
    """Return the picture of a path for a terminal, and its entities with the score at each step."""
    canvas: dict[int, str] = {}

    def put(row: int, column: int, what: str) -> None:
        canvas[row] = canvas.get(row, "").ljust(column) + what

    depths = levels(leg)
    column = 0
    for i, depth in enumerate(depths):
        node = f"({i + 1})"
        put(2 * depth, column, node)
        column += len(node)
        if i < len(leg.steps):
            slope = depths[i + 1] - depth
            score = f"{leg.steps[i].score:.2f}"
            if slope == 0:
                tip = "◆" if leg.steps[i].transition == _CROSS else "→"
                put(2 * depth, column, f" ─{score}{tip} ")
                column += len(score) + 4
            else:
                put(2 * depth + slope, column, f"{'╲' if slope > 0 else '╱'}{score}")
                column += 3
    drawn = "\n".join(canvas.get(row, "") for row in range(max(canvas) + 1)) if leg.steps else ""
    return f"{drawn}\n\n{_table(leg)}" if drawn else _table(leg)


def _table(leg: AspectPath) -> str:
    (total, last), weighs = leg.weights, leg.weights != (1.0, 1.0)
    named = ("sense", f"{total:.4f}") if weighs else ("", "")
    rows = [("(1)", leg.start, *named, f"{total:.4f}")]
    for i, step in enumerate(leg.steps):
        total *= step.score
        rows.append((f"({i + 2})", step.target, step.transition, f"{step.score:.4f}", f"{total:.4f}"))
    if weighs:
        rows.append(("", "", "sense", f"{last:.4f}", f"{total * last:.4f}"))
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    widths[1] = min(widths[1], 60)
    return "\n".join(
        "  ".join(
            f"{_short(cell, width):{'>' if i > 2 else ''}{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            if width
        ).rstrip()
        for row in rows
    )


def _short(words: str, width: int) -> str:
    return words if len(words) <= width else words[: width - 2] + "…]"


_WIDE, _HIGH, _STEP_X, _STEP_Y = 150, 54, 236, 100


def svg(legs: Sequence[AspectPath], title: str) -> str:
    """Return the picture of the paths as an SVG document under its title, one path below the other."""
    parts = [f'<text x="20" y="26" font-size="15" font-weight="bold" fill="#111">{escape(title)}</text>']
    top, width = 50 if len(legs) == 1 else 72, 300  # of one path the title says it all
    width = max(width, 40 + 9 * len(title))
    for leg in legs:
        depths = levels(leg)
        names = [leg.start, *(step.target for step in leg.steps)]
        spots = [(20 + i * _STEP_X, top + depth * _STEP_Y) for i, depth in enumerate(depths)]
        for i, step in enumerate(leg.steps):
            tip = "diamond" if step.transition == _CROSS else "tip"
            parts.append(_arrow(spots[i], spots[i + 1], f"{step.transition} {step.score:.2f}", tip))
        parts += [_node(spot, name) for spot, name in zip(spots, names, strict=True)]
        if len(legs) > 1:
            label = f"{leg.substitute} → {leg.substitutee}: {leg.score:.4f}"
            parts.append(f'<text x="20" y="{top - 12}" font-size="13" fill="#333">{escape(label)}</text>')
        width = max(width, spots[-1][0] + _WIDE + 20)
        top += max(depths) * _STEP_Y + _HIGH + 60
    return with_dark(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="path" viewBox="0 0 {width} {top - 30}" '
        'font-family="Helvetica, Arial, sans-serif">\n'
        f"<title>{escape(title)}</title>\n"
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto"><path d="M0 0 8 4 0 8z" fill="#555"/></marker>'
        '<marker id="diamond" viewBox="0 0 14 8" refX="14" refY="4" markerWidth="14" markerHeight="8" '
        'orient="auto"><path d="M0 4 7 0 14 4 7 8z" fill="#b04a2f"/></marker></defs>\n'
        '<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _node(spot: tuple[int, int], name: str) -> str:
    x, y = spot
    lines = _wrap(name.translate({ord("["): "", ord("]"): ""}).split(", "))
    middle = y + _HIGH / 2 + 4 - 7 * (len(lines) - 1)
    spans = "".join(
        f'<text x="{x + _WIDE / 2:g}" y="{middle + 14 * i:g}" font-size="12" text-anchor="middle" '
        f'fill="#111">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    box = f'<rect x="{x}" y="{y}" width="{_WIDE}" height="{_HIGH}" rx="8" fill="#eef3f8" stroke="#4a6b8a"/>'
    return f"<g><title>{escape(name)}</title>{box}{spans}</g>"


def _wrap(words: Sequence[str], width: int = 21, most: int = 3) -> list[str]:
    """Return the words of a synset in a few short lines; the last one tells if more were left off."""
    lines = [""]
    for i, word in enumerate(words):
        comma = "," if i < len(words) - 1 else ""
        piece = (word if len(word) < width else word[: width - 2] + "…") + comma
        if lines[-1] and len(lines[-1]) + 1 + len(piece) > width:
            if len(lines) == most:
                lines[-1] = lines[-1][: width - 2].rstrip(", ") + ", …"
                break
            lines.append("")
        lines[-1] = f"{lines[-1]} {piece}".strip()
    return lines


def _arrow(start: tuple[int, int], end: tuple[int, int], label: str, tip: str = "tip") -> str:
    x1, y1 = start[0] + _WIDE, start[1] + _HIGH / 2
    x2, y2 = end[0], end[1] + _HIGH / 2
    if y2 != y1:  # leave from the edge that faces the next entity, arrive at its side
        x1, y1 = start[0] + _WIDE // 2, start[1] + (_HIGH if y2 > y1 else 0)
    kind, _, score = label.rpartition(" ")
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if start[1] == end[1]:
        words = _label(x, y - 8, score, "middle") + _label(x, y + 16, kind, "middle")
    else:  # beside the line: above it where it falls, below it where it rises
        words = _label(x + 8, y + (-6 if y2 > y1 else 14), label, "start")
    line = f'<line x1="{x1}" y1="{y1:g}" x2="{x2}" y2="{y2:g}" stroke="#555" marker-end="url(#{tip})"/>'
    return line + words


def _label(x: float, y: float, words: str, anchor: str) -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="11" text-anchor="{anchor}" fill="#333"'
    return f"<text {place}>{escape(words)}</text>"


def escape(text: str) -> str:
    r"""Return text as XML may hold it: control characters are spelled out.

    >>> escape("R&D\x01")
    'R&amp;D\\x01'
    """
    return saxutils.escape(escape_control(text))
