"""Test sets that are built from a source: items with ids, the same in all languages, and their words."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.choices import Spaces
from lydite.core.io.writing import writing
from lydite.core.languages import known_code
from lydite.core.notes import Note
from lydite.core.text import lower_case
from lydite.probes.testsets.testset import TestSet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    Items = Mapping[str, Mapping[str, Sequence[str]]]
    """By category, then by id: the names of an item, the usual one first."""


@dataclass(frozen=True)
class BuiltTestSet:
    """A test set in one language, and what a reader must know of it."""

    language: str
    test: TestSet
    notes: tuple[Note, ...] = ()


def built_set(
    items: Items, language: str, *, spaces: Spaces = "drop", name: str = "built", lower: bool = True
) -> BuiltTestSet:
    """Return the set of named items: lower-cased as the language does it, with or without spaces.

    A word that two items of a category share is the first one's.

    >>> made = built_set({"cities": {"Q406": ["İstanbul"], "Q3640": ["ANKARA"], "Q60": ["New York"]}}, "tr")
    >>> made.test.categories, made.notes
    ({'cities': ('istanbul', 'ankara')}, ('tr: cities: 1 name with spaces dropped',))
    """
    code = known_code(language) or ""
    notes: list[Note] = []
    kept: dict[str, dict[str, list[str]]] = {}
    for category, named in items.items():
        owner: dict[str, str] = {}
        spaced = 0
        for key, names in named.items():
            for written in names:
                word = " ".join((lower_case(written, code) if lower else written).split())
                if " " in word and spaces == "drop":
                    spaced += 1
                elif word:
                    owner.setdefault(word, key)
        if spaced:
            sentence = f"{{category}}: {{count:,}} name{'s'[: spaced > 1]} with spaces dropped"
            notes.append(Note(sentence, language, category=category, count=spaced))
        if not owner:
            notes.append(Note("{category}: no word at all", language, category=category))
        kept[category] = {}
        for word, key in owner.items():
            kept[category].setdefault(key, []).append(word)
    return BuiltTestSet(language, TestSet.of_items(kept, f"{name}.{language}"), tuple(notes))


def write_test_set(test: TestSet, path: Path) -> None:
    """Write a set as JSON, CSV or else in the ``:name`` form (tabs between words that have spaces).

    The first two keep the ids of items; the last has no place for them.
    """
    if path.suffix == ".json":
        text = json.dumps(_items(test) if test.ids else test.categories, ensure_ascii=False, indent=1) + "\n"
    elif path.suffix == ".csv":
        out = io.StringIO()
        head = ["category", "word", "id"] if test.ids else ["category", "word"]
        rows = [
            [category, word, test.ids.get(category, {}).get(word, "")][: len(head)]
            for category, words in test.categories.items()
            for word in words
        ]
        csv.writer(out, lineterminator="\n").writerows([head, *rows])
        text = out.getvalue()
    else:
        spaced = any(" " in word for words in test.categories.values() for word in words)
        mark, end = ("\t", "\t\n") if spaced else (" ", "\n")  # a tab also after a single word with spaces
        lines = (f":{category}\n{mark.join(words)}{end}" for category, words in test.categories.items())
        text = "".join(lines)
    with writing(path) as file:
        file.write(text)


def _items(test: TestSet) -> dict[str, dict[str, str | list[str]]]:
    """Return id and word of each item; of one with several names, all."""
    named: dict[str, dict[str, list[str]]] = {}
    for category, words in test.categories.items():
        by_id = named[category] = {}
        for word in words:
            by_id.setdefault(test.ids.get(category, {}).get(word, word), []).append(word)
    return {c: {k: w if w[1:] else w[0] for k, w in by_id.items()} for c, by_id in named.items()}
