"""nDCG: gains discounted by rank, over the best that could be had."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import quotient
from lydite.matchers.base import KeyMatcher
from lydite.measures.phrases.base import PhraseMeasure
from lydite.measures.phrases.graded import graded, softly_graded
from lydite.measures.phrases.net import share

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.measures.phrases.gains import Gains
    from lydite.measures.phrases.graded import GradedGains
    from lydite.measures.phrases.items import PhraseItems
    from lydite.measures.phrases.net import NetGains


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
    nets = True
    by_grade = True
    reference = "Järvelin and Kekäläinen 2002"

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return (nDCG, 1) for each item."""
        if items.grades is not None:
            found = self._graded(self.parted(items))
            reached, best = found.discounted(self.cut)
            return self._macro(items, np.minimum(quotient(reached, best), 1.0), found.gains.gold)
        gains = self.gains(items).clipped()
        earned = np.where(gains.within(self.cut), gains.gains / np.log2(gains.ranks + 1), 0.0)
        total = gains.total(earned)
        most = int(gains.gold.max(initial=0))
        ideal = np.concatenate([[0.0], np.cumsum(1 / np.log2(np.arange(2, most + 2)))])
        reach = np.minimum(gains.gold, gains.limits(self.cut)).astype(np.int64)
        return self._macro(items, np.minimum(quotient(total, ideal[reach]), 1.0), gains.gold)

    def _graded(self, items: PhraseItems) -> GradedGains:
        if isinstance(self.match, KeyMatcher):
            return graded(items, self.match)
        return softly_graded(items, self.match, self.assigned, self.threshold)

    def net_key(self, items: PhraseItems) -> tuple[Any, ...]:
        """Return what decides net gains: grades do, too."""
        return *super().net_key(items), items.grades is not None

    def net_gains(self, items: PhraseItems) -> Gains:
        """Return the gains that net gains are made of: shares of the highest grade of each item."""
        if items.grades is None:
            return super().net_gains(items)
        found = self._graded(self.parted(items))
        highest = np.full(len(items), 1e-9)
        np.maximum.at(highest, found.owners, found.grades)
        return replace(found.gains, gains=found.gains.gains / highest[found.gains.owners])

    def net(self, lists: NetGains, gold_room: FloatArray) -> FloatArray:
        """Return Σ net gain · discount, where a prediction takes as much of a rank as it has room."""
        room, ideal = gold_room.T
        gained = share(_discounted(lists.first(self.cut)), ideal)
        return np.stack([gained, np.zeros(len(gained)), share(room, ideal)], axis=1)

    def gold_room(self, gold: NetGains) -> FloatArray:
        """Return what a perfect list has, best grades first, and its plain DCG."""
        gold = gold.first(self.cut)
        return np.stack([_discounted(gold), gold.total(gold.own / np.log2(gold.places + 2))], axis=1)


def _discounted(lists: NetGains) -> FloatArray:
    """Return Σ net gain · the mean discount of the part of a rank that the prediction has room for."""
    after = lists.running(lists.room)
    table = np.concatenate([[0.0], np.cumsum(1 / np.log2(np.arange(2, 4 + after.max(initial=0.0))))])
    ranks = np.arange(len(table))
    taken = np.interp(after, ranks, table) - np.interp(after - lists.room, ranks, table)
    return lists.total(lists.net * share(taken, lists.room))
