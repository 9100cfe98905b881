"""Combo: good and bad substitutes together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.inference.statistics import ratio
from lydite.probes.agreement.base import Agreement, tolerance_option
from lydite.probes.agreement.metrics.bs import BS
from lydite.probes.agreement.metrics.gs import GS

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.questions.judged import SubstituteScores


@dataclass(frozen=True)
class Combo(Agreement):
    """The harmonic mean of GS and BS, each taken over all questions first.

    Combo = 2 · BS · GS / (BS + GS) (Equation 4.20); 0 where both are 0. A matcher that says yes to everything
    or no to everything has 0.

    >>> from lydite.probes.agreement.examples import table
    >>> one = Combo()
    >>> [round(float(one.value(one.statistics(table("4.9", system)))), 2) for system in "XYZ"]
    [1.0, 0.67, 0.0]
    """

    name = "Combo"
    reference = "Quantifying Substitutability, section 4.2.4"
    undefined = "there is none where no question has good substitutes, or none has bad ones"

    good_votes: float = param(
        0.5, help="votes of at least this share of the coverage are good", low=-1, high=1
    )
    good_score: float = param(0.5, help="scores of at least this are good", low=0, high=1)
    bad_votes: float = param(-0.2, help="votes below this share of the coverage are bad", low=-1, high=1)
    bad_score: float = param(0.1, help="scores below this are bad", low=0, high=1)
    tolerance: float = tolerance_option()

    def statistics(self, judged: SubstituteScores) -> FloatArray:
        """Return the rows of GS and of BS side by side."""
        good = GS(self.good_votes, self.good_score, self.tolerance)
        bad = BS(self.bad_votes, self.bad_score, self.tolerance)
        return np.concatenate([good.statistics(judged), bad.statistics(judged)], axis=1)

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the harmonic mean of the two means."""
        good, bad = ratio(sums[..., 0], sums[..., 1]), ratio(sums[..., 2], sums[..., 3])
        both = good + bad
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(both == 0, 0.0, 2 * good * bad / both))
