"""Relatedness by the depth of what two senses have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.matchers.hierarchy import Hierarchy

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Wup(Hierarchy):
    """Relatedness by depth, 2 d / (l₁ + l₂ + 2 d), for the lowest common subsumer at depth d.

    l₁ and l₂ are the steps from the two senses to it, and a root is at depth 1. Among several
    subsumers, the choice is nltk's; it is not quite symmetric.

    >>> round(Wup().score("desk", "table"), 4)
    0.9474
    """

    name = "wup"
    citation = "Wu and Palmer 1994; as nltk computes it for nouns and verbs"
    symmetric = False

    def senses(self, left: Sequence[int], right: Sequence[int]) -> float:
        """Return the best score of any two senses."""
        return max((self.taxonomy.wup(a, b) for a in left for b in right), default=0.0)
