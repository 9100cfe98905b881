"""Kernels of the search for a best path: how a side goes on, and the room that both work in.

A side goes forwards from sources or backwards from targets. One may answer for many pairs; where two meet in
the middle is in ``pair_search.py``. What a side is still to expand stands in buckets of about the same score,
the highest first. In a bucket there is no order, so an entity may be expanded before its score is final, and
then again: that is rare, and a heap takes longer. Both sides have their queues in the same arrays.

Where there are hopes, a path counts only if it touches an added base (``through.py``). An entity before it
that was come to without touching it yet has to get there; one that was come to through it has not.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.compiled import kernel
from lydite.knowledge.search_state import EIGHTHS, HEADS, LAST, STEPS, Frontiers, Queue, Slots

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.knowledge.graph import Graph
    from lydite.knowledge.search_state import SearchState, SearchTask

FORE, REAR = 0, 1  # the sides; 1 << side marks what it has expanded
WORTH = 20  # entities that a shared search may visit for each pair that it answers
THROUGH = 4  # a mark times this: the path of that side has touched the added base
_FACTOR = 0x9E3779B1  # scatters the numbers of entities
_OWN = 1 << 7  # leaves them as they are


@kernel(large=500)
def search_towards(search: SearchState, which: Any, part: Any) -> Any:
    """Fill the scores of groups of pairs with one target set each; return where it stopped.

    A search backwards from the targets, down to the threshold, answers for all sources at once. Where it
    visits more than ``WORTH`` entities for each pair, it is given up, and -1 filled in.
    """
    _, starts, _, left, right, floors, scores = search.task
    (order, firsts), (begin, end, _) = which, part
    for group in range(begin, end):
        goal = right[order[firsts[group]]]
        least, far = 1.0, 0.0
        for i in range(firsts[group], firsts[group + 1]):
            least = min(least, floors[order[i]] * (1 - 1e-12))
            far = max(far, promise(search, FORE, left[order[i]]))
        most = WORTH * (firsts[group + 1] - firsts[group])
        count = flood(search, (starts[goal], starts[goal + 1]), (1.0, 0.0, least, far), most)
        if 0 <= count <= most:
            for i in range(firsts[group], firsts[group + 1]):
                _collect(search, order[i])
        clean(search, abs(count))
        if count < 0:
            return group
        for i in range(firsts[group], firsts[group + 1]):
            pair = order[i]
            if count > most:
                scores[pair] = -1.0
            elif scores[pair] < floors[pair] * (1 - 1e-12):
                scores[pair] = 0.0
    return end


@kernel
def flood(search: SearchState, ends: Any, bounds: Any, most: Any) -> Any:
    """Search backwards from some targets; return how many slots were used (negative: the scratch is full).

    It ends when it has used more than ``most``.
    """
    keys, state, _, _ = search.space
    (heads, links, slots), best = search.queue, search.sides.best
    if 2 * (ends[1] - ends[0]) >= len(keys):
        return -1
    _, size, count = seed(search, REAR, ends, 0, bounds)
    step = first_step(heads, REAR, 0)
    while step >= 0 and 0 <= count <= most:
        entry = heads[REAR * HEADS + step]
        heads[REAR * HEADS + step], slot = links[entry], slots[entry]
        if not state[slot] & 1 << REAR:
            entry = (slot, best[2 * slot + REAR], 1 << REAR)
            _, size, count = expand(search, REAR, entry, size, count, bounds, REAR)
        step = first_step(heads, REAR, step)
    empty(heads, REAR)
    return count


@kernel
def _collect(search: SearchState, pair: Any) -> None:
    """Take over the best score of one pair's sources."""
    members, starts, weights, left, _, _, scores = search.task
    keys, _, used, factor = search.space
    for j in range(starts[left[pair]], starts[left[pair] + 1]):
        slot, _ = slot_of(keys, used, factor, -1, members[j])
        if slot >= 0:
            scores[pair] = max(scores[pair], search.sides.best[2 * slot + REAR] * weights[j])


