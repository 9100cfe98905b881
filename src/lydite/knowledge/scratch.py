"""Room for searches to work in: a hash table of what they visit, larger where one does not fit."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.knowledge.search_state import Frontier, Network, SearchState, Slots

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.knowledge.graph import Graph
    from lydite.knowledge.search_state import SearchTask

SCRATCH = 1 << 12  # slots that the first scratch space has
_DENSE = 1 << 20  # entities of a graph up to which each may have a slot of its own
_PAYS = 256  # entities for each search, above which slots of their own take longer to make than they save
_FACTOR = 0x9E3779B1  # scatters the numbers of entities
_OWN = 1 << 7  # leaves them as they are


def slots_for(entities: int, searches: int) -> int:
    """Return how many slots to begin with: for many searches, one for each entity, so that none collide."""
    dense = entities <= _DENSE and searches * _PAYS >= entities
    return max(SCRATCH, 1 << (2 * entities).bit_length()) if dense else SCRATCH


def fill(
    graph: Graph,
    task: SearchTask,
    run: Callable[..., int],
    part: tuple[int, int],
    rooms: list[Any],
    slots: int,
) -> None:
    """Run a kernel over a part of its work, enlarging the scratch space when a search does not fit.

    Scratch space is taken from ``rooms``, where there is some, and put back: kernels leave it as it was.
    """
    begin, end = part
    room = rooms.pop() if rooms else make_room(graph, task, run, slots)
    begin = resume(graph, task, run, begin, end, room)
    rooms.append(room)
    while begin < end:
        slots *= 8
        begin = resume(graph, task, run, begin, end, make_room(graph, task, run, slots))


def make_room(graph: Graph, task: SearchTask, run: Callable[..., int], slots: int) -> Any:
    """Return scratch space of so many slots for a kernel."""
    space: Any = [np.full(slots, -1, np.int32), np.zeros(slots, np.int8), np.zeros(slots, np.int32)]
    sides: Any = [
        [np.zeros(slots), np.zeros(slots), np.zeros(slots, np.int32), np.zeros(slots, np.int32), hopes]
        for hopes in task.hopes
    ]
    if _plain(run):
        space, *sides = ([array.tolist() for array in part] for part in (space, *sides))
    factor = _OWN if slots >= 2 * len(graph) else _FACTOR
    keys, state, used = space
    return Slots(keys, state, used, factor), *(Frontier(*side) for side in sides)


def resume(graph: Graph, task: SearchTask, run: Callable[..., int], begin: int, end: int, room: Any) -> int:
    """Run a kernel from ``begin`` on in some scratch space; return where it stopped."""
    net = Network(graph.offsets, graph.neighbours, graph.classes)
    given: Any = (net, task.tables, task.pairs, task.which)
    if _plain(run):  # in Python a memoryview gives plain numbers, twice as fast as numpy's
        views = [[memoryview(array) for array in part] for part in given]
        given = [*(part._make(view) for part, view in zip(given[:3], views, strict=False)), views[3]]
    return run(SearchState(*given[:3], *room), given[3], (begin, end, task.how))


def _plain(run: Callable[..., int]) -> bool:
    """Whether a kernel runs as plain Python."""
    return isinstance(run, FunctionType)
