"""How far two systems are apart: the interval of a difference."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.censored import ends_within
from lydite.inference.intervals import (
    centred,
    expanded,
    linked_variance,
    percentile,
    percentiles,
    raised_level,
    rounded_outward,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray
    from lydite.inference.intervals import Options
    from lydite.inference.statistics import ItemStatistics


_PLAIN = ("percentile", "poisson")


def difference_interval(
    both: tuple[ItemStatistics, ItemStatistics],
    place: int,
    gap: float,
    spread: FloatArray,
    options: Options,
    n: int,
) -> tuple[float, float]:
    """Return the interval of a difference: of the kind of the measure's where that is said, else expanded."""
    measure = both[0].measures[place]
    if math.isnan(gap):
        return math.nan, math.nan
    span = measure.high - measure.low
    if measure.limit < math.inf:
        return ends_within(spread, measure.limit, raised_level(options.level, n) if n > 1 else options.level)
    if options.kind(measure) == "centred":
        return rounded_outward(gap, *centred(spread, gap, options.level, n, (-span, span)))
    plain_one = options.kind(measure) in _PLAIN
    return rounded_outward(
        gap, *(percentile(spread, options.level) if plain_one else expanded(spread, options.level, n))
    )


def difference_intervals(
    sides: Sequence[tuple[ItemStatistics, ItemStatistics]],
    place: int,
    gaps: Sequence[float],
    spreads: Sequence[FloatArray],
    options: Options,
    n: int,
) -> list[tuple[float, float]]:
    """Return the intervals of the differences of many pairs; where each is one of ranks, some together."""
    measure = sides[0][0].measures[place] if sides else None
    kind = options.kind(measure) if measure is not None else ""
    if measure is None or n < 2 or measure.limit < math.inf or kind == "centred":
        return [
            difference_interval(both, place, gap, spread, options, n)
            for both, gap, spread in zip(sides, gaps, spreads, strict=True)
        ]
    level = options.level if kind in _PLAIN else raised_level(options.level, n)
    return [
        (math.nan, math.nan) if math.isnan(gap) else rounded_outward(gap, *ends)
        for gap, ends in zip(gaps, percentiles(spreads, level), strict=True)
    ]


def linked_differences(
    one: ItemStatistics, two: ItemStatistics, place: int, gap: float, draws: FloatArray
) -> FloatArray:
    """Return the differences of resamples, as far apart as they are where items share words."""
    sides = [s.measures[place].influence(s.statistics[place]) for s in (one, two) if s.rows is None]
    if len(sides) < 2 or sides[0] is None or sides[1] is None:
        return draws
    moved = sides[0][0] - sides[1][0]
    single = float((moved**2).sum())
    if single == 0:
        return draws
    return gap + (draws - gap) * math.sqrt(
        linked_variance(moved, np.maximum(sides[0][1], sides[1][1])) / single
    )
