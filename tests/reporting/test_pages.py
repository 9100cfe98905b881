"""Pages of commands: leaderboards and several sets as whole pages, plain pages, charts in both schemes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser import Page, chromium, needs_chromium
from command import refused, run
from lydite.core.errors import MissingExtra
from lydite.inference import Comparison, Result, Results
from lydite.reporting.charts import chart
from lydite.reporting.run_page import dot_figures, legend

SECTIONS = ["ranking", "table", "disagreement", "items", "unknown", "notes", "making"]
FILLS = "[...document.querySelectorAll('svg text')].map((e) => getComputedStyle(e).fill)"
BEHIND = """[...document.querySelectorAll('svg.marks')].map((e) => e.querySelector(':scope > rect') ?? e)
  .map((e) => getComputedStyle(e))
  .map((style) => style.fill.includes('(0, 0, 0)') ? style.backgroundColor : style.fill)"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "files"
    assert run("demo", "--files", folder) == 0
    return folder


def page_of(folder: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    monkeypatch.chdir(folder)
    assert run(*arguments, "--format", "html", "-o", "page.html") == 0
    return Path("page.html").read_text("utf-8")


def said(page: str) -> str:
    found = re.search('<p class="verdict">([^<]*)', page)
    assert found is not None
    return found[1]


def test_a_leaderboard_is_a_whole_page(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(demo, monkeypatch, "score", "gold.jsonl", "--runs", "teams", "--rank-by", "F1(match=stem)")
    assert re.findall('<section id="([a-z]+)"', page) == SECTIONS
    assert "4 systems, ranked by F1(match=stem)" in page
    assert "unterminated string" in page  # the refused file
    assert page.count('class="dots"') == 1
    assert '"items":[]' not in page.replace(" ", "")
    assert "4 systems" not in said(page)
    assert "--runs teams" in page.partition('<section id="making"')[2]


def test_leaderboards_of_labels_and_vectors_are_whole_pages(
    demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = {
        (
            "semeval",
            "B",
            "sentiment/two_point/gold.tsv",
            "sentiment/two_point/wary.tsv",
        ): "--rank-by=accuracy",
        ("probe", "latin/small.vec", "latin/large.vec", "-t", "latin/categories.csv"): "--rank-by=topk",
    }
    for command, ranked in boards.items():
        page = page_of(demo, monkeypatch, *command, ranked)
        assert re.findall('<section id="([a-z]+)"', page) == SECTIONS
        assert page.count('class="dots"') > 0


def test_several_sets_of_judgements_are_one_page(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sets = ("agree", "fruit.jsonl", "thesis", "--bootstrap", "100")
    page = page_of(demo, monkeypatch, *sets, "--using", "wordnet", "--using", "stem", "-m", "SR", "-m", "GS")
    assert "<h1>2 matchers on 2 sets of judgements</h1>" in page
    assert re.findall("<figcaption>([^<]*)", page) == ["SR, fruit", "SR, thesis", "GS, fruit", "GS, thesis"]
    assert "SR (thesis)" in said(page)
    alone = page_of(demo, monkeypatch, *sets, "--using", "wordnet", "-m", "SR")
    assert "<h1>1 matcher on 2 sets of judgements</h1>" in alone
    assert "under SR (fruit)" in said(alone)
    made = page.partition('<section id="making"')[2]
    assert re.findall("<dt>(gold[^<]*)", made) == ["gold of fruit", "gold of thesis"]


def test_plain_pages_say_what_was_asked_and_how(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(demo, monkeypatch, "senses", "appreciation")
    assert "<h1>lydite senses appreciation</h1>" in page
    assert "<code>lydite senses appreciation --format html -o page.html</code>" in page
    assert "to be copied" not in page  # there is no table
    pairs = ("--pair", "en.vec=en.json", "--pair", "la.vec=la.json", "-m", "topk(k=2)")
    page = page_of(demo, monkeypatch, "content", *pairs)
    assert "<svg" in page
    assert 'aria-label="Categories by language: the numbers are in the tables below"' in page
    assert [f"copy-{kind}" in page for kind in ("latex", "markdown", "csv")] == [True] * 3


def test_charts_without_the_extra(
    demo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page has a line in place of its chart; what only draws ends before the work."""
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    pairs = ("--pair", "en.vec=en.json", "--pair", "la.vec=la.json", "-m", "topk(k=2)")
    page = page_of(demo, monkeypatch, "content", *pairs)
    assert "<svg" not in page
    assert "vl-convert-python" in page
    assert "vl-convert-python" not in page_of(demo, monkeypatch, "senses", "appreciation")
    told = refused(capsys, "score", "no-gold.jsonl", "no-run.jsonl", "--chart", "x.png")
    assert re.fullmatch(r"lydite: vl-convert-python .*pip install .*charts.*", told)
    with pytest.raises(MissingExtra):
        chart(Results((Result("a", "F1", {}, 0.5),)), "x.png")
    assert "<table>" in Results((Result("a", "F1", {}, 0.5),))._repr_html_()  # type: ignore[operator]


def test_the_answer_is_not_the_title_of_its_page(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(demo, monkeypatch, "match", "a -b food", "cake", "--using", "exact")
    assert "<h1>lydite match &#x27;a -b food&#x27; cake</h1>" in page
    assert "0.0000" in page.partition("</h1>")[2]
    assert "no results" not in page


def test_the_legend_is_of_what_is_drawn() -> None:
    rows = [Result("a", "SR", {}, 0.5), Result("a", "GS", {}, 0.5, 0.4, 0.6, chance=0.1)]
    told = [legend(drawn, Results(tuple(rows)), None) for drawn in (["SR"], ["GS"])]
    assert ["line: " in one or "tick: " in one for one in told] == [False, True]


def test_many_ties_leave_room_for_dots() -> None:
    names = [f"team-{n:02}" for n in range(40)]
    rows = Results(tuple(Result(s, "F1", {}, 1 - n / 40) for n, s in enumerate(names)))
    marks = "abcdefghijklmnopqrstuvwxyz"
    for overlap, wide, members in ((1, 2, 2), (20, 1, 20)):
        letters = {s: marks[max(0, n - overlap) : n + 1][:26] for n, s in enumerate(names)}
        tied = Comparison(rows, (), {"F1": letters}, "simultaneous", 0.95)
        figure = dot_figures(rows, tied, 3)[0]
        ends = re.findall(r'class="tie" x1="(\d+)" x2="\d+" y1="50%" y2="50%"', figure.drawing)
        assert len(set(ends)) == wide
        assert ends.count(ends[0]) >= members
        assert ("bracket: the first" in figure.caption) == (overlap > 1)


def test_an_axis_starts_at_0_or_its_caption_says_where() -> None:
    for low, told in ((0.5, ""), (0.91, ", axis starts at 0.91"), (-0.5, "")):
        rows = Results((Result("a", "F1", {}, low), Result("b", "F1", {}, 0.95)))
        assert dot_figures(rows, None, 3)[0].caption == f"F1{told}"
    (lower,) = dot_figures(Results((Result("a", "MAE", {}, 0.0, better="lower"),)), None, 3)
    assert lower.caption == "MAE, ↓ lower is better"
    assert 'cx="0.00%"' in lower.drawing


def test_nothing_is_drawn_of_what_has_no_value() -> None:
    rows = [Result("a", "brier", {}, float("nan")), Result("a", "SR", {}, 0.5)]
    assert [f.caption for f in dot_figures(Results(tuple(rows)), None, 3)] == ["SR"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with chromium(tmp_path_factory.mktemp("profile")) as one:
        yield one


@needs_chromium
@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_charts_are_dark_where_their_reader_is(
    demo: Path, monkeypatch: pytest.MonkeyPatch, browser: Page, suffix: str
) -> None:
    monkeypatch.chdir(demo)
    scored = ("score", "gold.jsonl", "speller.jsonl", "meaner.jsonl", "-m", "F1@1,2,3", "--bootstrap", "0")
    assert run(*scored, "--chart", f"dark.{suffix}", "-o", "table.txt") == 0
    for dark in (False, True):
        browser.looks(width=400, dark=dark)
        browser.open(demo / f"dark.{suffix}")
        browser.until("document.querySelectorAll('svg text').length > 3")
        ground = browser.run(BEHIND)[0]
        letters = {tuple(map(int, re.findall(r"\d+", fill)[:3])) for fill in browser.run(FILLS)}
        assert ground == ("rgb(22, 22, 22)" if dark else "rgb(255, 255, 255)")
        assert all(min(one) > 160 if dark else max(one) < 110 for one in letters)
        if suffix == "html":
            assert browser.run("document.documentElement.scrollWidth") <= 400


@needs_chromium
def test_what_matched_what_can_be_read_on_a_small_screen(
    demo: Path, monkeypatch: pytest.MonkeyPatch, browser: Page
) -> None:
    monkeypatch.chdir(demo)
    scored = ("score", "gold.jsonl", "meaner.jsonl", "-m", "F1(match=stem)", "--bootstrap", "0")
    assert run(*scored, "--items", "matched.html", "-o", "table.txt") == 0
    browser.looks(width=400, dark=False)
    browser.open(demo / "matched.html")
    assert browser.run("document.documentElement.scrollWidth") <= 400
    phrases = "[...document.querySelectorAll('td.phrase')]"
    assert (
        browser.run(f"Math.max(...{phrases}.map((e) => e.getBoundingClientRect().height))") < 60
    )  # phrases are not broken letter by letter
    assert browser.contrast("td") >= 4.5
    assert "default-src 'none'" in Path("matched.html").read_text("utf-8")
