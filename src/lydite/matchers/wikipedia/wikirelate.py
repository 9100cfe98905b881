"""WikiRelate: paths in the tree of categories."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.matchers.wikipedia.base import SenseRelatedness
from lydite.spec import Resource, param

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Wikirelate(SenseRelatedness):
    """How related two phrases are by the shortest path between them through the tree of categories.

    match(x, y) = 1 / (1 + length), where length counts the steps from one article up to a category
    and down to the other; 0 where no category within ``depth`` steps is above both.
    """

    name = "wikirelate"
    reference = "Strube and Ponzetto 2006; Quantifying Substitutability, section 2.1"
    unrelated = "no category within so many steps is above both"

    store: Resource = param(help="a store made by lydite build wikipedia")
    depth: int = param(4, help="how many steps up are looked at", low=1, high=20)
    senses: int = param(10, help="how many senses of a phrase are compared", low=1)
    surface: bool = param(True, help="whether phrases equal after folding and stemming score 1")

    def articles(self, left: int, right: int) -> float:
        """Return one over one plus the shortest path between two articles."""
        a, b = self._above(left), self._above(right)
        shared = [a[category] + b[category] for category in a.keys() & b.keys()]
        return 1 / (1 + min(shared)) if shared else 0.0

    @functools.cached_property
    def _above(self) -> Callable[[int], dict[int, int]]:
        return functools.lru_cache(maxsize=10_000)(self._climb)

    def _climb(self, article: int) -> dict[int, int]:
        """Return the categories above an article and how many steps each is away."""
        steps: dict[int, int] = {}
        level = self.wikipedia.parents(article)
        for step in range(1, self.depth + 1):
            fresh = [c for c in dict.fromkeys(level) if c not in steps]
            steps.update(dict.fromkeys(fresh, step))
            level = [p for c in fresh for p in self.wikipedia.parents(c)]
        return steps
