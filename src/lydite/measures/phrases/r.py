"""Recall: how much of gold was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.arrays import quotient
from lydite.core.spec import param
from lydite.measures.phrases.best_each import TwoSided
from lydite.measures.phrases.net import share

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.measures.phrases.items import PhraseItems
    from lydite.measures.phrases.net import NetGains


@dataclass(frozen=True)
class R(TwoSided):
    """Recall: the share of the gold phrases that the predictions (the first k with a cutoff) match.

    R = min(TP, |G|) / |G|. With ``assign=max`` two predictions may match the same gold phrase, so
    that TP alone could exceed |G|: gold ``cat``, predictions ``cat`` and (a perfect synonym) ``true cat``.
    """

    name = "R"
    also = ("recall", "recall_at_k", "r_at_k")
    reference = "Quantifying Substitutability, Equations 1.2 and 1.4"

    average: Literal["macro", "micro"] = param("macro", help="mean over items, or quotient of sums")

    @property
    def assigned(self) -> str:
        """How predictions are given to gold phrases."""
        return "best_of_gold" if self.assign == "best_each" else self.assign

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return (R, 1) for each item, or (TP, |G|) for the micro average."""
        gains = self.gains(items)
        hits, _ = gains.at(self.cut)
        gold = gains.gold.astype(np.float64)
        hits = self.recalled(items, hits, gold)
        if self.average == "micro":
            return np.stack([hits, gold], axis=1)
        return self._macro(items, quotient(hits, gold), gains.gold)

    def net(self, lists: NetGains, gold_room: FloatArray) -> FloatArray:
        """Return the net gains over gold phrases, no room of their own, and the mean room of gold."""
        gained, none = lists.first(self.cut).total(lists.first(self.cut).net), np.zeros(len(lists.gold))
        if self.average == "micro":
            return np.stack([gained, none, gold_room * lists.gold], axis=1)
        return np.stack([share(gained, lists.gold), none, gold_room], axis=1)
