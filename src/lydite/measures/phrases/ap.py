"""Average precision of a ranked list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.arrays import quotient
from lydite.core.spec import param
from lydite.measures.phrases.base import PhraseMeasure
from lydite.measures.phrases.net import share

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.measures.phrases.items import PhraseItems
    from lydite.measures.phrases.net import NetGains


@dataclass(frozen=True)
class AP(PhraseMeasure):
    """Average precision: the precision at each rank, weighted by the gain there.

    AP = Σ gain_i · P@i / |G|, P@i = Σ_{j ≤ i} gain_j / i. With a cutoff k the sum ends at k and is divided by
    min(k, |G|), so that a perfect list has 1; trec_eval divides by |G| (``divisor=gold``). The mean over
    items is known as MAP.
    """

    name = "AP"
    also = ("MAP", "average_precision", "mean_average_precision")
    reference = "Buckley and Voorhees 2000; graded: precision and gain as matched"
    nets = True

    divisor: Literal["reachable", "gold"] = param(
        "reachable",
        help="divide by what can be found within the cutoff, min(k, |G|), or by |G| as trec_eval does",
    )

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return (AP, 1) for each item."""
        gains = self.gains(items).clipped()
        precision = gains.running / gains.ranks
        earned = np.where(gains.within(self.cut), gains.gains * precision, 0.0)
        total = gains.total(earned)
        below = gains.gold if self.divisor == "gold" else np.minimum(gains.gold, gains.limits(self.cut))
        return self._macro(items, quotient(total, below.astype(np.float64)), gains.gold)

    def net(self, lists: NetGains, gold_room: FloatArray) -> FloatArray:
        """Return Σ net gain · net precision, less the same elsewhere: noise times itself is positive."""
        gained = share(_above_elsewhere(lists.first(self.cut)), self._most(lists))
        return np.stack([gained, np.zeros(len(gained)), gold_room], axis=1)

    def gold_room(self, gold: NetGains) -> FloatArray:
        """Return what the gold list has."""
        return share(_above_elsewhere(gold.first(self.cut)), self._most(gold))

    def _most(self, lists: NetGains) -> FloatArray:
        """Return how many gold phrases are divided by."""
        limits = np.inf if self.divisor == "gold" else lists.limits(self.cut)
        return np.minimum(lists.gold.astype(np.float64), limits)


def _above_elsewhere(lists: NetGains) -> FloatArray:
    """Return the sum of each item, less its mean when the gold of others is taken for its own."""
    there = [_weighed(moved) for moved in lists.moved()]
    return np.asarray(_weighed(lists) - np.mean(there, axis=0))


def _weighed(lists: NetGains) -> FloatArray:
    """Return Σ net gain · net precision, the share of the room up to each prediction that is gained."""
    gained = np.maximum(lists.running(lists.net), 0.0)
    precision = np.minimum(share(gained, lists.running(lists.room)), 1.0)
    return lists.total(lists.net * precision)
