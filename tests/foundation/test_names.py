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
    "Shown",
    "Sent",
    "Given",
    "Taken",
    "Seen",
    "Written",
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


def test_types_of_arrays_stand_in_one_file() -> None:
    named = {f.name for f in ROOT.rglob("*.py") if "NDArray" in f.read_text("utf-8")}
    assert named == {"array_types.py"}


def test_of_makes_one_from_what_it_is_given() -> None:
    """A function of that name is a constructor, wherever it stands."""
    trees = (ast.parse(file.read_text("utf-8")) for file in ROOT.rglob("*.py"))
    named = [n for tree in trees for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == "of"]
    assert len(named) > 20
    assert all([ast.unparse(mark) for mark in node.decorator_list] == ["classmethod"] for node in named)


def test_errors_of_files_are_told_in_few_places() -> None:
    """By readers, ``files`` and stores; elsewhere by locks, pipes of workers, and for standard output."""
    told = re.compile(r"except [^\n]*OSError")
    places = [f.relative_to(ROOT) for f in ROOT.rglob("*.py") for _ in told.findall(f.read_text("utf-8"))]
    own = [
        p
        for p in places
        if "reading" not in p.parts and p.name not in ("files.py", "array_files.py", "store.py")
    ]
    assert len(own) <= 3, own
