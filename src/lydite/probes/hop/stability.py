"""How far figures hang on single links: the same walks with some links missing.

Walks run together: of a whole selection, most may pass the same few articles, and one link more or less there
sends all of them another way. Intervals over starts do not see this; these do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError
from lydite.probes.hop.outcomes import ENDS, HOPS, measure
from lydite.probes.hop.walk import End, walk
from lydite.probes.hop.web import Lost
from lydite.progress import steps
from lydite.result import Result, Results
from lydite.signature import Signature

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.probes.hop.run import Hopped

GROUP = "links missing"
LOST = 0.01


def stability(
    hopped: Hopped, draws: int = 100, *, lost: float = LOST, seed: int = 0, level: float = 0.95
) -> Results:
    """Walk ``draws`` times with each link missing by the chance ``lost``.

    Return for each strategy the median over the draws of the share reached and of the mean hops, and the
    interval that holds the middle ``level`` of them.
    """
    if draws < 1 or not 0 < lost < 1:
        raise InputError("stability takes at least one draw, and a share of links between 0 and 1")
    part = hopped.parts[0]
    starts = part.walks[0].starts
    found: list[Result] = []
    for name, chooser in zip(hopped.names, steps(hopped.choosers, "stability"), strict=True):
        values = np.full((draws, 2), np.nan)
        for draw in steps(range(draws), "draws"):
            web = hopped.web.losing(Lost(lost, draw, seed))
            walks = walk(web, chooser, starts, most=hopped.most, skip_visited=hopped.skip_visited)
            reached = walks.ends == End.REACHED
            values[draw] = reached.mean(), walks.hops[reached].mean() if reached.any() else np.nan
        drawn = {"lost": lost, "draws": draws, "seed": seed, "level": level}
        settings = hopped.settings(chooser, part) | drawn
        for column, figure in enumerate((ENDS[0], HOPS)):
            low, middle, high = _middle(values[:, column], level)
            said = measure(figure, settings)
            signed = Signature.of(said.signature(), hopped.sources(), {})
            found.append(
                Result(
                    name, figure, said.arguments(), middle, low, high,
                    n=len(starts), group=GROUP, signature=signed,
                )
            )  # fmt: skip
    return Results(tuple(found))


def _middle(values: NDArray[np.float64], level: float) -> tuple[float, float, float]:
    known = values[~np.isnan(values)]
    if not len(known):
        return (float("nan"),) * 3
    low, middle, high = np.quantile(known, [(1 - level) / 2, 0.5, (1 + level) / 2])
    return float(low), float(middle), float(high)
