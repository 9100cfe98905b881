"""Pairwise accuracy: how many comparisons of two pairs come out as people's do, ties among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.agreement.base import Agreement, each
from lydite.probes.correlation import pair_counts

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.pairs.rated import PairScores


@dataclass(frozen=True)
class Pairwise(Agreement):
    """The share of all comparisons of two pairs that a matcher decides as people do, ties included.

    acc = (concordant + tied in both) / comparisons. Chance is what the same scores have in random order:
    with a share t of ties among the scores and u among the grades, t·u + (1 − t)(1 − u) / 2. It is far from
    one half where one side has many ties: grades with none and a matcher that says nothing have 0. Chance is
    each matcher's own, so that tests and letters belong to what is left above it.

    >>> one = Pairwise()
    >>> rows = np.array([[0.1, 1.0, 0.0], [0.2, 2.0, 0.0], [0.2, 6.0, 0.0]])
    >>> [round(float(x), 3) for x in (one.value(rows), one.value(one.by_chance(rows)))]
    [0.667, 0.333]
    """

    name = "pairwise"
    reference = "Deutsch, Foster and Freitag 2023 (acc_eq); its chance level here"
    needs = "pairs"
    summable = False
    soft = True
    interval = "centred"  # a pair that is drawn twice is tied with itself
    undefined = "there is none for fewer than two pairs"

    def statistics(self, judged: PairScores) -> FloatArray:
        """Return (score, grade, 0) of each pair; 1 marks scores whose order is chance."""
        return np.stack([judged.scores, judged.ratings, np.zeros(len(judged.scores))], axis=1)

    def by_chance(self, statistics: FloatArray) -> FloatArray:
        """Return the rows whose value is the expectation over all orders of the scores."""
        marked = statistics.copy()
        marked[:, 2] = 1.0
        return marked

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the accuracy over rows ``(…, n, 3)``."""
        return each(sums, _accuracy)


def _accuracy(rows: FloatArray) -> float:
    if len(rows) < 2:
        return float("nan")
    counts = pair_counts(rows[:, 0], rows[:, 1])
    if not rows[0, 2]:
        return (counts.concordant + counts.both) / counts.total
    scores, grades = ((tied + counts.both) / counts.total for tied in (counts.first, counts.second))
    return scores * grades + (1 - scores) * (1 - grades) / 2
