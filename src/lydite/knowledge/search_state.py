"""What the kernels of the search for a best path are given: the graph, the pairs, and room to work in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray

NO_HOPES = np.zeros(0)
STEPS, EIGHTHS = 128, 20  # buckets for scores down to an eighth, then as many for eighths of these, and so on
LAST = STEPS * EIGHTHS + 1  # where the heads of a side tell which bucket is the last in use
HEADS = LAST + 1  # what the heads of one side take up


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
    """A hash table: the entity in each slot (-1: free), marks of both sides, slots used.

    An entity's slot follows from its number times ``factor``.
    """

    keys: Any
    state: Any
    used: Any
    factor: Any


class Frontiers(NamedTuple):
    """The two searches: 0 goes forwards from sources, 1 backwards from targets.

    ``best`` are the best scores of each slot, in pairs, one for each side. ``hopes`` are, in pairs for the
    first entities, what the rest of a path through each is worth at most where it has not touched the added
    base yet. ``leads`` are, in pairs, the square roots of the best transition on from each entity, by which
    its score is multiplied in the queue; none: it is not multiplied. ``trail`` is how many slots a side came
    to, then which; that of the other side and its entries of the queue stand in the second half.
    """

    best: Any
    hopes: Any
    leads: Any
    trail: Any


class Queue(NamedTuple):
    """What both sides are still to expand, in buckets of like scores.

    ``heads`` are the last entries of all buckets (-1: none), then which of them is the last in use; ``links``
    lead from an entry to the one put into its bucket before, ``slots`` tell what was put there.
    """

    heads: Any
    links: Any
    slots: Any


class SearchState(NamedTuple):
    """All that a search works on; ``tables`` are the four tables of scores end to end."""

    net: Network
    tables: Any
    task: PairTask
    space: Slots
    sides: Frontiers
    queue: Queue


class SearchTask(NamedTuple):
    """What kernels work on: sets and pairs, scores, hopes, which pairs, how they search; leads, if any."""

    pairs: PairTask
    tables: ScoreTables
    hopes: FloatArray
    which: tuple[Any, ...]
    how: int
    leads: FloatArray = NO_HOPES
