"""Macro-averaged F1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lydite.measures.labels.base import PerClassMeasure, f1
from lydite.measures.labels.counting import class_columns

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray


@dataclass(frozen=True)
class macro_F1(PerClassMeasure):
    """Mean over all classes of F1 = 2 P R / (P + R).

    >>> round(macro_F1().score(["p", "p", "p", "n"], ["p", "p", "p", "p"]), 4)
    0.4286
    """

    name = "macro_F1"
    also: ClassVar[tuple[str, ...]] = ("F1_macro", "macro_f_score")
    reference = "van Rijsbergen 1979, Information Retrieval, chapter 7"

    def of_rows(self, gold: AnyArray, predicted: AnyArray, labels: tuple[Any, ...]) -> FloatArray:
        """Return for each class (hits, gold rows, predicted rows)."""
        return class_columns(len(labels), (gold, np.equal(gold, predicted)), (gold, 1.0), (predicted, 1.0))

    def within(self, sums: FloatArray) -> FloatArray:
        """Return the mean of F1 over classes."""
        hits, gold, predicted = np.split(sums, 3, -1)
        return self.over_classes(f1(hits, gold, predicted), gold, gold.sum(-1))
