"""A store as a knowledge base that phrases are matched with (MATCHTARGETS of section 3.3.1)."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.sources.wikipedia.store import Wikipedia

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.sources.graph import Graph

LONGEST = 24  # words of a label that is looked up


@dataclass(frozen=True, eq=False)
class Base:
    """The senses of labels, pruned by prior probability, and the graph between them."""

    wikipedia: Wikipedia
    coverage: float = 0.99
    least: float = 0.001
    longest: int = LONGEST

    def match(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the nodes that folded words may mean."""
        return tuple(self.wikipedia.targets(" ".join(words), coverage=self.coverage, least=self.least))

    def name(self, entity: int) -> str:
        """Return the title of a node, C: before that of a category."""
        return self.wikipedia.shown(entity)

    @property
    def english(self) -> bool:
        """Whether it is a Wikipedia of English."""
        return str(self.wikipedia.store.notes["language"]).partition("-")[0] in ("en", "simple")

    @property
    def graph(self) -> Graph:
        """The graph of the store."""
        return self.wikipedia.graph


@functools.lru_cache(maxsize=4)
def open_wikipedia(path: Path) -> Wikipedia:
    """Open a store once for all matchers of this process."""
    return Wikipedia.open(path)
