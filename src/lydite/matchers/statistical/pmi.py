"""Pointwise mutual information, squeezed between 0 and 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.matchers.statistical.base import CountMatcher

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class Pmi(CountMatcher):
    """The logistic function of pointwise mutual information.

    PMI(x, y) = log p(x ∩ y) / (p(x) p(y)) over documents; sigmoid(PMI) = p(x ∩ y) / (p(x ∩ y) + p(x) p(y)).
    Independent phrases have 0.5, and nothing reaches 1; phrases that never meet have 0.
    """

    name = "pmi"
    reference = "Quantifying Substitutability, Equations 2.5 and 2.6; Turney 2001"

    def judge(self, x: FloatArray, y: FloatArray, both: FloatArray, n: int) -> FloatArray:
        """Return p(x ∩ y) / (p(x ∩ y) + p(x) p(y))."""
        return both / (both + x * y / n)
