"""ECE: whether of what is expected to be accepted by 70 of 100 people, 70 of 100 accept it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.agreement.base import Agreement
from lydite.spec import param

if TYPE_CHECKING:
    from lydite.array_types import FloatArray
    from lydite.probes.agreement.pairs.rated import Rated


@dataclass(frozen=True, slots=True)
class Bin:
    """One point of a reliability chart."""

    low: float
    high: float
    count: int
    expected: float
    accepted: float


@dataclass(frozen=True)
class ECE(Agreement):
    """Expected calibration error: the distance between expected and real acceptance, bin by bin.

    Pairs are put into bins of equal width by expected acceptance; ECE = Σ_b n_b / n · |p̄_b − ȳ_b|, with p̄ the
    mean expected and ȳ the mean real share of people who accept.
    """

    name = "ECE"
    reference = "Naeini, Cooper and Hauskrecht 2015"
    needs = "pairs"
    better = "lower"
    interval = "centred"  # resamples have more noise within bins, which can only add to the distance
    undefined = "pairs without votes are left out, and so are those of which a matcher expects no acceptance"

    bins: int = param(10, help="how many bins", low=1, high=1_000)

    def statistics(self, judged: Rated) -> FloatArray:
        """Return (1, expected, real) of each pair at the place of its bin, zeros elsewhere."""
        expected, share = judged.acceptance, judged.accepted
        table = np.zeros((len(share), self.bins, 3))
        if expected is not None:
            known = np.flatnonzero(~np.isnan(share + expected))
            place = np.minimum((expected[known] * self.bins).astype(np.int64), self.bins - 1)
            table[known, place] = np.stack([np.ones(len(known)), expected[known], share[known]], axis=1)
        return table.reshape(len(share), -1)

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the mean distance over bins."""
        table = self._table(sums)
        count = table[..., 0].sum(-1)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(
                np.where(count > 0, np.abs(table[..., 1] - table[..., 2]).sum(-1) / count, np.nan)
            )

    def reliability(self, statistics: FloatArray) -> list[Bin]:
        """Return the points of the reliability chart; empty bins have none."""
        table = self._table(statistics.sum(0)[None])
        edges = np.linspace(0, 1, self.bins + 1)
        return [
            Bin(float(low), float(high), int(n), float(p / n), float(y / n))
            for low, high, (n, p, y) in zip(edges[:-1], edges[1:], table, strict=True)
            if n
        ]

    def _table(self, sums: FloatArray) -> FloatArray:
        total = sums.sum(-2)
        return np.asarray(total.reshape(*total.shape[:-1], self.bins, 3))
