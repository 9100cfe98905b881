"""Kernels of the search for the best path of a pair: two searches that meet in the middle.

One goes forwards from the sources, one backwards from the targets. They stop when no path through what is
left can beat the best one found. The room that they work in is a hash table of what they visit, larger where
a search does not fit.

Each always expands the entity u with the highest f(u) √m(u): its score times its lead, where m(u) is the best
transition on from there. What is still to be found goes on from some u of one side to some other v of the
other, by at least one transition, worth at most √m(u) √m(v); so it is worth at most what is highest on one
side times what is highest on the other, and an entity that leads nowhere is soon done with. Scores on one
side are final when they are expanded, for a transition t ≤ m(u) gives f(u) t √m(v) ≤ f(u) √m(u).
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.compiled import kernel
from lydite.knowledge.search_kernels import after, clean, expand, pop, push, seed, slot_of
from lydite.knowledge.search_state import Frontier, Network, SearchState, Slots

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.knowledge.graph import Graph
    from lydite.knowledge.search_state import SearchTask

PERFECT, BACKWARDS = 1, 2  # how pairs are searched: ends score 1, and the near side is that of targets
NEAR, FAR = 1, 2  # marks of entities that a side has expanded
SCRATCH = 1 << 12  # slots that the first scratch space has
_DENSE = 1 << 20  # entities of a graph up to which each may have a slot of its own
_PAYS = 256  # entities for each search, above which slots of their own take longer to make than they save
_FACTOR = 0x9E3779B1  # scatters the numbers of entities
_OWN = 1 << 7  # leaves them as they are


@kernel(large=500)  # one pair takes about a millisecond in plain Python
def search_pairs(search: SearchState, which: Any, part: Any) -> Any:
    """Fill the scores of pairs; return where it stopped, before ``end`` if the scratch space was full.

    Pairs with the same near set follow each other. The search from there is kept from pair to pair, and goes
    on where the one before left it; so it passes over only what is worth nothing to any of them.
    """
    floors, scores = search.task.floors, search.task.scores
    (order,), (begin, end, how) = which, part
    near_sets = search.task.right if how & BACKWARDS else search.task.left
    near_set, first, last, size, count = -1, begin, begin, 0, 0
    bounds = (1.0, 0.0, 0.0, 1.0)
    i = begin
    while i < end:
        pair = order[i]
        if near_sets[pair] != near_set:
            clean(search, count)
            near_set, first = near_sets[pair], i
            last, bounds = _together(search, order, (i, end), how)
            size, count = _start(search, near_set, how, bounds)
        if count >= 0:
            score, size, count = _best(search, pair, how, (size, count), bounds, last - first == 1)
            if count >= 0:
                scores[pair] = score if score >= floors[pair] * (1 - 1e-12) else 0.0
                _forget(search, how)
                i += 1
        if count < 0:
            clean(search, -count - 1)
            near_set, count = -1, 0
            if i == first:  # else there is room again, without what was kept
                return i
    clean(search, count)
    return end


@kernel
def _together(search: SearchState, order: Any, part: Any, how: Any) -> Any:
    """Return where pairs with another near set begin, and the bounds that hold for all before."""
    _, starts, weights, left, right, floors, _ = search.task
    near, far = (right, left) if how & BACKWARDS else (left, right)
    i, end = part
    near_set, least, most = near[order[i]], 1.0, 0.0
    while i < end and near[order[i]] == near_set:
        pair = order[i]
        least = min(least, floors[pair] * (1 - 1e-12))
        for j in range(starts[far[pair]], starts[far[pair] + 1]):
            most = max(most, weights[j])
        i += 1
    return i, (most, 0.0, least, most)


@kernel
def _start(search: SearchState, near_set: Any, how: Any, bounds: Any) -> Any:
    """Start the near side from its set; return heap size and slots used (negative less 1: no room)."""
    members, starts, weights, _, _, _, _ = search.task
    near, far, tables = _sides(search, how)
    ends = starts[near_set], starts[near_set + 1]
    if 2 * (ends[1] - ends[0]) >= len(search.space.keys):
        return 0, -1
    _, size, count = seed(search, near, far, ends, 0, bounds)
    if how & PERFECT:  # transitions at the ends have scores of their own: they are taken first
        for i in range(ends[0], ends[1]):
            slot, count = slot_of(search.space, count, members[i])
            entry = (slot, weights[i], 0)
            _, size, count, _ = expand(search, tables[2], near, far, entry, size, count, bounds)
            if count < 0:
                return size, count - 1
    return size, count


@kernel
def _aim(search: SearchState, pair: Any, how: Any, count: Any) -> Any:
    """Start the far side; return the best score where it meets the near one, heap size and slots used."""
    members, starts, weights, left, right, floors, _ = search.task
    near, far, tables = _sides(search, how)
    least = floors[pair] * (1 - 1e-12)
    goal = left[pair] if how & BACKWARDS else right[pair]
    ends = starts[goal], starts[goal + 1]
    if 2 * (count + ends[1] - ends[0]) >= len(search.space.keys):
        return 0.0, 0, -count - 1
    best, size, count = seed(search, far, near, ends, count, (1.0, 0.0, least, 1.0))
    if how & PERFECT:
        for i in range(ends[0], ends[1]):
            slot, count = slot_of(search.space, count, members[i])
            entry, bounds = (slot, weights[i], 0), (1.0, best, least, 1.0)
            best, size, count, _ = expand(search, tables[3], far, near, entry, size, count, bounds)
            if count < 0:
                return 0.0, size, count - 1
    return best, size, count


@kernel
def _best(  # noqa: PLR0915, a call for each expansion would take longer than the expansion
    search: SearchState, pair: Any, how: Any, kept: Any, shared: Any, alone: Any
) -> Any:
    """Return the best score of a pair, heap size of the near side and slots used (negative less 1: no room).

    ``shared`` are the bounds of all pairs with this near set; where it is ``alone``, its own are closer.
    """
    offsets, neighbours, classes = search.net
    keys, state, _, _ = search.space
    near, far, tables = _sides(search, how)
    least, size = search.task.floors[pair] * (1 - 1e-12), kept[0]
    best, m, count = _aim(search, pair, how, kept[1])
    if count < 0:
        return 0.0, size, count
    most = shared[3]  # the highest weight of the far end
    ahead, behind = 0, 0  # work so far: the side with less of it goes next
    while True:
        while size > 0 and state[near.slots[0]] & NEAR:
            size = pop(near.scores, near.slots, size)
        while m > 0 and state[far.slots[0]] & FAR:
            m = pop(far.scores, far.slots, m)
        if size == 0 or m == 0:
            break
        a, b = near.scores[0], far.scores[0]
        if a * b <= best or a * b < least:
            break
        # what expand does, written out: a call hands all arrays over, which takes longer
        forth = ahead <= behind
        if forth:
            reached, heap, slots, trail, hopes, leads = near
            across, others, table, mark, top = far.best, far.leads, tables[0], NEAR, size
            highest, bar, floor, end_weight = (b, best, least, most) if alone else shared
        else:
            reached, heap, slots, trail, hopes, leads = far
            across, others, table, mark, top = near.best, near.leads, tables[1], FAR, m
            highest, bar, floor, end_weight = a, best, least, 1.0
        slot, work = slots[0], 1
        score = reached[slot]
        top = pop(heap, slots, top)
        state[slot] |= mark
        bar = max(bar, floor)
        worst = bar / highest  # what is worth no more, when it is in the heap
        cut = worst / score
        if len(leads):
            cut *= cut
        at, end = offsets[keys[slot]], offsets[keys[slot] + 1]
        while at < end:
            value = table[classes[at]]
            if value <= cut:
                at = after(classes, at, end)
                continue
            if 2 * count >= len(keys) or top >= len(heap):
                return 0.0, size, -count - 1
            work += 1
            entity, reach = neighbours[at], score * value
            at += 1
            if len(leads) and reach <= worst * others[entity]:
                continue
            if entity < len(hopes) and reach * hopes[entity] * end_weight <= bar:
                continue
            there, count = slot_of(search.space, count, entity)
            if reach > reached[there]:
                if reached[there] == 0.0:
                    trail[0] += 1
                    trail[trail[0]] = there
                reached[there] = reach
                best = max(best, reach * across[there])
                onward = reach * leads[entity] if len(leads) else reach
                if onward > worst:
                    top = push(heap, slots, top, onward, there)
        if forth:
            size, ahead = top, ahead + work
        else:
            m, behind = top, behind + work
    return best, size, count


@kernel
def _forget(search: SearchState, how: Any) -> None:
    """Forget the search from the far side."""
    state = search.space.state
    far = search.fore if how & BACKWARDS else search.rear
    best, trail = far.best, far.trail
    for i in range(1, trail[0] + 1):
        best[trail[i]] = 0.0
        state[trail[i]] &= NEAR
    trail[0] = 0


@kernel
def _sides(search: SearchState, how: Any) -> Any:
    """Return the near side, the far side, and the tables of both: on the way, and at their ends."""
    fore, rear, tables = search.fore, search.rear, search.tables
    if how & BACKWARDS:
        return rear, fore, (tables[1], tables[0], tables[3], tables[2])
    return fore, rear, (tables[0], tables[1], tables[2], tables[3])


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
    sides: Any = [  # the best scores of both sides stand beside each other: what looks at one, looks at both
        [best, np.zeros(slots), np.zeros(slots, np.int32), np.zeros(slots, np.int32)]
        for best in np.zeros((slots, 2)).T
    ]
    known: Any = list(zip(task.hopes, task.leads, strict=True))
    if _plain(run):
        space, *sides = ([array.tolist() for array in part] for part in (space, *sides))
        known = [[memoryview(array) for array in part] for part in known]
    factor = _OWN if slots >= 2 * len(graph) else _FACTOR
    keys, state, used = space
    fore, rear = (Frontier(*side, *own) for side, own in zip(sides, known, strict=True))
    return Slots(keys, state, used, factor), fore, rear


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
