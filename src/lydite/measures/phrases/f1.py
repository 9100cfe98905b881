"""F1: the harmonic mean of precision and recall."""

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
class F1(TwoSided):
    """The harmonic mean of precision and recall of each item, or of their micro averages.

    F1 = 2 P R / (P + R), and 0 where both are 0.
    """

    name = "F1"
    also = ("F", "f_measure", "f_score", "f1_score", "f1_measure")
    reference = "Quantifying Substitutability, Equation 1.3"

    average: Literal["macro", "micro"] = param("macro", help="mean over items, or from sums over all items")
    pad: bool = param(False, help="precision divides by the cutoff even where fewer were predicted")

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return (F1, 1) for each item, or (TP, |C|, min(TP, |G|), |G|) for the micro average."""
        gains = self.gains(items)
        hits, size = gains.at(self.cut)
        below = gains.limits(self.cut) if self.pad and self.cut else size.astype(np.float64)
        gold = gains.gold.astype(np.float64)
        rows = hits, below, self.recalled(items, hits, gold), gold
        if self.average == "micro":
            return np.stack(rows, axis=1) * self._scored(items, gains.gold)[:, None]
        return self._macro(items, _f1(*rows), gains.gold)

    def net(self, lists: NetGains, gold_room: FloatArray) -> FloatArray:
        """Return twice the net gains, and the room, over |C| + |G|: F1 is 2 TP / (|C| + |G|)."""
        lists = lists.first(self.cut)
        below, room = counted(lists, self.cut, pad=self.pad)
        both = below + lists.gold
        rows = 2 * lists.total(lists.net), room + gold_room * lists.gold, gold_room * both
        return np.stack(rows if self.average == "micro" else [share(row, both) for row in rows], axis=1)

    @property
    def mean(self) -> bool:
        """Whether it is a mean over items."""
        return self.average == "macro" and type(self).value is F1.value

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the mean of F1 over items, or F1 of the summed counts."""
        return _f1(*np.moveaxis(sums.sum(-2), -1, 0)) if self.average == "micro" else super().value(sums)


def _f1(hits: FloatArray, predicted: FloatArray, matched: FloatArray, gold: FloatArray) -> FloatArray:
    precision = np.nan_to_num(quotient(hits, predicted))
    recall = quotient(matched, gold)
    with np.errstate(invalid="ignore", divide="ignore"):
        both = precision + recall
        return np.where(both == 0, 0.0, 2 * precision * recall / both)
