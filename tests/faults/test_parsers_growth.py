"""No parser takes four times as long for twice the text: loops of our own, which no pattern shows."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import pytest

from lydite.reporting.spelling import spell_unprintable
from lydite.sources.wikipedia.dumps.export import RawPage
from lydite.sources.wikipedia.dumps.extract import PageExtractor
from lydite.sources.wikipedia.dumps.leads import lead
from lydite.sources.wikipedia.dumps.rendered import read_page
from lydite.sources.wikipedia.dumps.salient import near_concepts
from lydite.sources.wikipedia.titles import WikiSite
from lydite.text import fold, hashtag, stem_fold, tokens

RATIO = 3.0
LEAST = 0.02  # seconds, below which a time says nothing
SITE = WikiSite()
UNITS = (
    "{{a}} ", "[[a]] ", "[[a|b", "{{", "}}", "{{a|", "\n{|", "\n|}", "\n{|\n|}", "<ref>", "</ref>", "<!--",
    "-->",
    "<nowiki>", "[[File:a|", "[[File:a|[[b]]", "''", "(", "((a)", "<table>", "<table></table>", "<div>",
    "</div>",
    "<a href='b.htm'>", "<a href='b.htm'>c</a>", "<sup>", "<i>", "<p>", "\n", "\n:", "==a==\n", "-", "a-",
    "#", "@",
    "http://a.", "&amp;", "&", "'s", "é", "a b ", "[", "]", "[http://a ", "{{{", "|", " ", "\u200d",
    "<script>",
)  # fmt: skip


def html(text: str) -> Any:
    return list(read_page("a.htm", f"<html><title>a</title><body><p>{text}</body></html>", SITE, words=True))


def mentions(count: int) -> Any:
    import numpy as np

    links = [(i, ["a", f"x{i}"]) for i in range(count)]
    return near_concepts(["a"] * count, np.zeros(count, np.uint64), links)


def long_mention(count: int) -> Any:
    import numpy as np

    anchor = [f"w{i}" for i in range(count)]
    words = [*anchor, *["z"] * 4 * count]
    return near_concepts(words, np.zeros(len(words), np.uint64), [(1, anchor), (2, ["z"])])


def spelled(count: int) -> bytes:
    import codecs

    codecs.register_error("lydite.test", spell_unprintable)
    return (" " + "é spelled in ASCII" * count).encode("ascii", "lydite.test")


READERS: dict[str, Callable[[str], Any]] = {
    "wikitext": lambda t: PageExtractor(SITE, lead=True, words=True)(RawPage("a", 0, None, t)),
    "html": html, "tokens": tokens, "fold": fold, "stem_fold": stem_fold, "hashtag": hashtag,
    "titles": SITE.resolve,
}  # fmt: skip
NESTED: dict[str, Callable[[int], Any]] = {
    "templates on one line": lambda n: lead("a {{b}} " * n, frozenset()),
    "links in templates": lambda n: lead("{{a " * n + "[[b]] " * n + "}}" * n, frozenset()),
    "boxes": lambda n: html("<div>" * n + "a(" * n),
    "boxes that nothing opened": lambda n: html("<div>" * n + "</table>" * n),
    "links of one first word": mentions,
    "a link of many words": long_mention,
    "letters that a stream has no bytes for": spelled,
}


@pytest.mark.skipif(not os.environ.get("LYDITE_FULL"), reason="make test-full measures all of them")
@pytest.mark.parametrize("name", READERS)
def test_text_of_one_unit(name: str) -> None:
    read = READERS[name]
    slow = {}
    for unit in UNITS:
        for before in ("", "a"):
            ratio = _ratio(lambda n, u=unit, b=before: read(b + u * (n // len(u))), 20_000)  # type: ignore[misc]
            if ratio >= RATIO:
                slow[before + unit] = round(ratio, 1)
    assert not slow


@pytest.mark.skipif(not os.environ.get("LYDITE_FULL"), reason="make test-full measures all of them")
@pytest.mark.parametrize("name", NESTED)
def test_what_stands_in_each_other(name: str) -> None:
    assert _ratio(NESTED[name], 16_000) < RATIO


def test_an_anchor_at_the_end_is_no_longer_one() -> None:
    """Of "a" and "a b", the last word of a text is the first."""
    import numpy as np

    near = near_concepts(["a"], np.zeros(1, np.uint64), [(7, ["a", "b"]), (9, ["a"])])
    assert near[1].tolist() == [9]
    near = near_concepts(["a", "b"], np.arange(2, dtype=np.uint64), [(7, ["a", "b"]), (9, ["a"])])
    assert set(near[1].tolist()) == {7}


def _ratio(use: Callable[[int], Any], size: int) -> float:
    first = _time(use, size)
    if first < LEAST:
        return 0.0
    ratio = _time(use, 2 * size) / first
    return ratio if ratio < RATIO else _time(use, 2 * size) / _time(use, size)  # another process may disturb


def _time(use: Callable[[int], Any], size: int) -> float:
    best = 1e9
    for _ in range(2):
        began = time.process_time()
        use(size)
        best = min(best, time.process_time() - began)
    return best
