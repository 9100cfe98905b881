"""Walk from article to article until the target, a cycle, a dead end or the last hop that is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.hop.links import NONE

if TYPE_CHECKING:
    from lydite.core.array_types import IntArray
    from lydite.probes.hop.choosers.base import Chooser
    from lydite.probes.hop.link_graph import LinkGraph
    from lydite.probes.hop.links import ArticleLinks


_UNSET = -2  # nobody has chosen from this article yet


class WalkEnd(IntEnum):
    """How a walk ends."""

    REACHED = 0
    CYCLED = 1
    DEAD_END = 2
    TIMED_OUT = 3

    @property
    def words(self) -> str:
        """As people read it."""
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True)
class Walks:
    """Walks from many starts under one strategy."""

    starts: IntArray
    ends: IntArray
    """An :class:`WalkEnd` for each start."""
    hops: IntArray
    """How many hops were made; those of a cycle include the one back to an article seen before."""
    trails: IntArray
    """``(starts, 1 + most hops made)``: the articles on the way, NONE after the last."""

    def trail(self, place: int) -> list[int]:
        """Return the articles on the way from one start."""
        return [int(a) for a in self.trails[place] if a != NONE]


def walk(
    graph: LinkGraph, chooser: Chooser, starts: IntArray, *, most: int = 100, skip_visited: bool = False
) -> Walks:
    """Walk from every start with one strategy.

    A walk is over when it comes to the target (reached), to an article that it has seen, its start included
    (cycled; not where every visit is a draw of its own), to an article where nothing can be chosen (dead
    end), or when ``most`` hops did not suffice (timed out). ``skip_visited`` takes links to articles on
    the way out of the choice.
    """
    choose = _Step(graph, chooser, skip_visited=skip_visited)
    ends = np.full(len(starts), WalkEnd.TIMED_OUT, np.int64)
    hops = np.zeros(len(starts), np.int64)
    columns = [np.asarray(starts, np.int64)]
    ends[starts == graph.target] = WalkEnd.REACHED
    walking = np.flatnonzero(starts != graph.target)
    for step in range(1, most + 1):
        if not len(walking):
            break
        trails = np.stack([c[walking] for c in columns], axis=1)
        reached = choose(trails)
        stuck = reached == NONE
        ends[walking[stuck]] = WalkEnd.DEAD_END
        walking, trails, reached = walking[~stuck], trails[~stuck], reached[~stuck]
        column = np.full(len(starts), NONE, np.int64)
        column[walking] = reached
        columns.append(column)
        hops[walking] = step
        there = reached == graph.target
        again = (trails == reached[:, None]).any(axis=1) & chooser.endless & ~there
        ends[walking[there]] = WalkEnd.REACHED
        ends[walking[again]] = WalkEnd.CYCLED
        walking = walking[~there & ~again]
    return Walks(np.asarray(starts, np.int64), ends, hops, np.stack(columns, axis=1))


class _Step:
    """Chooses the next article for many walkers; where only the article matters, once for each article."""

    def __init__(self, graph: LinkGraph, chooser: Chooser, *, skip_visited: bool) -> None:
        self.graph = graph
        self.chooser = chooser
        self.skip_visited = skip_visited
        self.alike = not (chooser.remembers or skip_visited)
        self.next = np.full(graph.wikipedia.articles if self.alike else 0, _UNSET, np.int64)

    def __call__(self, trails: IntArray) -> IntArray:
        here = trails[:, -1]
        if not self.alike:
            return self._chosen(links_to_choose_from(self.graph, trails, skip_visited=self.skip_visited))
        fresh = np.unique(here[self.next[here] == _UNSET])
        if len(fresh):
            self.next[fresh] = self._chosen(self.graph.links(fresh))
        return np.asarray(self.next[here])

    def _chosen(self, links: ArticleLinks) -> IntArray:
        best = links.best(self.chooser.rates(links, self.graph))
        return np.where(best == NONE, NONE, np.append(links.targets, NONE)[best])


def links_to_choose_from(graph: LinkGraph, trails: IntArray, *, skip_visited: bool) -> ArticleLinks:
    """Return the links that each walker may choose from."""
    links = graph.links(trails[:, -1], trails)
    if skip_visited:
        links = links.keep(~(trails[links.owners] == links.targets[:, None]).any(axis=1))
    return links
