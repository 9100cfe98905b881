"""The page of a run in a real browser: looked through, filtered, copied, printed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser import MARKS, Page, chromium
from command import run
from page_runs import HOSTILE, hostile_run, run_of, save_demo

pytestmark = MARKS
CARDS = "document.querySelectorAll('#cards .item').length"
IDS = "[...document.querySelectorAll('#cards h3')].map((e) => e.textContent)"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with chromium(tmp_path_factory.mktemp("profile")) as one:
        yield one


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    save_demo(folder / "demo.run")
    assert run("report", folder / "demo.run", "-o", folder / "report.html") == 0
    return folder / "report.html"


def opened(page: Page, path: Path) -> None:
    page.looks(width=1200, dark=False)
    page.open(path)


def test_hostile_phrases_are_texts(page: Page, tmp_path: Path) -> None:
    hostile_run().save(tmp_path / "hostile.run")
    path = tmp_path / "hostile.html"
    assert run("report", tmp_path / "hostile.run", "-o", path, "--bootstrap", "50") == 0
    opened(page, path)
    for card in (1, 2, 3, 4):
        page.click(f"#cards .item:nth-child({card}) .left button.phrase")
    assert page.run("document.title") == "2 systems on 4 items"
    assert page.run("document.querySelectorAll('img').length") == 0
    assert HOSTILE[0] in page.run("document.querySelector('#cards .phrase').textContent")


def test_keys(page: Page, report: Path) -> None:
    opened(page, report)
    page.press("j")
    page.press("j")
    focused = "document.activeElement.querySelector('h3')?.textContent"
    assert page.run(focused) == "astronomy-2"
    page.press("k")
    assert page.run(focused) == "astronomy-1"
    page.press("/")
    assert page.run("document.activeElement.id") == "search"
    page.write("vaccine")
    page.until(f"{CARDS} === 1")
    assert page.run(IDS) == ["medicine-3"]
    page.press("j")  # a letter of what is searched for
    assert page.run("document.activeElement.id") == "search"


def test_sorted_and_filtered(page: Page, report: Path) -> None:
    opened(page, report)
    scores = (
        "[...document.querySelectorAll('#cards .scores')]"
        ".map((e) => e.textContent.match(/[0-9.]+$|[0-9.]+(?= ·)/g).map(Number))"
    )
    page.choose("#sort", "3")  # speller less meaner
    gaps = [round(a - b, 3) for a, b in page.run(scores)]
    assert gaps == sorted(gaps, reverse=True)
    page.choose("#sort", "1")
    left = [a for a, _ in page.run(scores)]
    assert left == sorted(left)
    page.choose("#topic", json.dumps("cooking"))
    assert {name.partition("-")[0] for name in page.run(IDS)} == {"cooking"}
    page.choose("#topic", "")
    page.choose("#status", "spurious")
    assert page.run(
        "[...document.querySelectorAll('#cards .item')].every((e) => e.querySelector('.spurious'))"
    )
    page.choose("#right", "-1")
    assert page.run("document.querySelectorAll('#cards .right').length") == 0


def test_pages_of_the_first_items(page: Page, tmp_path: Path) -> None:
    gold = {f"{n:03}": [f"cat {n}", "dog"] for n in range(130)}
    run_of(gold, {"same": gold}, "F1(match=stem)").save(tmp_path / "many.run")
    path = tmp_path / "many.html"
    assert run("report", tmp_path / "many.run", "-o", path, "--inside", "50", "--bootstrap", "0") == 0
    opened(page, path)
    assert page.run("document.getElementById('items-state').textContent") == (
        "The first 50 of 130 items are listed."
    )
    assert page.run("document.getElementById('count').textContent") == "50 of 50 items"
    assert page.run(CARDS) == 20
    for _ in range(21):
        page.press("j")
    assert page.run("document.activeElement.querySelector('h3').textContent") == "020"


def test_lines_join_what_was_matched(page: Page, report: Path) -> None:
    """There is a line for each match, and pressing it shows the path."""
    opened(page, report)
    card = "#cards .item:nth-child(2)"
    buttons = page.run(f"document.querySelectorAll('{card} button.phrase').length")
    assert page.run(f"document.querySelectorAll('{card} .lines path.line').length") == buttons > 3
    page.run(f"document.querySelector('{card} .lines path.wide').dispatchEvent(new MouseEvent('click'))")
    assert page.run(f"document.querySelectorAll('{card} .lines path.chosen').length") == 1
    assert "in place of" in page.run(f"document.querySelector('{card} .why').textContent")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [400, 1200])
def test_readable(page: Page, report: Path, width: int, dark: bool) -> None:  # noqa: FBT001
    """Nothing is wider than the window, and letters stand out (4.5 to 1)."""
    opened(page, report)
    page.looks(width=width, dark=dark)
    page.click("#cards button.phrase")
    page.run("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    assert page.run("document.documentElement.scrollWidth") <= width
    seen = "h1, h2, h3, h4, p, strong, a, th, td, span, summary, figcaption, label, button, bdi, kbd, li, pre"
    assert page.contrast(seen) >= 4.5


BROKEN = """[...document.querySelectorAll('#cards .phrase')].flatMap((e) => {
  const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) for (const word of walker.currentNode.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(walker.currentNode, word.index);
    range.setEnd(walker.currentNode, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map((b) => Math.round(b.top))).size > 1) found.push(word[0]);
  }
  return found;
})"""


def test_words_stay_whole_on_a_telephone(page: Page, tmp_path: Path) -> None:
    """A word is broken only where it is longer than its box, however the others are spread."""
    long = "x" * 60
    gold = {"a": ["preconditioning", "law"], "b": ["summarisation of documents"], "c": [long]}
    mine = {"a": ["law"], "b": ["classification"], "c": [long]}
    other = {"a": ["numerical preconditioner"], "b": ["recommendation"], "c": [long]}
    run_of(gold, {"mine": mine, "other": other}, "F1(match=stem)").save(tmp_path / "long.run")
    assert run("report", tmp_path / "long.run", "-o", tmp_path / "long.html") == 0
    opened(page, tmp_path / "long.html")
    page.looks(width=400, dark=False)
    page.until("innerWidth === 400")
    page.run("window.dispatchEvent(new Event('resize'))")
    assert page.run(BROKEN) == [long] * 3
    assert page.run("document.documentElement.scrollWidth") <= 400


def test_spoken_and_reached_by_keyboard(page: Page, report: Path) -> None:
    """Charts have words, controls have names, everything that is pressed is a button."""
    opened(page, report)
    assert page.run(
        "[...document.querySelectorAll('.dots')].every((e) => e.getAttribute('aria-label').length > 40)"
    )
    assert page.run("[...document.querySelectorAll('figure')].every((e) => e.querySelector('details table'))")
    assert page.run("[...document.querySelectorAll('select, input')].every((e) => e.labels.length === 1)")
    assert page.run("[...document.querySelectorAll('button')].every((e) => e.textContent.trim())")


def test_printed(page: Page, report: Path, tmp_path: Path) -> None:
    opened(page, report)
    page.printed(tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    page.call("Emulation.setEmulatedMedia", media="print")
    for gone in ("nav", ".controls", ".copies", ".lines"):  # which would stand as on screen
        assert page.run(f"getComputedStyle(document.querySelector('{gone}')).display") == "none"
    assert page.run("document.querySelector('#cards .paired').getBoundingClientRect().width") > 20
    page.call("Emulation.setEmulatedMedia", media="")


def test_without_script(page: Page, report: Path) -> None:
    """Verdict, pictures, tables, disagreements, notes and signatures are there."""
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        page.call("Page.navigate", url=report.as_uri())
        time.sleep(1)
        root = page.call("DOM.getDocument", depth=-1)["root"]["nodeId"]
        text = page.call("DOM.getOuterHTML", nodeId=root)["outerHTML"]
    finally:
        page.call("Emulation.setScriptExecutionDisabled", value=False)
    for said in (
        "speller leads under all 3",
        "<svg",
        "automaton → robot",
        "needs script",
        "\\begin{tabular}",
    ):
        assert said in text


def test_tables_are_copied(page: Page, report: Path) -> None:
    """Into the clipboard, where that is allowed; else the text is selected, to be copied by hand."""
    opened(page, report)
    page.allow("clipboardReadWrite", "clipboardSanitizedWrite")
    page.call("Page.bringToFront")
    for kind, start in (
        ("latex", "% \\usepackage{booktabs}"),
        ("markdown", "| system |"),
        ("csv", "system,"),
    ):
        button = f"button[data-copy='copy-{kind}']"
        page.click(button)
        page.until(f"document.querySelector(\"{button}\").textContent === 'Copied'")
        copied = page.run("navigator.clipboard.readText()")
        assert copied.startswith(start)
        shown = page.run(f"document.getElementById('copy-{kind}').textContent")
        assert copied.replace("\r\n", "\n") == shown.replace("\r\n", "\n")
    page.allow()
    opened(page, report)
    page.run("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.click("button[data-copy='copy-csv']")
    assert page.run("getSelection().toString()").startswith("system,")
