"""Runs whose pages tests look at: the demonstration data, and phrases that would like to be markup."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import performing
from lydite.runs import Run

HOSTILE = (
    "</script><script>document.title='taken'</script>",
    "<img src=x onerror=\"document.title='taken'\">",
    "]]> --> <!-- \u2028 \u2029 \x00",
    "\u202egnp.exe ' \" ` ${document.title='taken'} &lt;b&gt;",
)


def save_demo(path: Path, *, items: bool = True) -> None:
    """Save the run of ``lydite demo``."""
    folder = resources.files("lydite") / "data" / "demo"
    systems = {name: str(folder / f"{name}.jsonl") for name in ("speller", "meaner")}
    run_of(str(folder / "gold.jsonl"), systems, "F1 F1(match=stem) F1(match=meaning)", items=items).save(path)


def hostile_run() -> Run:
    """Two systems, items, topics and phrases of names that would like to be markup."""
    gold = {f"{n} {name}": [name, "cat"] for n, name in enumerate(HOSTILE)}
    same = {item: [*phrases, HOSTILE[0]] for item, phrases in gold.items()}
    other = {item: [HOSTILE[1], "kitten"] for item in gold}
    return run_of(gold, {HOSTILE[0]: same, HOSTILE[1]: other}, "F1 F1(match=meaning)")


def page_data(page: Path, element: str = "data") -> Any:
    """Return what a page has for its script."""
    found = re.search(
        rf'<script id="{element}" type="application/json">(.*?)</script>', page.read_text("utf-8"), re.DOTALL
    )
    assert found is not None
    return json.loads(found[1])


def run_of(
    gold: object, systems: dict[str, object] | dict[str, str], measures: str, *, items: bool = True
) -> Run:
    """Score, and keep the phrases."""
    return performing.run_of(gold, systems, measures.split(), keep=items)
