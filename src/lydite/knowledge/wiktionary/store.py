"""A built store of one Wiktionary, opened memory-mapped: senses, labels, graph, links to sister projects."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.errors import InputError
from lydite.core.languages import known_code, name_of, stemmer_of
from lydite.core.store.store import open_store
from lydite.core.text import fold, pieces, stems, strip_possessives, tokens
from lydite.knowledge.graph import Graph
from lydite.knowledge.labels import Labels
from lydite.knowledge.wiktionary.spelling import BETWEEN, FORM, SYNONYM, language_code, unmarked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from lydite.core.array_types import IntArray
    from lydite.core.store.store import Store
    from lydite.core.text import Accents

KIND, VERSION = "wiktionary", 1
CHECKING = "lydite.knowledge.wiktionary.checking"
SHOWN = 60  # letters of a gloss that a name has
FEW = 12  # languages that a message names


def described(languages: Mapping[str, int]) -> str:
    """Name languages, those with most first.

    >>> described({"la": 3, "de": 5})
    'de, la'
    """
    ordered = sorted(languages, key=lambda code: (-languages[code], code))
    more = f" and {len(ordered) - FEW:,} more" if len(ordered) > FEW else ""
    return ", ".join(ordered[:FEW]) + more


@dataclass(frozen=True)
class SisterLinks:
    """What a sense is in the sister projects: titles of Wikipedia's articles, numbers of Wikidata's items."""

    wikipedia: tuple[str, ...] = ()
    wikidata: tuple[str, ...] = ()


class Wiktionary:
    """The senses of one language of a store, their labels, and the graph that all its languages lie in."""

    def __init__(self, store: Store, path: str, language: str | None = None) -> None:
        self.store, self.path = store, path
        self.graph = Graph.of(store)
        self.labels = Labels.of(store)
        self.languages: dict[str, dict[str, int]] = dict(store.notes["languages"])
        self.language = self._spoken(language)
        self.english = self.language == "en"
        self.stemmer = stemmer_of(self.language)
        self.accents: Accents = "fold" if self.english else "keep"
        self.longest = int(self.languages[self.language]["longest"])

    @classmethod
    def open(cls, path: str | Path, language: str | None = None) -> Wiktionary:
        """Open a store made by ``lydite build wiktionary``; its digests are checked once."""
        return cls(open_store(path, KIND, VERSION, CHECKING), str(path), language)

    @property
    def identity(self) -> str:
        """Name and digest of what was opened."""
        return f"{KIND}:{self.store.digest}"

    def __len__(self) -> int:
        return len(self.graph)

    def targets(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the senses that folded words may mean: of the words themselves, or of those of their stems.

        In English, what owns is looked for without its sign, and what is unknown without accents.
        """
        for spelling in self._said(words):
            number = self.labels.find(self._key(" ".join(spelling)))
            if number >= 0:
                return tuple(self.labels.senses(number).tolist())
        return self._by_stem(words)

    def pieces(self, phrase: str) -> Sequence[str]:
        """Return what a folded phrase is made of where spaces do not part its words; else nothing."""
        return pieces(phrase, self.language)

    def word(self, sense: int) -> str:
        """Return the word that a sense belongs to, as it is written."""
        return self._text("word", sense)

    def words(self, sense: int) -> list[str]:
        """Return the word of a sense and its synonyms that have no entry of their own."""
        places = np.flatnonzero((self.labels.entities == sense) & (self.store["label_how"] == SYNONYM))
        numbers = np.searchsorted(self.labels.starts, places, "right") - 1
        return [self.word(sense), *(self.labels.key(n).partition(BETWEEN)[2] for n in numbers.tolist())]

    def gloss(self, sense: int) -> str:
        """Return what a sense is said to mean; nothing for words that are only named."""
        return self._text("gloss", sense)

    def pos(self, sense: int) -> str:
        """Return the part of speech of a sense."""
        return str(self.store.notes["pos"][int(self.store["pos"][sense])])

    def name(self, entity: int) -> str:
        """Return a sense as people read it: its word, part of speech and the beginning of its gloss."""
        gloss = self.gloss(entity)
        short = gloss if len(gloss) <= SHOWN else gloss[: SHOWN - 1].rstrip() + "…"
        inside = ": ".join(filter(None, (self.pos(entity), short)))
        return f"{self.word(entity)} ({inside})" if inside else self.word(entity)

    def links(self, sense: int) -> SisterLinks:
        """Return the articles and items that a sense is linked with."""
        table, order, starts = self._links
        numbers = order[int(starts[sense]) : int(starts[sense + 1])]
        keys = [table.key(n).split(BETWEEN, 1) for n in numbers.tolist()]
        items = tuple(name for kind, name in keys if kind == "wikidata")
        return SisterLinks(tuple(name for kind, name in keys if kind != "wikidata"), items)

    def linked(self, name: str) -> tuple[int, ...]:
        """Return the senses that are linked with an article, by title, or an item of Wikidata, by number."""
        return tuple(s for kind in (self.language, "wikidata") for s in self.find_linked(kind, name))

    def explicit_links(self) -> Iterator[tuple[int, str, str]]:
        """Yield the links of all senses: to an article of a Wikipedia, or to an item of Wikidata."""
        table = self._links[0]
        for number in range(len(table)):
            where, _, name = table.key(number).partition(BETWEEN)
            for sense in table.senses(number).tolist():
                yield sense, where, name

    def find_linked(self, where: str, name: str) -> Sequence[int]:
        """Return the senses that link to an article or an item."""
        table = self._links[0]
        number = table.find(f"{where}{BETWEEN}{name}")
        return table.senses(number).tolist() if number >= 0 else ()

    @property
    def matching(self) -> str:
        """What the senses of a phrase depend on: the store, and the language that it is of."""
        return f"{self.identity} {self.language}"

    def plain_texts(self, *, redirects: bool = True) -> Iterator[tuple[str, Sequence[int]]]:  # noqa: ARG002
        """Yield the words of this language, and synonyms without an entry, with the senses that have them."""
        own = self.store["label_how"] != FORM
        for number in range(len(self.labels)):
            language, _, word = self.labels.key(number).partition(BETWEEN)
            here = slice(int(self.labels.starts[number]), int(self.labels.starts[number + 1]))
            if language == self.language and own[here].any():
                yield word, self.labels.entities[here][own[here]].tolist()

    def _spoken(self, language: str | None) -> str:
        if language is None:
            if len(self.languages) == 1:
                return next(iter(self.languages))
            raise InputError(
                f"holds several languages ({self._held}): name one, as in language=la", self.path
            )
        for code in (language_code(language), known_code(language)):
            if code in self.languages:
                return str(code)
        raise InputError(
            f"no {name_of(language_code(language))} in this store, which has {self._held}", self.path
        )

    @property
    def _held(self) -> str:
        return described({code: about["senses"] for code, about in self.languages.items()})

    def _said(self, words: Sequence[str]) -> Iterable[Sequence[str]]:
        yield words
        loose = tokens(" ".join(words), language=self.language)
        if loose:
            yield loose
        if self.english:
            yield strip_possessives(words)
            if not all(map(str.isascii, words)):
                yield [fold(word, accents="fold") for word in words]

    def _key(self, phrase: str) -> str:
        return self.language + BETWEEN + unmarked(phrase, self.language)

    def _by_stem(self, words: Sequence[str]) -> tuple[int, ...]:
        words_of_phrase = tokens(" ".join(words), language=self.language)
        if self.stemmer == "none" or not words_of_phrase:
            return ()
        number = self._stems.find(self._key(" ".join(stems(words_of_phrase, self.stemmer))))
        if number < 0:
            return ()
        found = (self.labels.senses(label) for label in self._stems.senses(number).tolist())
        return tuple(dict.fromkeys(sense for senses in found for sense in senses.tolist()))

    @functools.cached_property
    def _stems(self) -> Labels:
        return Labels.of(self.store, "stem_")

    @functools.cached_property
    def _links(self) -> tuple[Labels, IntArray, IntArray]:
        """The links by name; the numbers of those of each sense, end to end; where each sense starts."""
        table = Labels.of(self.store, "link_")
        owner = np.repeat(np.arange(len(table)), np.diff(table.starts))
        order = np.argsort(table.entities, kind="stable")
        counts = np.bincount(table.entities, minlength=len(self.graph))
        return table, owner[order], offsets(counts)

    def _text(self, name: str, number: int) -> str:
        ends = self.store[f"{name}_ends"]
        begin = int(ends[number - 1]) if number else 0
        return bytes(self.store[f"{name}_text"][begin : int(ends[number])]).decode("utf-8", "replace")


def open_wiktionary(path: Path, language: str | None = None) -> Wiktionary:
    """Open a store once for all matchers of this process, and again where it was built anew."""
    manifest = path / "manifest.json"
    modified = manifest.stat().st_mtime_ns if manifest.is_file() else 0
    return _opened(path, language, modified)


@functools.lru_cache(maxsize=8)
def _opened(path: Path, language: str | None, modified: int) -> Wiktionary:
    del modified
    return Wiktionary.open(path, language)
