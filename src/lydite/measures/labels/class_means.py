"""What the means over gold classes share: macro-averaged recall and absolute error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.statistics import ExtraVariance
from lydite.measures.labels.base import PerClassMeasure, ratio

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray

ALIKE, HALF = 2, 1  # rows that each class is given beside its own, to know how much its rows differ


@dataclass(frozen=True)
class ClassMeans(PerClassMeasure):
    """The mean over classes of the mean over their gold rows; statistics are (sums, gold rows) by class."""

    def within(self, sums: FloatArray) -> FloatArray:
        """Return the mean over classes of sum / gold rows."""
        added, gold = np.split(sums, 2, -1)
        return self.over_classes(ratio(added, gold), gold, gold.sum(-1))

    def extra_variance(self, rows: FloatArray, counts: FloatArray) -> ExtraVariance | None:
        """Return the variance that resamples lack, Σ_c (s_c − v_c) / n_c / C², s_c smoothed and v_c as it is.

        Two rows of a class that are both right do not tell how many others would be, and resamples of them
        are always right. So the variance s_c of a class is that of its own rows, two that are as the rows of
        all classes are, and one that is half right and half off by one (of recall: wrong). The numbers of
        these were chosen by simulation.
        """
        added, gold = np.split(rows, 2, -1)
        each = added.sum(-1)
        if self.average == "pooled":
            counts = counts.sum(0, keepdims=True)
        n = counts @ gold
        if not n.any():
            return None
        sums = [counts @ (gold * each[:, None] ** power) for power in (1, 2)]
        more = [ALIKE * s.sum() / n.sum() + HALF / 2 for s in sums]
        smooth = _variance(*((s + m) / (n + ALIKE + HALF) for s, m in zip(sums, more, strict=True)))
        classes = (n > 0).sum(-1, keepdims=True) if self.absent == "skip" else n.shape[-1]
        share = 1 / np.maximum(classes, 1) / (n > 0).any(-1).sum()
        weight = np.where(n > 0, share**2 / np.maximum(n, 1), 0.0)
        missing = (weight * (smooth - _variance(*(s / np.maximum(n, 1) for s in sums)))).sum()
        least = np.where(n.sum(0) > 0, n.sum(0), np.inf)
        rarest = int(least.argmin())
        return ExtraVariance(float(missing), float(1 / weight.sum()), float(least[rarest]), rarest)


def _variance(mean: FloatArray, square: FloatArray) -> FloatArray:
    return square - mean**2
