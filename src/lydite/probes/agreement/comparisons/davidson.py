"""Strengths from comparisons: Bradley and Terry's model with ties, as Davidson has it, and a weak prior."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import BoolArray, FloatArray, IntArray

PRIOR = 3.0  # standard deviation of strengths: a win by certainty is finite, and little else is changed
_STEPS, _SMALL = 200, 1e-10


@dataclass(frozen=True)
class Strengths:
    """Strengths on the scale of logits, their covariances, and which are joined by comparisons."""

    values: FloatArray
    covariances: FloatArray
    tie: float
    """How readily people call two things similar: ν."""
    parts: IntArray
    """By place, the part of what is joined by comparisons."""

    def established(self, z: float = 1.959963984540054) -> BoolArray:
        """Return which differences are larger than their error, at 95% unless told otherwise."""
        variances = np.diag(self.covariances)
        errors = np.sqrt(np.maximum(variances[:, None] + variances[None, :] - 2 * self.covariances, 0.0))
        return np.asarray(np.abs(self.values[:, None] - self.values[None, :]) > z * errors)


def fit(size: int, first: IntArray, second: IntArray, answers: IntArray, prior: float = PRIOR) -> Strengths:
    """Return the strengths of ``size`` things; an answer is 1 where the first won, −1 the second, 0 neither.

    P(i wins over j) = πᵢ / (πᵢ + πⱼ + ν √(πᵢ πⱼ)), P(similar) = ν √(πᵢ πⱼ) / (…), π = exp(θ), with θ and
    log ν ~ N(0, 3²); Newton's method on the posterior, which is concave.

    >>> one = fit(2, np.array([0, 0, 0]), np.array([1, 1, 1]), np.array([1, 1, 0]))
    >>> bool(one.values[0] > one.values[1]), bool(one.established()[0, 1])
    (True, False)
    """
    x = np.zeros((len(first), 3, size + 1))  # first wins, second wins, neither
    rows = np.arange(len(first))
    x[rows, 0, first] = x[rows, 1, second] = 1.0
    x[rows, 2, first] += 0.5
    x[rows, 2, second] += 0.5
    x[rows, 2, size] = 1.0
    seen = x[rows, np.where(answers > 0, 0, np.where(answers < 0, 1, 2))]
    point = np.zeros(size + 1)
    for _ in range(_STEPS):
        logits = x @ point
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances = weights / weights.sum(axis=1, keepdims=True)
        means = np.einsum("nk,nkd->nd", chances, x)
        slope = (seen - means).sum(axis=0) - point / prior**2
        centred = x - means[:, None, :]
        bend = np.einsum("nk,nkd,nke->de", chances, centred, centred) + np.eye(size + 1) / prior**2
        step = np.linalg.solve(bend, slope)
        point = point + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < _SMALL:
            break
    covariances = np.linalg.inv(bend)[:size, :size]
    return Strengths(point[:size], covariances, float(np.exp(point[size])), connected(size, first, second))


def connected(size: int, first: Sequence[int] | IntArray, second: Sequence[int] | IntArray) -> IntArray:
    """Return the connected component of each item: items that a chain of comparisons joins share one.

    >>> connected(4, [0, 2], [1, 3]).tolist()
    [0, 0, 1, 1]
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    joined = coo_matrix((np.ones(len(first)), (first, second)), shape=(size, size))
    return np.asarray(connected_components(joined, directed=False)[1], np.int64)
