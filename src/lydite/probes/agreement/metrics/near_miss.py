"""Near misses: whether what fits is scored above what is only close."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.agreement.base import DIGITS, Agreement, each
from lydite.probes.correlation import mean_ranks

if TYPE_CHECKING:
    from lydite.array_types import FloatArray
    from lydite.probes.agreement.pairs.rated import Rated


@dataclass(frozen=True)
class NearMiss(Agreement):
    """How often a pair that fits is scored above a near miss (area under the curve); equal scores count half.

    By the relation between the phrases: synonyms and hyponyms of the candidate fit; co-hyponyms (tea for
    coffee), antonyms, parts, and special phrases for general ones are near misses. Unrelated pairs are left
    out: they are easy.

    >>> one = NearMiss()
    >>> float(one.value(np.array([[0.9, 1.0], [0.5, 1.0], [0.5, -1.0], [0.9, 0.0]])))
    0.75
    """

    name = "near_miss"
    reference = "Mann and Whitney 1947; relations as in HyperLex (Vulić et al. 2017)"
    needs = "pairs"
    summable = False
    counted = 1
    undefined = "pairs without a relation are left out; there is none without pairs of both kinds"

    def statistics(self, judged: Rated) -> FloatArray:
        """Return (score, 1 for what fits, −1 for a near miss, 0 for what is left out) of each pair."""
        return np.stack([judged.scores, judged.closeness], axis=1)

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the area under the curve over rows ``(…, n, 2)``."""
        return each(sums, _area)


def _area(rows: FloatArray) -> float:
    kept = rows[rows[:, 1] != 0]
    fits = kept[:, 1] > 0
    good, near = int(fits.sum()), int((~fits).sum())
    if not good or not near:
        return float("nan")
    ranks = mean_ranks(np.round(kept[:, 0], DIGITS))
    return float((ranks[fits].sum() - good * (good + 1) / 2) / (good * near))
