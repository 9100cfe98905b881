"""What the kernels of the search for a best path are given: the graph, the pairs, and room to work in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from lydite.array_types import FloatArray

NO_HOPES = (np.zeros(0), np.zeros(0))


class ScoreTables(NamedTuple):
    """The score of each class: along it, against it, and the same where it touches a target."""

    ahead: FloatArray
    back: FloatArray
    ahead_at_target: FloatArray
    back_at_target: FloatArray


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
    """A hash table: the entity in each slot (-1: free), 1 and 2 where a side expanded it, slots used.

    An entity's slot follows from its number times ``factor``.
    """

    keys: Any
    state: Any
    used: Any
    factor: Any


class Frontier(NamedTuple):
    """One of the two searches: the best score of each slot, and a heap of scores with their slots.

    ``trail`` is how many slots it came to, then which. ``hopes`` are what the rest of a path through each
    entity is worth at most; 1 where it says nothing. ``leads`` are the square roots of the best transition on
    from each entity, by which its score is multiplied in the heap; none: it is not multiplied.
    """

    best: Any
    scores: Any
    slots: Any
    trail: Any
    hopes: Any
    leads: Any


class SearchState(NamedTuple):
    """All that a search works on; ``fore`` goes forwards from sources, ``rear`` backwards from targets."""

    net: Network
    tables: Any
    task: PairTask
    space: Slots
    fore: Frontier
    rear: Frontier


class SearchTask(NamedTuple):
    """What kernels work on: sets and pairs, scores, hopes, which pairs, how they search; leads, if any."""

    pairs: PairTask
    tables: ScoreTables
    hopes: tuple[FloatArray, FloatArray]
    which: tuple[Any, ...]
    how: int
    leads: tuple[FloatArray, FloatArray] = NO_HOPES
