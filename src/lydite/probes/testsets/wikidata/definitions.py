"""What makes a category: a class, a property with a value, listed items, or a query of the user's."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ITEM = re.compile(r"Q[1-9]\d*")
_PROPERTY = re.compile(r"P[1-9]\d*")
_LANGUAGE = re.compile(r"[a-zA-Z]{2,}(-[a-zA-Z0-9]+)*")
_PREFIX = r"PREFIX\s++[^\s<]*+\s*+<[^>]*+>|BASE\s*+<[^>]*+>"
_COMMENT_OR_PREFIX = re.compile(rf"#[^\n]*+|({_PREFIX})", re.IGNORECASE)
_SELECT = re.compile(r"\bSELECT\b", re.IGNORECASE)
_SELECTED = re.compile(r"\?item\b|\*", re.IGNORECASE)
_PROLOGUE = re.compile(rf"\A(?:\s|#[^\n]*+|{_PREFIX})*+", re.IGNORECASE)

PREFIXES = """PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
"""
FEMALE, ALIASES = "wdt:P2521", "skos:altLabel"
"""Properties that hold further names of an item: the female form of its label, what else it is called."""


@dataclass(frozen=True)
class CategoryDefinition:
    """A category: its name (from Wikidata where empty) and a pattern that binds ?item."""

    name: str
    pattern: str
    item: str = ""
    """The class or value that can lend its label as a name."""
    prefixes: str = ""
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By language: words of the category that are no items of Wikidata, such as plurals and pronouns."""

    @classmethod
    def of_class(cls, text: str) -> CategoryDefinition:
        """Instances of a class: ``Q6256`` or ``country=Q6256``.

        >>> CategoryDefinition.of_class("country=Q6256").pattern
        '?item wdt:P31 wd:Q6256 .'
        """
        name, item = _named(text)
        _check(item, _ITEM, "a class is an item such as Q6256")
        return cls(name, f"?item wdt:P31 wd:{item} .", item)

    @classmethod
    def of_property(cls, text: str) -> CategoryDefinition:
        """Items with a value of a property: ``P1269:Q9089`` or ``facets of Hinduism=P1269:Q9089``."""
        name, pair = _named(text)
        key, _, value = pair.partition(":")
        if not (_PROPERTY.fullmatch(key) and _ITEM.fullmatch(value)):
            raise InputError(f"a property and its value are written P1269:Q9089, not {pair!r}")
        return cls(name, f"?item wdt:{key} wd:{value} .", value)

    @classmethod
    def of_items(cls, name: str, items: list[str]) -> CategoryDefinition:
        """Items that are listed one by one."""
        for item in items:
            _check(item, _ITEM, "an item is written Q7565")
        return cls(name, f"VALUES ?item {{ {' '.join(f'wd:{i}' for i in items)} }}")

    @classmethod
    def of_query(cls, name: str, query: str) -> CategoryDefinition:
        """Items that a query of the user's selects as ?item."""
        if not name or not any(map(_selects_item, query.split("{"))):
            raise InputError(f"query {name!r}: expected a name, and a query that selects ?item")
        rest = _PROLOGUE.sub("", query, count=1)
        prologue = query[: len(query) - len(rest)]
        prefixes = "".join(f"{p}\n" for p in _COMMENT_OR_PREFIX.findall(prologue) if p)
        return cls(name, f"{{ {rest.strip()}\n  }}", prefixes=prefixes)  # its last line may be a comment

    def labels(self, languages: list[str], page: int, offset: int, names: str = "rdfs:label") -> str:
        """Return the query for one page of items and their names in some languages, in a fixed order."""
        return (
            f"{self._head()}SELECT DISTINCT ?item ?label (LANG(?label) AS ?language) WHERE {{\n"
            f"  {self.pattern}\n  ?item {names} ?label . {language_condition(languages)}\n"
            f"}} ORDER BY ?item ?label ?language LIMIT {page} OFFSET {offset}"
        )

    def _head(self) -> str:
        mine = set(re.findall(r"PREFIX\s+([^\s<]*)", self.prefixes, re.IGNORECASE))
        return (
            "".join(p for p in PREFIXES.splitlines(keepends=True) if p.split()[1] not in mine) + self.prefixes
        )


def labels_of(items: list[str], languages: list[str]) -> str:
    """Return the query for the labels of items in several languages."""
    listed = " ".join(f"wd:{_check(item, _ITEM, 'an item is written Q7565')}" for item in items)
    return (
        f"{PREFIXES}SELECT DISTINCT ?item ?label (LANG(?label) AS ?language) WHERE {{\n"
        f"  VALUES ?item {{ {listed} }}\n  ?item rdfs:label ?label . {language_condition(languages)}\n"
        "} ORDER BY ?item ?language ?label"
    )


def language_condition(languages: list[str]) -> str:
    """Return the condition that a label is in one of these languages; codes that cannot be are refused."""
    for language in languages:
        _check(language, _LANGUAGE, "a language is written as in Wikidata: la, hi, zh-hans")
    wanted = ", ".join(f'"{language.lower()}"' for language in languages)
    return f"FILTER(LANG(?label) IN ({wanted}))"


def ready() -> dict[str, Any]:
    """Return the ready definitions: Google's semantic categories and the three of section 4."""
    text = resources.files("lydite").joinpath("data/wikidata/categories.json").read_text("utf-8")
    definitions: dict[str, Any] = json.loads(text)
    return definitions


def ready_definitions(name: str) -> list[CategoryDefinition]:
    """Return one ready definition, or those of a group (``google``, ``religion``)."""
    known = ready()
    groups: dict[str, list[str]] = {}
    for key, value in known.items():
        groups.setdefault(value["group"], []).append(key)
    if name not in known and name not in groups:
        hint = did_you_mean(name, [*groups, *known])
        raise InputError(f"no ready category {name!r}{hint} (there are {', '.join([*groups, *known])})")
    return [_ready(key, known[key]) for key in groups.get(name, [name])]


def _ready(name: str, value: dict[str, Any]) -> CategoryDefinition:
    if "class" in value:
        return CategoryDefinition.of_class(f"{name}={value['class']}")
    if "items" in value:
        return replace(CategoryDefinition.of_items(name, value["items"]), words=value.get("words", {}))
    return CategoryDefinition.of_property(f"{name}={value['property']}")


def _selects_item(text: str) -> bool:
    """Whether ?item, or all there is, is selected in what stands before a brace."""
    select = _SELECT.search(text)
    return select is not None and _SELECTED.search(text, select.end()) is not None


def _named(text: str) -> tuple[str, str]:
    name, equals, rest = text.rpartition("=")
    return (name.strip(), rest.strip()) if equals else ("", text.strip())


def _check(text: str, pattern: re.Pattern[str], expected: str) -> str:
    if not pattern.fullmatch(text):
        raise InputError(f"{expected}, not {text!r}")
    return text
