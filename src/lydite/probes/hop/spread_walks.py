"""Walks of many starts over workers: each opens the store for itself and walks from some of the starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.progress import progress_bar
from lydite.knowledge.wikipedia import Wikipedia
from lydite.places.base import survived
from lydite.probes.hop.link_graph import LinkCache, LinkGraph
from lydite.probes.hop.links import NONE
from lydite.probes.hop.walk import Walks, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.core.array_types import IntArray
    from lydite.places.base import Crew
    from lydite.places.sent import SentFile, SentSpec
    from lydite.probes.hop.choosers.base import Chooser

_EACH = 8  # parts of the starts for each worker
_FEWEST = 100  # starts of a part


@dataclass(frozen=True)
class WalkTask:
    """One strategy and some of the starts; on all links, or on those whose words all strategies know."""

    chooser: int
    starts: IntArray
    shared: bool


def walker(
    store: SentFile,
    target: int,
    width: int,
    specs: Sequence[SentSpec],
    most: int,
    skip_visited: bool,  # noqa: FBT001
) -> Callable[[WalkTask], Walks]:
    """Return what walks, in the process of a worker."""
    choosers, graphs = received_graphs(store, target, width, specs)
    return lambda task: walk(
        graphs[task.shared], choosers[task.chooser], task.starts, most=most, skip_visited=skip_visited
    )


def received_graphs(
    store: SentFile, target: int, width: int, specs: Sequence[SentSpec]
) -> tuple[tuple[Chooser, ...], dict[bool, LinkGraph]]:
    """Return the strategies, and the graph with all links and with those whose words all of them know."""
    choosers: tuple[Chooser, ...] = tuple(spec.received() for spec in specs)
    graph = LinkGraph(LinkCache(Wikipedia.open(store.received()), width), target)
    return choosers, {False: graph, True: graph.with_shared_words(choosers)}


def walk_on(crew: Crew, choosers: int, starts: IntArray, *, shared: bool) -> tuple[Walks, ...]:
    """Return the walks of each strategy from all starts, in their order."""
    size = max(-(-len(starts) // (_EACH * crew.size)), _FEWEST)
    parts = [starts[first : first + size] for first in range(0, len(starts), size)]
    tasks = [WalkTask(chooser, part, shared) for chooser in range(choosers) for part in parts]
    walks: dict[int, Walks] = {}
    with progress_bar("walks, starts", choosers * len(starts)) as bar:
        done = 0
        for number, result in crew.map(tasks):
            walks[number] = survived(result)
            done += len(tasks[number].starts)
            bar.update(done)
    return tuple(
        _joined([walks[chooser * len(parts) + n] for n in range(len(parts))]) for chooser in range(choosers)
    )


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
