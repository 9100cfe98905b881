"""What the kernels of the search for a best path are given: the graph, the pairs, and room to work in."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.array_types import FloatArray
    from lydite.knowledge.graph import Graph

NO_HOPES = np.zeros(0)
STEPS, EIGHTHS = 128, 20  # buckets for scores down to an eighth, then as many for eighths of these, and so on
LAST = STEPS * EIGHTHS + 1  # where the heads of a side tell which bucket is the last in use
HEADS = LAST + 1  # what the heads of one side take up
SCRATCH = 1 << 12  # slots that the first scratch space has
_DENSE = 1 << 20  # entities of a graph up to which each may have a slot of its own
_PAYS = 256  # entities for each search, above which slots of their own take longer to make than they save
_FACTOR = 0x9E3779B1  # scatters the numbers of entities
_OWN = 1 << 7  # leaves them as they are


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


def slots_for(entities: int, searches: int) -> int:
    """Return how many slots to begin with: for many searches, one for each entity, so that none collide."""
    dense = entities <= _DENSE and searches * _PAYS >= entities
    return max(SCRATCH, 1 << (2 * entities).bit_length()) if dense else SCRATCH


def make_room(graph: Graph, task: SearchTask, run: Callable[..., int], slots: int) -> Any:
    """Return scratch space of so many slots for a kernel."""
    table: list[Any] = [np.full(slots, -1, np.int32), np.zeros(slots, np.int8), np.zeros(slots, np.int32)]
    queue: Any = [np.full(2 * HEADS, -1, np.int32), *np.zeros((2, 2 * slots), np.int32)]
    best: Any = np.zeros(2 * slots)
    trail: Any = np.zeros(2 * slots, np.int32)
    hopes: Any = task.hopes
    leads: Any = task.leads
    if is_plain(run):
        table, queue = ([array.tolist() for array in part] for part in (table, queue))
        best, trail, hopes, leads = best.tolist(), trail.tolist(), memoryview(hopes), memoryview(leads)
    factor = _OWN if slots >= 2 * len(graph) else _FACTOR
    keys, state, used = table
    return Slots(keys, state, used, factor), Frontiers(best, hopes, leads, trail), Queue(*queue)


def is_plain(run: Callable[..., int]) -> bool:
    """Whether a kernel runs as plain Python."""
    return isinstance(run, FunctionType)
