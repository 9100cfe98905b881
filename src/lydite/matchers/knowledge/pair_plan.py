"""What does not change while the same pairs are scored again and again: target sets, and what of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.matchers.knowledge.aspects import substitutability

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.array_types import BoolArray, FloatArray, IntArray
    from lydite.matchers.knowledge.substitution import SubstitutionMatcher


@dataclass(frozen=True)
class PairPlan:
    """Pairs of phrases as searches between target sets, and how their scores follow from these."""

    sets: list[Any]
    """The distinct target sets."""
    left: IntArray
    right: IntArray
    """Searches: from set ``left[i]`` to set ``right[i]``, each once."""
    singles: IntArray
    """Pairs of phrases that are one search each."""
    single_searches: IntArray
    tables: list[tuple[int, IntArray]]
    """Of pairs with several aspects: the place, and a table of searches, aspect by aspect (Algorithm 3)."""
    equal: BoolArray
    """Pairs that score 1 by surface."""
    opposed: BoolArray | None

    @classmethod
    def of(
        cls, matcher: SubstitutionMatcher, phrases: Sequence[str], left: IntArray, right: IntArray
    ) -> PairPlan:
        """Look all phrases up and lay their target sets out; of one language."""
        numbers: dict[Any, int] = {}
        targets = [matcher.weighted_targets(matcher.targets_of(phrase)) for phrase in phrases]
        coded = [[numbers.setdefault(s, len(numbers)) for s in sets] for sets in targets]
        sizes = np.array([len(s) for s in coded], np.int64)
        first = np.array([s[0] if s else -1 for s in coded], np.int64)
        some = (sizes[left] > 0) & (sizes[right] > 0)
        single = some & (sizes[left] == 1) & (sizes[right] == 1)
        several = np.flatnonzero(some & ~single).tolist()
        products = [np.array([(a, b) for a in coded[left[i]] for b in coded[right[i]]]) for i in several]
        asked = np.concatenate([np.stack([first[left[single]], first[right[single]]], 1), *products])
        searches, places = np.unique(asked @ [max(1, len(numbers)), 1], return_inverse=True)
        places = places.reshape(-1)
        ends = int(single.sum()) + np.cumsum([0, *map(len, products)])
        tables = [
            (i, places[start:end].reshape(int(sizes[left[i]]), -1))
            for i, start, end in zip(several, ends, ends[1:], strict=False)
        ]
        surface = matcher.by_surface
        equal = matcher.equal_by_surface(phrases, left, right) if surface else np.zeros(len(left), np.bool_)
        return cls(
            list(numbers),
            *np.divmod(searches, max(1, len(numbers))),
            np.flatnonzero(single),
            places[: ends[0]],
            tables,
            equal,
            matcher.opposed(phrases, left, right),
        )

    def combine(self, searched: FloatArray) -> FloatArray:
        """Return the score of each pair, of the scores of all searches."""
        scores = np.zeros(len(self.equal))
        scores[self.singles] = searched[self.single_searches]
        for place, table in self.tables:
            scores[place] = substitutability(searched[table])
        scores[self.equal] = 1.0
        if self.opposed is not None:
            scores[self.opposed] = 0.0
        return scores
