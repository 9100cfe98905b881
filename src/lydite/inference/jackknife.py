"""Values with each unit left out in turn: how far each of them moves a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.resampling_plan import PairedRows, is_stratified

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.inference.intervals import Options
    from lydite.inference.resampling_plan import ResamplingPlan
    from lydite.inference.statistics import ItemStatistics, Scorable


_CHUNK = 4_000_000


def left_out(scored: ItemStatistics, place: int, options: Options) -> FloatArray:
    """Return the value of a measure with each unit left out in turn."""
    each = scored.under([place]).each()
    measure = each.measures[0]
    rows = PairedRows.of([each], options, stratified=is_stratified(measure, scored, options))
    groups = rows.groups if measure.grouped else None
    return np.concatenate(list(_leave_out(measure, rows.statistics(0, 0), each.totals(0), groups, rows.plan)))


def _leave_out(
    measure: Scorable,
    statistics: FloatArray,
    total: FloatArray,
    groups: IntArray | None,
    plan: ResamplingPlan,
) -> Iterator[FloatArray]:
    count = len(plan.strata)
    place = (
        np.zeros(len(statistics), dtype=np.int64)
        if groups is None
        else np.unique(groups, return_inverse=True)[1]
    )
    order = np.argsort(plan.units, kind="stable")
    ends = np.searchsorted(plan.units[order], np.arange(count + 1))
    rows = max(1, _CHUNK // max(total.size, 1))
    for first in range(0, count, rows):
        last = min(first + rows, count)
        items = order[ends[first] : ends[last]]
        left = np.broadcast_to(total, (last - first, *total.shape)).copy()
        np.subtract.at(left, (plan.units[items] - first, place[items]), statistics[items])
        yield measure.value(left)
