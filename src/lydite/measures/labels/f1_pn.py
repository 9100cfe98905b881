"""F1 of the positive and the negative class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, did_you_mean
from lydite.core.spec import param
from lydite.measures.labels.base import PerClassMeasure, f1

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray
    from lydite.inference.statistics import ExtraVariance


@dataclass(frozen=True)
class F1_PN(PerClassMeasure):
    """Mean of F1 of the positive and of the negative class; other classes count as errors only.

    F1_PN = (F1(positive) + F1(negative)) / 2 with F1 = 2 P R / (P + R): R is the share of the gold rows of a
    class that are predicted to be such, P the share of the rows predicted to be of a class that are
    (Equation 1).

    >>> gold = ["positive", "positive", "neutral", "negative"]
    >>> round(F1_PN().score(gold, ["positive"] * 4), 4)
    0.3333
    """

    name = "F1_PN"
    reference = "Nakov et al. 2016, Evaluation measures for SemEval-2016 Task 4, Equation 1"

    positive: str = param("positive", help="the first of the two classes")
    negative: str = param("negative", help="the second")

    def of_rows(self, gold: AnyArray, predicted: AnyArray, labels: tuple[Any, ...]) -> FloatArray:
        """Return (hits, gold rows, predicted rows) of the two classes and the number of rows."""
        chosen = self._places(labels)
        own, answered = ([np.equal(codes, i) for i in chosen] for codes in (gold, predicted))
        hits = [one & other for one, other in zip(own, answered, strict=True)]
        return np.stack([*hits, *own, *answered, np.ones(len(gold))], -1)

    def _places(self, labels: tuple[Any, ...]) -> list[int]:
        """Return which of the labels the two classes are; −1 for one that is not there."""
        names = [str(v) for v in labels]
        self._check(names)
        return [names.index(c) if c in names else -1 for c in (self.positive, self.negative)]

    def _check(self, names: list[str]) -> None:
        """Refuse labels without either class, or without one that users named, whose F1 would be none."""
        if not {self.positive, self.negative} & set(names):
            wanted = f"{self.positive} nor {self.negative}"
            raise InputError(
                f"{self.name}: neither {wanted} is among the labels {', '.join(names)}; "
                f"say which they are: {self.name}(positive={names[0]}, negative={names[-1]})"
            )
        for wanted in {self.positive, self.negative} - {"positive", "negative"} - set(names):
            hint = did_you_mean(wanted, names) or "; name all there are (--labels) if that is one"
            raise InputError(f"{self.name}: {wanted} is not among the labels {', '.join(names)}{hint}")

    def gold_rows(self, rows: FloatArray) -> FloatArray:
        """Return which of the two classes each row has gold of."""
        return np.split(rows[..., :-1], 3, -1)[1]

    def extra_variance(self, rows: FloatArray, counts: FloatArray) -> ExtraVariance | None:
        """Return the same of the two classes, whose places among all labels are not known here."""
        variance = super().extra_variance(rows, counts)
        return None if variance is None else variance._replace(rarest=-1)

    def within(self, sums: FloatArray) -> FloatArray:
        """Return the mean of the two F1."""
        hits, gold, predicted = np.split(sums[..., :-1], 3, -1)
        return self.over_classes(f1(hits, gold, predicted), gold, sums[..., -1])
