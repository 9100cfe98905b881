"""Relatedness by paths that seldom turn."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.knowledge.wordnet.turning import SAME, TurningPaths
from lydite.matchers.taxonomy.base import TaxonomyMatcher

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.knowledge.labels import Targets


@dataclass(frozen=True)
class Hso(TaxonomyMatcher):
    """Relatedness by paths that seldom turn, (8 - links - turns) / 16; 1 for strong relations.

    Up are hypernyms and meronyms, down hyponyms and holonyms, sideways similar-to, see-also, antonyms,
    attributes and pertainyms; cause and entailment are left out. Strong are one sense, two with a link
    sideways, and two with any link where one phrase holds the other: school and private school.

    >>> Hso().score("desk", "table"), Hso().score("desk", "furniture")
    (0.4375, 0.375)
    >>> Hso().score("bicycle", "handlebar"), Hso().score("victory", "defeat")
    (0.4375, 1.0)
    >>> Hso().score("school", "private school")
    1.0
    """

    name = "hso"
    revision = 4
    citation = "Hirst and St-Onge 1998, with C = 8 and k = 1"

    def senses(self, left: Sequence[int], right: Sequence[int]) -> float:
        """Return the best score of any two senses."""
        return self._paths.weight(left, right) / SAME

    @functools.cached_property
    def _paths(self) -> TurningPaths:
        return TurningPaths(self.taxonomy)

    def _scores(self, phrases: list[str], left: IntArray, right: IntArray) -> FloatArray:
        scores = super()._scores(phrases, left, right)
        if not self.across:
            words = [tuple(self.surface_key(phrase, stemmed=False).split()) for phrase in phrases]
            for place, (i, j) in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
                if scores[place] < 1 and _holds(words[i], words[j]) and self._linked(phrases[i], phrases[j]):
                    scores[place] = 1.0
        return scores

    def _linked(self, one: str, other: str) -> bool:
        """Whether a link leads from a sense of one phrase, known whole, to one of the other."""
        left, right = self.targets_of(one), self.targets_of(other)
        return left.direct and right.direct and self._paths.linked(_synsets(left), _synsets(right))


def _synsets(targets: Targets) -> tuple[int, ...]:
    return tuple(dict.fromkeys(synset for some in targets.sets for synset in some))


def _holds(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the longer of two phrases holds the other's words in a row.

    >>> _holds(("school",), ("private", "school")), _holds(("art",), ("heart",)), _holds(("a",), ("a",))
    (True, False, False)
    """
    short, long = sorted((one, other), key=len)
    return bool(short) and any(
        long[i : i + len(short)] == short for i in range(len(long) - len(short) + (len(long) > len(short)))
    )
