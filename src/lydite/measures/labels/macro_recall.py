"""Macro-averaged recall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.measures.labels.class_means import ClassMeans
from lydite.measures.labels.counting import class_columns

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray


@dataclass(frozen=True)
class macro_recall(ClassMeans):
    """Mean over classes of the recall of each.

    Of two classes, (R(positive) + R(negative)) / 2 (Equation 2).

    1 only for the perfect classifier, 0 only for the perverse one, and 1/2 (of two classes) for one that
    gives all rows the same label. The scorers call it average recall.

    >>> macro_recall().score(["p", "p", "p", "n"], ["p", "p", "p", "p"])
    0.5
    """

    name = "macro_recall"
    also = ("average_recall", "macro_R", "balanced_accuracy")
    reference = "Nakov et al. 2016, Evaluation measures for SemEval-2016 Task 4, Equation 2"

    def of_rows(self, gold: AnyArray, predicted: AnyArray, labels: tuple[Any, ...]) -> FloatArray:
        """Return (hits of each class, gold rows of each class)."""
        return class_columns(len(labels), (gold, np.equal(gold, predicted)), (gold, 1.0))
