"""Normalised match distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.measures.labels.quantification import QuantificationMeasure, match_distance

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class NMD(QuantificationMeasure):
    """Earth Mover's Distance over the length of the scale: EMD / (|C| − 1), from 0 to 1.

    >>> NMD().compare([0.5, 0.5, 0.0], [0.0, 0.5, 0.5])
    0.5
    """

    name = "NMD"
    ordinal = True
    reference = "Castaño et al. 2024, Ordinal quantification through regularization; LeQua 2024 task T3"
    high = 1.0

    def within(self, sums: FloatArray) -> FloatArray:
        """Return the distance of each topic as a share of the longest."""
        true, estimated, _ = self.split(sums)
        distance: FloatArray = match_distance(true, estimated) / max(true.shape[-1] - 1, 1)
        return distance
