"""Precision: how much of what was predicted is right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.arrays import quotient
from lydite.core.spec import param
from lydite.measures.phrases.best_each import TwoSided
from lydite.measures.phrases.net import counted, share

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.measures.phrases.items import PhraseItems
    from lydite.measures.phrases.net import NetGains


@dataclass(frozen=True)
class P(TwoSided):
    """Precision: the share of the predictions (of the first k with a cutoff) that match a gold phrase.

    P = TP / |C|, with TP as the matcher and the assignment have it. An item without predictions has
    precision 0.
    """

    name = "P"
    also = ("precision", "precision_at_k", "p_at_k")
    reference = "Quantifying Substitutability, Equations 1.1 and 1.4"
    clips = False

    average: Literal["macro", "micro"] = param("macro", help="mean over items, or quotient of sums")
    pad: bool = param(False, help="divide by the cutoff even where fewer were predicted")

    @property
    def assigned(self) -> str:
        """How predictions are given to gold phrases: each to its best, also where recall is of gold."""
        return "max" if self.assign == "best_each" else self.assign

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return (P, 1) for each item, or (TP, |C|, 1) for the micro average."""
        gains = self.gains(items)
        hits, size = gains.at(self.cut)
        below = gains.limits(self.cut) if self.pad and self.cut else size.astype(np.float64)
        if self.average == "micro":
            return (
                np.stack([hits, below, np.ones(len(items))], axis=1)
                * self._scored(items, gains.gold)[:, None]
            )
        return self._macro(items, np.nan_to_num(quotient(hits, below)), gains.gold)

    def net(self, lists: NetGains, gold_room: FloatArray) -> FloatArray:
        """Return mean net gain, mean room, and that of gold; sums for the micro average."""
        lists = lists.first(self.cut)
        below, room = counted(lists, self.cut, pad=self.pad)
        if self.average == "micro":
            return np.stack([lists.total(lists.net), room, gold_room * below], axis=1)
        return np.stack([share(lists.total(lists.net), below), share(room, below), gold_room], axis=1)

    @property
    def mean(self) -> bool:
        """Whether it is a mean over items."""
        return self.average == "macro" and type(self).value is P.value

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the quotient of the sums; nothing predicted at all is a precision of 0."""
        precision = super().value(sums)
        return np.where(sums[..., -1].sum(-1) > 0, np.nan_to_num(precision), precision)
