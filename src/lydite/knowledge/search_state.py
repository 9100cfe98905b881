"""What the kernels of the search for a best path are given: the graph, the pairs, and room to work in."""

from __future__ import annotations

from typing import Any, NamedTuple


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
