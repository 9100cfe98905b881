"""credit: how far the credit that a matcher gives is from what people would give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.agreement.base import Agreement
from lydite.statistics import ExtraVariance

if TYPE_CHECKING:
    from lydite.array_types import FloatArray
    from lydite.probes.agreement.pairs.rated import PairScores


@dataclass(frozen=True)
class Credit(Agreement):
    """The mean squared distance between a score and the share of people who accept the pair.

    Soft measures credit a prediction with the score s of its pair; people, asked one by one, with the
    share y of them who accept. A pair that was drawn counts by its weight w, how many pairs it stands for:
    Σ w (s − y)² / Σ w, so that figures are those of all pairs however they were drawn (Hájek 1971).

    >>> from lydite.probes.agreement.pairs.pair import Pair
    >>> from lydite.probes.agreement.pairs.rated import PairScores
    >>> pairs = [Pair("food", "cake", 1, accepted=1.0), Pair("sand", "cake", 0, accepted=0.0, weight=3.0)]
    >>> rows = Credit().statistics(PairScores.of(pairs, np.array([0.5, 0.1])))
    >>> round(float(Credit().value(rows.sum(axis=0))), 4)
    0.07
    """

    name = "credit"
    reference = "the squared error of soft scores; weights by Hájek 1971"
    needs = "pairs"
    better = "lower"
    interval = "skewed"  # most distances are small, few are large
    widened = True
    undefined = "pairs of which nobody says whether they accept them are left out"

    def statistics(self, judged: PairScores) -> FloatArray:
        """Return (weighted squared distance, weight) of each pair."""
        known = ~np.isnan(judged.accepted)
        weights = np.where(known, judged.weights, 0.0)
        apart = np.where(known, judged.scores - judged.accepted, 0.0) ** 2
        return np.stack([weights * apart, weights], axis=1)

    def extra_variance(self, rows: FloatArray, counts: FloatArray) -> ExtraVariance:
        """Return that resamples lack nothing, and how many pairs of one weight say as much (Kish 1965)."""
        weights, times = rows[:, 1], counts.sum(axis=0)
        squares = float(times @ weights**2)
        return ExtraVariance(missing=0.0, units=float(times @ weights) ** 2 / squares if squares else 0.0)
