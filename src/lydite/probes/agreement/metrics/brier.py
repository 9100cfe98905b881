"""Brier: how far expected acceptance is from people's votes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.agreement.base import Agreement, rows

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.pairs.rated import PairScores


@dataclass(frozen=True)
class Brier(Agreement):
    """The mean squared distance between the acceptance a matcher expects and each person's yes or no.

    With a share y of yes and an expected share p it is (p − y)² + y(1 − y): even who knows every y exactly
    keeps the second part, for people disagree.
    """

    name = "brier"
    reference = "Brier 1950"
    needs = "pairs"
    better = "lower"
    undefined = "pairs without votes are left out, and so are those of which a matcher expects no acceptance"

    def statistics(self, judged: PairScores) -> FloatArray:
        """Return (distance, 1) for each pair with votes and an expected acceptance."""
        expected, share = judged.acceptance, judged.accepted
        if expected is None:
            return np.zeros((len(share), 2))
        return rows((expected - share) ** 2 + share * (1 - share), ~np.isnan(share + expected))
