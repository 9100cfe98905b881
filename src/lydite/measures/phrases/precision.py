"""Precision: how much of what was predicted is right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.measures.phrases.base import PhraseMeasure, quotient
from lydite.spec import param

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.measures.phrases.items import PhraseItems


@dataclass(frozen=True)
class P(PhraseMeasure):
    """Precision: the share of the predictions (of the first k with a cut) that match a gold phrase.

    P = TP / |C|, with TP as the matcher and the assignment have it. An item without predictions has
    precision 0.
    """

    name = "P"
    reference = "Quantifying Substitutability, Equations 1.1 and 1.4"

    average: Literal["macro", "micro"] = param("macro", help="mean over items, or quotient of sums")
    pad: bool = param(False, help="divide by the cut even where fewer were predicted")

    def statistics(self, items: PhraseItems) -> NDArray[np.float64]:
        """Return (P, 1) for each item, or (TP, |C|) for the micro average."""
        found = self.gains(items)
        hits, size = found.at(self.cut)
        below = np.full(len(items), float(self.cut)) if self.pad and self.cut else size.astype(np.float64)
        scored = found.gold > 0
        if self.average == "micro":
            return np.stack([hits, below], axis=1) * scored[:, None]
        return self._macro(items, np.nan_to_num(quotient(hits, below)), scored)
