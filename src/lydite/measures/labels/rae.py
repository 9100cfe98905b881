"""Relative absolute error of prevalences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.measures.labels.quantification import SmoothedMeasure

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class RAE(SmoothedMeasure):
    """Mean over classes of |p̂(c) − p(c)| / p(c), both sides smoothed as for KLD.

    >>> round(RAE().compare([0.75, 0.25], [1.0, 0.0], rows=60), 4)
    0.6487
    """

    name = "RAE"
    reference = "printed by the organisers' scorer of SemEval-2016 Task 4 D"

    def within(self, sums: FloatArray) -> FloatArray:
        """Return the mean relative difference of each topic."""
        true, estimated = self.smoothed(sums)
        relative: FloatArray = (np.abs(estimated - true) / true).mean(-1)
        return relative
