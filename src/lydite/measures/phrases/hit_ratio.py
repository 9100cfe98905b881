"""Hit ratio: hits over the smaller of the two sets."""

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
class HitRatio(PhraseMeasure):
    """Hits over the smaller of the two sets, averaged over items: |R ∩ G| / min(|R|, |G|)."""

    name = "hit_ratio"
    reference = "#REval, Equation 3; Alsini, Huynh and Datta 2020"
    nets = True
    undefined = "items without gold phrases are unscored, and items without predictions unless empty=zero"

    empty: Literal["skip", "zero"] = param(
        "skip", help="items with an empty list of predictions: unscored, or 0"
    )

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return (hit ratio, 1) for each item."""
        gains = self.gains(items)
        hits, size = gains.at(self.cut)
        least = np.minimum(size, gains.gold).astype(np.float64)
        scored = (size > 0) | (self.empty == "zero")
        return self._macro(items, np.nan_to_num(quotient(np.minimum(hits, least), least)), gains.gold, scored)

    def net(self, lists: NetGains, gold_room: FloatArray) -> FloatArray:
        """Return those of precision where no more phrases are predicted than gold has, else of recall."""
        lists = lists.first(self.cut)
        own = share(lists.total(lists.room), lists.sizes)
        room = np.where(lists.sizes <= lists.gold, own, gold_room)
        gained = share(lists.total(lists.net), np.minimum(lists.sizes, lists.gold))
        return np.stack([gained, room, gold_room], axis=1)
