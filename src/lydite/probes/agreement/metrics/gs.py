"""GS: how many of the good substitutes are found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.probes.agreement.base import Agreement, rows, tolerance_option

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.questions.judged import SubstituteScores


@dataclass(frozen=True)
class GS(Agreement):
    """The share of the good substitutes that are scored as good, averaged over questions.

    Good_v(Q) = {Qᵢ | score(Qᵢ) ≥ ½ cover(Qᵢ)}, Good_s(P) = {Pᵢ | score(Pᵢ) ≥ 0.5};
    GS = |Good_s ∩ Good_v| / |Good_v| (Equations 4.8 to 4.13). A constant 1 has GS 1: see Combo.

    >>> from lydite.probes.agreement.examples import table
    >>> one = GS()
    >>> float(one.value(one.statistics(table("4.6"))))
    0.5
    """

    name = "GS"
    reference = "Quantifying Substitutability, section 4.2.2"
    undefined = "questions without a good substitute by the votes are left out"

    votes: float = param(0.5, help="votes of at least this share of the coverage are good", low=-1, high=1)
    score: float = param(0.5, help="scores of at least this are good", low=0, high=1)
    tolerance: float = tolerance_option()

    def statistics(self, judged: SubstituteScores) -> FloatArray:
        """Return (share found, 1) for each question with good substitutes."""
        people = judged.share >= self.votes - self.tolerance
        system = judged.scores >= self.score - self.tolerance
        good = judged.layout.count(people)
        return rows(judged.layout.count(people & system) / np.maximum(good, 1), good > 0)
