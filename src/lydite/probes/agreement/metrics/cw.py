"""CW: whether the clear winner is the clear winner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.spec import param
from lydite.probes.agreement.base import Agreement, rows, tolerance_option

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.questions.judged import SubstituteScores


@dataclass(frozen=True)
class CW(Agreement):
    """The share of clear winners that are found: one substitute above the threshold, and the same one.

    Top_v(Q) = {Qᵢ | score(Qᵢ) > ⅔ cover(Qᵢ)}, Top_s(P) = {Pᵢ | score(Pᵢ) > ⅔}; of the questions with
    |Top_v(Q)| = 1, the share with Top_s(P) = Top_v(Q) (Equations 4.1 to 4.7).

    >>> from lydite.probes.agreement.examples import table
    >>> one = CW()
    >>> [float(one.value(one.statistics(table(t)))) for t in ("4.3", "4.5")]
    [1.0, 0.0]
    """

    name = "CW"
    reference = "Quantifying Substitutability, section 4.2.1"
    undefined = "questions without one clear winner by the votes are left out"

    votes: float = param(2 / 3, help="votes above this share of the coverage win", low=-1, high=1)
    score: float = param(2 / 3, help="scores above this win", low=0, high=1)
    tolerance: float = tolerance_option()

    def statistics(self, judged: SubstituteScores) -> FloatArray:
        """Return (1 where the winner is found, 1) for each question with a clear winner."""
        people = judged.share > self.votes + self.tolerance
        system = (judged.scores > self.score + self.tolerance) & judged.judged
        clear = judged.layout.count(people) == 1
        same = judged.layout.count(people != system) == 0
        return rows(same.astype(float), clear)
