"""Walks of many starts by an executor: all those of a strategy here, elsewhere some of them at a time."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.executors.here import Here
from lydite.core.executors.sent import SentFile, SentSpec
from lydite.core.executors.tasks import SharedTask, map_tasks, workers_of
from lydite.core.progress import progress_bar
from lydite.knowledge.wikipedia import Wikipedia
from lydite.probes.hop.link_graph import LinkCache, LinkGraph
from lydite.probes.hop.links import NONE
from lydite.probes.hop.walk import Walks, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from lydite.core.array_types import IntArray
    from lydite.probes.hop.choosers.base import Chooser

_EACH = 8  # parts of the starts for each worker
_FEWEST = 100  # starts of a part


@dataclass(frozen=True)
class WalkTask:
    """One strategy and some of the starts; on all links, or on those whose words all strategies know."""

    chooser: int
    starts: IntArray
    shared: bool


@dataclass(frozen=True)
class Walker:
    """Strategies, and the graph that they walk."""

    graph: LinkGraph
    choosers: tuple[Chooser, ...]
    most: int
    skip_visited: bool

    @functools.cached_property
    def inside(self) -> LinkGraph:
        """The graph with the links whose words all strategies know."""
        return self.graph.with_shared_words(self.choosers)

    def walk(self, task: WalkTask) -> Walks:
        """Walk from the starts of a task."""
        graph, chooser = self.inside if task.shared else self.graph, self.choosers[task.chooser]
        return walk(graph, chooser, task.starts, most=self.most, skip_visited=self.skip_visited)


def walk_task(executor: Executor, walker: Walker) -> Callable[[WalkTask], Walks]:
    """Return what walks: here this walker, elsewhere one on the same store."""
    if isinstance(executor, Here):
        return walker.walk
    graph, specs = walker.graph, [SentSpec.of(c) for c in walker.choosers]
    store = SentFile.of(graph.wikipedia.path)
    given = store, graph.target, graph.cache.width, specs
    return SharedTask(Walker.walk, _received, (*given, walker.most, walker.skip_visited))


def _received(store: SentFile, target: int, width: int, specs: Sequence[SentSpec], *settings: Any) -> Walker:
    choosers: tuple[Chooser, ...] = tuple(spec.received() for spec in specs)
    return Walker(LinkGraph(LinkCache(Wikipedia.open(store.received()), width), target), choosers, *settings)


def walk_on(
    executor: Executor, task: Callable[[WalkTask], Walks], choosers: int, starts: IntArray, *, shared: bool
) -> tuple[Walks, ...]:
    """Return the walks of each strategy from all starts, in their order."""
    each = 1 if isinstance(executor, Here) else _EACH * workers_of(executor)
    size = max(-(-len(starts) // each), _FEWEST)
    parts = [starts[first : first + size] for first in range(0, len(starts), size)]
    tasks = [WalkTask(chooser, part, shared) for chooser in range(choosers) for part in parts]
    walks: list[Walks] = []
    with progress_bar("walks, starts", choosers * len(starts)) as bar:
        for walked in map_tasks(executor, task, tasks):
            walks.append(walked)
            bar.update(bar.done + len(walked.starts))
    return tuple(_joined(walks[first : first + len(parts)]) for first in range(0, len(walks), len(parts)))


def _joined(parts: Sequence[Walks]) -> Walks:
    longest = max(part.trails.shape[1] for part in parts)
    trails = [
        np.pad(part.trails, ((0, 0), (0, longest - part.trails.shape[1])), constant_values=NONE)
        for part in parts
    ]
    starts, ends, hops = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("starts", "ends", "hops")
    )
    return Walks(starts, ends, hops, np.concatenate(trails))
