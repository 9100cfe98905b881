"""Run strategies from the same starts: outcomes, the paired part, the shared vocabulary, tests."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, SpecError
from lydite.core.executors.base import executor_of
from lydite.core.io.digests import digest, digest_of
from lydite.core.notes import Note
from lydite.core.spec import parse
from lydite.inference.statistics import ItemStatistics
from lydite.knowledge.wikipedia import Wikipedia
from lydite.probes.hop.choosers.base import Chooser
from lydite.probes.hop.link_graph import LARGE, LinkGraph
from lydite.probes.hop.links import NONE
from lydite.probes.hop.outcomes import FIGURES, measure, statistics
from lydite.probes.hop.spread_walks import Walker, walk_on, walk_task
from lydite.probes.hop.summary import (
    ALL,
    EVERY,
    PAIRED,
    REACHED,
    SHARED,
    SHARED_PAIRED,
    summarise_parts,
    without_baselines,
)
from lydite.probes.hop.walk import WalkEnd, Walks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.core.array_types import BoolArray, IntArray
    from lydite.core.executors.base import On
    from lydite.inference import Inference
    from lydite.inference.result import Results
    from lydite.knowledge.wikipedia import Wikipedia


@dataclass(frozen=True)
class WalkPart:
    """The walks of all strategies from the same starts: all of them, or those that every strategy reached."""

    group: str | None
    walks: tuple[Walks, ...]
    floor: IntArray
    """The fewest hops possible from each start, -1 where there is no way."""
    strategies: tuple[int, ...] | None = None
    """The places of the strategies whose walks these are; None for all."""

    def paired(self, group: str, who: Sequence[int] | None = None) -> WalkPart:
        """Return the part of the starts from which every strategy, or some of them, reached the target."""
        walks = self.walks if who is None else [self.walks[i] for i in who]
        both = np.all([w.ends == WalkEnd.REACHED for w in walks], axis=0)
        places = None if who is None else tuple(who)
        return WalkPart(group, tuple(_walks_from(w, both) for w in walks), self.floor[both], places)


@dataclass(frozen=True)
class HopRun:
    """Walks of several strategies, and the results that follow from them."""

    graph: LinkGraph
    choosers: tuple[Chooser, ...]
    most: int
    skip_visited: bool
    parts: tuple[WalkPart, ...]
    """All starts, the paired part, and the same two on the shared vocabulary where that leaves links out."""
    notes: tuple[Note, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What the strategies are called: their specs, files without their folders where that suffices."""
        short = tuple(c.short() for c in self.choosers)
        return short if len(set(short)) == len(short) else tuple(map(str, self.choosers))

    def part(self, group: str | None) -> WalkPart | None:
        """Return a part by its name."""
        return next((p for p in self.parts if p.group == group), None)

    @functools.cached_property
    def _titles(self) -> dict[int, str]:
        return {int(s): self.graph.wikipedia.title(int(s)) for s in self.parts[0].walks[0].starts}

    def scored(self, part: WalkPart, figures: Sequence[str] = FIGURES) -> list[ItemStatistics]:
        """Return the statistics of each strategy, starts in the order of their titles."""
        titles = [self._titles[int(s)] for s in part.walks[0].starts]
        order = sorted(range(len(titles)), key=titles.__getitem__)
        ids = tuple(titles[i] for i in order)
        systems = []
        who = range(len(self.choosers)) if part.strategies is None else part.strategies
        for place, walks in zip(who, part.walks, strict=True):
            name, chooser = self.names[place], self.choosers[place]
            settings = self.settings(chooser, part)
            measures = tuple(measure(f, settings) for f in figures)
            rows = tuple(statistics(walks, part.floor, f)[order] for f in figures)
            systems.append(ItemStatistics(name, ids, measures, rows, policies=self.sources()))
        return systems

    @property
    def blocks(self) -> list[tuple[str | None, list[ItemStatistics]]]:
        """The statistics of every strategy in every part."""
        return [(part.group, self.scored(part)) for part in self.parts]

    def results(self, options: Inference | None = None) -> Results:
        """Return every figure of every strategy in every part; median, sd, min and max without intervals."""
        return summarise_parts(self.blocks, options, self.notes)

    def settings(self, chooser: Chooser, part: WalkPart) -> dict[str, Any]:
        """Return what the figures of a strategy depend on, for signatures."""
        shared = part.group in (SHARED, SHARED_PAIRED)
        return {
            "choose": chooser.signature(),
            "target": self.graph.wikipedia.title(self.graph.target),
            "links": self.graph.cache.width,
            "hops": self.most,
            "skip_visited": "yes" if self.skip_visited else "no",
            "vocabulary": " & ".join(c.signature() for c in self.choosers) if shared else "own",
            "starts": REACHED if part.group in (PAIRED, SHARED_PAIRED) else EVERY,
        }

    def sources(self) -> dict[str, str]:
        """Return the store and the starts by their digests, for signatures."""
        path = self.graph.wikipedia.path
        starts = np.sort(self.parts[0].walks[0].starts)
        return {"wikipedia": digest(path), "starts": f"{len(starts)}:{_digest(starts)}"}


