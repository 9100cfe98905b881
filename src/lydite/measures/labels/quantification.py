"""What the measures of prevalences share: counts of gold and prediction by class, smoothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.errors import InputError
from lydite.core.spec import param
from lydite.measures.labels.base import LabelMeasure, ratio
from lydite.measures.labels.counting import class_columns
from lydite.measures.labels.items import ConfusionCounts, LabelItems, Prevalences

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray


@dataclass(frozen=True)
class QuantificationMeasure(LabelMeasure):
    """A measure of estimated against true prevalences of the classes; lower is better.

    Labels of single rows are counted (classify and count). Prevalences of topics stand for as many
    rows as the topic has, so that both add up alike.
    """

    revision = 1
    better = "lower"
    high = np.inf
    needs_counts = False

    average: Literal["topics", "pooled"] = param(
        "topics", help="topics: mean of the values of each topic; pooled: all rows as one topic"
    )

    def statistics(self, items: LabelItems | Prevalences) -> FloatArray:
        """Return (n, d): of each row, or of each topic where prevalences are given."""
        return self._given(items) if isinstance(items, Prevalences) else super().statistics(items)

    def totals(self, items: ConfusionCounts | LabelItems | Prevalences) -> FloatArray:
        """Return (topics, d)."""
        return self._given(items) if isinstance(items, Prevalences) else super().totals(items)

    def of_rows(self, gold: AnyArray, predicted: AnyArray, labels: tuple[Any, ...]) -> FloatArray:
        """Return (gold rows of each class, predicted rows of each class, rows)."""
        if np.any(np.greater_equal(predicted, len(labels))):
            raise InputError(
                f"{self.name} measures prevalences, and rows without an answer have none: "
                "skip them (--missing skip), or stop (error)"
            )
        own = class_columns(len(labels), (gold, 1.0), (predicted, 1.0))
        return np.concatenate([own, np.ones((len(gold), 1))], -1)

    def split(self, sums: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return true prevalences, estimated ones and the number of rows."""
        gold, predicted = np.split(sums[..., :-1], 2, -1)
        rows = sums[..., -1:]
        return ratio(gold, rows, np.nan), ratio(predicted, rows, np.nan), rows

    def compare(self, true: Any, estimated: Any, *, rows: Any = None) -> float:
        """Return the value for prevalences, of one topic (classes) or of several (topics, classes)."""
        return float(self.value(self.totals(Prevalences.of(true, estimated, rows=rows))))

    def _given(self, items: Prevalences) -> FloatArray:
        if items.counts is None and self.needs_counts:
            raise InputError(
                f"{self.name} smooths by 1/(2·rows): give the number of rows of each topic, or epsilon"
            )
        rows = (np.ones(len(items)) if items.counts is None else items.counts)[:, None]
        return np.concatenate([items.gold * rows, items.predicted * rows, rows], -1)


@dataclass(frozen=True)
class SmoothedMeasure(QuantificationMeasure):
    """A measure of additively smoothed prevalences (Equation 6)."""

    epsilon: float | Literal["rows"] = param(
        "rows", help="smoothing; rows: 1/(2·rows) of each topic", low=1e-12
    )
    normaliser: Literal["sum", "one"] = param(
        "sum",
        help="sum: smoothed prevalences sum to 1 (Equation 6); one: given ones are taken to (the scorers)",
    )

    @property
    def needs_counts(self) -> bool:  # type: ignore[override]  # follows from parameters
        """Whether the number of rows matters."""
        return self.epsilon == "rows"

    def smoothed(self, sums: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return (p(c) + ε) / (Σ p + ε |C|), true and estimated (Equation 6)."""
        true, estimated, rows = self.split(sums)
        epsilon = ratio(np.full(rows.shape, 0.5), rows, np.nan) if self.epsilon == "rows" else self.epsilon
        return self._smooth(true, epsilon), self._smooth(estimated, epsilon)

    def _smooth(self, p: FloatArray, epsilon: FloatArray | float) -> FloatArray:
        total = p.sum(-1, keepdims=True) if self.normaliser == "sum" else 1.0
        smoothed: FloatArray = (p + epsilon) / (total + epsilon * p.shape[-1])
        return smoothed


def match_distance(true: FloatArray, estimated: FloatArray) -> FloatArray:
    """Return the summed absolute difference of the cumulated prevalences, short of the last (Equation 7)."""
    difference: FloatArray = np.abs(np.cumsum(estimated - true, -1)[..., :-1]).sum(-1)
    return difference
