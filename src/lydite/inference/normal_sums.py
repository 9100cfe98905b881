"""Resamples of a million units and more, from sums and cross-products: nobody draws five billion items.

The sum of n units that are drawn with replacement from n is normal for so large an n (the central limit
theorem), with the sum itself as its mean and the cross-products about the mean unit as its covariance. Such
sums of all systems and measures are drawn together, and values follow from them as from any resample: the
delta method, without derivatives. Signatures say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.swapped_sums import SwappedColumns

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.inference.resampling_plan import ResamplingPlan

_BLOCK = 65_536


def normal_sums(table: FloatArray, plan: ResamplingPlan, times: int, seed: int) -> FloatArray:
    """Return the sums ``(times, 1, d)`` of rows ``(n, d)`` in so many resamples of their units.

    >>> from lydite.inference.resampling_plan import ResamplingPlan
    >>> table = np.tile([[0.0, 1.0], [1.0, 1.0]], (5000, 1))
    >>> drawn = normal_sums(table, ResamplingPlan.of_items(10_000), 4000, 0)[:, 0]
    >>> drawn.mean(0).round(-1).tolist(), drawn.std(0).round().tolist()  # the latter is √(n · ¼)
    ([5000.0, 10000.0], [50.0, 0.0])
    """
    columns = SwappedColumns.of([table], plan.units, len(plan.strata))  # equal ones are drawn as one
    mean = columns.table.mean(axis=0)
    cross = np.zeros((len(mean), len(mean)))
    for start in range(0, len(columns.table), _BLOCK):
        apart = columns.table[start : start + _BLOCK] - mean
        cross += apart.T @ apart
    spread, axes = np.linalg.eigh(cross)
    root = (axes * np.sqrt(np.maximum(spread, 0.0))) @ axes.T  # one and the same on any machine
    root[np.ptp(columns.table, axis=0) == 0] = 0.0
    normal = np.random.default_rng(seed).standard_normal((times, len(mean)))
    drawn = columns.table.sum(axis=0) + normal @ root.T
    return np.asarray(drawn[:, columns.places[0]], dtype=np.float64)[:, None, :]
