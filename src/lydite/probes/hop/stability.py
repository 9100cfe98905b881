"""How far figures hang on single links: the same walks with some links missing.

Walks run together: of a whole selection, most may pass the same few articles, and one link more or less there
sends all of them another way. Intervals over starts do not see this; these do. It is no test: it says how
figures move when the web is a little different, the same for all strategies.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError
from lydite.probes.hop.outcomes import FIGURES, measure, statistics
from lydite.probes.hop.summary import MISSING, missing_of, summarise_parts
from lydite.probes.hop.walk import End, walk
from lydite.probes.hop.web import Lost
from lydite.progress import steps
from lydite.result import Results
from lydite.statistics import ItemStatistics

if TYPE_CHECKING:
    from lydite.array_types import FloatArray
    from lydite.probes.hop.run import Hopped, Part


GROUP = MISSING
LOST = 0.01
DRAWS = 100


@dataclass(frozen=True)
class Draws:
    """What came of the walks of one part in each draw, the same links missing for all strategies."""

    part: Part
    lost: float
    seed: int
    totals: FloatArray
    """``(strategies, draws, figures, 2)``: the sums above and below the line of each figure."""
    apart: FloatArray
    """``(draws, strategies, strategies)``: mean hops of one less those of another where both arrived."""

    def scored(self, hopped: Hopped) -> list[ItemStatistics]:
        """Return the statistics of each strategy; the items are draws."""
        count = self.totals.shape[1]
        ids = tuple(f"draw {i + 1:0{len(str(count))}}" for i in range(count))
        drawn = {"lost": self.lost, "draws": count, "seed": self.seed}
        found = []
        for place, (name, chooser) in enumerate(zip(hopped.names, hopped.choosers, strict=True)):
            settings = hopped.settings(chooser, self.part) | drawn
            measures = tuple(measure(f, settings) for f in FIGURES)
            rows = tuple(np.ascontiguousarray(self.totals[place, :, f]) for f in range(len(FIGURES)))
            found.append(ItemStatistics(name, ids, measures, rows, policies=hopped.sources()))
        return found


def walk_again(hopped: Hopped, draws: int = DRAWS, *, lost: float = LOST, seed: int = 0) -> Hopped:
    """Walk ``draws`` times more with each link missing by the chance ``lost``, on all links and shared ones.

    Efficiency stays measured against the fewest hops that are possible when no link is missing.
    """
    if draws < 1 or not 0 < lost < 1:
        raise InputError("stability takes at least one draw, and a share of links between 0 and 1")
    parts = [part for part in hopped.parts if missing_of(part.group) is not None]
    return replace(hopped, draws=tuple(_drawn(hopped, part, draws, lost, seed) for part in parts))


def _drawn(hopped: Hopped, part: Part, draws: int, lost: float, seed: int) -> Draws:
    web = hopped.web if part.group is None else hopped.web.sharing(hopped.choosers)
    count = len(hopped.choosers)
    totals = np.zeros((count, draws, len(FIGURES), 2))
    apart = np.full((draws, count, count), np.nan)
    starts = part.walks[0].starts
    for draw in steps(range(draws), "stability: draws"):
        lossy = web.losing(Lost(lost, draw, seed))
        walks = [
            walk(lossy, c, starts, most=hopped.most, skip_visited=hopped.skip_visited)
            for c in steps(hopped.choosers, "walks")
        ]
        for place, found in enumerate(walks):
            totals[place, draw] = [statistics(found, part.floor, f).sum(axis=0) for f in FIGURES]
        for a, b in itertools.combinations(range(count), 2):
            both = (walks[a].ends == End.REACHED) & (walks[b].ends == End.REACHED)
            if both.any():
                apart[draw, a, b] = (walks[a].hops[both] - walks[b].hops[both]).mean()
    return Draws(part, lost, seed, totals, apart)


def stability(
    hopped: Hopped, draws: int = DRAWS, *, lost: float = LOST, seed: int = 0, level: float = 0.95
) -> Results:
    """Return for each strategy the median of every figure over the draws, and where their middle lies."""
    from lydite.inference import Options

    again = walk_again(hopped, draws, lost=lost, seed=seed)
    found = summarise_parts(again.blocks, Options(0, level=level))
    return Results(tuple(r for r in found if r.group == GROUP))
