"""Reciprocal rank: how early the first match comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.measures.phrases.base import PhraseMeasure

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.measures.phrases.items import PhraseItems


@dataclass(frozen=True)
class RR(PhraseMeasure):
    """The reciprocal rank of the first prediction that matches: max over ranks i of gain_i / i.

    With yes/no matches that is one over the rank of the first match; 0 where nothing matches. One
    match is enough, so ``assign`` makes no difference.
    """

    name = "RR"
    also = ("MRR", "reciprocal_rank", "mean_reciprocal_rank", "recip_rank")
    reference = "Kantor and Voorhees 2000 (TREC-5); graded: the best of gain over rank"
    one_hit = True

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return (RR, 1) for each item."""
        gains = self.gains(items)
        earned = np.where(gains.within(self.cut), gains.gains / gains.ranks, 0.0)
        best = np.zeros(len(items))
        np.maximum.at(best, gains.owners, earned)
        return self._macro(items, best, gains.gold)
