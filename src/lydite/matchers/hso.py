"""Relatedness by paths that seldom turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.matchers.hierarchy import Hierarchy

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
        return max((self.taxonomy.hso(a, b) for a in left for b in right), default=0) / 16
