"""A store as a knowledge base that phrases are matched with (MATCHTARGETS of section 3.3.1)."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.languages import is_english
from lydite.core.text import ELIDING, pieces, strip_possessives
from lydite.knowledge.wikipedia.store import Wikipedia
from lydite.knowledge.wikipedia.titles import unbracketed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from lydite.core.text import Accents
    from lydite.knowledge.graph import Graph

LONGEST = 24  # words of a label that is looked up


@dataclass(frozen=True, eq=False)
class WikipediaBase:
    """The senses of labels, pruned by prior probability, and the graph between them."""

    wikipedia: Wikipedia
    coverage: float = 0.99
    least: float = 0.001
    longest: int = LONGEST

    def targets(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the nodes that folded words may mean; in English, else those of the owners' names."""
        for label in dict.fromkeys(
            (tuple(words), tuple(strip_possessives(words) if self.english else words))
        ):
            found = self.wikipedia.targets(" ".join(label), coverage=self.coverage, least=self.least)
            if found:
                return tuple(found)
        return ()

    def pieces(self, phrase: str) -> Sequence[str]:
        """Return the words of a phrase with the elided ones apart, in languages that have some."""
        return pieces(phrase, self.language) if self.language in ELIDING else ()

    def name(self, entity: int) -> str:
        """Return the title of a node, C: before that of a category."""
        return self.wikipedia.display_title(entity)

    @property
    def identity(self) -> str:
        """Name and digest of what was opened."""
        return f"wikipedia:{self.wikipedia.store.digest}"

    @property
    def matching(self) -> str:
        """What the nodes of a phrase depend on: the store, and how senses are pruned."""
        return f"{self.identity} {self.coverage} {self.least}"

    def plain_texts(self, *, redirects: bool = True) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield the title of every page, without bracketed term (section 3.3.2)."""
        for node in range(len(self.wikipedia)):
            if redirects or not self.wikipedia.is_redirect(node):
                yield unbracketed(self.wikipedia.title(node)), (node,)

    def explicit_links(self) -> Iterator[tuple[int, str, str]]:
        """Yield nothing: it is others that link to its articles."""
        yield from ()

    def find_linked(self, where: str, name: str) -> Sequence[int]:
        """Return the article of a title, redirects followed, where this Wikipedia is meant."""
        here = "en" if self.english else self.language
        node = self.wikipedia.node(name) if where == here else None
        end = None if node is None else self.wikipedia.redirect_target(node)
        return () if end is None else (end,)

    @functools.cached_property
    def english(self) -> bool:
        """Whether it is a Wikipedia of English."""
        return is_english(str(self.wikipedia.store.notes["language"]))

    @property
    def language(self) -> str:
        """The code of its language."""
        return self.wikipedia.language

    @property
    def stemmer(self) -> str:
        """What its labels were stemmed with."""
        return self.wikipedia.labeller.stemmer

    @property
    def accents(self) -> Accents:
        """Whether what no label is written like is looked for without accents."""
        return self.wikipedia.accents

    @property
    def graph(self) -> Graph:
        """The graph of the store."""
        return self.wikipedia.graph


def open_wikipedia(path: Path) -> Wikipedia:
    """Open a store once for all matchers of this process, and again where it was built anew."""
    manifest = path / "manifest.json"
    return _opened(path, manifest.stat().st_mtime_ns if manifest.is_file() else 0)


@functools.lru_cache(maxsize=4)
def _opened(path: Path, modified: int) -> Wikipedia:
    del modified
    return Wikipedia.open(path)
