"""How many synonyms a system needs to reach a value: of two systems the better one needs fewer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.measures.phrases.synonyms import SynonymMeasure

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.measures.phrases.items import PhraseItems


@dataclass(frozen=True)
class SmallestK(SynonymMeasure):
    """The smallest k at which ``reval`` reaches a value; no number where it does not get there by ``most``.

    Statistics are, for each item, how much of its value comes at rank 0, 1, … most; so that every k is
    known at once and the interval is that of the smallest k itself.
    """

    name = "smallest_k"
    revision = 2
    reference = "#REval, 4.3 (iv)"
    better = "lower"
    high = float("inf")

    reach: float = param(0.5, help="the value to reach", low=0, high=1)
    most: int = param(70, help="the largest k that is tried", low=0, high=60_000)

    @property
    def depth(self) -> int:
        """How many synonyms can matter."""
        return self.most

    @property
    def limit(self) -> float:  # type: ignore[override]  # follows from parameters
        """The largest k that is tried."""
        return self.most

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return, for each item, 1 and then the share of its hits at each rank."""
        units = self.units(items)
        rows = np.zeros((len(items), self.most + 2))
        owner, ranks = units.near
        owner, ranks = owner[ranks <= self.most], ranks[ranks <= self.most]
        np.add.at(rows, (owner, ranks.astype(np.int64) + 1), 1 / units.sizes[owner])
        rows[:, 0] = self.scored(units, items)
        rows[:, 1:] *= ((rows[:, 0] > 0) & ~items.absent)[:, None]
        return rows

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the first k whose mean reaches the value; most + 1, beyond the limit, where none does."""
        total = sums.sum(-2)
        reached = np.cumsum(total[..., 1:], axis=-1) >= self.reach * total[..., :1] - 1e-12
        first = np.where(reached.any(-1), reached.argmax(-1), self.most + 1)  # whole numbers stay whole
        return first if (total[..., 0] > 0).all() else np.where(total[..., 0] > 0, first, np.nan)
