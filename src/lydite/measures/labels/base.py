"""What the measures over labels share: linear statistics of confusion matrices, averages over topics."""

from __future__ import annotations

import functools
from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np

from lydite.core.errors import InputError
from lydite.core.spec import param
from lydite.inference.statistics import ExtraVariance
from lydite.measures.base import Measure
from lydite.measures.labels.counting import GRID, distinct
from lydite.measures.labels.items import Prevalences, count
from lydite.measures.labels.scales import whole_scale

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from lydite.core.array_types import AnyArray, FloatArray
    from lydite.measures.labels.items import Column, ConfusionCounts, LabelItems


@dataclass(frozen=True)
class LabelMeasure(Measure):
    """A measure that is computed once over all rows, or within each topic and averaged over topics."""

    revision = 2
    input_kind = "labels"
    interval = "centred"
    stratified = True
    ordinal: ClassVar[bool] = False
    """Whether the order of the classes, and how many lie between two of them, decides the number."""
    undefined = "topics without a value are left out of the mean"

    average: Literal["topics", "pooled"] = param(
        "pooled", help="pooled: all rows as one; topics: mean of the values of each topic"
    )

    @property
    def grouped(self) -> bool:  # type: ignore[override]  # follows from parameters
        """Whether the value is a mean over topics."""
        return self.average == "topics"

    @property
    def alone(self) -> Self:
        """The same with the average that is its default: of one topic, both averages are the same."""
        return replace(self, average=self._default("average"))

    @abstractmethod
    def of_rows(self, gold: AnyArray, predicted: AnyArray, labels: tuple[Any, ...]) -> FloatArray:
        """Return the statistics (n, d) of rows, each with a gold label and an answer by their codes.

        An answer of the code beyond those of the classes is none.
        """

    @abstractmethod
    def within(self, sums: FloatArray) -> FloatArray:
        """Return the value of each topic: (…, d) to (…); NaN where it is undefined."""

    def statistics(self, items: LabelItems | Prevalences) -> FloatArray:
        """Return (n, d): each row's share of the statistics."""
        if isinstance(items, Prevalences):
            raise _needs_rows(self)
        return self.of_rows(items.gold, items.predicted, items.labels)

    def totals(self, items: ConfusionCounts | LabelItems | Prevalences) -> FloatArray:
        """Return (topics, d) straight from the counts: what the rows of ``statistics`` add up to."""
        if isinstance(items, Prevalences):
            raise _needs_rows(self)
        return self._of_counts(items.confusion, items.labels)

    def _of_counts(self, counts: FloatArray, labels: tuple[Any, ...]) -> FloatArray:
        """Return the statistics (topics, d) of confusion matrices (topics, gold, predicted)."""
        classes, answers = counts.shape[1:]
        flat = counts.reshape(len(counts), -1)
        used = np.flatnonzero(flat.any(0))
        step = max(1, GRID // (4 * classes))
        parts = [used[start : start + step] for start in range(0, max(len(used), 1), step)]
        summed = (flat[:, p] @ self.of_rows(*np.divmod(p, answers), labels) for p in parts)
        return functools.reduce(np.add, summed)

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the value of (…, topics, d) sums: the mean over topics, or that of their total."""
        if self.average == "pooled":
            return self.within(sums.sum(-2))
        return mean(self.within(sums))

    def score(
        self,
        gold: Column,
        predicted: Column,
        *,
        labels: Sequence[Hashable] | None = None,
        topics: Column | None = None,
    ) -> float:
        """Return the value for two columns of labels; ``labels`` gives their order on the scale.

        Without it, a scale of whole numbers has all from the lowest to the highest where order matters.
        """
        if labels is None and self.ordinal:
            there = distinct([*distinct(gold), *distinct(predicted)])
            labels = whole_scale(there)
            if labels is None and len(there) > 2:
                names = ", ".join(sorted(map(str, there)))
                raise InputError(f"{self} needs the labels in their order: labels=; there are {names}")
        return float(self.value(self.totals(count(gold, predicted, labels=labels, topics=topics))))


@dataclass(frozen=True)
class PerClassMeasure(LabelMeasure):
    """A measure that is computed for each class and averaged over classes."""

    absent: Literal["skip", "zero"] = param(
        "skip", help="a class without gold in a topic: skip it, or let it count as 0 (the scorers)"
    )

    widened = True

    def gold_rows(self, rows: FloatArray) -> FloatArray:
        """Return which class each row of statistics has gold of, ``(n, classes)``."""
        return np.split(rows, 3, -1)[1]

    def extra_variance(self, rows: FloatArray, counts: FloatArray) -> ExtraVariance | None:
        """Return how many gold rows the rarest class has: its value may be anything where there are few."""
        gold = counts.sum(0) @ self.gold_rows(rows)
        least = np.where(gold > 0, gold, np.inf)
        return ExtraVariance(0.0, float(gold.sum()), float(least.min()), int(least.argmin()))

    def over_classes(self, values: FloatArray, gold: FloatArray, rows: FloatArray) -> FloatArray:
        """Return the mean of (…, classes) values, given the gold rows of each class and all rows."""
        if self.absent == "skip":
            return mean(np.where(gold > 0, values, np.nan))
        return np.where(rows > 0, np.where(gold > 0, values, 0.0).mean(-1), np.nan)


def mean(values: FloatArray) -> FloatArray:
    """Return the mean over the last axis of what is defined; NaN where nothing is."""
    defined = ~np.isnan(values)
    return ratio(_sum(np.where(defined, values, 0.0)), _sum(defined.astype(np.float64)), np.nan)


def _sum(values: FloatArray) -> FloatArray:
    """Return the sum over the last axis; column by column where it is short, as classes are."""
    size = values.shape[-1]
    if not 1 < size < 8:
        return np.asarray(values.sum(-1))
    total = values[..., 0] + values[..., 1]
    for column in range(2, size):
        total += values[..., column]
    return np.asarray(total)


def ratio(part: FloatArray, whole: Any, empty: float = 0.0) -> FloatArray:
    """Divide, with ``empty`` where there is nothing to divide by."""
    whole = np.asarray(whole, float)
    out = np.full(np.broadcast_shapes(part.shape, whole.shape), empty)
    np.divide(part, whole, out=out, where=whole > 0)
    return out


def f1(hits: FloatArray, gold: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return 2·hits / (gold + predicted), which is F1; 0 where there is neither."""
    return ratio(2 * hits, gold + predicted)


def distances(gold: AnyArray, predicted: AnyArray, classes: int) -> FloatArray:
    """Return the number of steps on an ordinal scale between the gold label and the answer of each row.

    No answer, the code beyond those of the classes, is as far as the worst of them.

    >>> distances(np.array([0, 1]), np.array([2, 3]), 3).tolist()
    [2.0, 1.0]
    """
    place, answer = np.asarray(gold, np.float64), np.asarray(predicted, np.float64)
    return np.where(answer < classes, np.abs(place - answer), np.maximum(place, classes - 1 - place))


def _needs_rows(measure: LabelMeasure) -> InputError:
    return InputError(f"{measure.name} needs labels of single rows; prevalences of topics do not tell them")
