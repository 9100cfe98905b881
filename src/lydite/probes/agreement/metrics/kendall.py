"""Kendall's correlation of scores with people's grades."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.probes.agreement.base import Correlation
from lydite.probes.correlation import pair_counts

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class Kendall(Correlation):
    """Kendall's τ-b of scores with people's grades: (concordant − discordant) / √(untied · untied).

    >>> import numpy as np
    >>> one = Kendall()
    >>> round(float(one.value(np.array([[0.1, 1.0], [0.2, 2.0], [0.2, 6.0]]))), 3)
    0.816
    """

    name = "kendall"
    reference = "Kendall 1945"

    def correlate(self, scores: FloatArray, grades: FloatArray) -> float:
        """Return the correlation of two lists."""
        return pair_counts(scores, grades).tau
