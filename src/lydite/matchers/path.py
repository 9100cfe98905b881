"""Relatedness by the shortest way through a common hypernym."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.matchers.hierarchy import Hierarchy

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Path(Hierarchy):
    """Relatedness by the fewest is-a steps d between two senses, 1 / (1 + d).

    >>> Path().score("desk", "table")
    0.5
    """

    name = "path"
    citation = "Pedersen et al. 2004, WordNet::Similarity; as nltk computes it for nouns and verbs"

    def senses(self, left: Sequence[int], right: Sequence[int]) -> float:
        """Return the score of the two nearest senses."""
        return 1 / (1 + min(self.taxonomy.nearest(left, right).values(), default=float("inf")))