@kernel
def clean(search: SearchState, count: Any) -> None:
    """Release the slots that a search used."""
    keys, state, used, _ = search.space
    best, trail = search.sides.best, search.sides.trail
    for i in range(count):
        slot = used[i]
        keys[slot] = -1
        best[2 * slot] = 0.0
        best[2 * slot + 1] = 0.0
        state[slot] = 0
    trail[0] = 0
    trail[len(trail) // 2] = 0


@kernel
def promise(search: SearchState, side: Any, which: Any) -> Any:
    """Return the most that a path from one set can be worth: the highest weight, or weight times hope."""
    members, starts, weights, _, _, _, _ = search.task
    hopes, most = search.sides.hopes, 0.0
    for i in range(starts[which], starts[which + 1]):
        at = 2 * members[i] + side
        most = max(most, weights[i] * hopes[at] if at < len(hopes) else weights[i])
    return most


@kernel
def seed(search: SearchState, side: Any, ends: Any, count: Any, bounds: Any) -> Any:
    """Start one side from its ends; return its best score with the other, the next entry and slots used."""
    members, weights = search.task.members, search.task.weights
    best, hopes, leads, _ = search.sides
    keys, state, used, factor = search.space
    heads, links, slots = search.queue
    met, size = 0.0, side * (len(slots) // 2)
    for i in range(ends[0], ends[1]):
        entity, weight = members[i], weights[i]
        at = 2 * entity + side
        if at < len(hopes) and weight * hopes[at] * bounds[3] < bounds[2]:
            continue
        slot, count = slot_of(keys, used, factor, count, entity)
        if weight > best[2 * slot + side]:
            reach_slot(search, side, slot, weight)
            if at >= len(hopes):
                state[slot] |= THROUGH << side
            lead = leads[at] if len(leads) else 1.0
            size = put(heads, links, slots, side, size, weight * lead, slot)
            met = max(met, best[2 * slot + 1 - side] * weight)
    return met, size, count


@kernel
def expand(search: SearchState, side: Any, entry: Any, size: Any, count: Any, bounds: Any, table: Any) -> Any:
    """Expand an ``entry`` (slot, score, mark to leave); return best score, next entry and slots used.

    Slots are negative where the scratch is full. ``bounds`` are the highest score left on the other side
    (``top``), the best path so far, the least that counts, and the most that the other side's ends promise
    (``far``). A neighbour that the other side has expanded is known here already, through that expansion; any
    other is worth at most ``top`` there. So where score times ``top`` cannot win, all neighbours of that
    class are passed over unseen; and one whose hope times ``far`` cannot win, by itself.
    """
    offsets, neighbours, classes = search.net
    keys, state, used, factor = search.space
    reached, hopes, _, _ = search.sides
    heads, links, slots = search.queue
    slot, score, mark = entry
    top, best, least, far = bounds
    tables, first = search.tables, table * (len(search.tables) // 4)
    state[slot] |= mark
    been = state[slot] & THROUGH << side
    at, end = offsets[keys[slot]], offsets[keys[slot] + 1]
    met, room = best, (side + 1) * (len(slots) // 2)
    while at < end:
        reach = score * tables[first + classes[at]]
        if reach * top <= best or reach * top < least:
            at = after(classes, at, end)
            continue
        if 2 * count >= len(keys) or size >= room:
            return met, size, -count
        entity = neighbours[at]
        at += 1
        if 2 * entity < len(hopes) and not been:
            most = reach * hopes[2 * entity + side] * far
            if most <= best or most < least:
                continue
        there, count = slot_of(keys, used, factor, count, entity)
        if reach > reached[2 * there + side]:
            reach_slot(search, side, there, reach)
            state[there] &= ~((THROUGH | 1) << side)
            if been or 2 * entity >= len(hopes):
                state[there] |= THROUGH << side
            size = put(heads, links, slots, side, size, reach, there)
            met = max(met, reach * reached[2 * there + 1 - side])
    return met, size, count


@kernel
def reach_slot(search: SearchState, side: Any, slot: Any, score: Any) -> None:
    """Note that a side came to a slot with a score, better than before."""
    best, trail = search.sides.best, search.sides.trail
    if best[2 * slot + side] == 0.0:
        own = side * (len(trail) // 2)
        trail[own] += 1
        trail[own + trail[own]] = slot
    best[2 * slot + side] = score


@kernel
def after(classes: Any, at: Any, end: Any) -> Any:
    """Return the first place after ``at`` of another class: steps that double, then halve."""
    c, step = classes[at], 1
    while at + step < end and classes[at + step] == c:
        at += step
        step *= 2
    while step > 1:
        step //= 2
        if at + step < end and classes[at + step] == c:
            at += step
    return at + 1


@kernel
def slot_of(keys: Any, used: Any, factor: Any, count: Any, entity: Any) -> Any:
    """Return the slot of an entity and how many are used; with a count of -1 no free one is taken."""
    mask = len(keys) - 1
    slot = (int(entity) * factor >> 7) & mask
    while keys[slot] != entity:
        if keys[slot] < 0:
            if count < 0:
                return -1, count
            keys[slot] = entity
            used[count] = slot
            return slot, count + 1
        slot = (slot + 1) & mask
    return slot, count


@kernel
def put(heads: Any, links: Any, slots: Any, side: Any, entry: Any, score: Any, slot: Any) -> Any:
    """Add a slot to the bucket of its score, as an entry; return the next entry."""
    base, step = side * HEADS, 0
    while score < 0.125 and step < (EIGHTHS - 1) * STEPS:
        score *= 8.0
        step += STEPS
    step += int(max(0.0, 1.0 - score) * STEPS)
    slots[entry] = slot
    links[entry] = heads[base + step]
    heads[base + step] = entry
    heads[base + LAST] = max(heads[base + LAST], step)
    return entry + 1


@kernel
def first_step(heads: Any, side: Any, step: Any) -> Any:
    """Return the first bucket of a side from one on that is not empty; -1 where there is none."""
    base, last = side * HEADS, heads[side * HEADS + LAST]
    while step <= last and heads[base + step] < 0:
        step += 1
    return step if step <= last else -1


@kernel
def highest(step: Any) -> Any:
    """Return the highest score that a bucket may hold."""
    score = 1.0 - step % STEPS / STEPS
    while step >= STEPS:
        score *= 0.125
        step -= STEPS
    return score


@kernel
def empty(heads: Any, side: Any) -> None:
    """Empty all buckets of a side."""
    base = side * HEADS
    for place in range(base, base + heads[base + LAST] + 1):
        heads[place] = -1
    heads[base + LAST] = -1


def make_room(graph: Graph, task: SearchTask, run: Callable[..., int], slots: int) -> Any:
    """Return scratch space of so many slots for a kernel."""
    table: list[Any] = [np.full(slots, -1, np.int32), np.zeros(slots, np.int8), np.zeros(slots, np.int32)]
    queue: Any = [np.full(2 * HEADS, -1, np.int32), *np.zeros((2, 2 * slots), np.int32)]
    scores: list[Any] = [np.zeros(2 * slots), np.zeros(2 * slots, np.int32), task.hopes, task.leads]
    if isinstance(run, FunctionType):  # in plain Python
        table, queue = ([array.tolist() for array in part] for part in (table, queue))
        scores = [*(array.tolist() for array in scores[:2]), *(memoryview(array) for array in scores[2:])]
    factor = _OWN if slots >= 2 * len(graph) else _FACTOR
    best, trail, hopes, leads = scores
    keys, state, used = table
    return Slots(keys, state, used, factor), Frontiers(best, hopes, leads, trail), Queue(*queue)
