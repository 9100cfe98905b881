"""Texts of charts are not cut off in fonts that are wider than the one they were measured in."""

from __future__ import annotations

import re
from pathlib import Path

from browser import chromium, needs_chromium
from lydite.reporting.charts import specification
from lydite.reporting.charts.margins import with_room
from lydite.reporting.charts.saving import save
from lydite.result import Result, Results

OUTSIDE = """
(() => {
  const svg = document.querySelector("svg"), frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter(t => {
    const box = t.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1
        || box.top < frame.top - 2 || box.bottom > frame.bottom + 4;
  }).map(t => t.textContent);
})()
"""


def drawing(folder: Path) -> str:
    names = ("a system with rather a long name", "WIDE", "b")
    measures = ("F1(match=wordnet(preset=thesis))@10", "P")
    rows = [Result(s, m, {}, 0.4, 0.3, 0.5, n=20) for s in names for m in measures]
    save(specification(Results(tuple(rows))), folder / "c.svg")
    return (folder / "c.svg").read_text(encoding="utf-8")


def test_the_frame_stays_a_frame(tmp_path: Path) -> None:
    svg = drawing(tmp_path)
    x, y, wide, high = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', svg).groups()  # type: ignore[union-attr]
    assert f'width="{wide}" height="{high}"' in svg
    assert f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="#ffffff"/>' in svg
    assert float(x) < 0


@needs_chromium
def test_no_text_is_cut_off(tmp_path: Path) -> None:
    svg = drawing(tmp_path)
    with chromium(tmp_path / "profile") as page:
        for font in ("DejaVu Sans", "monospace", "serif"):
            place = tmp_path / "page.html"
            other = re.sub(r'font-family="[^"]*"', f'font-family="{font}"', svg)
            place.write_text(f"<!doctype html><body>{other}</body>", encoding="utf-8")
            page.open(place)
            assert page.run(OUTSIDE) == [], font


def test_drawings_of_the_docs_have_room() -> None:
    images = Path(__file__).parents[2] / "docs" / "images"
    drawn = {f.name: f.read_text(encoding="utf-8") for f in images.glob("*.svg")}
    ours = {name: svg for name, svg in drawn.items() if 'class="marks"' in svg}
    assert len(ours) > 5
    assert [name for name, svg in ours.items() if with_room(svg) != svg] == []
