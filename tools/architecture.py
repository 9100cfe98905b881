"""Draw docs/architecture.svg: the rooms from top to bottom, one score and one probe walked through them.

python tools/architecture.py
"""

from __future__ import annotations

from pathlib import Path

ROOMS = {
    "cli": "one file a command; shared options are said once",
    "api": "thin doors: evaluate, compare, semeval, probe, match, read_run",
    "reporting": "views make a Report of a run; formats write it; charts draw it",
    "runs · tasks": "scoring; the run file: saved, merged, compared without scoring again",
    "measures · probes": "output against gold; a source against people or test sets",
    "matchers": "how well one phrase stands for another",
    "sources · knowledge": "WordNet, Wikipedia, vectors, hashtags; graphs, labels, best paths",
    "inference · reading": "intervals, tests, ties; one opening under every reader",
    "statistics · result · signature · spec": "of items; results; how a number was made; F1@10 as a value",
    "text · compiled · files · errors": "folding and stems, kernels, atomic writing, one root error",
}
SCORE = (
    (0, "cli/score.py"),
    (3, "runs.scoring.score"),
    (8, "spec: F1(match=wordnet)@10"),
    (7, "reading: Phrases"),
    (6, "sources: WordNet"),
    (5, "matchers: scores of pairs"),
    (4, "measures: ItemStatistics"),
    (7, "inference: Results"),
    (2, "views: Report; formats: text"),
)
PROBE = (
    (0, "cli/probe.py"),
    (8, "spec: topk"),
    (7, "reading: the test set"),
    (6, "sources: vectors"),
    (4, "probes: ItemStatistics"),
    (7, "inference: Results"),
    (2, "views: Report; formats: text"),
)
DARK = """<style>@media screen and (prefers-color-scheme: dark) {
svg > rect[width="100%"] { fill: #161616; }
rect[rx] { fill: #26292d; }
text:not([fill="#fff"]) { fill: #ececec; }
text[fill="#1f5fa8"] { fill: #7fb8f5; }
text[fill="#b4531a"] { fill: #f3a673; }
line { stroke: #b0b0b0; }
}</style>"""
TOP, HEIGHT, LEFT, WIDTH = 56, 62, 20, 420


def text(x: float, y: float, words: str, **more: object) -> str:
    """Return a line of text; attributes are written with hyphens."""
    said = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in more.items())
    return f'<text x="{x}" y="{y}"{said}>{words}</text>'


def rooms() -> list[str]:
    """Return the boxes, what is in each below its name."""
    drawn = [text(LEFT, 30, "The rooms; imports point downwards", font_size=16, font_weight="bold")]
    for place, (name, what) in enumerate(ROOMS.items()):
        y = TOP + place * HEIGHT
        size = f'width="{WIDTH}" height="{HEIGHT - 8}"'
        drawn.append(f'<rect x="{LEFT}" y="{y}" {size} rx="6" fill="#f4f2ee" stroke="#8a8577"/>')
        drawn.append(text(LEFT + 12, y + 22, name, font_weight="bold"))
        drawn.append(text(LEFT + 12, y + 42, what, font_size=11.5, fill="#444"))
    return drawn


def walk(x: int, colour: str, title: tuple[str, str], steps: tuple[tuple[int, str], ...]) -> list[str]:
    """Return numbered stops beside the rooms they are in."""
    bold = {"font_weight": "bold", "font_size": 12.5, "fill": colour}
    drawn = [text(x, 22 + 16 * n, line, **bold) for n, line in enumerate(title)]
    ends = f'y1="{TOP + 15}" y2="{TOP + 8 * HEIGHT + 15}"'
    drawn.append(f'<line x1="{x + 10}" x2="{x + 10}" {ends} stroke="{colour}" opacity=".3"/>')
    for n, (room, what) in enumerate(steps, 1):
        before = sum(r == room for r, _ in steps[: n - 1])
        y = TOP + room * HEIGHT + 15 + before * 25
        drawn.append(f'<circle cx="{x + 10}" cy="{y}" r="10" fill="{colour}"/>')
        drawn.append(text(x + 10, y + 4, str(n), text_anchor="middle", fill="#fff", font_size=11))
        drawn.append(text(x + 26, y + 4, what, font_size=11.5))
    return drawn


def main() -> None:
    """Write the picture."""
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 700"',
        ' font-family="sans-serif" font-size="13">',
        DARK,
        '<rect width="100%" height="100%" fill="#fff"/>',
        *rooms(),
        *walk(462, "#1f5fa8", ("lydite score gold run", "-m F1(match=wordnet)@10"), SCORE),
        *walk(745, "#b4531a", ("lydite probe w.vec", "--test-set google -m topk"), PROBE),
        "</svg>",
    ]
    target = Path(__file__).parent.parent / "docs" / "architecture.svg"
    target.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
