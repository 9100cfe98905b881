"""WikiRelate: paths and depths in the tree of categories."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from lydite.core.spec import Resource, param
from lydite.knowledge.wikipedia.depths import category_depths
from lydite.matchers.wikipedia.base import SenseRelatedness

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.core.array_types import IntArray


@dataclass(frozen=True)
class Wikirelate(SenseRelatedness):
    """How related two phrases are by the tree of categories above them.

    With l₁ and l₂ steps from the two articles up to a category above both, at depth d (a category without
    parents is at depth 1, and D is the greatest depth, an article's included), the best category counts:
    ``by=path``: 1 / (1 + l₁ + l₂); ``by=wup``: 2 d / (l₁ + l₂ + 2 d); ``by=lch``: log(2 D / (l₁ + l₂ + 1))
    over its maximum log(2 D). 0 where no category within ``depth`` steps is above both.
    """

    name = "wikirelate"
    reference = "Strube and Ponzetto 2006; Quantifying Substitutability, section 2.1"
    unrelated = "no category within so many steps is above both"
    categories = True

    store: Resource = param(help="a store made by lydite build wikipedia")
    depth: int = param(4, help="how many steps up are looked at", low=1, high=20)
    by: Literal["path", "wup", "lch"] = param("path", help="what the score is made of")
    senses: int = param(10, help="how many senses of a phrase are compared", low=1)
    surface: bool = param(True, help="whether phrases equal after folding and stemming score 1")

    def articles(self, left: int, right: int) -> float:
        """Return the score of two pages by the best category above both."""
        a, b = self._above(left), self._above(right)
        shared = {category: a[category] + b[category] for category in a.keys() & b.keys()}
        if not shared:
            return 0.0
        if self.by == "wup":
            depths = {c: 2 * int(self._depths[c - self.wikipedia.first_category]) for c in shared}
            return max(depths[c] / (steps + depths[c]) for c, steps in shared.items())
        steps = min(shared.values())
        if self.by == "path":
            return 1 / (1 + steps)
        height = 2 * (1 + int(self._depths.max(initial=1)))
        return max(0.0, math.log(height / (steps + 1)) / math.log(height))

    @functools.cached_property
    def _depths(self) -> IntArray:
        return category_depths(self.wikipedia)

    @functools.cached_property
    def _above(self) -> Callable[[int], dict[int, int]]:
        return functools.lru_cache(maxsize=10_000)(self._climb)

    def _climb(self, page: int) -> dict[int, int]:
        """Return the categories above a page, itself if it is one, and how many steps each is away."""
        steps: dict[int, int] = {page: 0} if self.wikipedia.is_category(page) else {}
        level = self.wikipedia.parents(page)
        for step in range(1, self.depth + 1):
            fresh = [c for c in dict.fromkeys(level) if c not in steps]
            steps.update(dict.fromkeys(fresh, step))
            level = [p for c in fresh for p in self.wikipedia.parents(c)]
        return steps
