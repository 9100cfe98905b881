"""order: how many pairs of substitutions are ordered as people's comparisons order them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.probes.agreement.base import Agreement, tolerance_option

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.comparisons.comparison import OrderScores


@dataclass(frozen=True)
class Order(Agreement):
    """The share of pairs of substitutions that are ordered as people order them (Equation 4.22).

    People's order comes from comparisons (Bradley and Terry, ties by Davidson); two whose difference is not
    established are equal, and so are two whose scores differ by at most 0.1 (Equation 4.25). What no chain of
    comparisons joins is not ranked. Each substitution has a row: how many of its pairs agree, of how many.
    """

    name = "order"
    reference = "Quantifying Substitutability, section 6.2 and Equation 4.22; Davidson 1970"
    needs = "comparisons"
    undefined = "substitutions that nothing is compared with are left out"

    score: float = param(0.1, help="scores closer than this are equal", low=0, high=1)
    tolerance: float = tolerance_option()

    def statistics(self, judged: OrderScores) -> FloatArray:
        """Return (pairs that agree, pairs) of each substitution."""
        gaps = judged.scores[:, None] - judged.scores[None, :]
        edge = self.score + self.tolerance
        system = (gaps > edge).astype(np.int64) - (gaps < -edge)
        counted = np.abs(judged.order) <= 1
        np.fill_diagonal(counted, val=False)
        agree = counted & (system == judged.order)
        return np.stack([agree.sum(axis=1), counted.sum(axis=1)], axis=1).astype(np.float64)
