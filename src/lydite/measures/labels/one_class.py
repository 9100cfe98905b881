"""Precision, recall, F1 or mean absolute error of one class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.errors import InputError, nearest
from lydite.measures.labels.base import LabelMeasure, distances, ratio
from lydite.spec import param

if TYPE_CHECKING:
    from lydite.measures.labels.base import Array

Figure = Literal["precision", "recall", "F1", "MAE"]


@dataclass(frozen=True)
class one_class(LabelMeasure):
    """Precision, recall, F1 or mean absolute error of one class by itself.

    hits / predicted, hits / gold, 2·hits / (gold + predicted), and the mean number of steps on the scale from
    gold to prediction over the rows whose gold is the class. A class never predicted has no precision,
    one without gold neither recall nor error.

    >>> round(one_class(label="p", figure="precision").score(["p", "p", "n", "n"], ["p", "p", "p", "n"]), 4)
    0.6667
    """

    name = "one_class"
    reference = "van Rijsbergen 1979, Information Retrieval, chapter 7"

    label: str = param("positive", help="the class")
    figure: Figure = param("F1", help="what is measured of it")

    @property
    def ordinal(self) -> bool:  # type: ignore[override]
        """Whether the order of the classes decides the number."""
        return self.figure == "MAE"

    @property
    def better(self) -> Literal["higher", "lower"]:  # type: ignore[override]
        """The direction: an error is the better the lower."""
        return "lower" if self.figure == "MAE" else "higher"

    @property
    def high(self) -> float:  # type: ignore[override]
        """The most it can be: an error has no bound, all else is a share."""
        return np.inf if self.figure == "MAE" else 1.0

    def reduce(self, counts: Array, labels: tuple[Any, ...]) -> Array:
        """Return (above, below)."""
        names = [str(v) for v in labels]
        if self.label not in names:
            hint = nearest(self.label, names)
            raise InputError(f"{self.name}: {self.label} is not among the labels {', '.join(names)}{hint}")
        at = names.index(self.label)
        hits, gold, predicted = counts[..., at, at], counts[..., at, :].sum(-1), counts[..., at].sum(-1)
        if self.figure == "MAE":
            return np.stack([(counts * distances(counts))[..., at, :].sum(-1), gold], -1)
        below = {"precision": predicted, "recall": gold, "F1": gold + predicted}[self.figure]
        return np.stack([2 * hits if self.figure == "F1" else hits, below], -1)

    def within(self, sums: Array) -> Array:
        """Return above / below."""
        return ratio(sums[..., 0], sums[..., 1], np.nan)
