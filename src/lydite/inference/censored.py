"""Values that are known only to lie beyond a limit: how many of the resamples, and their median."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.inference.resampling import ResampledValues
    from lydite.statistics import ItemStatistics, Scorable

    Ends = tuple[float | None, float | None]


def within_limit(measure: Scorable, ends: Ends) -> Ends:
    """Return an interval of which an end beyond the limit is no number; whole ones of a measure that counts.

    >>> from lydite.spec import parse
    >>> within_limit(parse("smallest_k(most=70)"), (8.4, 71.0))
    (8, None)
    """
    limit = measure.limit
    if math.isinf(limit):
        return ends
    low, high = (None if end is None or not end <= limit else end for end in ends)
    return None if low is None else math.floor(low), None if high is None else math.ceil(high)


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
