"""From a paired test of two systems to what a build may be stopped for: is the second worse, and by how much.

A difference has an interval, and so has a drop: *proven* where the whole interval lies below −margin,
*possible* where its lower end does. To every gate that stays open belongs the smallest drop that it would
have found.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.inference.intervals import t_quantile

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray

POWER = 0.8
"""In how large a share of builds a drop of the smallest detectable size is proven."""
Verdict = Literal["proven drop", "possible drop", "no drop"]


@dataclass(frozen=True, slots=True)
class Change:
    """How a figure changed from a baseline to a candidate; more is better, whatever the measure.

    >>> Change(-0.05, -0.09, -0.02, p=0.01, units=100).verdict(0.01)
    'proven drop'
    >>> Change(-0.05, -0.09, -0.02, p=0.01, units=100).verdict(0.03)
    'possible drop'
    """

    difference: float
    low: float
    high: float
    p: float
    units: int
    """How many items, or clusters of them, are behind it."""

    def verdict(self, margin: float) -> Verdict:
        """Say whether a drop of more than ``margin`` is proven, possible, or neither."""
        if self.high < -margin:
            return "proven drop"
        return "possible drop" if self.low < -margin else "no drop"


def change(test: tuple[float, float, float, float], units: int, sign: int, alpha: float) -> Change:
    """Return the change that a paired test (difference, its ends, p) shows; ``sign`` makes + better.

    The interval reaches to 0 where the paired test finds no difference: of few items, resamples are
    surer than swaps, which are exact. Where there is none (of one item), anything is possible.

    >>> change((0.2, 0.1, 0.3, 0.06), 5, -1, 0.05)
    Change(difference=-0.2, low=-0.3, high=0.0, p=0.06, units=5)
    >>> change((1.0, math.nan, math.nan, 1.0), 1, -1, 0.05).verdict(margin=0.01)
    'possible drop'
    """
    gap, p = sign * test[0], test[3]
    low, high = sorted((sign * test[1], sign * test[2]))
    if math.isnan(low) or math.isnan(high):
        low, high = -math.inf, math.inf
    if p >= alpha:
        low, high = min(low, 0.0), max(high, 0.0)
    return Change(gap, low, high, p, units)


def loss_size(before: FloatArray, after: FloatArray, spread: float, worst: float) -> float:
    """Return E[x²] / E[x] of what an item that is lost costs: whole items are what a build loses.

    ``before`` and ``after`` are the values of items, ``spread`` the standard error of their difference, and
    ``worst`` is the value of an item that is all wrong. The larger of two is taken: of items that were right
    and are all wrong from now on, and of items that change as they did from before to after. Where a value is
    no mean of items (a rare class weighs more), items count for as much more as ``spread`` shows.

    >>> right, wrong = np.array([1.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])
    >>> loss_size(right, wrong, spread=0.33, worst=0.0)
    1.0
    """
    moved = (after - before)[np.isfinite(after - before)]
    lost = np.abs(before - worst)[np.isfinite(before)]
    heaviest = max((float((x**2).sum() / x.sum()) for x in (np.abs(moved), lost) if x.sum() > 0), default=0.0)
    own = float(moved.std(ddof=1) / math.sqrt(len(moved))) if len(moved) > 1 else 0.0
    return heaviest * max(1.0, round(spread / own, 2)) if own > 0 and spread > 0 else heaviest


def smallest_drop(found: Change, loss: float, margin: float, level: float, power: float = POWER) -> float:
    """Return the smallest drop that is proven, beyond ``margin``, in a share ``power`` of builds at least.

    The figure of a build lies around the true drop δ with standard error s, and the drop is proven where its
    interval of half width t·s is below −margin: δ = margin + (t + z)·s, with z the ``power`` quantile of the
    normal distribution. Items that are lost whole make differences vary more: s² grows by δ·c / n, c being
    :func:`loss_size`. Drops that are spread evenly over the items are found more often.

    >>> round(smallest_drop(Change(0.0, -0.028, 0.028, 1.0, 200), 0.0, 0.0, 0.95), 3)
    0.04
    """
    if found.units < 2:
        return math.inf
    t = t_quantile((1 + level) / 2, found.units - 1)
    s = (found.high - found.low) / (2 * t)
    if s == 0 and loss == 0:  # nothing shows how much items can vary
        return math.inf
    k, each = t + NormalDist().inv_cdf(power), loss / found.units
    return margin + (k**2 * each + math.sqrt(k**4 * each**2 + 4 * k**2 * (s**2 + margin * each))) / 2
