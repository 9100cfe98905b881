"""The Wikipedia Link Measure."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.spec import Resource, param
from lydite.matchers.wikipedia.base import SenseRelatedness

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.core.array_types import FloatArray, Int32Array


def link_distance(left: int, right: int, both: int, articles: int) -> float:
    """Return Equation 2.4 from the numbers of articles that link to one, the other, both, and of all.

    (log max(|X|, |Y|) - log |X ∩ Y|) / (log |W| - log min(|X|, |Y|)); infinite where nothing links to both.

    >>> round(link_distance(100, 50, 25, 1_000_000), 4), link_distance(9, 9, 9, 9)
    (0.14, 0.0)
    """
    if not both:
        return math.inf
    below = math.log(articles) - math.log(min(left, right))
    above = math.log(max(left, right)) - math.log(both)
    return above / below if below > 0 else 0.0  # every article links to both


@dataclass(frozen=True)
class Wlm(SenseRelatedness):
    """How related two phrases are by the links that their articles share: the Wikipedia Link Measure.

    Of the best pair of senses. ``links=in``: 1 - clip(WLM(x, y), 0, 1), by the articles that link to both.
    ``links=out``: the cosine of the articles' outgoing links, a link to t being worth log(|W| / |T|) where
    |T| articles link to t. ``links=both``: the mean of the two. 0 where no link is shared.
    """

    name = "wlm"
    reference = "Milne and Witten 2008; Quantifying Substitutability, section 2.1 and Equation 2.4"
    unrelated = "they share no link"

    store: Resource = param(help="a store made by lydite build wikipedia")
    senses: int = param(10, help="how many senses of a phrase are compared", low=1)
    links: Literal["in", "out", "both"] = param("in", help="which links are compared")
    surface: bool = param(True, help="whether phrases equal after folding and stemming score 1")

    def articles(self, left: int, right: int) -> float:
        """Return how related two articles are by the links they share."""
        ways = {"in": (self._incoming,), "out": (self._outgoing,), "both": (self._incoming, self._outgoing)}
        return sum(way(left, right) for way in ways[self.links]) / len(ways[self.links])

    def _incoming(self, left: int, right: int) -> float:
        x, y = self._into(left), self._into(right)
        both = len(np.intersect1d(x, y, assume_unique=True))
        return 1 - min(1.0, link_distance(len(x), len(y), both, self.wikipedia.articles))

    def _outgoing(self, left: int, right: int) -> float:
        (x, v), (y, w) = self._out_of(left), self._out_of(right)
        _, a, b = np.intersect1d(x, y, assume_unique=True, return_indices=True)
        norm = float(np.linalg.norm(v) * np.linalg.norm(w))
        return min(1.0, float(v[a] @ w[b]) / norm) if norm > 0 else 0.0

    @functools.cached_property
    def _into(self) -> Callable[[int], Int32Array]:
        return functools.lru_cache(maxsize=10_000)(self.wikipedia.inlinks)

    @functools.cached_property
    def _out_of(self) -> Callable[[int], tuple[Int32Array, FloatArray]]:
        return functools.lru_cache(maxsize=10_000)(self._weighted)

    def _weighted(self, article: int) -> tuple[Int32Array, FloatArray]:
        """Return where an article links to, and what each link is worth."""
        targets = self.wikipedia.outlinks(article)
        counts = np.array([len(self.wikipedia.inlinks(t)) for t in targets.tolist()], np.float64)
        return targets, np.log(self.wikipedia.articles / counts)
