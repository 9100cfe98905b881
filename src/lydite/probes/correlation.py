"""Correlations of two lists of numbers, with ties."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray


def mean_ranks(values: FloatArray) -> FloatArray:
    """Return ranks from 1, equal values sharing the mean of theirs.

    >>> mean_ranks(np.array([3.0, 1.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray((ends - (counts - 1) / 2.0)[place], np.float64)


def pearson(x: FloatArray, y: FloatArray, alike: IntArray | None = None) -> float:
    """Return Pearson's r; NaN for fewer than two values, or all the same.

    Given which values of x are ``alike``, by code, it is the mean over all ways in which those change places:
    what is below the line stays, and above it each is its code's mean.

    >>> x, y = np.array([1.0, 3.0, 0.0]), np.array([5.0, 9.0, 1.0])
    >>> round(pearson(x, y), 4), round(pearson(x, y, np.array([0, 0, 1])), 4)
    (0.982, 0.6547)
    """
    if len(x) < 2:
        return float("nan")
    x, y = x - x.mean(), y - y.mean()
    below = np.sqrt((x @ x) * (y @ y))
    if alike is not None:
        x = (np.bincount(alike, x) / np.maximum(np.bincount(alike), 1))[alike]
    return float(x @ y / below) if below > 0 else float("nan")


def spearman(x: FloatArray, y: FloatArray, alike: IntArray | None = None) -> float:
    """Return Spearman's ρ: Pearson's r of the ranks.

    >>> spearman(np.array([1.0, 2.0, 4.0]), np.array([1.0, 5.0, 9.0]))
    1.0
    """
    return pearson(mean_ranks(x), mean_ranks(y), alike)


def weighted_ranks(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the mean ranks of values that occur so often, ``(b, n)`` whole numbers, in each of b resamples.

    >>> weighted_ranks(np.array([3.0, 1.0, 3.0]), np.array([[1.0, 1, 1], [2, 0, 1]])).tolist()
    [[2.5, 1.0, 2.5], [2.0, 0.5, 2.0]]
    """
    order = np.argsort(values, kind="stable")
    place = np.unique(values, return_inverse=True)[1]
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    times = np.add.reduceat(weights[:, order], starts, axis=1)
    return np.asarray((np.cumsum(times, axis=1) - (times - 1) / 2)[:, place], np.float64)


def weighted_pearson(
    x: FloatArray, y: FloatArray, weights: FloatArray, alike: IntArray | None = None
) -> FloatArray:
    """Return Pearson's r of each of b resamples: values, or their ranks ``(b, n)``, and how often they occur.

    >>> x, y = np.array([1.0, 3.0, 0.0]), np.array([5.0, 9.0, 1.0])
    >>> weighted_pearson(x, y, np.array([[1.0, 1, 1]]), np.array([0, 0, 1])).round(4).tolist()
    [0.6547]
    """
    n = weights.sum(1, keepdims=True)
    x, y = (v - (weights * v).sum(1, keepdims=True) / np.maximum(n, 1) for v in (x, y))
    below = np.sqrt((weights * x * x).sum(1) * (weights * y * y).sum(1))
    if alike is not None:
        means = np.zeros_like(x)
        for code in np.unique(alike):
            of, times = alike == code, weights[:, alike == code]
            means[:, of] = (times * x[:, of]).sum(1, keepdims=True) / np.maximum(
                times.sum(1, keepdims=True), 1
            )
        x = means
    with np.errstate(invalid="ignore", divide="ignore"):
        known = (below > 0) & (n[:, 0] > 1)
        return np.asarray(np.where(known, (weights * x * y).sum(1) / below, np.nan))


class PairCounts(NamedTuple):
    """All pairs of places, by how two lists order them."""

    concordant: float
    discordant: float
    first: float
    """Tied in the first list alone."""
    second: float
    """Tied in the second list alone."""
    both: float

    @property
    def total(self) -> float:
        """All pairs."""
        return sum(self)

    @property
    def tau(self) -> float:
        """Kendall's τ-b; NaN where all values of a list are the same."""
        apart = self.concordant + self.discordant
        below = np.sqrt((apart + self.second) * (apart + self.first))
        return float((self.concordant - self.discordant) / below) if below > 0 else float("nan")


def pair_counts(x: FloatArray, y: FloatArray) -> PairCounts:
    """Count how two lists order all pairs of places, in n log n.

    >>> pair_counts(np.array([1.0, 2.0, 2.0]), np.array([1.0, 3.0, 2.0]))
    PairCounts(concordant=2.0, discordant=0.0, first=1.0, second=0.0, both=0.0)
    """
    n = len(x)
    _, one = np.unique(x, return_inverse=True)
    _, two = np.unique(y, return_inverse=True)
    width = int(two.max(initial=0)) + 1
    joint = np.sort(one * width + two)
    ties_x, ties_y = (_tied(np.bincount(codes)) for codes in (one, two))
    both = _tied(np.diff(np.flatnonzero(np.diff(joint, prepend=-1)), append=n))
    apart = n * (n - 1) / 2 - ties_x - ties_y + both
    discordant = float(
        count_inverted.for_work(n)(joint // width, joint % width, np.zeros(width + 1, np.int64))
    )
    return PairCounts(apart - discordant, discordant, ties_x - both, ties_y - both, both)


def _tied(counts: IntArray) -> float:
    return float((counts * (counts - 1) // 2).sum())


@kernel(large=20_000)
def count_inverted(first: IntArray, second: IntArray, tree: IntArray) -> int:
    """Count pairs that ascend in the first list and descend in the second, both sorted (a Fenwick tree)."""
    inverted = 0
    start = 0
    for end in range(1, len(first) + 1):
        if end < len(first) and first[end] == first[start]:
            continue
        for i in range(start, end):  # those before with a higher second value
            inverted += start
            at = second[i] + 1
            while at > 0:
                inverted -= tree[at]
                at -= at & -at
        for i in range(start, end):
            at = second[i] + 1
            while at < len(tree):
                tree[at] += 1
                at += at & -at
        start = end
    return inverted
