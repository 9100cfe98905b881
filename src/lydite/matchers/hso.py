"""Relatedness by paths that seldom turn."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.matchers.hierarchy import Hierarchy
from lydite.sources.wordnet.turning import SAME, TurningPaths

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Hso(Hierarchy):
    """Relatedness by paths that seldom turn, (8 - links - turns) / 16; 1 for one sense or similar senses.

    Up are hypernyms, down hyponyms, sideways similar-to and see-also: the links that the embedded WordNet
    holds. Meronyms, antonyms and the rule for compounds are left out.

    >>> Hso().score("desk", "table"), Hso().score("desk", "furniture")
    (0.4375, 0.375)
    """

    name = "hso"
    citation = "Hirst and St-Onge 1998, with C = 8 and k = 1"

    def senses(self, left: Sequence[int], right: Sequence[int]) -> float:
        """Return the best score of any two senses."""
        return self._paths.weight(left, right) / SAME

    @functools.cached_property
    def _paths(self) -> TurningPaths:
        return TurningPaths(self.taxonomy)
