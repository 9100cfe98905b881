"""Sheets in a real browser: filled in with the mouse, downloaded, gathered, equal."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser import MARKS, Page, chromium
from lydite.probes.agreement import read_judgements
from lydite.probes.agreement.questions import read_questions
from lydite.probes.agreement.sheets import lay_out, read_sheets
from lydite.probes.agreement.sheets.items import ComparisonItem, ListItem, SheetItem, VerdictItem
from lydite.reporting.sheets import write_sheets
from lydite.runs.meta.human_scores import read_human_scores
from sheet_filling import FIGURE, as_in_figure, run, sheet_127

pytestmark = MARKS


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with chromium(tmp_path_factory.mktemp("profile")) as one:
        yield one


def downloaded(page: Page, folder: Path) -> Path:
    """Press the button, and wait for the file."""
    page.downloads(folder)
    before = {*folder.glob("answers*.json")}
    page.click("#download")
    ends = time.monotonic() + 30
    while not (new := {*folder.glob("answers*.json")} - before):
        assert time.monotonic() < ends, page.run("document.getElementById('status').textContent")
        time.sleep(0.05)
    return new.pop()


def test_figure_4_1(page: Page, tmp_path: Path) -> None:
    made, sheets = sheet_127(tmp_path)
    page.open(made / "sheet-127.html")
    for answer in as_in_figure(sheets):
        item = f"main [data-item='{answer.item}']"
        for places, button in ((answer.circled, "circle"), (answer.crossed, "cross")):
            for place in places:
                page.click(f"{item} [data-place='{place}'] .{button}")
        if answer.unknown:
            page.click(f"{item} .unknown input")
    assert page.run("document.getElementById('status').textContent") == "10 of 10 answered"
    path = downloaded(page, made)
    assert path.name == "answers-127.json"
    assert run("questions", "gather", made, "-o", tmp_path / "judged.jsonl") == 0
    assert read_questions(tmp_path / "judged.jsonl").digest == read_questions(FIGURE).digest


def test_at_most_two_circled_and_marks_taken_back(page: Page, tmp_path: Path) -> None:
    made, _ = sheet_127(tmp_path)
    page.open(made / "sheet-127.html")
    item = "main [data-item='3']"
    for place in (1, 2, 3):
        page.click(f"{item} [data-place='{place}'] .circle")
    assert "at most 2 can be circled" in page.run("document.getElementById('status').textContent")
    page.click(f"{item} [data-place='3'] .cross")
    page.click(f"{item} [data-place='2'] .circle")  # taken back
    page.click(f"{item} [data-place='1'] .cross")  # crossed out instead
    page.click("#by")
    page.write(" Ann <B> ")
    path = downloaded(page, made)
    assert path.name == "answers-127-ann-b.json"
    told = json.loads(path.read_text("utf-8"))
    assert told["by"] == "Ann <B>"
    assert told["answers"] == [{"item": 3, "crossed": [1, 3]}]


NASTY = "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"
KINDS: dict[str, list[SheetItem]] = {
    "comparisons": [ComparisonItem(NASTY, f"r{n}", "b, c", f"r{n}") for n in range(3)],
    "lists": [ListItem("sys", f"d{n}", [NASTY, "été"], ["x"]) for n in range(5)],
    "verdicts": [VerdictItem(NASTY, f"r{n}", weight=0.5 + n) for n in range(2)],
}


@pytest.mark.parametrize("kind", KINDS)
def test_other_kinds(page: Page, tmp_path: Path, kind: str) -> None:
    """The n-th item (of three, five, two) gets its n-th choice; texts are texts."""
    items = KINDS[kind]
    sheets = lay_out("x", [*items], seed=4)
    write_sheets(sheets, tmp_path / "sheets")
    page.open(tmp_path / "sheets" / "sheet-001.html")
    assert page.run("document.title") == "Sheet no. 1"
    assert NASTY in page.run("document.body.innerText")
    for place, entry in enumerate(read_sheets(tmp_path / "sheets").sheets[0].entries, 1):
        page.click(f"main [data-item='{place}'] input[value='{entry.item + 1}']")
    downloaded(page, tmp_path / "sheets")
    out = tmp_path / "judged.csv"
    assert run("questions", "gather", tmp_path / "sheets", "-o", out) == 0
    if kind == "lists":
        assert read_human_scores(out).scores == {("sys", f"d{n}"): n + 1.0 for n in range(5)}
        return
    found = read_judgements(out)
    if kind == "verdicts":
        assert [(p.reference, p.rating, p.weight) for p in found.pairs] == [("r0", 1, 0.5), ("r1", 0, 1.5)]
        return
    wanted = {}
    for entry in sheets.sheets[0].entries:
        better = entry.item if entry.item == 2 else entry.order[entry.item]
        wanted[f"r{entry.item}"] = {0: 1, 1: -1, 2: 0}[better]
    assert {c.one[1]: c.answer for c in found.judged} == wanted
    assert {c.one[0] for c in found.judged} == {NASTY}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [400, 1200])
def test_readable(page: Page, tmp_path: Path, width: int, dark: bool) -> None:  # noqa: FBT001
    """Nothing is wider than the window, letters stand out from what is behind them (4.5 to 1)."""
    made, _ = sheet_127(tmp_path)
    page.looks(width=width, dark=dark)
    page.open(made / "sheet-127.html")
    assert page.run("document.documentElement.scrollWidth") <= width
    assert page.run("getComputedStyle(document.body).backgroundColor") == (
        "rgb(22, 22, 22)" if dark else "rgb(255, 255, 255)"
    )
    assert page.contrast("h1, p, .phrase, .unknown span, button, b") >= 4.5


def test_printed_on_one_page(page: Page, tmp_path: Path) -> None:
    """Ten questions fit, as on the thesis's sheets; buttons are not printed."""
    made, _ = sheet_127(tmp_path)
    page.open(made / "sheet-127.html")
    page.printed(tmp_path / "sheet.pdf")
    content = (tmp_path / "sheet.pdf").read_bytes()
    assert content.count(b"/Type /Page\n") + content.count(b"/Type /Page ") == 1
    page.call("Emulation.setEmulatedMedia", media="print")
    assert page.run("getComputedStyle(document.querySelector('main .tools')).display") == "none"
    page.call("Emulation.setEmulatedMedia", media="")
