"""Kullback-Leibler divergence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.measures.labels.quantification import SmoothedMeasure

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class KLD(SmoothedMeasure):
    """Divergence of the estimated from the true distribution, smoothed; natural logarithm.

    KLD = Σ_c p(c) log(p(c) / p̂(c)) (Equation 5), p true and p̂ estimated, both smoothed:
    (p(c) + ε) / (Σ p + ε |C|) (Equation 6). 0 where they agree, and always finite.

    >>> round(KLD().compare([0.75, 0.25], [1.0, 0.0], rows=60), 4)
    0.66
    """

    name = "KLD"
    reference = "Nakov et al. 2016, Evaluation measures for SemEval-2016 Task 4, Equations 5 and 6"

    def within(self, sums: FloatArray) -> FloatArray:
        """Return the divergence of each topic."""
        true, estimated = self.smoothed(sums)
        divergence: FloatArray = (true * np.log(true / estimated)).sum(-1)
        # rounding can fall below 0; where prevalences are only taken to sum to 1, so can the formula
        return divergence if self.normaliser == "one" else np.maximum(divergence, 0.0)
