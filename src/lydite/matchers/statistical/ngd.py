"""The normalised Google distance, with the user's corpus in place of the web."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.matchers.statistical.base import CountMatcher

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class Ngd(CountMatcher):
    """One minus the normalised Google distance of two phrases, distances above 1 counting as 1.

    NGD(x, y) = (max(log f(x), log f(y)) − log f(x, y)) / (log N − min(log f(x), log f(y))), f counting
    documents and N all of them. Phrases that never meet have 0.
    """

    name = "ngd"
    reference = "Quantifying Substitutability, Equation 2.3; Cilibrasi and Vitányi 2007"

    def judge(self, x: FloatArray, y: FloatArray, both: FloatArray, n: int) -> FloatArray:
        """Return 1 − min(NGD, 1)."""
        above = np.log(np.maximum(x, y)) - np.log(both)
        below = np.log(n) - np.log(np.minimum(x, y))
        distance = np.where(
            above > 0, above / below, 0.0
        )  # phrases in the same documents, even in all of them
        return 1 - np.clip(distance, 0, 1)
