"""Intervals: their options, and how they follow from resampled values."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from numbers import Real
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from lydite.core.arguments import check_counts, check_texts, wrong
from lydite.core.choices import Interval, Judge
from lydite.core.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.inference.statistics import ExtraVariance, Scorable


_NORMAL = NormalDist()
_TOGETHER = 64  # rows of resamples that are put into order together


@dataclass(frozen=True, slots=True)
class Options:
    """How intervals are made; part of every signature."""

    bootstrap: int = 1_000
    """Number of resamples; 0 for no intervals."""
    seed: int = 0
    interval: Interval = "auto"
    """``auto`` is what each measure declares: centred for labels, expanded for most others."""
    level: float = 0.95
    cluster: str | None = None
    """A column whose values are resampled whole."""
    by: str | None = None
    """A column to break results down by."""
    chance: int | None = None
    """Over how many shuffles of gold chance is taken: by default 4, 10 below 200 items; 0 for none."""
    judge: Judge = "auto"
    """What letters belong to: the value, or corrected; ``auto`` is corrected for soft measures."""

    def __post_init__(self) -> None:
        for what, kind in (("interval", Interval), ("judge", Judge)):
            known = get_args(kind)
            if (value := getattr(self, what)) not in known:
                hint = did_you_mean(str(value), known)
                raise InputError(f"unknown {what} {value!r}{hint} (there are {', '.join(known)})")
        level: Any = self.level
        if not isinstance(level, Real):
            raise wrong("level", "a number between 0 and 1", level)
        if not 0 < self.level < 1:
            raise InputError(f"the level of intervals lies between 0 and 1, not at {self.level:g}")
        check_counts(bootstrap=self.bootstrap, seed=self.seed)
        check_counts(chance=self.chance, optional=True)
        check_texts(cluster=self.cluster, by=self.by)

    def kind(self, measure: Scorable) -> str:
        """Return the kind of interval a measure gets; what has no sums to leave a unit out of has no BCa."""
        if self.interval == "auto":
            return measure.interval
        return "expanded" if self.interval == "bca" and not measure.summable else self.interval

    def circumstances(
        self, measure: Scorable, cluster: str | None = None, *, within: bool = False
    ) -> dict[str, str]:
        """Return how the interval of a measure was made, as it stands in signatures."""
        if not self.bootstrap:
            return {"bootstrap": "no"}
        how = f"{self.bootstrap} {self.kind(measure)} {self.level:g}"
        drawn = "within topics" if within else ""
        return {
            "bootstrap": how,
            "seed": str(self.seed),
            "cluster": self.cluster or cluster or "",
            "drawn": drawn,
        }


def percentile(values: FloatArray, level: float) -> tuple[float, float]:
    """Return the interval that leaves the same share out at both ends; NaN values are left aside."""
    kept = np.sort(values[~np.isnan(values)])
    if len(kept) == 0:
        return float("nan"), float("nan")
    return float(_quantile(kept, (1 - level) / 2)), float(_quantile(kept, (1 + level) / 2))


def percentiles(rows: Sequence[FloatArray], level: float) -> list[tuple[float, float]]:
    """Return the percentile interval of each of many rows as long, some together.

    >>> percentiles([np.arange(101.0), np.array([np.nan, *range(100)])], 0.5)
    [(25.0, 75.0), (24.75, 74.25)]
    """
    ends: list[tuple[float, float]] = []
    for a in range(0, len(rows), _TOGETHER):
        ordered = np.sort(np.stack(rows[a : a + _TOGETHER]), axis=1)  # NaN come last
        if np.isnan(ordered[:, -1:]).any():
            ends += [percentile(row, level) for row in ordered]
        else:
            by_rank = np.ascontiguousarray(ordered.T)
            low, high = (_quantile(by_rank, share) for share in ((1 - level) / 2, (1 + level) / 2))
            ends += zip(low.tolist(), high.tolist(), strict=True)
    return ends


def _quantile(ordered: FloatArray, share: float) -> Any:
    """Return what ``np.quantile`` returns, of values (or rows of them) in order: there may be thousands."""
    at = share * (len(ordered) - 1)
    below = min(int(at), len(ordered) - 1)
    low, high = ordered[below], ordered[min(below + 1, len(ordered) - 1)]
    part = at - below
    return high - (high - low) * (1 - part) if part >= 0.5 else low + (high - low) * part


def expanded(values: FloatArray, level: float, n: int) -> tuple[float, float]:
    """Return the percentile interval of n units, widened as much as resamples of n are too narrow.

    They vary by √((n − 1) / n) too little, and have the tails of a normal distribution where a t distribution
    would be right; the level is raised to make up for both (Hesterberg 2015, What Teachers Should Know About
    the Bootstrap, section 4.2).

    >>> values = np.linspace(0, 1, 1001)
    >>> [tuple(round(end, 3) for end in expanded(values, 0.95, n)) for n in (10, 1000)]
    [(0.009, 0.991), (0.025, 0.975)]
    """
    return percentile(values, raised_level(level, n)) if n > 1 else (float("nan"), float("nan"))


@functools.lru_cache
def raised_level(level: float, n: int) -> float:
    """Return the level at which the resamples of n units are as wide as they should be."""
    return 1 - 2 * _NORMAL.cdf(-math.sqrt(n / (n - 1)) * t_quantile((1 + level) / 2, n - 1))


def widening(draws: FloatArray, spread: ExtraVariance | None) -> float:
    """Return how many times as wide an interval is to be as that of resamples that lack some variance.

    >>> from lydite.inference.statistics import ExtraVariance
    >>> widening(np.array([-1.0, 1.0]), ExtraVariance(missing=3.0, units=1.0))
    2.0
    """
    if spread is None or np.isnan(draws).all() or not (there := float(np.nanvar(draws))):
        return 1.0
    return math.sqrt(1 + max(0.0, spread.missing) / there)


def linked_variance(influence: FloatArray, codes: IntArray) -> float:
    """Return the variance of a sum whose terms depend on one another where they share a code.

    ``codes`` ``(n, 2)`` are of the two words of each pair. The products of all that share one: the squared
    sums over each code, less what is counted twice (dyadic clusters: Fafchamps and Gubert 2007, The formation
    of risk sharing networks, section 4; Cameron, Gelbach and Miller 2011). No less than of terms that share
    nothing.

    >>> [linked_variance(np.ones(2), np.array(words)) for words in ([[0, 1], [0, 2]], [[0, 1], [2, 3]])]
    [4.0, 2.0]
    """
    single = float((influence**2).sum())
    together = np.bincount(codes.ravel(), np.repeat(influence, codes.shape[1]))
    return max(single, float((together**2).sum()) - single)


def t_quantile(p: float, df: float) -> float:
    """Return the quantile of Student's t distribution, p from ½ on (Hill 1970, Algorithm 396).

    >>> round(t_quantile(0.975, 9), 3), round(t_quantile(0.975, 1), 2)
    (2.262, 12.71)
    """
    both = 2 * (1 - p)
    if df == 1:
        return 1 / math.tan(both * math.pi / 2)
    if df == 2:
        return math.sqrt(2 / (both * (2 - both)) - 2)
    a = 1 / (df - 0.5)
    b = 48 / a**2
    c = ((20_700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * df
    y = (d * both) ** (2 / df)
    if y > 0.05 + a:
        x = _NORMAL.inv_cdf(both / 2)
        c += 0.3 * (df - 4.5) * (x + 0.6) if df < 5 else 0
        c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
        y = (((((0.4 * x**2 + 6.3) * x**2 + 36) * x**2 + 94.5) / c - x**2 - 3) / b + 1) * x
        y = math.expm1(a * y**2)
    else:
        inner = 1 / (((df + 6) / (df * y) - 0.089 * d - 0.822) * (df + 2) * 3) + 0.5 / (df + 4)
        y = (inner * y - 1) * (df + 1) / (df + 2) + 1 / y
    return math.sqrt(df * y)


def agreement_bound(
    value: float, level: float, n: float, low: float, high: float
) -> tuple[float, float] | None:
    """Return the interval of n units that all agree: Wilson's at either end of the range, else nothing.

    Resamples of what does not vary do not vary, and say nothing. Five perfect items may still be drawn from
    many that are not.

    >>> low, high = agreement_bound(1.0, 0.95, 5, 0.0, 1.0)
    >>> round(low, 4), high, agreement_bound(0.4, 0.95, 5, 0.0, 1.0)
    (0.5655, 1.0, None)
    """
    span = high - low
    if not math.isfinite(span) or value not in (low, high):
        return None
    z = _NORMAL.inv_cdf((1 + level) / 2)
    share = n / (n + z**2)
    return (low + share * span, high) if value == high else (low, high - share * span)


def centred(
    values: FloatArray,
    value: float,
    level: float,
    n: int | None = None,
    bounds: tuple[float, float] = (-np.inf, np.inf),
    wider: float = 1.0,
) -> tuple[float, float]:
    """Return the percentile interval, moved so that the mean of the resamples falls on the value.

    A measure that is not a mean of its rows has a bias, and a resample has it once more: it lacks rare
    classes more often than the data do. Moved back by it, the interval is that of the value to be expected of
    other data of the same size. The level is raised as for ``expanded`` where n is known, and what is still
    too narrow is made so many times ``wider``; ``bounds`` are those of the measure.

    >>> centred(np.array([4.0, 5.0, 6.0]), 2.0, 0.9)
    (1.1, 2.9)
    """
    kept = values[~np.isnan(values)]
    if len(kept) == 0:
        return float("nan"), float("nan")
    moved = (kept - kept.mean()) * wider + value
    low, high = percentile(moved, level if n is None or n < 2 else raised_level(level, n))
    return max(min(low, value), bounds[0]), min(max(high, value), bounds[1])


def rounded_outward(value: float, low: float, high: float) -> tuple[float, float]:
    """Return the interval of a count as whole numbers, of any other value as it is.

    >>> rounded_outward(3, 2.4, 4.1), rounded_outward(3.0, 2.4, 4.1)
    ((2, 5), (2.4, 4.1))
    """
    return (math.floor(low), math.ceil(high)) if isinstance(value, int) and low <= high else (low, high)


def bca(values: FloatArray, value: float, jackknife: FloatArray, level: float) -> tuple[float, float]:
    """Return the bias-corrected and accelerated interval (Efron 1987).

    z₀ from the share of resamples below the value, acceleration from the skewness of the jackknife.
    """
    kept = values[~np.isnan(values)]
    share = (np.mean(kept < value) + np.mean(kept <= value)) / 2 if len(kept) else np.nan
    if not 0 < share < 1:  # every resample on one side: nothing to correct by
        return percentile(values, level)
    bias = _NORMAL.inv_cdf(float(share))
    away = np.nanmean(jackknife) - jackknife[~np.isnan(jackknife)]
    spread = float((away**2).sum())
    skew = float((away**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0
    ends = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        z = bias + _NORMAL.inv_cdf(tail)
        ends.append(_NORMAL.cdf(bias + z / (1 - skew * z)))
    low, high = np.quantile(kept, ends)
    return float(low), float(high)
