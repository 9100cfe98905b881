"""Mean absolute error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.measures.labels.base import LabelMeasure, distances, ratio

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray


@dataclass(frozen=True)
class micro_MAE(LabelMeasure):
    """Mean distance, in steps of the scale, from gold to prediction.

    Σ_i |h(x_i) − y_i| / |Te|, i over all rows (Equation 4).

    >>> round(micro_MAE().score([-2, 0, 0, 2], [0, 0, 0, 0], labels=[-2, -1, 0, 1, 2]), 4)
    1.0
    """

    name = "micro_MAE"
    also = ("MAE", "mean_absolute_error")
    ordinal = True
    reference = "Nakov et al. 2016, Evaluation measures for SemEval-2016 Task 4, Equation 4"
    better = "lower"
    high = np.inf

    def of_rows(self, gold: AnyArray, predicted: AnyArray, labels: tuple[Any, ...]) -> FloatArray:
        """Return (distance, rows)."""
        return np.stack([distances(gold, predicted, len(labels)), np.ones(len(gold))], -1)

    def within(self, sums: FloatArray) -> FloatArray:
        """Return distance / rows."""
        return ratio(sums[..., 0], sums[..., 1], np.nan)
