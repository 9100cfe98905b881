"""SR: how many pairs of substitutes are ranked as people rank them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.spec import param
from lydite.probes.agreement.base import Agreement, rows, tolerance_option

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.questions.judged import SubstituteScores


@dataclass(frozen=True)
class SR(Agreement):
    """The share of pairs of substitutes that are ranked as people rank them, averaged over questions.

    Comp is −1, 0 or 1: for votes, 0 where two substitutes differ by at most ⅕ of the coverage, for scores
    where they differ by at most 0.1; SR is the share of pairs with Comp_s = Comp_v (Equations 4.24 to 4.27).
    ``form=plain`` is Equation 4.22, where equal scores count as those of the first above the second, so that
    the order of the substitutes matters; ``form=tau`` is Kendall's coefficient by Equation 4.23,
    (concordant − discordant) / pairs. With substitutes of different coverage, votes are compared as shares.

    >>> from lydite.probes.agreement.examples import table
    >>> for form in ("plain", "tau", "tolerant"):
    ...     one = SR(form=form)
    ...     print(form, *(round(float(one.value(one.statistics(table("4.11", s)))), 2) for s in "XY"))
    plain 0.5 0.67
    tau 0.0 0.33
    tolerant 1.0 0.0
    """

    name = "SR"
    reference = "Quantifying Substitutability, section 4.2.5; Kendall 1938"
    undefined = "questions with fewer than two judged substitutes are left out"

    votes: float = param(0.2, help="votes closer than this share of the coverage are equal", low=0, high=2)
    score: float = param(0.1, help="scores closer than this are equal", low=0, high=1)
    form: Literal["tolerant", "plain", "tau"] = param(
        "tolerant", help="Equation 4.26; 4.22, without equality; or Kendall's tau by 4.23"
    )
    tolerance: float = tolerance_option()

    @property
    def low(self) -> float:  # type: ignore[override]  # follows from parameters
        """The least it can be."""
        return -1.0 if self.form == "tau" else 0.0

    def statistics(self, judged: SubstituteScores) -> FloatArray:
        """Return (share of pairs that agree, 1) for each question with a pair."""
        first, second = judged.layout.pairs
        people, system = (x[first] - x[second] for x in (judged.share, judged.scores))
        known = ~np.isnan(people)
        if self.form == "tolerant":
            agree = (self._sign(people, self.votes) == self._sign(system, self.score)).astype(float)
        elif self.form == "plain":
            agree = ((people < -self.tolerance) == (system < -self.tolerance)).astype(float)
        else:
            agree = self._sign(people, 0.0) * self._sign(system, 0.0)
        question, count = judged.layout.question[first], len(judged.layout.sizes)
        pairs = np.bincount(question, known, minlength=count)
        agreed = np.bincount(question, np.where(known, agree, 0.0), minlength=count)
        return rows(agreed / np.maximum(pairs, 1), pairs > 0)

    def _sign(self, differences: FloatArray, threshold: float) -> FloatArray:
        """Return −1, 0 or 1: below, within or above the threshold either way (Equations 4.24 and 4.25)."""
        edge = threshold + self.tolerance
        with np.errstate(invalid="ignore"):
            return (differences > edge).astype(float) - (differences < -edge)
