"""Names of the code: one class has one name, no bare participles; no long file, no ignore without reason."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import lydite

ROOT = Path(lydite.__file__).parent
LONGEST = 300
PARTICIPLES = (
    "ed",
    "ing",
    "Said",
    "Bent",
    "Held",
    "Lost",
    "Found",
    "Made",
    "Known",
    "Drawn",
    "Kept",
    "Built",
)
NOUNS = {"Annealing", "Drawing", "Meaning"}  # of the field, though they end so


@cache
def _classes() -> Counter[str]:
    trees = (ast.parse(file.read_text("utf-8")) for file in ROOT.rglob("*.py"))
    return Counter(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def test_no_class_name_stands_twice() -> None:
    assert len(_classes()) > 300
    assert [name for name, number in _classes().items() if number > 1] == []


def test_no_class_is_a_bare_participle() -> None:
    """Participles before a noun say something (CountedRanks); alone they do not say of what."""
    words = (name.lstrip("_") for name in _classes())
    alone = {word for word in words if word[1:].islower() and word.endswith(PARTICIPLES)}
    assert alone - NOUNS == set()


def test_no_file_is_long() -> None:
    long = {
        str(f.relative_to(ROOT))
        for f in ROOT.rglob("*.py")
        if len(f.read_text("utf-8").splitlines()) > LONGEST
    }
    assert long == set()


def test_what_the_type_checker_ignores_has_a_reason() -> None:
    bare = re.compile(r"# type: ignore(?!\[[a-z-]+(, [a-z-]+)*\]  # \w)")
    found = {str(f.relative_to(ROOT)) for f in ROOT.rglob("*.py") if bare.search(f.read_text("utf-8"))}
    assert found == set()
