"""Values that are known only to lie beyond a limit: how many of the resamples, and their median."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.inference.resampling import ResampledValues
    from lydite.inference.statistics import ItemStatistics, Scorable

    Ends = tuple[float | None, float | None]


def within_limit(measure: Scorable, ends: Ends) -> Ends:
    """Return an interval in whole numbers, with None for an end beyond the limit of the measure.

    >>> from lydite.core.spec import parse
    >>> within_limit(parse("smallest_k(most=70)"), (8.4, 71.0))
    (8, None)
    """
    limit = measure.limit
    if math.isinf(limit):
        return ends
    low, high = (None if end is None or not end <= limit else end for end in ends)
    return None if low is None else math.floor(low), None if high is None else math.ceil(high)


def apart(one: FloatArray, two: FloatArray, limit: float) -> FloatArray:
    """Return how far resamples are apart: infinitely where one is beyond the limit, NaN where both are.

    >>> apart(np.array([3.0, 71.0, 71.0]), np.array([5.0, 5.0, 71.0]), 70).tolist()
    [-2.0, inf, nan]
    """
    if math.isinf(limit):
        return one - two
    sides = [np.where(side > limit, np.inf, side) for side in (one, two)]
    with np.errstate(invalid="ignore"):
        return np.asarray(sides[0] - sides[1])


def ends_within(differences: FloatArray, limit: float, level: float) -> tuple[float, float]:
    """Return the percentile interval of whole differences; an end that rests on infinite ones is no number.

    >>> ends_within(np.array([*range(-50, 48), np.inf, np.inf]), 70, 0.9)
    (-46, 45)
    >>> ends_within(np.array([*range(-50, 40), *[np.inf] * 10]), 70, 0.9)
    (-46, nan)
    """
    known = np.sort(differences[~np.isnan(differences)])
    if not len(known):
        return math.nan, math.nan
    tail = (len(known) - 1) * (1 - level) / 2  # whole numbers: the next one outward, nothing between two
    low, high = float(known[math.floor(tail)]), float(known[math.ceil(len(known) - 1 - tail)])
    low, high = (int(end) if abs(end) <= limit else math.nan for end in (low, high))
    return low, high


def note_censored(scored: ItemStatistics, draws: Sequence[ResampledValues]) -> Iterator[str]:
    """Say of each measure with a limit how many resamples lie beyond it, and what their median is."""
    for place, measure in enumerate(scored.measures):
        if math.isinf(measure.limit) or place >= len(draws):
            continue
        values = draws[place].overall
        known = values[~np.isnan(values)]
        beyond = int((known > measure.limit).sum())
        if not beyond:
            continue
        median = float(np.median(known))
        middle = f"beyond {measure.limit:g}" if median > measure.limit else f"{median:g}"
        named = f"{measure} ({scored.system})" if scored.system else str(measure)
        yield (
            f"{named}: not reached by {measure.limit:g} in {beyond:,} of {len(known):,} resamples, "
            f"which have no number; the median of all is {middle}"
        )
