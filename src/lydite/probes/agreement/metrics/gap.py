"""GAP: how far the substitutes that many people gave come first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.probes.agreement.base import DIGITS, Agreement, rows

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.questions.judged import SubstituteScores


@dataclass(frozen=True)
class GAP(Agreement):
    """Generalised average precision: the mean weight so far, at each substitute that somebody gave.

    GAP = Σᵢ I(xᵢ) x̄ᵢ / Σᵢ I(yᵢ) ȳᵢ with xᵢ the weight at rank i (the share of people who accepted it), x̄ᵢ the
    mean of x₁ … xᵢ, and y the same weights in the best order. Of equal scores every order is as likely, and
    GAP is the expectation over them: a rule that keeps the order of the file, or puts the best first, gives a
    matcher points for what it did not say.

    >>> from lydite.probes.agreement.examples import table
    >>> one = GAP()
    >>> float(one.value(one.statistics(table("5.4", "WordSub"))))
    1.0
    >>> round(expected_precision(np.array([0.5, 0.5]), np.array([1.0, 0.0])), 3)
    0.75
    """

    name = "GAP"
    reference = "Kishida 2005; Thater et al. 2010"
    undefined = "questions in which nobody accepted anything are left out"

    above: float = param(0.0, help="shares of people that count: those above this", low=0, high=1)

    def statistics(self, judged: SubstituteScores) -> FloatArray:
        """Return (GAP, 1) for each question of which anything was accepted."""
        shares = np.round(judged.acceptance, DIGITS)
        weights, scores = np.where(shares > self.above, shares, 0.0), np.round(judged.scores, DIGITS)
        count = len(judged.layout.sizes)
        values, scored = np.zeros(count), judged.layout.count(weights) > 0
        for place in np.flatnonzero(scored):
            those = slice(judged.layout.starts[place], judged.layout.starts[place + 1])
            kept = judged.judged[those]
            mine, theirs = scores[those][kept], weights[those][kept]
            values[place] = expected_precision(mine, theirs) / expected_precision(theirs, theirs)
        return rows(values, scored)


def expected_precision(scores: FloatArray, weights: FloatArray) -> float:
    """Return Σᵢ I(xᵢ) x̄ᵢ in the order of the scores, in expectation over the orders of equal ones.

    Of m tied substitutes after s others with sum S, p have a weight, T in all. At rank s + j stands each of
    them with chance 1/m, and of the others of the tie a share of (j − 1) / (m − 1) before it, so that
    E[I(x) Σ x] = (p·S + T + (j − 1) / (m − 1) · T · (p − 1)) / m.
    """
    levels, block = np.unique(-scores, return_inverse=True)
    size = np.bincount(block, minlength=len(levels))
    total = np.bincount(block, weights, minlength=len(levels))
    some = np.bincount(block, weights > 0, minlength=len(levels))
    before, earlier = np.cumsum(size) - size, np.cumsum(total) - total
    at = np.repeat(np.arange(len(levels)), size)
    j = np.arange(len(scores)) - before[at]
    others = np.divide(j, size[at] - 1, out=np.zeros(len(scores)), where=size[at] > 1)
    expected = (some * earlier + total)[at] + others * (total * (some - 1))[at]
    return float((expected / size[at] / np.arange(1, len(scores) + 1)).sum())
