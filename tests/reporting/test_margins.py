"""Texts of charts are not cut off in fonts that are wider than the one they were measured in."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from browser import chromium, needs_chromium
from inner import name_inside
from lydite.inference import Result, Results
from lydite.probes import examine_content
from lydite.probes.testsets import TestSet
from lydite.reporting.charts import content_bars, save, specification, with_room
from lydite.vectors import Vectors

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


def test_headings_of_panels_stand_clear_of_each_other(tmp_path: Path) -> None:
    long = "a system of a rather long name, "
    vectors = Vectors.of({"a": [1, 0], "b": [1, 0.1], "c": [0, 1], "d": [0.1, 1]})
    test = TestSet.of_items({"k": {"Q1": "a", "Q2": "b"}, "l": {"Q3": "c", "Q4": "d"}})
    probes = ["topk(k=1)", "odd_one_out(k=2, samples=1000)"]
    found = examine_content({"la": (vectors, test), "hi": (vectors, test)}, probes)
    along = (
        (s, {"k": k, "hashtags": f"folder/a-long-name-{n}.tsv"})
        for s in "ab"
        for k in (0, 5, 9)
        for n in "1234"
    )
    sweep = [Result(s, "reval", p, 0.1) for s, p in along]
    each = [Result(f"{long}{n}", "F1", {"cut": cut}, 0.1) for n in range(12) for cut in (1, 5, 10)]
    unlike = [("F1(match=wordnet(preset=thesis), assign=one_to_one)", 0.3), ("KLD", 2e4), ("AE" * 30, 2e4)]
    bars = [Result(s, measure, {}, value) for s in "ab" for measure, value in unlike]
    charts = [content_bars(found)]
    charts += [specification(Results(tuple(rows))) for rows in (sweep, each, bars)]
    for number, chart in enumerate(charts):
        save(chart, tmp_path / f"{number}.svg")
        assert meeting((tmp_path / f"{number}.svg").read_text("utf-8")) == [], number


def meeting(svg: str) -> list[tuple[str, str]]:
    """Return pairs of headings that meet in a wide font; titles of axes have their size, too."""
    root = ET.fromstring(svg)  # noqa: S314 - drawn by ourselves
    texts = [(t, box) for t, size, box in placed_texts(root, (0.0, 0.0, 0.0)) if size == "13px"]
    return [
        (one, other)
        for (one, a), (other, b) in itertools.combinations(texts, 2)
        if min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])
    ]


def placed_texts(
    element: ET.Element, place: tuple[float, float, float]
) -> Iterator[tuple[str, str, list[float]]]:
    place = name_inside("lydite.reporting.charts", "_moved")(element.get("transform", ""), place)
    if element.tag.endswith("}text"):
        yield (
            "".join(element.itertext()),
            element.get("font-size", ""),
            name_inside("lydite.reporting.charts", "_box")(element, place),
        )
    for child in element:
        yield from placed_texts(child, place)
