"""Relatedness by the logarithm of the shortest way through a common hypernym."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from lydite.core.spec import param
from lydite.matchers.taxonomy.base import TaxonomyMatcher

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Lch(TaxonomyMatcher):
    """Relatedness by steps d in a hierarchy of height h, log(2 h / (d + 1)), over its maximum log(2 h).

    ``scale=raw`` leaves out the division, as nltk does; scores then go up to log(2 h), 3.64 for nouns.

    >>> round(Lch().score("desk", "table"), 4)
    0.8094
    >>> round(Lch(scale="raw").score("desk", "table"), 4)
    2.9444
    """

    name = "lch"
    citation = "Leacock and Chodorow 1998; as nltk computes it for nouns and verbs"

    scale: Literal["unit", "raw"] = param("unit", help="divided by the maximum, or as it is")

    @property
    def highest(self) -> float:
        """The score of one sense with itself."""
        return 1.0 if self.scale == "unit" else math.log(2 * max(self.taxonomy.height.values()))

    @property
    def by_surface(self) -> bool:
        """Whether equal phrases score 1: not on the raw scale, where the maximum is another."""
        return self.surface and self.scale == "unit"

    def senses(self, left: Sequence[int], right: Sequence[int]) -> float:
        """Return the best score of any two senses."""
        scores = [0.0]
        for pos, steps in self.taxonomy.nearest(left, right).items():
            height = 2 * max(self.taxonomy.height.get(pos, 1), 1)  # 0 where nothing is above anything
            scores.append(math.log(height / (steps + 1)) / (math.log(height) if self.scale == "unit" else 1))
        return max(scores)
