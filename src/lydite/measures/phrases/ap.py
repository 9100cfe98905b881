"""Average precision of a ranked list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.arrays import quotient
from lydite.measures.phrases.base import PhraseMeasure
from lydite.spec import param

if TYPE_CHECKING:
    from lydite.array_types import FloatArray
    from lydite.measures.phrases.items import PhraseItems


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
