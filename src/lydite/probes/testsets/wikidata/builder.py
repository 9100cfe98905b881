"""From definitions to test sets in one or several languages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.languages import known_code, tag_of
from lydite.core.notes import Note
from lydite.probes.testsets.built import BuiltTestSet, built_set
from lydite.probes.testsets.wikidata.definitions import (
    ALIASES,
    FEMALE,
    CategoryDefinition,
    labels_of,
    language_condition,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.choices import Spaces
    from lydite.probes.testsets.wikidata.client import Row, SparqlClient

    Labels = Mapping[str, Mapping[str, Sequence[str]]]
    """By item, then by language: what it is called."""

PAGE = 5_000  # rows asked for at once
_BATCH = 200  # items whose labels are asked for at once


def build(
    client: SparqlClient,
    definitions: Sequence[CategoryDefinition],
    language: str,
    *,
    translate: Sequence[str] = (),
    fallback: str = "",
    spaces: Spaces = "drop",
    name: str = "wikidata",
    aliases: bool = False,
    female: bool = False,
) -> list[BuiltTestSet]:
    """Return the set in ``language``, then in each of the languages it is translated into.

    Items keep their Q ids, and a category has one name in all languages; an item is in the set of each
    language that has a label of it, whether or not the first one does. Names are lower-cased as the language
    does it; those with spaces are dropped or kept. Items without a label take that of ``fallback`` if that is
    given: "mul" is where Wikidata keeps names that are the same in most languages. ``female`` adds the female
    form of labels (P2521), ``aliases`` what else items are called.
    """
    if not definitions:
        raise InputError("no category was asked for (--class, --property, --query or --ready)")
    fallback = _coded(fallback) if fallback else ""
    wanted = list(dict.fromkeys([_coded(language), *map(_coded, translate)]))
    every = [*wanted, *([fallback] if fallback else [])]
    language_condition(every)  # told before anything is asked
    kinds = ["rdfs:label", *([FEMALE] if female else []), *([ALIASES] if aliases else [])]
    named = _with_names(client, definitions)
    labels = {d.name: [_items(client, d, every, kind) for kind in kinds] for d in named}
    for d in named:
        spoken = {word: {code: [word]} for code, words in d.words.items() for word in words}
        labels[d.name][0] = {**labels[d.name][0], **spoken}
    built = [_set(labels, one, fallback, spaces, name) for one in wanted]
    if not any(built[0].test.categories.values()):
        raise InputError(f"there would be no word in this set ({'; '.join(built[0].notes)})")
    return built


def _set(
    labels: Mapping[str, Sequence[Labels]], language: str, fallback: str, spaces: Spaces, name: str
) -> BuiltTestSet:
    """Return the set of one language; further names count only of items that have a label."""
    items: dict[str, dict[str, list[str]]] = {}
    lost: set[str] = set()
    for category, (plain, *more) in labels.items():
        chosen = items[category] = {}
        for item, called in plain.items():
            own = called.get(language.lower()) or called.get(fallback.lower(), [])
            if not own:
                lost.add(item)
            else:
                further = [w for one in more for w in one.get(item, {}).get(language.lower(), [])]
                chosen[item] = [own[0], *further]
    made = built_set(items, language, spaces=spaces, name=name)
    every = {item for plain, *_ in labels.values() for item in plain}
    sentence = "{count:,} of {of:,} items have no label in this language"
    note = Note(sentence, language, count=len(lost), of=len(every))
    return replace(made, notes=(note, *made.notes)) if lost else made


def _items(client: SparqlClient, definition: CategoryDefinition, languages: list[str], names: str) -> Labels:
    """Return the names of each item of a category by language."""
    labels_by_item: dict[str, dict[str, list[str]]] = {}
    offset = 0
    while True:
        rows = _rows(client, definition.labels(languages, PAGE, offset, names))
        for row in rows:
            by_language = labels_by_item.setdefault(_item(row["item"]), {})
            by_language.setdefault(row["language"].lower(), []).append(row["label"])
        offset += len(rows)
        if len(rows) != PAGE:  # the last page, or an endpoint that does not page
            break
    return labels_by_item


def _labels(client: SparqlClient, items: list[str], languages: Sequence[str]) -> dict[str, dict[str, str]]:
    by_language: dict[str, dict[str, str]] = {}
    for a in range(0, len(items), _BATCH):
        for row in _rows(client, labels_of(items[a : a + _BATCH], list(languages))):
            by_language.setdefault(row["language"].lower(), {}).setdefault(_item(row["item"]), row["label"])
    return by_language


def _rows(client: SparqlClient, query: str) -> list[Row]:
    """Return the rows of an answer to a question for labels; each says of what, and in which language."""
    rows = client.ask(query)
    for row in rows:
        if missing := [name for name in ("item", "language", "label") if name not in row]:
            raise InputError(f"{client.endpoint}: an answer without {missing[0]!r}")
    return rows


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
