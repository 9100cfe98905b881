"""How far figures hang on single links: the same walks with some links missing.

Walks run together: of a whole selection, most may pass the same few articles, and one link more or less there
sends all of them another way. Intervals over starts do not see this; these do. It is no test: it says how
figures move when the web is a little different, the same for all strategies.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.places.base import place_of, survived
from lydite.places.sent import SentFile, SentSpec
from lydite.probes.hop.link_graph import DroppedLinks
from lydite.probes.hop.outcomes import FIGURES, measure, statistics
from lydite.probes.hop.summary import MISSING, missing_of, summarise_parts
from lydite.probes.hop.walk import WalkEnd, walk
from lydite.progress import progress_bar, track
from lydite.result import Results
from lydite.statistics import ItemStatistics

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lydite.array_types import FloatArray, IntArray
    from lydite.places.base import Place
    from lydite.probes.hop.choosers.base import Chooser
    from lydite.probes.hop.link_graph import LinkGraph
    from lydite.probes.hop.run import HopRun, WalkPart

    Figures = tuple[FloatArray, FloatArray]


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


def walk_again(
    hop_run: HopRun, draws: int = DRAWS, *, lost: float = LOST, seed: int = 0, on: str | Place = "here"
) -> HopRun:
    """Walk ``draws`` times more with each link missing by the chance ``lost``, on all links and shared ones.

    Efficiency stays measured against the fewest hops that are possible when no link is missing. ``on`` says
    where the draws are walked.
    """
    if draws < 1 or not 0 < lost < 1:
        raise InputError("stability takes at least one draw, and a share of links between 0 and 1")
    parts = [part for part in hop_run.parts if missing_of(part.group) is not None]
    walked = tuple(RedrawnPart(p.group is not None, p.walks[0].starts, p.floor) for p in parts)
    how = hop_run.most, hop_run.skip_visited, lost, seed
    tasks = [RedrawTask(place, draw) for place in range(len(parts)) for draw in range(draws)]
    results: dict[RedrawTask, Figures] = {}
    if on == "here":
        graphs = {False: hop_run.graph, True: hop_run.graph.with_shared_words(hop_run.choosers)}
        work = _redraw_of(hop_run.choosers, graphs, walked, *how)
        results = {task: work(task) for task in track(tasks, "stability: draws")}
    else:
        store, cache = SentFile.of(hop_run.graph.wikipedia.path), hop_run.graph.cache
        specs = [SentSpec.of(c) for c in hop_run.choosers]
        given = store, hop_run.graph.target, cache.width, specs, walked, *how
        with place_of(on).open(redrawer, *given) as crew, progress_bar("stability: draws", len(tasks)) as bar:
            for number, result in crew.map(tasks):
                results[tasks[number]] = survived(result)
                bar.update(len(results))
    drawn = []
    for place, part in enumerate(parts):
        each = [results[RedrawTask(place, draw)] for draw in range(draws)]
        totals = np.stack([totals for totals, _ in each], axis=1)
        drawn.append(StabilityDraws(part, lost, seed, totals, np.stack([apart for _, apart in each])))
    return replace(hop_run, draws=tuple(drawn))


@dataclass(frozen=True)
class RedrawnPart:
    """What is walked again: from where, on which links, and the fewest hops that are possible."""

    shared: bool
    starts: IntArray
    floor: IntArray


@dataclass(frozen=True)
class RedrawTask:
    """One part, with the links of one draw missing."""

    part: int
    draw: int


def redrawer(
    store: SentFile,
    target: int,
    width: int,
    specs: Sequence[SentSpec],
    parts: Sequence[RedrawnPart],
    *how: Any,
) -> Callable[[RedrawTask], Figures]:
    """Return what walks a draw, in the process of a worker."""
    from lydite.probes.hop.spread_walks import received_graphs

    return _redraw_of(*received_graphs(store, target, width, specs), parts, *how)


def _redraw_of(
    choosers: Sequence[Chooser],
    graphs: Mapping[bool, LinkGraph],
    parts: Sequence[RedrawnPart],
    most: int,
    skip_visited: bool,  # noqa: FBT001
    lost: float,
    seed: int,
) -> Callable[[RedrawTask], Figures]:
    """Return what walks a part with the links of a draw missing, and gives the figures of that."""

    def work(task: RedrawTask) -> Figures:
        part = parts[task.part]
        lossy = graphs[part.shared].without_links(DroppedLinks(lost, task.draw, seed))
        walks = [
            walk(lossy, c, part.starts, most=most, skip_visited=skip_visited)
            for c in track(choosers, "walks")
        ]
        totals = np.array([[statistics(w, part.floor, f).sum(axis=0) for f in FIGURES] for w in walks])
        apart = np.full((len(walks), len(walks)), np.nan)
        for a, b in itertools.combinations(range(len(walks)), 2):
            both = (walks[a].ends == WalkEnd.REACHED) & (walks[b].ends == WalkEnd.REACHED)
            if both.any():
                apart[a, b] = (walks[a].hops[both] - walks[b].hops[both]).mean()
        return totals, apart

    return work


def stability(
    hop_run: HopRun, draws: int = DRAWS, *, lost: float = LOST, seed: int = 0, level: float = 0.95
) -> Results:
    """Return for each strategy the median of every figure over the draws, and where their middle lies."""
    from lydite.inference import Options

    again = walk_again(hop_run, draws, lost=lost, seed=seed)
    results = summarise_parts(again.blocks, Options(0, level=level))
    return Results(tuple(r for r in results if r.group == GROUP))
