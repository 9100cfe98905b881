"""Pages of sheets: whole, offline, and nothing that users wrote is markup there."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from lydite.probes.agreement.sheets import lay_out, read_sheets
from lydite.probes.agreement.sheets.items import (
    ComparisonItem,
    ListItem,
    QuestionItem,
    SheetItem,
    VerdictItem,
)
from lydite.reporting.sheets import render_sheet
from lydite.reporting.sheets.forms import FORMS
from sheet_filling import sheet_127

NASTY = (
    "<script>document.title='taken'</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><!-- & &amp; ' $number",
    "a\x1b[2Jb\u202ec",
)


def items_with(text: str) -> list[SheetItem]:
    return [
        QuestionItem(text, text, [text, "b"], {"sentence": f"{text} and {text}"}),
        ComparisonItem(text, text, "b", text),
        ListItem(text, text, [text], [text, text]),
        VerdictItem(text, text),
    ]


class Tags(HTMLParser):
    """The tags and attributes of a page, and its text outside of scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.text = ""
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag, tuple(sorted(name for name, _ in attrs))] += 1
        self._within = tag

    def handle_data(self, data: str) -> None:
        if self._within not in ("script", "style"):
            self.text += data


def parsed(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    return tags


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("kind", range(4))
def test_no_text_is_markup(text: str, kind: int) -> None:
    plain, nasty = (lay_out("x", [items_with(t)[kind]]) for t in ("a", text))
    expected, found = (parsed(render_sheet(s, s.sheets[0])) for s in (plain, nasty))
    assert found.tags == expected.tags
    assert "\x1b" not in found.text
    assert "\u202e" not in found.text
    if text.isprintable():
        assert text in found.text


def test_nothing_runs_but_what_is_its_own(tmp_path: Path) -> None:
    made, _ = sheet_127(tmp_path)
    page = (made / "sheet-127.html").read_text("utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    for kind, tag in (("script", r"<script>(.*?)</script>"), ("style", r"<style>(.*?)</style>")):
        (content,) = re.findall(tag, page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy[1]
    assert "default-src 'none'" in policy[1]
    assert not re.search(r"https?:|src=|href=|url\(|@import", page), "one file, no network"


def test_each_kind_has_an_example_that_is_filled_in() -> None:
    for kind, form in FORMS.items():
        assert type(form.example) is kind
        sheets = lay_out("x", [form.example])
        page = render_sheet(sheets, sheets.sheets[0])
        example = page.partition('class="item example"')[2].partition("</section>")[0]
        assert 'class="option circled"' in example or " checked>" in example


def test_figure_4_1(tmp_path: Path) -> None:
    """The number, the example, ten questions with "don't know all the terms" each."""
    made, sheets = sheet_127(tmp_path)
    text = parsed((made / "sheet-127.html").read_text("utf-8")).text
    assert "Sheet no. 127" in text
    assert "John likes to eat APPLES" in text
    assert text.count("Don't know all the terms") == 11
    assert "10. " in text
    assert "11. " not in text
    assert len(read_sheets(made).sheets) == len(sheets.sheets) == 1
