"""The paired bootstrap test: how sure the resamples of the items are of which system is better."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray

_SEEN = 10  # resamples on the other side of 0: with fewer, their share is hardly known


def bootstrap_p(differences: FloatArray, gap: float, n: int) -> float:
    """Return p of two systems that differ by ``gap``, from their differences in resamples of n units.

    Resamples are z standard deviations from 0: by the share that is on its other side, as of a normal
    distribution, and by their difference over their standard deviation; the smaller is taken. Resamples of n
    units vary by √((n − 1) / n) too little, and have normal tails where those of t are right (Hesterberg
    2015, as for expanded intervals): p is what t with n − 1 degrees of freedom leaves beyond
    z · √((n − 1) / n), on both sides. So where p is below .05, the expanded 95% interval of the difference
    excludes 0. Where hardly any resample is on the other side, their share is not asked; and no p is below
    2 / (resamples + 1). Systems of which one has no value do not differ: p is 1, whatever resamples have.

    >>> draws = np.random.default_rng(0).normal(0.1, 0.05, 10_000)
    >>> [round(bootstrap_p(draws, 0.1, n), 3) for n in (5, 50, 5000)]
    [0.15, 0.055, 0.047]
    """
    kept = differences[np.isfinite(differences)]
    if not len(kept) or n < 2 or math.isnan(gap):
        return 1.0
    spread = float(kept.std())
    z = abs(gap) / spread if spread > 0 else math.inf if gap else 0.0
    beyond = min(int((kept <= 0).sum()), int((kept >= 0).sum()))
    if beyond >= _SEEN:
        z = min(z, -NormalDist().inv_cdf(min(0.5, (beyond + 1) / (len(kept) + 1))))
    return max(_beyond_t(z * math.sqrt((n - 1) / n), n - 1), 2 / (len(kept) + 1))


def _beyond_t(t: float, df: int) -> float:
    """Return how much of Student's t distribution is farther from 0 than t."""
    from scipy.special import stdtr

    return float(2 * stdtr(df, -t))
