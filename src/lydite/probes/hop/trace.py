"""One walk, hop by hop: the links considered, their rates, and the one that was chosen (Figure 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.hop.walk import WalkEnd, links_to_choose_from, walk

if TYPE_CHECKING:
    from lydite.probes.hop.choosers.base import Chooser
    from lydite.probes.hop.link_graph import LinkGraph


@dataclass(frozen=True)
class LinkChoice:
    """A link that was considered: its words, its article, and its rate (None: it could not be chosen)."""

    words: str
    article: str
    rate: float | None
    chosen: bool


@dataclass(frozen=True)
class TraceHop:
    """What happened at one article."""

    article: str
    links: tuple[LinkChoice, ...]


@dataclass(frozen=True)
class Trace:
    """A walk under one strategy from one article."""

    strategy: str
    target: str
    end: WalkEnd
    articles: tuple[str, ...]
    hops: tuple[TraceHop, ...]
    """One for each article where something had to be chosen; the last one chose nothing at a dead end."""


def trace_walk(
    graph: LinkGraph, chooser: Chooser, start: int, *, most: int = 100, skip_visited: bool = False
) -> Trace:
    """Walk from one article and note every choice."""
    walks = walk(graph, chooser, np.array([start]), most=most, skip_visited=skip_visited)
    trail = walks.trail(0)
    end = WalkEnd(int(walks.ends[0]))
    stops = len(trail) if end is WalkEnd.DEAD_END else len(trail) - 1
    name = graph.wikipedia.title
    hops = []
    for i in range(stops):
        links = links_to_choose_from(graph, np.array([trail[: i + 1]]), skip_visited=skip_visited)
        rates = chooser.rates(links, graph)
        best = int(links.best(rates)[0])
        seen = tuple(
            LinkChoice(graph.cache.phrases[p], name(t), None if np.isnan(r) else float(r), j == best)
            for j, (p, t, r) in enumerate(
                zip(links.phrases.tolist(), links.targets.tolist(), rates.tolist(), strict=True)
            )
        )
        hops.append(TraceHop(name(trail[i]), seen))
    return Trace(chooser.short(), name(graph.target), end, tuple(map(name, trail)), tuple(hops))
