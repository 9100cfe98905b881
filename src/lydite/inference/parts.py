"""Values of the parts of some items in resamples of each by itself: the groups of a break-down."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.resampling import NONE, ResampledValues, resample
from lydite.inference.resampling_plan import ResamplingPlan, cluster_column, is_stratified
from lydite.inference.statistics import sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.inference.intervals import Options
    from lydite.inference.statistics import ItemStatistics

_PARTS = 1_000  # drawn at once
_SMALL = 200  # items: draws of fewer are kept for all parts of the same size


def resample_parts(parts: Sequence[ItemStatistics], options: Options) -> Iterator[list[ResampledValues]]:
    """Yield the resampled values of each part of some items by itself, as :func:`resample` gives them.

    Parts of as many items are drawn alike: where values follow from sums, one product serves them all.
    """
    first = parts[0]
    alike = first.rows is None and not cluster_column(first, options)
    if not alike or any(is_stratified(m, first, options) or not m.summable for m in first.measures):
        yield from (resample([part], options)[0] for part in parts)
        return
    weights = functools.lru_cache(maxsize=16)(
        lambda size: list(ResamplingPlan.of_items(size).weights(options.bootstrap, options.seed))
    )
    for start in range(0, len(parts), _PARTS):
        some = parts[start : start + _PARTS]
        sizes = np.array([len(part.ids) for part in some])
        values: dict[int, list[ResampledValues]] = {}
        for size in np.unique(sizes[sizes < _SMALL]).tolist():
            values |= _resample_alike(some, np.flatnonzero(sizes == size), weights(size))
        values |= {
            place: resample([some[place]], options)[0] for place in np.flatnonzero(sizes >= _SMALL).tolist()
        }
        yield from (values[place] for place in range(len(some)))


def _resample_alike(
    parts: Sequence[ItemStatistics], places: IntArray, weights: Sequence[FloatArray]
) -> dict[int, list[ResampledValues]]:
    """Return the values of parts of one size, given how often each of their items is drawn."""
    measures = parts[0].measures
    values: dict[int, list[ResampledValues]] = {int(place): [] for place in places}
    if len(parts[places[0]].ids) < 2 or not weights:
        return {place: [NONE] * len(measures) for place in values}
    for number, measure in enumerate(measures):
        width = parts[0].statistics[number].shape[1]
        side_by_side = np.concatenate([parts[place].statistics[number] for place in places], axis=1)
        drawn = np.concatenate([sums(block, side_by_side, None) for block in weights])
        by_part = np.asarray(measure.value(drawn.reshape(len(drawn), len(places), 1, width)))
        for place, column in zip(places, np.ascontiguousarray(by_part.T), strict=True):
            values[int(place)].append(ResampledValues(column))
    return values