def hop(
    store: Wikipedia | str | Path,
    choosers: Sequence[str | Chooser],
    starts: Sequence[int] | IntArray | None = None,
    *,
    target: str = "Philosophy",
    links: int = 20,
    hops: int = 100,
    skip_visited: bool = False,
    on: On = "here",
) -> HopRun:
    """Walk from the starts (all articles by default) to the target with every strategy; ``on`` says where."""
    if links < 1 or hops < 1:
        raise InputError("a walk takes at least one link of each article and at least one hop")

    wanted = [parse(c, "chooser") if isinstance(c, str) else c for c in choosers]
    wanted = list(dict.fromkeys(wanted))
    if not wanted:
        raise SpecError("no strategy was asked for (lydite list choosers)")
    graph = LinkGraph.of(store if isinstance(store, Wikipedia) else Wikipedia.open(store), target, links)
    chosen = (
        np.arange(graph.wikipedia.articles) if starts is None else np.unique(np.asarray(starts, np.int64))
    )
    notes = []
    if starts is not None and graph.target in chosen:
        notes.append(Note("{target} is the target and no start", target=target))
    if len(chosen) and not 0 <= chosen[0] <= chosen[-1] < graph.wikipedia.articles:
        raise InputError(f"starts are articles, from 0 up to {graph.wikipedia.articles - 1:,}")
    chosen = chosen[chosen != graph.target]
    if not len(chosen):
        raise InputError("there is no article to start from", graph.wikipedia.path)
    return run_walks(graph, tuple(wanted), chosen, most=hops, skip_visited=skip_visited, notes=notes, on=on)


def run_walks(
    graph: LinkGraph,
    choosers: tuple[Chooser, ...],
    starts: IntArray,
    *,
    most: int = 100,
    skip_visited: bool = False,
    notes: Sequence[Note] = (),
    on: On = "here",
) -> HopRun:
    """Walk from starts (not the target) with every strategy, on all links and on shared ones."""
    walker = Walker(graph, choosers, most, skip_visited)
    with executor_of(on) as executor:
        walk = functools.partial(walk_on, executor, walk_task(executor, walker), len(choosers), starts)
        return _run(walker, walk, starts, notes)


def _run(
    walker: Walker, walk: Callable[..., tuple[Walks, ...]], starts: IntArray, notes: Sequence[Note]
) -> HopRun:
    graph, choosers = walker.graph, walker.choosers
    everything = WalkPart(ALL, walk(shared=False), graph.distances[starts])
    parts = [everything]
    who = without_baselines([c.baseline for c in choosers])
    if len(choosers) > 1:
        parts.append(everything.paired(PAIRED, who))
    known = _vocabulary(graph, choosers, everything.walks)
    warnings = [*notes, *_warnings(choosers, known)]
    shared, seen = int(np.all(known, axis=0).sum()), known.shape[1]
    if len(choosers) > 1 and shared < seen:
        within = WalkPart(SHARED, walk(shared=True), walker.inside.distances[starts])
        parts += [within, within.paired(SHARED_PAIRED, who)]
        sentence = "shared vocabulary: every strategy knows the words of {count:,} of {of:,} links seen"
        warnings.append(Note(sentence, count=shared, of=seen))
        if graph.wikipedia.articles > LARGE:
            sentence = (
                "shared vocabulary: shortest ways and efficiency are those over all links (large store)"
            )
            warnings.append(Note(sentence))
    return HopRun(graph, choosers, walker.most, walker.skip_visited, tuple(parts), tuple(warnings))


def _vocabulary(graph: LinkGraph, choosers: tuple[Chooser, ...], walks: tuple[Walks, ...]) -> BoolArray:
    """Return which of the links that some walk came by each strategy knows."""
    passed = np.unique(np.concatenate([np.unique(w.trails) for w in walks]))
    links = graph.links(passed[(passed != NONE) & (passed != graph.target)])
    return np.array([c.knows(links, graph) for c in choosers])


def _warnings(choosers: tuple[Chooser, ...], known: BoolArray) -> list[Note]:
    lines = []
    for chooser, mine in zip(choosers, known, strict=True):
        if len(mine) and not mine.any():
            sentence = "{strategy} knows no word of any link: every start is a dead end"
            lines.append(Note(sentence, strategy=chooser.short()))
        elif not mine.all():
            sentence = "{strategy} knows {share:.1f}% of the links seen"
            lines.append(Note(sentence, strategy=chooser.short(), share=100 * float(mine.mean())))
    return lines


def _walks_from(walks: Walks, chosen: BoolArray) -> Walks:
    return Walks(walks.starts[chosen], walks.ends[chosen], walks.hops[chosen], walks.trails[chosen])


def _digest(starts: IntArray) -> str:

    return digest_of(starts.astype("<i8").tobytes())
