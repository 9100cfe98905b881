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
from lydite.probes.hop.link_graph import DroppedLinks
from lydite.probes.hop.outcomes import FIGURES, measure, statistics
from lydite.probes.hop.summary import MISSING, missing_of, summarise_parts
from lydite.probes.hop.walk import WalkEnd, walk
from lydite.progress import track
from lydite.result import Results
from lydite.statistics import ItemStatistics

if TYPE_CHECKING:
    from lydite.array_types import FloatArray
    from lydite.probes.hop.run import HopRun, WalkPart


GROUP = MISSING
LOST = 0.01
DRAWS = 100


@dataclass(frozen=True)
class StabilityDraws:
    """What came of the walks of one part in each draw, the same links missing for all strategies."""

    part: WalkPart
    lost: float
    seed: int
    totals: FloatArray
    """``(strategies, draws, figures, 2)``: the sums above and below the line of each figure."""
    apart: FloatArray
    """``(draws, strategies, strategies)``: mean hops of one less those of another where both arrived."""

    def scored(self, hop_run: HopRun) -> list[ItemStatistics]:
        """Return the statistics of each strategy; the items are draws."""
        count = self.totals.shape[1]
        ids = tuple(f"draw {i + 1:0{len(str(count))}}" for i in range(count))
        drawn = {"lost": self.lost, "draws": count, "seed": self.seed}
        by_strategy = []
        for place, (name, chooser) in enumerate(zip(hop_run.names, hop_run.choosers, strict=True)):
            settings = hop_run.settings(chooser, self.part) | drawn
            measures = tuple(measure(f, settings) for f in FIGURES)
            rows = tuple(np.ascontiguousarray(self.totals[place, :, f]) for f in range(len(FIGURES)))
            by_strategy.append(ItemStatistics(name, ids, measures, rows, policies=hop_run.sources()))
        return by_strategy


def walk_again(hop_run: HopRun, draws: int = DRAWS, *, lost: float = LOST, seed: int = 0) -> HopRun:
    """Walk ``draws`` times more with each link missing by the chance ``lost``, on all links and shared ones.

    Efficiency stays measured against the fewest hops that are possible when no link is missing.
    """
    if draws < 1 or not 0 < lost < 1:
        raise InputError("stability takes at least one draw, and a share of links between 0 and 1")
    parts = [part for part in hop_run.parts if missing_of(part.group) is not None]
    return replace(hop_run, draws=tuple(_walk_part_again(hop_run, part, draws, lost, seed) for part in parts))


def _walk_part_again(hop_run: HopRun, part: WalkPart, draws: int, lost: float, seed: int) -> StabilityDraws:
    graph = hop_run.graph if part.group is None else hop_run.graph.with_shared_words(hop_run.choosers)
    count = len(hop_run.choosers)
    totals = np.zeros((count, draws, len(FIGURES), 2))
    apart = np.full((draws, count, count), np.nan)
    starts = part.walks[0].starts
    for draw in track(range(draws), "stability: draws"):
        lossy = graph.without_links(DroppedLinks(lost, draw, seed))
        walks = [
            walk(lossy, c, starts, most=hop_run.most, skip_visited=hop_run.skip_visited)
            for c in track(hop_run.choosers, "walks")
        ]
        for place, walked in enumerate(walks):
            totals[place, draw] = [statistics(walked, part.floor, f).sum(axis=0) for f in FIGURES]
        for a, b in itertools.combinations(range(count), 2):
            both = (walks[a].ends == WalkEnd.REACHED) & (walks[b].ends == WalkEnd.REACHED)
            if both.any():
                apart[draw, a, b] = (walks[a].hops[both] - walks[b].hops[both]).mean()
    return StabilityDraws(part, lost, seed, totals, apart)


def stability(
    hop_run: HopRun, draws: int = DRAWS, *, lost: float = LOST, seed: int = 0, level: float = 0.95
) -> Results:
    """Return for each strategy the median of every figure over the draws, and where their middle lies."""
    from lydite.inference import Options

    again = walk_again(hop_run, draws, lost=lost, seed=seed)
    results = summarise_parts(again.blocks, Options(0, level=level))
    return Results(tuple(r for r in results if r.group == GROUP))
