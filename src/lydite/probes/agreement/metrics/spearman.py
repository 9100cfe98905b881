"""Spearman's correlation of scores with people's grades."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.probes.agreement.base import Correlation
from lydite.probes.correlation import spearman

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class Spearman(Correlation):
    """Spearman's ρ of scores with people's grades of the same pairs; equal ones share their mean rank.

    >>> import numpy as np
    >>> one = Spearman()
    >>> round(float(one.value(np.array([[0.1, 1.0], [0.2, 2.0], [0.2, 6.0]]))), 3)
    0.866
    """

    name = "spearman"
    reference = "Spearman 1904"

    def correlate(self, scores: FloatArray, grades: FloatArray) -> float:
        """Return the correlation of two lists."""
        return spearman(scores, grades)
