"""Direction: whether the general phrase stands for the special one better than the other way round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.agreement.base import DIGITS, Agreement, rows

if TYPE_CHECKING:
    from lydite.array_types import FloatArray
    from lydite.probes.agreement.pairs.rated import PairScores


@dataclass(frozen=True)
class Direction(Agreement):
    """The share of pairs of a general and a special phrase that are scored higher in the right direction.

    The right one is general for special (food for cake), which assumes nothing of the reference. Equal scores
    count half, so that chance, and every symmetric matcher, has 0.5.
    """

    name = "direction"
    reference = "after Vulić et al. 2017 (HyperLex), section 4"
    needs = "pairs"
    undefined = "pairs that are not hyponym and hypernym are left out"

    def statistics(self, judged: PairScores) -> FloatArray:
        """Return (1, ½ or 0, 1) for each pair with a direction."""
        counted = judged.direction != 0
        if judged.turned is None or not counted.any():
            return np.zeros((len(judged.scores), 2))
        lead = np.round((judged.scores - judged.turned) * judged.direction, DIGITS)
        return rows((lead > 0) + 0.5 * (lead == 0), counted)
