"""Spearman's correlation of scores with people's grades."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.agreement.base import Agreement, each
from lydite.probes.correlation import spearman

if TYPE_CHECKING:
    from lydite.probes.agreement.base import FloatArray
    from lydite.probes.agreement.pairs.rated import Rated


@dataclass(frozen=True)
class Spearman(Agreement):
    """Spearman's ρ of scores with people's grades of the same pairs; equal ones share their mean rank.

    >>> one = Spearman()
    >>> round(float(one.value(np.array([[0.1, 1.0], [0.2, 2.0], [0.2, 6.0]]))), 3)
    0.866
    """

    name = "spearman"
    reference = "Spearman 1904"
    needs = "pairs"
    low = -1.0
    summable = False
    undefined = "there is none for fewer than two pairs, or where all scores or all grades are the same"

    def statistics(self, judged: Rated) -> FloatArray:
        """Return (score, grade) of each pair."""
        return np.stack([judged.scores, judged.ratings], axis=1)

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the correlation over rows ``(…, n, 2)``."""
        return each(sums, lambda rows: spearman(rows[:, 0], rows[:, 1]))
