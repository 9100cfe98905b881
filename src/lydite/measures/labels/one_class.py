"""Precision, recall or F1 of one class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.errors import InputError, did_you_mean
from lydite.core.spec import param
from lydite.measures.labels.base import LabelMeasure, ratio

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray

ClassFigure = Literal["precision", "recall", "F1"]


@dataclass(frozen=True)
class one_class(LabelMeasure):
    """Precision, recall or F1 of one class by itself.

    hits / predicted, hits / gold, or 2·hits / (gold + predicted). A class that was never predicted has no
    precision, one without gold no recall.

    >>> round(one_class(label="p", figure="precision").score(["p", "p", "n", "n"], ["p", "p", "p", "n"]), 4)
    0.6667
    """

    name = "one_class"
    reference = "van Rijsbergen 1979, Information Retrieval, chapter 7"

    label: str = param("positive", help="the class")
    figure: ClassFigure = param("F1", help="what is measured of it")

    def of_rows(self, gold: AnyArray, predicted: AnyArray, labels: tuple[Any, ...]) -> FloatArray:
        """Return (above, below)."""
        at = place(self.name, self.label, labels)
        own, answered = (np.equal(codes, at).astype(np.float64) for codes in (gold, predicted))
        below = {"precision": answered, "recall": own, "F1": own + answered}[self.figure]
        return np.stack([(2 if self.figure == "F1" else 1) * own * answered, below], -1)

    def within(self, sums: FloatArray) -> FloatArray:
        """Return above / below."""
        return ratio(sums[..., 0], sums[..., 1], np.nan)


def place(measure: str, label: str, labels: tuple[Any, ...]) -> int:
    """Return the index of a class among the labels; the error for an unknown one lists the labels."""
    names = [str(v) for v in labels]
    if label not in names:
        hint = did_you_mean(label, names)
        raise InputError(f"{measure}: {label} is not among the labels {', '.join(names)}{hint}")
    return names.index(label)
