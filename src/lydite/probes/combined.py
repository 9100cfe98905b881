"""The combined score by which Table 1 chooses models."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.choices import Oov
from lydite.core.spec import param
from lydite.inference.statistics import ratio
from lydite.probes.base import Probe, ProbeStatistics, ScoreOrCount, fold_option, oov_option
from lydite.probes.odd_one_out import Distance, Odd, OddOneOut
from lydite.probes.topk import Topk

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.base import ProbeInput


@dataclass(frozen=True)
class CombinedScore(Probe):
    """The harmonic mean of OddOneOut and Topk: of their raw counts plus one, or of their rates.

    C = 2 (o + 1)(t + 1) / (o + t + 2) for o right answers of OddOneOut among ``samples`` draws a category
    and t of Topk; this gives every row of Table 1 to the printed digit:

    >>> f"{harmonic(2748 + 1, 48 + 1):.2f}"
    '96.28'
    """

    name = "combined"
    reference = "OddOneOut and Topk, Table 1 and section 3.4"
    high = float("inf")

    k: int = param(3, help="of both probes", low=2, high=20)
    of: ScoreOrCount = param("counts", help="raw counts plus one, or exact rates")
    distance: Distance = param("unit", help="of odd_one_out")
    odd: Odd = param("outside_category", help="of odd_one_out")
    samples: int = param(
        1000, help="draws of odd_one_out for each category, where counts are combined", low=1
    )
    seed: int = param(0, help="seed of the draw", low=0)
    pool: int | Literal["all"] = param("all", help="of odd_one_out", low=1)
    fold: bool = fold_option()
    oov: Oov = oov_option()

    @property
    def best(self) -> float:
        """1 for rates; counts have no best."""
        return 1.0 if self.of == "rates" else self.high

    @property
    def chance_by(self) -> str:
        """As that of odd_one_out: of topk it is exact."""
        return OddOneOut(pool=self.pool, seed=self.seed).chance_by

    def examine(self, probe_input: ProbeInput) -> ProbeStatistics:
        """Run both probes; statistics are (rate, 1, right) of OddOneOut, then of Topk."""
        top = Topk(k=self.k, fold=self.fold, oov=self.oov).examine(probe_input)
        drawn = OddOneOut(
            self.k, self.distance, self.odd, self.samples, self.seed, self.pool, fold=self.fold, oov=self.oov
        )
        odd = (replace(drawn, samples="all") if self.of == "rates" else drawn).examine(probe_input)
        skipped = tuple(dict.fromkeys((*odd.skipped, *top.skipped)))
        rows, expected = _joined(odd.statistics, top.statistics), _joined(odd.chance, top.chance)
        return ProbeStatistics(top.ids, rows, top.coverage, odd.counts + top.counts, skipped, expected)

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the harmonic mean of the summed counts plus one, or of the mean rates."""
        if self.of == "rates":
            return harmonic(ratio(sums[..., 0], sums[..., 1]), ratio(sums[..., 3], sums[..., 4]))
        right = sums.sum(-2)
        return harmonic(right[..., 2] + 1, right[..., 5] + 1)


def _joined(odd: FloatArray | None, top: FloatArray | None) -> FloatArray:
    return np.concatenate([rows[:, :3] for rows in (odd, top) if rows is not None], axis=1)


def harmonic(a: FloatArray | float, b: FloatArray | float) -> FloatArray:
    """Return the harmonic mean, 0 where either is 0."""
    x, y = np.asarray(a, np.float64), np.asarray(b, np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where((x == 0) | (y == 0), np.where(np.isnan(x + y), np.nan, 0.0), 2 * x * y / (x + y))
