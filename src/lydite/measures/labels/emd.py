"""Earth Mover's Distance on an ordinal scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.measures.labels.quantification import QuantificationMeasure, match_distance

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class EMD(QuantificationMeasure):
    """Work, in steps of the scale, that turns the estimated into the true distribution.

    EMD = Σ_j |Σ_{i ≤ j} p̂(c_i) − Σ_{i ≤ j} p(c_i)| for j from 1 to |C| − 1 (Equation 7); from 0 to |C| − 1.

    >>> EMD().compare([0.5, 0.5, 0.0], [0.0, 0.5, 0.5])
    1.0
    """

    name = "EMD"
    ordinal = True
    reference = "Nakov et al. 2016, Evaluation measures for SemEval-2016 Task 4, Equation 7"

    def within(self, sums: FloatArray) -> FloatArray:
        """Return the distance of each topic."""
        true, estimated, _ = self.split(sums)
        return match_distance(true, estimated)
