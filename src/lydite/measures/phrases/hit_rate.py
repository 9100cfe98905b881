"""Hit rate: for how many items is anything right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.measures.phrases.base import PhraseMeasure

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.measures.phrases.items import PhraseItems


@dataclass(frozen=True)
class HitRate(PhraseMeasure):
    """The share of the items for which at least one prediction (of the first k) matches a gold phrase.

    With a graded matcher an item counts as much as its best prediction does. One match is enough, so
    ``assign`` makes no difference.
    """

    name = "hit_rate"
    also = ("hits", "hit", "success", "hit_rate_at_k")
    reference = "#REval, Section 1; Alsini et al. 2020"
    one_hit = True

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return (best gain, 1) for each item."""
        gains = self.gains(items)
        best = np.zeros(len(items))
        inside = gains.within(self.cut)
        np.maximum.at(best, gains.owners[inside], gains.gains[inside])
        return self._macro(items, best, gains.gold)
