"""From definitions to test sets in one or several languages."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lydite.choices import Spaces
from lydite.errors import InputError
from lydite.files import writing
from lydite.languages import known_code, tag_of
from lydite.probes.testsets.testset import TestSet
from lydite.probes.testsets.wikidata.definitions import CategoryDefinition, labels_of, language_condition

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.probes.testsets.wikidata.client import SparqlClient

_BATCH = 200  # items whose labels are asked for at once


@dataclass(frozen=True)
class BuiltTestSet:
    """A test set in one language, and what a reader must know of it."""

    language: str
    test: TestSet
    notes: tuple[str, ...] = ()


def build(
    client: SparqlClient,
    definitions: Sequence[CategoryDefinition],
    language: str,
    *,
    translate: Sequence[str] = (),
    fallback: str = "",
    spaces: Spaces = "drop",
    page: int = 5_000,
    name: str = "wikidata",
) -> list[BuiltTestSet]:
    """Return the set in ``language``, then in each of the languages it is translated into.

    Labels are lower-cased; those with spaces are dropped or kept. A translation has the same items, as far as
    they have labels in that language. Items without one take that of ``fallback`` if that is given: "mul" is
    where Wikidata keeps names that are the same in most languages.
    """
    if not definitions:
        raise InputError("no category was asked for (--class, --property, --query or --ready)")
    fallback = _coded(fallback) if fallback else ""
    spare = [fallback] if fallback else []
    language, translate = _coded(language), [_coded(other) for other in translate]
    language_condition([language, *translate, *spare])  # told before anything is asked
    named = _with_names(client, definitions)
    items_by_category = {d.name: _items(client, d, [language, *spare], page) for d in named}
    built = [_set(items_by_category, language, spaces, name)]
    if not any(built[0].test.categories.values()):
        raise InputError(f"there would be no word in this set ({'; '.join(built[0].notes)})")
    if translate:
        every = sorted({item for items in items_by_category.values() for item, _ in items})
        labels = _labels(client, every, [*translate, *spare])
        for other in translate:
            known = labels.get(fallback.lower(), {}) | labels.get(other.lower(), {})
            moved = {
                c: [(i, known[i]) for i, _ in items if i in known] for c, items in items_by_category.items()
            }
            one = _set(moved, other, spaces, name)
            lost = len(every) - len([i for i in every if i in known])
            note = f"{other}: {lost:,} of {len(every):,} items have no label in this language"
            built.append(replace(one, notes=(note, *one.notes)) if lost else one)
    return built


def write_test_set(test: TestSet, path: Path) -> None:
    """Write a set as JSON, CSV or else in the ``:name`` form (tabs between words that have spaces)."""
    if path.suffix == ".json":
        text = json.dumps(test.categories, ensure_ascii=False, indent=1) + "\n"
    elif path.suffix == ".csv":
        out = io.StringIO()
        rows = ([category, word] for category, words in test.categories.items() for word in words)
        csv.writer(out, lineterminator="\n").writerows([["category", "word"], *rows])
        text = out.getvalue()
    else:
        spaced = any(" " in word for words in test.categories.values() for word in words)
        mark, end = ("\t", "\t\n") if spaced else (" ", "\n")  # a tab also after a single word with spaces
        lines = (f":{category}\n{mark.join(words)}{end}" for category, words in test.categories.items())
        text = "".join(lines)
    with writing(path) as file:
        file.write(text)


def _set(
    items_by_category: dict[str, list[tuple[str, str]]], language: str, spaces: Spaces, name: str
) -> BuiltTestSet:
    notes = []
    categories: dict[str, tuple[str, ...]] = {}
    for category, items in items_by_category.items():
        words = dict.fromkeys(" ".join(label.lower().split()) for _, label in items)
        kept = tuple(w for w in words if w and (spaces == "keep" or " " not in w))
        if len(kept) < len(words):
            notes.append(f"{language}: {category}: {len(words) - len(kept):,} labels with spaces dropped")
        if not kept:
            notes.append(f"{language}: {category}: no word at all")
        categories[f"{category} ({language})"] = kept
    return BuiltTestSet(language, TestSet(f"{name}.{language}", categories=categories), tuple(notes))


def _items(
    client: SparqlClient, definition: CategoryDefinition, languages: list[str], page: int
) -> list[tuple[str, str]]:
    labels_by_item: dict[str, dict[str, str]] = {}
    offset = 0
    while True:
        rows = client.ask(definition.labels(languages, page, offset))
        try:
            for row in rows:
                labels_by_item.setdefault(_item(row["item"]), {}).setdefault(
                    row["language"].lower(), row["label"]
                )
        except KeyError as error:
            raise InputError(f"{client.endpoint}: an answer without {error}") from error
        offset += len(rows)
        if len(rows) != page:  # the last page, or an endpoint that does not page
            break
    order = [language.lower() for language in languages]
    wanted = {item: [labels[o] for o in order if o in labels] for item, labels in labels_by_item.items()}
    return [(item, labels[0]) for item, labels in wanted.items() if labels]  # none: not what was asked for


def _labels(client: SparqlClient, items: list[str], languages: Sequence[str]) -> dict[str, dict[str, str]]:
    by_language: dict[str, dict[str, str]] = {}
    for a in range(0, len(items), _BATCH):
        for row in client.ask(labels_of(items[a : a + _BATCH], list(languages))):
            by_language.setdefault(row.get("language", "").lower(), {}).setdefault(
                _item(row["item"]), row["label"]
            )
    return by_language


def _with_names(client: SparqlClient, definitions: Sequence[CategoryDefinition]) -> list[CategoryDefinition]:
    nameless = sorted({d.item for d in definitions if not d.name})
    known = _labels(client, nameless, ["en", "mul"]) if nameless else {}
    labels = known.get("mul", {}) | known.get("en", {})
    named = [d if d.name else replace(d, name=labels.get(d.item, d.item)) for d in definitions]
    twice = {d.name for d in named if sum(o.name == d.name for o in named) > 1}
    if twice:
        raise InputError(f"two categories have one name: {', '.join(sorted(twice))}; name them (name=Q6256)")
    return named


def _item(address: str) -> str:
    return address.rpartition("/")[2]


def _coded(language: str) -> str:
    """Return a language as Wikidata writes it: by code; its own codes, such as bat-smg, stay."""
    return language if "-" in language and known_code(language) is None else tag_of(language)
