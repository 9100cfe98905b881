"""nDCG: gains discounted by rank, over the best that could be had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import quotient
from lydite.matchers.base import KeyMatcher
from lydite.measures.phrases.base import PhraseMeasure
from lydite.measures.phrases.graded import graded, softly_graded

if TYPE_CHECKING:
    from lydite.array_types import FloatArray
    from lydite.measures.phrases.items import PhraseItems


@dataclass(frozen=True)
class nDCG(PhraseMeasure):
    """Normalised discounted cumulative gain.

    nDCG = Σ gain_i / log₂(i + 1) over the ranks i (up to the cutoff), divided by the same sum for a list
    that matches every gold phrase perfectly, one after another. Where gold is graded (qrels), a match is
    worth its grade times the matcher's score, and the best list has the highest grades first.
    """

    name = "nDCG"
    also = ("normalized_discounted_cumulative_gain", "ndcg_score")
    revision = 2
    reference = "Järvelin and Kekäläinen 2002"

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return (nDCG, 1) for each item."""
        if items.grades is not None and isinstance(self.match, KeyMatcher):
            gold, reached, best = graded(self.parted(items), self.match, self.cut)
            return self._macro(items, quotient(reached, best), gold)
        if items.grades is not None:
            how = (self.match, self.assigned, self.threshold, self.cut)
            gold, reached, best = softly_graded(self.parted(items), *how)
            return self._macro(items, quotient(reached, best), gold)
        gains = self.gains(items).clipped()
        earned = np.where(gains.within(self.cut), gains.gains / np.log2(gains.ranks + 1), 0.0)
        total = gains.total(earned)
        most = int(gains.gold.max(initial=0))
        ideal = np.concatenate([[0.0], np.cumsum(1 / np.log2(np.arange(2, most + 2)))])
        reach = np.minimum(gains.gold, gains.limits(self.cut)).astype(np.int64)
        return self._macro(items, np.minimum(quotient(total, ideal[reach]), 1.0), gains.gold)
