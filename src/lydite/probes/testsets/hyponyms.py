"""Test sets from a wordnet or a Wiktionary: what lies below chosen senses, in one or several languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lydite.errors import InputError
from lydite.knowledge.graph import TransitionKind
from lydite.languages import code_of
from lydite.probes.testsets.built import BuiltTestSet, built_set
from lydite.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.choices import Spaces
    from lydite.knowledge.graph import Graph

_SENSE = re.compile(r"(?P<word>.+?)(?:\.(?P<pos>[nvar]))?(?:\.(?P<number>\d{1,9}))?")
_PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


@dataclass(frozen=True)
class SenseCategory:
    """A category: its name, and the sense that all its items lie below."""

    name: str
    word: str
    pos: str = ""
    number: int = 1

    @classmethod
    def read(cls, text: str) -> SenseCategory:
        """Read ``animal``, ``animals=animal.n`` or ``animals=animal.n.1``: word, part of speech, which sense.

        >>> SenseCategory.read("beasts=animal.n.2")
        SenseCategory(name='beasts', word='animal', pos='n', number=2)
        """
        name, _, said = text.rpartition("=")
        found = _SENSE.fullmatch(said.strip())
        if found is None or int(found["number"] or 1) < 1:
            raise InputError(f"a category is written animals=animal.n.1, not {text!r}")
        return cls(
            name.strip() or found["word"], found["word"], found["pos"] or "", int(found["number"] or 1)
        )


class SenseStore(Protocol):
    """What a store of senses must know."""

    graph: Graph

    def words(self, sense: int, /) -> list[str]:
        """Return the words of a sense, in the language it was opened in."""


def build_hyponyms(
    store: Path | None,
    categories: Sequence[SenseCategory],
    languages: Sequence[str] = (),
    *,
    synonyms: bool = False,
    spaces: Spaces = "drop",
    name: str = "hyponyms",
) -> list[BuiltTestSet]:
    """Return a set for each language: all that lies below the senses, at any depth.

    Senses are chosen by words of the store's own language (of a Wiktionary, of each language), and items keep
    the number of their synset, so that languages align (of a Wiktionary, the item of Wikidata where a sense
    has one). An item is one word, the first without a space; with ``synonyms`` all words of its synset.
    """
    if not categories:
        raise InputError("no category was asked for (--category animals=animal.n.1)")
    from lydite.sources.store_kinds import kind_of

    if store is not None and kind_of(store) == "wiktionary":
        spoken: Sequence[str | None] = languages or [None]
        sets = [_from_wiktionary(store, categories, one, synonyms, spaces, name) for one in spoken]
    else:
        sets = _from_wordnet(store, categories, languages, synonyms, spaces, name)
    for made in sets:
        if not any(made.test.categories.values()):
            raise InputError(f"there would be no word in this set ({'; '.join(made.notes)})", store)
    return sets


def below(graph: Graph, sense: int) -> list[int]:
    """Return all that lies below a sense, the sense itself left out, in the order of numbers."""
    seen, waiting = {sense}, [sense]
    while waiting:
        for near, kind, _ in graph.transitions(waiting.pop()):
            if kind == TransitionKind.SPECIALISATION and near not in seen:
                seen.add(near)
                waiting.append(near)
    return sorted(seen - {sense})


def _from_wordnet(
    store: Path | None,
    categories: Sequence[SenseCategory],
    languages: Sequence[str],
    synonyms: bool,  # noqa: FBT001
    spaces: Spaces,
    name: str,
) -> list[BuiltTestSet]:
    from lydite.sources.wordnet import open_wordnet
    from lydite.sources.wordnet.lexicon import POS

    wordnet = open_wordnet(store)
    items = {}
    for one in categories:
        pos = POS.index(one.pos) if one.pos else None
        senses, _ = wordnet.ranked(fold(one.word).split(), pos)
        items[one.name] = below(wordnet.graph, _chosen(one, senses))
    sets = []
    for language in languages or [wordnet.own]:
        spoken = wordnet.speaking(language)
        keyed = {
            c: {f"s{i}": _words(spoken, i, synonyms, spaces) for i in synsets} for c, synsets in items.items()
        }
        sets.append(built_set(keyed, code_of(language), spaces=spaces, name=name))
    return sets


def _from_wiktionary(
    store: Path,
    categories: Sequence[SenseCategory],
    language: str | None,
    synonyms: bool,  # noqa: FBT001
    spaces: Spaces,
    name: str,
) -> BuiltTestSet:
    from lydite.sources.wiktionary.store import Wiktionary

    words = Wiktionary.open(store, language)
    keyed: dict[str, dict[str, list[str]]] = {}
    for one in categories:
        senses = [
            s
            for s in words.targets(fold(one.word, language=words.language).split())
            if not one.pos or words.pos(s) == _PARTS[one.pos]
        ]
        chosen = keyed[one.name] = {}
        for sense in below(words.graph, _chosen(one, senses)):
            items = words.links(sense).wikidata
            named = chosen.setdefault(items[0] if items else f"s{sense}", [])
            named += _words(words, sense, synonyms, spaces)
    return built_set(keyed, words.language, spaces=spaces, name=name)


def _chosen(category: SenseCategory, senses: Sequence[int]) -> int:
    if category.number > len(senses):
        what = f"{category.word}{category.pos and f' ({_PARTS[category.pos]})'}"
        have = (
            f"{what} has {len(senses)} sense{'s'[: len(senses) > 1]}"
            if senses
            else f"{what} is not in this store"
        )
        raise InputError(f"category {category.name}: {have} (lydite senses {category.word!r})")
    return senses[category.number - 1]


def _words(store: SenseStore, sense: int, synonyms: bool, spaces: Spaces) -> list[str]:  # noqa: FBT001
    words = store.words(sense)
    if synonyms:
        return words
    single = [w for w in words if " " not in w] if spaces == "drop" else []
    return (single or words)[:1]
