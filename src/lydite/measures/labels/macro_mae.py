"""Macro-averaged mean absolute error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.measures.labels.base import distances
from lydite.measures.labels.class_means import ClassMeans
from lydite.measures.labels.counting import class_columns

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray


@dataclass(frozen=True)
class macro_MAE(ClassMeans):
    """Mean over gold classes of the mean distance, in steps of the scale, from gold to prediction.

    Σ_j (Σ_i |h(x_i) − y_i| / |Te_j|) / |C|, i over the rows Te_j whose gold class is j (Equation 3).

    >>> round(macro_MAE().score([-2, 0, 0, 2], [0, 0, 0, 0], labels=[-2, -1, 0, 1, 2]), 4)
    1.3333
    """

    name = "macro_MAE"
    ordinal = True
    reference = "Nakov et al. 2016, Evaluation measures for SemEval-2016 Task 4, Equation 3"
    better = "lower"
    high = np.inf

    def of_rows(self, gold: AnyArray, predicted: AnyArray, labels: tuple[Any, ...]) -> FloatArray:
        """Return for each class (distance, gold rows)."""
        far = distances(gold, predicted, len(labels))
        return class_columns(len(labels), (gold, far), (gold, 1.0))
