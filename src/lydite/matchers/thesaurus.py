"""A reference that is among the nearest synonyms of the candidate, by a thesaurus of hashtags."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.arrays import code_keys
from lydite.core.choices import Order
from lydite.core.spec import Resource, param
from lydite.core.text import fold_all
from lydite.hashtags.example import small_store
from lydite.hashtags.opening import rank_index
from lydite.matchers.base import Match, Matcher, PathStep, code_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.hashtags.ranks import RankIndex
    from lydite.hashtags.thesaurus import Thesaurus as Source


Weight = Literal["equal", "rank"]


@dataclass(frozen=True)
class ThesaurusMatcher(Matcher):
    """Whether the reference is the candidate or one of its k nearest synonyms: rank(c, g) ≤ k.

    Ranks count from 1 for the nearest synonym; 0 is the hashtag itself. With ``weight=rank`` a synonym at
    rank ρ is worth 1 / log₂(2 + ρ) instead of 1. A hashtag that the thesaurus does not know has no synonyms.
    """

    name = "thesaurus"
    revision = 2
    reference = "#REval, Algorithms 1 and 2"
    symmetric = False

    store: Resource = param(
        help="a store of lydite build hashtags, or a file: hashtag, TAB, synonyms by tabs"
    )
    k: int = param(10, help="how many synonyms count", low=0, high=60_000)
    weight: Weight = param("equal", help="all synonyms count 1, or less the further down they stand")
    order: Order = param(
        "nearest",
        help="by cosine; popular (the most frequent tags are everybody's synonyms); "
        "permuted (every tag has another one's synonyms: chance)",
    )
    cutoff: float | None = param(None, help="synonyms below this cosine do not count", low=-1, high=1)
    seed: int = param(0, help="of order=permuted", low=0)

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a small store."""
        return {"store": Resource(str(small_store(folder)))}

    def source(self) -> tuple[Source, RankIndex]:
        """Return the thesaurus and its index of ranks; opened once for all that ask for the same."""
        return rank_index(self.store.file, self.k, self.order, cutoff=self.cutoff, seed=self.seed)

    def ranks(self, candidates: Sequence[str], references: Sequence[str]) -> IntArray:
        """Return the rank of each reference among the synonyms of the candidate beside it; 65535 is never."""
        source, index = self.source()
        phrases, left, right = code_pairs(candidates, references)
        numbers, folded = source.numbers(phrases), code_keys(fold_all(phrases))
        synonym_ranks = index.pairs(numbers[left], numbers[right]).astype(np.int64)
        return np.where(folded[left] == folded[right], 0, synonym_ranks)

    def weights(self) -> FloatArray:
        """Return what a synonym is worth by its rank, from 0 to k and one beyond: 0."""
        ranks = np.arange(self.k + 1)
        worth = 1 / np.log2(2 + ranks) if self.weight == "rank" else np.ones(self.k + 1)
        return np.append(worth, 0.0)

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the worth of each reference's rank."""
        return self.weights()[np.minimum(self.ranks(candidates, references), self.k + 1)]

    def known(self, phrases: Sequence[str]) -> BoolArray:
        """Return which phrases are in the thesaurus."""
        return self.source()[0].numbers(phrases) >= 0

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score with rank and cosine of the synonym."""
        rank = int(self.ranks([candidate], [reference])[0])
        score = float(self.weights()[min(rank, self.k + 1)])
        if rank == 0:
            return self._match(candidate, reference, score, note="the same")
        source, _ = self.source()
        number, to = source.numbers([candidate, reference])
        if number < 0:
            return self._match(candidate, reference, score, note=f"{candidate} is not in the thesaurus")
        all_of_them = source.nearest(candidate, len(source.tags))
        found = next((s for s in all_of_them if s.tag == source.tags[to]), None) if to >= 0 else None
        if found is None:
            return self._match(
                candidate, reference, score, note=f"no synonym among the first {len(all_of_them)}"
            )
        cosine = "" if math.isnan(found.cosine) else f", cosine {found.cosine:.4f}"
        note = f"synonym {found.rank}{cosine}{'' if found.rank <= self.k else f', beyond k={self.k}'}"
        path = [PathStep(candidate, reference, f"synonym {found.rank}", score)] if score else []
        return self._match(candidate, reference, score, path, note)
