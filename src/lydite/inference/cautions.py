"""What a reader must know of intervals and tests: too few items, or items that are alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.rows import clustered, item_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lydite.inference.intervals import Options
    from lydite.statistics import ItemStatistics

MUCH = 0.2  # of the variance: a column that explains so much is worth drawing whole
WIDER = 1.5  # times the variance of the mean that items would have if they were not alike


def too_few(units: int, systems: int, options: Options) -> Iterator[str]:
    """Say that no two systems can be told apart: of n units that swap, no p value is below 2 / 2ⁿ."""
    pairs = systems * (systems - 1) // 2
    least = pairs * 2.0 ** (1 - units)
    if pairs and least >= 1 - options.level:
        said = f"corrected p values are {min(least, 1.0):.2g} at least"
        what = options.cluster or "item"
        yield f"{units:,} {what}{'s' * (units != 1)} cannot tell any two of {systems} systems apart: {said}"


def alike(systems: Sequence[ItemStatistics], options: Options) -> Iterator[str]:
    """Say which columns explain much of how items differ, where items are drawn as if they did not."""
    first = systems[0]
    if not options.bootstrap or clustered(first, options) or not first.measures[0].summable:
        return
    within = first.measures[0].grouped or first.measures[0].stratified
    for name in first.columns:
        if name == "topic" and within:
            continue
        codes = first.codes(name)
        groups = int(codes.max(initial=-1)) + 1
        if not 1 < groups <= len(codes) / 1.5:
            continue
        for scored in systems:
            share, wider = explained(item_values(scored, 0), codes)
            if share >= MUCH and wider >= WIDER:
                of = f"{100 * share:.0f}% of the variance of {scored.measures[0]} ({scored.system})"
                yield f"column {name} explains {of}: intervals are too narrow without --cluster {name}"
                break


def explained(values: NDArray[np.float64], codes: NDArray[np.int64]) -> tuple[float, float]:
    """Return the share of the variance that groups explain, and by how much that widens the mean's.

    The intraclass correlation of a one-way analysis of variance, and the design effect 1 + (m − 1) · ICC.

    >>> explained(np.array([0.0, 0.0, 1.0, 1.0]), np.array([0, 0, 1, 1]))
    (1.0, 2.0)
    """
    known = ~np.isnan(values)
    values, codes = values[known], np.unique(codes[known], return_inverse=True)[1]
    n, groups = len(values), int(codes.max(initial=-1)) + 1
    if groups < 2 or n <= groups:
        return 0.0, 1.0
    sizes = np.bincount(codes)
    means = np.bincount(codes, values) / sizes
    between = float((sizes * (means - values.mean()) ** 2).sum()) / (groups - 1)
    inside = float(((values - means[codes]) ** 2).sum()) / (n - groups)
    size = (n - float((sizes**2).sum()) / n) / (groups - 1)
    below = between + (size - 1) * inside
    share = (between - inside) / below if below > 0 else 0.0
    return share, 1 + (size - 1) * share
