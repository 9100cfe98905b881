"""The Wikipedia Link Measure."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.matchers.relatedness import RelatedSenses
from lydite.spec import Resource, param

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


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
class Wlm(RelatedSenses):
    """How related two phrases are by the articles that link to both: the Wikipedia Link Measure.

    match(x, y) = 1 - clip(WLM(x, y), 0, 1), of the best pair of senses; 0 where no article links to both.
    """

    name = "wlm"
    reference = "Milne and Witten 2008; Quantifying Substitutability, Equation 2.4"
    unrelated = "no article links to both"

    store: Resource = param(help="a store made by lydite build wikipedia")
    senses: int = param(10, help="how many senses of a phrase are compared", low=1)
    surface: bool = param(True, help="whether phrases equal after folding and stemming score 1")

    def articles(self, left: int, right: int) -> float:
        """Return 1 minus the distance of two articles by their incoming links."""
        x, y = self._links(left), self._links(right)
        both = len(np.intersect1d(x, y, assume_unique=True))
        return 1 - min(1.0, link_distance(len(x), len(y), both, self.wikipedia.articles))

    @functools.cached_property
    def _links(self) -> Callable[[int], NDArray[np.int32]]:
        return functools.lru_cache(maxsize=10_000)(self.wikipedia.inlinks)
