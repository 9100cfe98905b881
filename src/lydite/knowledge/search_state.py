"""What the kernels of the search for a best path are given: the graph, the pairs, and room to work in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from lydite.knowledge.graph import Graph


class Network(NamedTuple):
    """The graph: neighbours of entity i, and the class of each transition, from ``offsets[i]`` on."""

    offsets: Any
    neighbours: Any
    classes: Any


class PairTask(NamedTuple):
    """Sets of entities end to end, the pairs of sets to be scored, the floors of their scores, the scores."""

    members: Any
    starts: Any
    weights: Any
    left: Any
    right: Any
    floors: Any
    scores: Any


class Slots(NamedTuple):
    """A hash table: the entity in each slot (-1: free), 1 expanded forwards and 2 backwards, slots used."""

    keys: Any
    state: Any
    used: Any


class Frontier(NamedTuple):
    """One of the two searches: the best score of each slot, and a heap of scores with their slots."""

    best: Any
    scores: Any
    slots: Any


class SearchState(NamedTuple):
    """All that a search works on; ``fore`` goes forwards from sources, ``rear`` backwards from targets."""

    net: Network
    tables: Any
    task: PairTask
    space: Slots
    fore: Frontier
    rear: Frontier

    @classmethod
    def make(cls, graph: Graph, tables: Any, task: PairTask, slots: int, *, plain: bool) -> SearchState:
        """Return a state with so many slots; ``plain`` makes it fast for Python instead of compiled code."""
        given: Any = (Network(graph.offsets, graph.neighbours, graph.classes), tables, task)
        sides = (Frontier(np.zeros(slots), np.zeros(slots), np.zeros(slots, np.int64)) for _ in range(2))
        scratch: Any = (Slots(np.full(slots, -1), *np.zeros((2, slots), np.int64)), *sides)
        if plain:  # indexing a memoryview gives plain numbers, twice as fast as numpy's
            given = tuple(type(part)(*(memoryview(array) for array in part)) for part in given)
            scratch = tuple(type(part)(*(array.tolist() for array in part)) for part in scratch)
        return cls(*given, *scratch)
