"""Mean absolute error of one class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.spec import param
from lydite.measures.labels.base import LabelMeasure, distances, ratio
from lydite.measures.labels.one_class import place

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray


@dataclass(frozen=True)
class class_MAE(LabelMeasure):
    """Mean distance, in steps of the scale, from gold to prediction over the rows whose gold is one class.

    What macro_MAE averages over classes; a class without gold has none.

    >>> class_MAE(label="2").score([-2, 0, 2, 2], [0, 0, 0, 1], labels=[-2, -1, 0, 1, 2])
    1.5
    """

    name = "class_MAE"
    ordinal = True
    reference = "Nakov et al. 2016, Evaluation measures for SemEval-2016 Task 4, Equation 3"
    better = "lower"
    high = np.inf

    label: str = param("positive", help="the class")

    def of_rows(self, gold: AnyArray, predicted: AnyArray, labels: tuple[Any, ...]) -> FloatArray:
        """Return (distance, gold rows)."""
        its = (np.asarray(gold) == place(self.name, self.label, labels)).astype(np.float64)
        return np.stack([its * distances(gold, predicted, len(labels)), its], -1)

    def within(self, sums: FloatArray) -> FloatArray:
        """Return distance / gold rows."""
        return ratio(sums[..., 0], sums[..., 1], np.nan)
