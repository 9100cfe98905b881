"""BS: how many of the bad substitutes are found."""

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
class BS(Agreement):
    """The share of the bad substitutes that are scored as bad, averaged over questions.

    Bad_v(Q) = {Qᵢ | score(Qᵢ) < −⅕ cover(Qᵢ)}, Bad_s(P) = {Pᵢ | score(Pᵢ) < 0.1};
    BS = |Bad_s ∩ Bad_v| / |Bad_v| (Equations 4.14 to 4.19). A constant 0 has BS 1: see Combo.

    >>> from lydite.probes.agreement.examples import table
    >>> one = BS()
    >>> round(float(one.value(one.statistics(table("4.8")))), 2)
    0.67
    """

    name = "BS"
    reference = "Quantifying Substitutability, section 4.2.3"
    undefined = "questions without a bad substitute by the votes are left out"

    votes: float = param(-0.2, help="votes below this share of the coverage are bad", low=-1, high=1)
    score: float = param(0.1, help="scores below this are bad", low=0, high=1)
    tolerance: float = tolerance_option()

    def statistics(self, judged: SubstituteScores) -> FloatArray:
        """Return (share found, 1) for each question with bad substitutes."""
        people = judged.share < self.votes - self.tolerance
        system = judged.scores < self.score - self.tolerance
        bad = judged.layout.count(people)
        counted = bad > 0 if judged.excused is None else (bad > 0) & ~judged.excused
        return rows(judged.layout.count(people & system) / np.maximum(bad, 1), counted)
