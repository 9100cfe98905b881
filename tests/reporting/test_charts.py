"""Charts: what varies is on the axes, files are what their names say, and no phrase escapes its string."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite.core.errors import InputError, OutputError
from lydite.core.spec import parse
from lydite.inference import Result, Results, Signature
from lydite.reporting import curve_axis, varying_settings
from lydite.reporting.charts import chart, label, palette, save, script_json, specification

NASTY = [
    "</script><script>alert(1)",
    "<!-- <script>",
    "]]>",
    "' onload=alert(1) \"",
    "\x00\x1b[31m\u2028\u202e\udc80",
]


def one(system: str, spec: str, value: float = 0.5, group: str | None = None, **more: Any) -> Result:
    measure = parse(spec)
    cut = {} if measure.cut is None else {"cut": measure.cut}
    return Result(system, str(measure), measure.arguments() | cut, value, group=group, **more)


def sweep(systems: str = "AB", *specs: str) -> Results:
    return Results(tuple(one(s, spec, 0.3, low=0.2, high=0.4, chance=0.1) for s in systems for spec in specs))


def marks(spec: dict[str, Any]) -> list[str]:
    layers = spec.get("layer") or spec["spec"]["layer"]
    return [m if isinstance(m := layer["mark"], str) else m["type"] for layer in layers]


def test_a_curve_runs_along_the_cut_with_band_and_chance() -> None:
    found = specification(sweep("AB", "F1@1", "F1@5", "F1@10"))
    assert marks(found) == ["area", "line", "line", "point"]
    x = found["layer"][0]["encoding"]["x"]
    assert (x["field"], x["title"], x["axis"]["values"]) == ("x", "cutoff (@k)", [1, 5, 10])
    assert found["layer"][0]["encoding"]["color"]["scale"]["domain"] == ["A", "B"]
    assert found["layer"][1]["mark"]["strokeDash"]


def test_second_parameter_has_panels_or_the_colours_of_a_single_system() -> None:
    specs = ("F1@1", "F1@5", "F1@10", "F1(match=stem)@1", "F1(match=stem)@5", "F1(match=stem)@10")
    two = specification(sweep("AB", *specs))
    assert two["facet"]["column"]["sort"] == ["match = exact", "match = stem"]
    alone = specification(sweep("A", *specs))
    assert alone["layer"][0]["encoding"]["color"]["scale"]["domain"] == ["exact", "stem"]


def test_uncut_stands_after_the_numbers() -> None:
    found = specification(sweep("A", "F1@5", "F1@M", "F1@1", "F1@10"))
    assert found["layer"][0]["encoding"]["x"]["scale"]["domain"] == ["1", "5", "10", "all"]


def test_a_float_parameter_is_an_axis_too() -> None:
    results = sweep("A", *(f"F1(threshold={t})" for t in (0.1, 0.5, 0.9)))
    assert curve_axis(results) == "threshold"
    assert list(varying_settings(results)) == ["threshold"]


def test_nested_parameters_from_objects_and_from_text() -> None:
    rows = [
        Result("A", f"F1(match=near(k={k}))@5", {"match": f"near(k={k})", "cut": 5}, 0.1) for k in (1, 2, 3)
    ]
    assert curve_axis(Results(tuple(rows))) == "match.k"
    stems = sweep("A", "F1(match=stem)", 'F1(match=stem(language="english"))')
    assert list(varying_settings(stems)) == ["match.language"]


def test_a_number_beside_a_sweep_leaves_the_curve_as_it_is_and_is_named() -> None:
    sweep_ = [Result("A", f"reval(k={k})@{r}", {"k": k, "cut": r}, 0.1) for k in range(9) for r in (1, 5, 10)]
    beside = Result("A", "smallest_k(reach=0.3)@5", {"reach": 0.3, "cut": 5}, 12.0)
    found = specification(Results((*sweep_, beside)))
    alone = specification(Results(tuple(sweep_)))
    assert found["data"] == alone["data"]
    assert found["title"]["subtitle"] == ["A · not drawn: smallest_k"]


def test_two_places_are_no_curve_and_measures_without_the_parameter_do_not_vary() -> None:
    assert curve_axis(sweep("A", "F1@5", "F1@10")) is None
    assert list(varying_settings(sweep("A", "F1@5", "hit_rate@5"))) == ["measure"]


@pytest.mark.parametrize(
    ("results", "place", "panels"),
    [
        ([one("A", "F1@5")], "measure", None),
        ([one(s, "F1@5") for s in "ABC"], "system", None),
        ([one(s, m) for s in "AB" for m in ("P@5", "R@5")], "measure", None),
        ([one(f"{s}", m) for s in range(12) for m in ("P@5", "R@5")], "system", ["P@5", "R@5"]),
        ([one("A", "F1@5", group=g) for g in (None, "x", "y")], "group", None),
        ([one(s, m, group=g) for s in "AB" for m in ("P", "R") for g in "xy"], "group", ["P", "R"]),
        ([one("A", "P@5", 0.1), one("A", "R@5", 30.0)], "system", ["P@5", "R@5"]),
    ],
)  # fmt: skip
def test_bars_take_the_shape_that_reads_best(
    results: list[Result], place: str, panels: list[str] | None
) -> None:
    found = specification(Results(tuple(results)))
    assert marks(found)[0] == "bar"
    row = found["data"]["values"][0]
    assert row["place"] == row[place]
    assert found.get("facet", {}).get("sort") == panels


def test_what_is_no_number_is_left_out_and_said() -> None:
    rows = [Result("A", "P@5", {}, math.nan, math.nan, None), Result("A", "R@5", {}, 0.5, None, 0.6)]
    drawn = specification(Results(tuple(rows)))["data"]["values"]
    assert [r["text"] for r in drawn] == ["no value", "0.500"]
    assert [(r["low"], r["high"]) for r in drawn] == [(None, None), (None, None)]


def test_two_runs_of_one_name_are_both_drawn() -> None:
    found = specification(Results((one("A", "F1@5", 0.2), one("A", "F1@5", 0.3))))
    assert [r["system"] for r in found["data"]["values"]] == ["A", "A (2)"]
    sizes = [Result("A", "accuracy", {"size": n}, 0.1) for n in (10, 20, 40, 80)]
    assert "area" not in marks(drawn := specification(Results(tuple(sizes))))
    assert drawn["layer"][0]["encoding"]["x"]["axis"]["values"] == [10, 20, 40, 80]


@pytest.mark.parametrize("count", [1, 2, 8])
def test_lines_have_a_colour_and_a_shape_each(count: int) -> None:
    rows = [one(f"s{i}", f"F1@{k}") for i in range(count) for k in (1, 2, 3)]
    points = specification(Results(tuple(rows)))["layer"][-1]["encoding"]
    assert len(set(points["color"]["scale"]["range"])) == len(set(points["shape"]["scale"]["range"])) == count
    assert set(points["color"]["scale"]["range"]) <= set(palette())


@pytest.mark.parametrize(("count", "columns"), [(9, 5), (18, 6), (20, 5)])
def test_more_lines_than_colours_have_a_panel_each_before_the_others(count: int, columns: int) -> None:
    rows = [one(f"s{i}", f"F1@{k}") for i in range(count) for k in (1, 2, 3)]
    found = specification(Results(tuple(rows)))
    (part,) = found["vconcat"]
    assert part["facet"]["sort"] == [f"s{i}" for i in range(count)]
    assert part["columns"] == columns
    others = part["spec"]["layer"][0]
    assert len(others["data"]["values"]) == 3 * count  # of its own, so that every panel has all of them
    assert "grey: the others" in found["title"]["subtitle"][0]


def soft(*specs: str, systems: str = "AB") -> Results:
    signed = Signature.read("F1()||bootstrap:1000 expanded 0.9")
    figures = {
        "chance": 0.1,
        "corrected": 0.2,
        "corrected_low": 0.1,
        "corrected_high": 0.3,
        "signature": signed,
    }
    return Results(tuple(one(s, spec, 0.28, low=0.2, high=0.4, **figures) for s in systems for spec in specs))


def test_rows_of_panels_are_figures_and_columns_a_parameter() -> None:
    found = specification(soft(*(f"reval(k={k})@{r}" for k in (0, 5, 10) for r in (1, 5))))
    rows = found["vconcat"]
    assert [r["facet"]["column"]["sort"] for r in rows] == [["@1", "@5"], ["@1", "@5"]]
    titles = [r["spec"]["layer"][-1]["encoding"]["y"]["title"] for r in rows]
    assert titles == ["reval", "reval, corrected for chance"]
    assert {(r["value"], r["low"], r["high"], r["chance"]) for r in rows[1]["data"]["values"]} == {
        (0.2, 0.1, 0.3, None)
    }
    assert found["title"]["subtitle"] == ["band: 90% interval · dashed: chance"]
    sections = specification(soft(*(f"{m}@{k}" for m in ("P", "R") for k in (1, 5, 10))))["vconcat"]
    assert [s["layer"][-1]["encoding"]["y"]["title"] for s in sections] == [
        "P", "P, corrected for chance", "R", "R, corrected for chance",
    ]  # fmt: skip


def test_a_column_stays_where_it_is_though_nothing_is_drawn_in_it() -> None:
    plain = [one(s, f"F1@{k}", 0.3) for s in "AB" for k in (1, 5, 10)]
    mixed = Results((*plain, *soft(*(f"F1(match=stem)@{k}" for k in (1, 5, 10)))))
    rows = specification(mixed)["vconcat"]
    assert [r["facet"]["column"]["sort"] for r in rows] == [["match = exact", "match = stem"]] * 2


def test_bars_of_corrected_stand_beside_those_of_the_value() -> None:
    found = specification(soft("F1@5"))
    assert found["facet"]["column"]["sort"] == ["value", "corrected for chance"]
    assert found["title"]["subtitle"] == ["line: 90% interval · diamond: chance"]
    both = specification(soft("P@5", "R@5", systems="ABCDEFGHI"))["facet"]
    assert (both["row"]["sort"], both["column"]["sort"]) == (
        ["P@5", "R@5"],
        ["value", "corrected for chance"],
    )


def test_an_axis_starts_at_0_or_says_where() -> None:
    def axis(*values: float) -> dict[str, Any]:
        rows = [one("A", f"F1@{k}", v) for k, v in enumerate(values, 1)]
        y: dict[str, Any] = specification(Results(tuple(rows)))["layer"][-1]["encoding"]["y"]
        return y

    assert axis(0.2, 0.3, 0.5)["scale"] == {"zero": True}
    assert axis(0.2, 0.3, 0.5)["title"] == "F1"
    assert axis(0.91, 0.92, 0.94)["scale"] == {"zero": False, "domainMin": pytest.approx(0.91)}
    assert axis(0.91, 0.92, 0.94)["title"] == ["F1", "axis starts at 0.91"]
    assert axis(0.5, 0.5, 0.5)["scale"] == {"zero": True}
    many = Results(tuple(one(f"s{i}", "F1@5", 0.9 + i / 1000) for i in range(12)))
    dots = specification(many)
    assert marks(dots) == ["rule", "point", "text"]
    assert dots["layer"][1]["encoding"]["x"]["title"] == "axis starts at 0.9"


def test_less_is_better_where_it_is() -> None:
    lower = Results(tuple(Result(s, "macro_MAE", {}, 0.3, better="lower") for s in "AB"))
    assert specification(lower)["title"]["text"] == ["macro_MAE (lower is better)"]
    sweep_ = [Result("A", f"EMD(k={k})", {"k": k}, 0.1, better="lower") for k in (1, 2, 3)]
    y = specification(Results(tuple(sweep_)))["layer"][-1]["encoding"]["y"]
    assert y["title"] == "EMD (lower is better)"


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf", "html", "PNG"])
def test_files_are_what_their_names_say(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"chart.{suffix}"
    chart(sweep("AB", "F1@1", "F1@5", "F1@10"), path)
    content = path.read_bytes()
    starts = {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF", "html": b"<!DOCTYPE html>"}
    assert content.startswith(starts[suffix.lower()])
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(("name", "message"), [
    ("chart.pgn", r"chart\.pgn: .*\.png.*\.svg, \.pdf"),
    ("chart", "chart: .*extension"),
    ("missing/chart.png", "missing/chart.png: .*No such file or directory"),
])  # fmt: skip
def test_bad_paths_write_nothing(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(OutputError, match=message):
        chart(sweep("A", "F1"), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_draw() -> None:
    with pytest.raises(InputError, match="no results"):
        specification(Results(()))


@pytest.mark.parametrize(("spec", "message"), [
    ({"mark": "bar", "data": {"url": "https://example.org/x.json"}}, "url "),
    ({"mark": "nonsense", "data": {"values": []}}, "TypeError"),
    ({"mark": "bar", "data": {"values": [{"a": object()}]}}, "object"),
])  # fmt: skip
@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_bad_specifications_write_nothing(
    tmp_path: Path, spec: dict[str, Any], message: str, suffix: str
) -> None:
    with pytest.raises(InputError, match=message):
        save(spec, tmp_path / f"x.{suffix}")
    assert list(tmp_path.iterdir()) == []


def test_own_specifications_take_arrays_and_keep_their_configuration(tmp_path: Path) -> None:
    values = [
        {"a": np.float64(1.5), "b": np.int64(2), "c": np.nan, "url": "x"},
        {"a": 2.0, "b": 3, "c": np.arange(2)},
    ]
    spec = {
        "data": {"values": values},
        "mark": "point",
        "encoding": {
            "x": {"field": "a", "type": "quantitative"},
            "y": {"field": "b", "type": "quantitative"},
        },
        "config": {"axis": {"labelFontSize": 31}},
    }
    save(spec, tmp_path / "x.svg")
    svg = (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert "31px" in svg
    assert "#0072b2" in svg
    assert values[0]["b"] == np.int64(2)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.integers(4, 60))
def test_labels_lose_nothing(text: str, width: int) -> None:
    shown = label(text, width)
    kept = "".join(label(text, 10_000).split())
    assert "".join(shown.split()) == kept
    assert all(len(line) <= width for line in shown.split("\n"))


@given(
    st.recursive(
        st.text() | st.floats(allow_nan=False, allow_infinity=False), lambda x: st.lists(x, max_size=3)
    )
)
def test_json_in_a_script_reads_back_and_cannot_end_it(value: Any) -> None:
    text = script_json(value)
    assert json.loads(text) == value
    assert not set("<>&") & set(text)


class Page(HTMLParser):
    """Collects scripts and whatever could load something."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.inside = False
        self.links: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag == "script"
        if self.inside:
            self.scripts.append("")
        self.links += [a for a in attrs if a[0] in ("src", "href")]

    def handle_endtag(self, _: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.scripts[-1] += data


def nasty_results() -> Results:
    rows = [Result(s, m, {}, 0.5, 0.4, 0.6, group=g) for s in NASTY for m in NASTY[:2] for g in NASTY[:2]]
    return Results(tuple(rows))


def test_no_phrase_ends_the_script(tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    chart(nasty_results(), path)
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    assert len(page.scripts) == 3
    assert page.links == []
    systems = {row["system"].replace("\n", "") for row in json.loads(page.scripts[0])["data"]["values"]}
    assert "</script><script>alert(1)" in systems


def test_drawings_are_well_formed_whatever_the_names(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    chart(nasty_results(), path)
    root = ET.parse(path).getroot()  # noqa: S314
    assert not [e for e in root.iter() if e.tag.endswith("script")]


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium (apt-get install chromium)")
def test_no_phrase_runs_in_a_browser(tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    rows = [Result(s, "F1@5", {}, 0.5) for s in ("</script><script>document.title='taken'</script>", *NASTY)]
    chart(Results(tuple(rows)), path)
    plain = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000"]
    command = ["chromium", *plain, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", path.as_uri()]
    done = subprocess.run(command, capture_output=True, timeout=120, check=True)
    dom = done.stdout.decode("utf-8")
    assert "<title>F1@5</title>" in dom
    assert "<svg" in dom
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in dom
