"""How well scores rank as people do: correlations, pairwise accuracy with calibrated ties, soft accuracy.

Tables have a row for each group of scores that are ranked against each other, and NaN where one is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.probes.correlation import pair_counts, spearman

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.core.array_types import FloatArray

    RowCorrelation = Callable[[FloatArray, FloatArray], float]


class TieCalibration(NamedTuple):
    """The accuracy at the best threshold, and that threshold."""

    accuracy: float
    threshold: float
    thresholds: FloatArray
    accuracies: FloatArray
    """At every threshold that makes a difference, from 0 on."""


def grouped(metric: FloatArray, human: FloatArray, correlate: RowCorrelation) -> float:
    """Return the mean of a correlation over rows; those without a value are left out.

    >>> human, metric = np.array([[1.0, 2, 3], [4, 5, 6]]), np.array([[2.0, 1, 4], [3, 3, 7]])
    >>> round(grouped(metric, human, kendall), 3), round(grouped(metric.T, human.T, kendall), 3)
    (0.575, 1.0)
    """
    values = []
    for own, theirs in zip(metric, human, strict=True):
        known = ~(np.isnan(own) | np.isnan(theirs))
        values.append(correlate(own[known], theirs[known]) if known.sum() > 1 else np.nan)
    some = [v for v in values if not np.isnan(v)]
    return float(np.mean(some)) if some else float("nan")


def kendall(x: FloatArray, y: FloatArray) -> float:
    """Return Kendall's τ-b; NaN where all values of a list are the same."""
    return pair_counts(x, y).tau


def rank_correlation(x: FloatArray, y: FloatArray) -> float:
    """Return Spearman's ρ; NaN where all values of a list are the same."""
    return spearman(x, y)


def calibrated(metric: FloatArray, human: FloatArray) -> TieCalibration:
    """Return the pairwise accuracy, ties included, at the threshold below which differences count as ties.

    acc = (concordant + tied in both) / pairs, the mean over rows; of all thresholds the best is taken, the
    smallest of those equally good (Deutsch, Foster and Freitag 2023).

    >>> found = calibrated(np.array([[0.0, 2, 6, 8]]), np.array([[1.0, 1, 1, 4]]))
    >>> round(found.accuracy, 3), found.threshold
    (0.667, 4.0)
    """
    gaps, right, tied, weights = [], [], [], []
    for own, theirs in zip(metric, human, strict=True):
        known = ~(np.isnan(own) | np.isnan(theirs))
        x, y = own[known], theirs[known]
        if len(x) < 2:
            continue
        first, second = np.triu_indices(len(x), 1)
        mine, people = x[first] - x[second], y[first] - y[second]
        gaps.append(np.abs(mine))
        right.append(np.sign(mine) == np.sign(people))
        tied.append(people == 0)
        weights.append(np.full(len(first), 1.0 / len(first)))
    if not gaps:
        nothing = np.array([np.nan])
        return TieCalibration(float("nan"), 0.0, np.zeros(1), nothing)
    gap, share = np.concatenate(gaps), np.concatenate(weights) / len(gaps)
    before, after = np.concatenate(right) * share, np.concatenate(tied) * share
    order = np.argsort(gap, kind="stable")
    ascending = gap[order]
    gained = np.cumsum((after - before)[order])
    last = np.flatnonzero(np.append(np.diff(ascending) > 0, True))  # all of one difference together
    thresholds, accuracies = ascending[last], before.sum() + gained[last]
    if thresholds[0] > 0:
        thresholds = np.concatenate([[0.0], thresholds])
        accuracies = np.concatenate([[before.sum()], accuracies])
    best = int((accuracies >= accuracies.max() - 1e-12).argmax())
    return TieCalibration(float(accuracies[best]), float(thresholds[best]), thresholds, accuracies)


def pairwise_p(scores: FloatArray, signs: FloatArray) -> FloatArray:
    """Return for each two systems the p of the paired permutation test that the first is better, one-sided.

    ``scores`` are ``(systems, items)``; a row of ``signs`` is a permutation: −1 where an item's scores swap.

    >>> scores = np.array([[0.8, 0.9, 0.7, 1.0, 0.6], [0.2, 0.3, 0.1, 0.4, 0.0]])
    >>> signs = np.array([[1, 1, 1, 1, 1], [1, -1, -1, 1, 1], [-1, 1, 1, 1, 1], [-1, -1, -1, -1, -1]])
    >>> float(pairwise_p(scores, signs)[0, 1])
    0.25
    """
    partial, sums = signs @ scores.T, scores.sum(axis=1)
    null = partial[:, :, None] - partial[:, None, :]
    seen = sums[:, None] - sums[None, :]
    return np.asarray((null >= seen - 1e-9).mean(axis=0), np.float64)


def soft_accuracy(metric: FloatArray, human: FloatArray, signs: FloatArray) -> float:
    """Return soft pairwise accuracy: 1 less the mean difference of the p values, over pairs of systems.

    Both tables are ``(systems, items)``, without gaps (Thompson, Mathur, Deutsch and Khayrallah 2024).
    """
    upper = np.triu_indices(len(metric), 1)
    return float(1 - np.abs(pairwise_p(metric, signs) - pairwise_p(human, signs))[upper].mean())


def all_signs(items: int, count: int, seed: int) -> FloatArray:
    """Return all permutations where there are no more than ``count``, else so many drawn at random."""
    if items < 31 and 2**items <= count:
        bits = (np.arange(2**items)[:, None] >> np.arange(items)) & 1
        return np.asarray(1.0 - 2.0 * bits, np.float64)
    return np.random.default_rng(seed).choice([-1.0, 1.0], (count, items))
