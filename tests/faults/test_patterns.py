"""No pattern takes four times as long for twice the text, whatever the text is."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from faults.patterns import patterns, slowest
from lydite.sources.wikipedia.dumps import leads, wikitext
from lydite.sources.wikipedia.dumps.wikitext import drop_unclosed_tags

RATIO = 3.0
DUMPS = "lydite.sources.wikipedia.dumps"
GUARDED: dict[str, Callable[[str], Any]] = {  # their texts pass through something first; that is measured
    f"{DUMPS}.leads._TOKENS": lambda t: leads.lead(drop_unclosed_tags(t), frozenset()),
    f"{DUMPS}.wikitext._LINKS": lambda t: wikitext.links(drop_unclosed_tags(t)),
    f"{DUMPS}.wikitext._MARKUP": lambda t: wikitext.plain(drop_unclosed_tags(t)),
    f"{DUMPS}.wikitext._NOTES": lambda t: wikitext.running_text(drop_unclosed_tags(t)),
    f"{DUMPS}.wikitext._TABLES": lambda t: wikitext.running_text(drop_unclosed_tags(t)),
}


@pytest.mark.skipif(not os.environ.get("LYDITE_FULL"), reason="make test-full measures all patterns")
def test_time_grows_with_the_text() -> None:
    slow = {}
    names = set()
    for name, pattern, methods in patterns():
        names.add(name)
        ratio, text = slowest(pattern, methods, GUARDED.get(name))
        if ratio >= RATIO:
            slow[name] = (round(ratio, 1), text)
    assert len(names) > 100, "the patterns of all modules are found"
    assert set(GUARDED) <= names
    assert not slow


def test_what_is_quadratic_is_noticed() -> None:
    import re

    assert slowest(re.compile(r"[^\w]+$"), {"sub"})[0] >= RATIO
    assert slowest(re.compile(r"(?<=\w)[^\w]+$"), {"sub"})[0] < RATIO
