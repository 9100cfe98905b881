"""Absolute error of prevalences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.measures.labels.quantification import QuantificationMeasure

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class AE(QuantificationMeasure):
    """Mean over classes of |p̂(c) − p(c)|, p true and p̂ estimated.

    >>> AE().compare([0.75, 0.25], [1.0, 0.0])
    0.25
    """

    name = "AE"
    reference = "printed by the organisers' scorer of SemEval-2016 Task 4 D"
    high = 1.0

    def within(self, sums: FloatArray) -> FloatArray:
        """Return the mean absolute difference of each topic."""
        true, estimated, _ = self.split(sums)
        error: FloatArray = np.abs(estimated - true).mean(-1)
        return error
