"""Accuracy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.measures.labels.base import LabelMeasure, ratio

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray


@dataclass(frozen=True)
class accuracy(LabelMeasure):
    """Share of rows whose predicted label is the gold label.

    >>> accuracy().score([1, 2, 2, 1], [1, 2, 1, 1])
    0.75
    """

    name = "accuracy"
    also = ("acc", "accuracy_score")
    reference = "printed by the organisers' scorers of SemEval-2016 Task 4, A and B"

    def of_rows(self, gold: AnyArray, predicted: AnyArray, labels: tuple[Any, ...]) -> FloatArray:  # noqa: ARG002
        """Return (hits, rows)."""
        return np.stack([np.equal(gold, predicted).astype(np.float64), np.ones(len(gold))], -1)

    def within(self, sums: FloatArray) -> FloatArray:
        """Return hits / rows."""
        return ratio(sums[..., 0], sums[..., 1], np.nan)
