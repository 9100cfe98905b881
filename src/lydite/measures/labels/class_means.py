"""What the means over gold classes share: macro-averaged recall and absolute error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.measures.labels.base import PerClassMeasure, ratio
from lydite.statistics import Spread

if TYPE_CHECKING:
    from lydite.measures.labels.base import Array

ALIKE, HALF = 2, 1  # rows that each class is given beside its own, to know how much its rows differ


@dataclass(frozen=True)
class ClassMeans(PerClassMeasure):
    """The mean over classes of the mean over their gold rows; statistics are (sums, gold rows) by class."""

    widened = True

    def within(self, sums: Array) -> Array:
        """Return the mean over classes of sum / gold rows."""
        added, gold = np.split(sums, 2, -1)
        return self.over_classes(ratio(added, gold), gold, gold.sum(-1))

    def spread(self, rows: Array, counts: Array) -> Spread | None:
        """Return the standard error of the mean of class means, Σ_c v_c / n_c / C², with v_c smoothed.

        Two rows of a class that are both right do not tell how many others would be, and resamples of them
        are always right. So each class's variance v_c is that of its own rows, two that are as the rows
        of all classes are, and one that is half right and half off by one (of recall: wrong). Freedom is
        Satterthwaite's. Numbers of rows were chosen by simulation (experiments/interval_coverage.py).
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
        mean, square = ((s + m) / (n + ALIKE + HALF) for s, m in zip(sums, more, strict=True))
        classes = (n > 0).sum(-1, keepdims=True) if self.absent == "skip" else n.shape[-1]
        share = 1 / np.maximum(classes, 1) / (n > 0).any(-1).sum()
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = np.where(n > 0, share**2 * (square - mean**2) / n, 0.0)
            units = 1 / np.where(n > 0, share**2 / n, 0.0).sum()
        freedom = parts.sum() ** 2 / (parts**2 / (n + ALIKE + HALF - 1)).sum()
        least = np.where(n.sum(0) > 0, n.sum(0), np.inf)
        rarest = int(least.argmin())
        return Spread(float(np.sqrt(parts.sum())), float(freedom), float(units), float(least[rarest]), rarest)
