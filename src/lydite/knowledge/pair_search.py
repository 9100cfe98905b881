"""Kernels of the search for the best path of a pair: two searches that meet in the middle.

One goes forwards from the sources, one backwards from the targets. They stop when no path through what is
left can beat the best one found. The room that they work in is a hash table of what they visit, larger where
a search does not fit.

Each expands entities u with a high f(u) √m(u) first: its score times its lead, where m(u) is the best
transition on from there. What is still to be found goes on from some u of one side to some other v of the
other, by at least one transition, worth at most √m(u) √m(v); so it is worth at most what is highest on one
side times what is highest on the other, and an entity that leads nowhere is soon done with. Scores on one
side are final when their bucket is done, for a transition t ≤ m(u) gives f(u) t √m(v) ≤ f(u) √m(u).
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.compiled import kernel, prefetch
from lydite.knowledge.search_kernels import (
    FORE,
    REAR,
    THROUGH,
    after,
    clean,
    empty,
    expand,
    first_step,
    highest,
    make_room,
    promise,
    put,
    seed,
    slot_of,
)
from lydite.knowledge.search_state import HEADS, Network, SearchState

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.knowledge.graph import Graph
    from lydite.knowledge.search_state import SearchTask

PERFECT, BACKWARDS = 1, 2  # how pairs are searched: ends score 1, and the near side is that of targets
_SOON = 16  # neighbours whose scores are fetched before they are looked at
_SHARE = 3  # pairs to come, up to which what the near side does counts as done for all of them


@kernel(large=500)  # one pair takes about a millisecond in plain Python
def search_pairs(search: SearchState, which: Any, part: Any) -> Any:
    """Fill the scores of pairs; return where it stopped, before ``end`` if the scratch space was full.

    Pairs with the same near set follow each other. The search from there is kept from pair to pair, and goes
    on where the one before left it; so it passes over only what is worth nothing to any of them.
    """
    floors, scores = search.task.floors, search.task.scores
    (order,), (begin, end, how) = which, part
    near_sets = search.task.right if how & BACKWARDS else search.task.left
    near = REAR if how & BACKWARDS else FORE
    near_set, first, last, size, step, count = -1, begin, begin, 0, 0, 0
    bounds = (1.0, 0.0, 0.0, 1.0)
    i = begin
    while i < end:
        pair = order[i]
        if near_sets[pair] != near_set:
            clean(search, count)
            empty(search.queue.heads, near)
            near_set, first, step = near_sets[pair], i, 0
            last, bounds = _together(search, order, (i, end), how)
            size, count = _start(search, near_set, how, bounds)
        if count >= 0:
            kept, more = (size, step, count), min(last - i, _SHARE) if last - first > 1 else 0
            score, size, step, count = _best(search, pair, how, kept, bounds, more)
            empty(search.queue.heads, 1 - near)
            if count >= 0:
                scores[pair] = score if score >= floors[pair] * (1 - 1e-12) else 0.0
                _forget(search, 1 - near)
                i += 1
        if count < 0:
            clean(search, -count - 1)
            empty(search.queue.heads, near)
            near_set, count = -1, 0
            if i == first:  # else there is room again, without what was kept
                return i
    clean(search, count)
    empty(search.queue.heads, near)
    return end


@kernel
def _together(search: SearchState, order: Any, part: Any, how: Any) -> Any:
    """Return where pairs with another near set begin, and the bounds that hold for all before."""
    _, _, _, left, right, floors, _ = search.task
    near, far = (right, left) if how & BACKWARDS else (left, right)
    side = FORE if how & BACKWARDS else REAR
    i, end = part
    near_set, least, most = near[order[i]], 1.0, 0.0
    while i < end and near[order[i]] == near_set:
        pair = order[i]
        least = min(least, floors[pair] * (1 - 1e-12))
        most = max(most, promise(search, side, far[pair]))
        i += 1
    return i, (1.0 if len(search.sides.hopes) else most, 0.0, least, most)


@kernel
def _start(search: SearchState, near_set: Any, how: Any, bounds: Any) -> Any:
    """Start the near side from its set; return the next entry and slots used (negative less 1: no room)."""
    starts, near = search.task.starts, REAR if how & BACKWARDS else FORE
    ends = starts[near_set], starts[near_set + 1]
    if 2 * (ends[1] - ends[0]) >= len(search.space.keys):
        return 0, -1
    _, size, count = seed(search, near, ends, 0, bounds)
    if how & PERFECT:
        _, size, count = _leave(search, near, ends, size, count, bounds)
    return size, count


@kernel
def _aim(search: SearchState, pair: Any, how: Any, count: Any, most: Any) -> Any:
    """Start the far side, where the near one promises ``most``; return best score, next entry, slots used."""
    _, starts, _, left, right, floors, _ = search.task
    far, goal = (FORE, left[pair]) if how & BACKWARDS else (REAR, right[pair])
    ends = starts[goal], starts[goal + 1]
    if 2 * (count + ends[1] - ends[0]) >= len(search.space.keys):
        return 0.0, 0, -count - 1
    bounds = (1.0, 0.0, floors[pair] * (1 - 1e-12), most)
    best, size, count = seed(search, far, ends, count, bounds)
    if how & PERFECT:
        best, size, count = _leave(search, far, ends, size, count, (bounds[0], best, bounds[2], bounds[3]))
    return best, size, count


@kernel
def _leave(search: SearchState, side: Any, ends: Any, size: Any, count: Any, bounds: Any) -> Any:
    """Take transitions at the ends of a side first: they have scores of their own."""
    keys, _, used, factor = search.space
    top, best, least, far = bounds
    for i in range(ends[0], ends[1]):
        slot, count = slot_of(keys, used, factor, count, search.task.members[i])
        entry = (slot, search.task.weights[i], 0)
        met, size, count = expand(search, side, entry, size, count, (top, best, least, far), 2 + side)
        if count < 0:
            return 0.0, size, count - 1
        best = max(best, met)
    return best, size, count


@kernel
def _best(  # noqa: PLR0915, a call for each expansion would take longer than the expansion
    search: SearchState, pair: Any, how: Any, kept: Any, shared: Any, pairs: Any
) -> Any:
    """Return a pair's best score, the near side's next entry and bucket, and slots used (negative: no room).

    ``shared`` are the bounds of all pairs with this near set, of which so many ``pairs`` are to come with
    this one; 0 where there is only this one: its own bounds are closer.
    """
    offsets, neighbours, classes = search.net
    keys, state, used, factor = search.space
    reached, hopes, leads, trail = search.sides
    heads, links, slots = search.queue
    tables, room = search.tables, len(slots) // 2
    near = REAR if how & BACKWARDS else FORE
    least, (size, step, count) = search.task.floors[pair] * (1 - 1e-12), kept
    promised, hoped = 1.0, shared[3]  # of the near side, and of the far one
    if len(hopes):
        promised = promise(search, near, (search.task.right if near else search.task.left)[pair])
        hoped = promise(search, 1 - near, (search.task.left if near else search.task.right)[pair])
        if promised * hoped < least or promised * hoped == 0.0:
            return 0.0, size, step, count
    best, other, count = _aim(search, pair, how, count, promised)
    if count < 0:
        return 0.0, size, step, count
    work, pace = 0, 0  # work: of the near side less that of the far one, for the one with less goes next
    a, b = highest(step), 1.0
    while True:
        if heads[near * HEADS + step] < 0:
            step = first_step(heads, near, step)
            a = highest(step)
        if heads[(1 - near) * HEADS + pace] < 0:
            pace = first_step(heads, 1 - near, pace)
            b = highest(pace)
        if step < 0 or pace < 0:
            break
        if a * b <= best or a * b < least:
            break
        # what expand does, written out: a call hands all arrays over, which takes longer
        if work <= 0:
            side, bucket, entry, turn = near, step, size, 1
            high, bar, floor, end = shared if pairs else (b, best, least, hoped)
        else:
            side, bucket, entry, turn = 1 - near, pace, other, -max(1, pairs)
            high, bar, floor, end = a, best, least, promised
        taken, mark = heads[side * HEADS + bucket], 1 << side
        heads[side * HEADS + bucket], slot = links[taken], slots[taken]
        if state[slot] & mark:
            continue
        score, been = reached[2 * slot + side], state[slot] & THROUGH << side
        state[slot] |= mark
        bar = max(bar, floor)
        worst, hopeless = bar / high, bar / end  # what is worth no more: in the queue, and on the way
        cut = worst / score
        if len(leads):
            cut *= cut
        first, full = side * (len(tables) // 4), (side + 1) * room
        at, last = offsets[keys[slot]], offsets[keys[slot] + 1]
        work += turn
        coming = heads[side * HEADS + bucket]
        if coming >= 0:  # what is expanded next, unless something better is found
            prefetch(neighbours, offsets[keys[slots[coming]]])
            prefetch(classes, offsets[keys[slots[coming]]])
        for i in range(at, min(last, at + _SOON)):  # where entities have slots of their own
            prefetch(reached, 2 * neighbours[i])
        while at < last:
            value = tables[first + classes[at]]
            if value <= cut:
                at = after(classes, at, last)
                continue
            if 2 * count >= len(keys) or entry >= full:
                return 0.0, size, step, -count - 1
            work += turn
            entity, reach = neighbours[at], score * value
            at += 1
            if len(leads) and reach <= worst * leads[2 * entity + 1 - side]:
                continue
            if 2 * entity < len(hopes) and not been and reach * hopes[2 * entity + side] <= hopeless:
                continue
            there, count = slot_of(keys, used, factor, count, entity)
            if reach > reached[2 * there + side]:
                if reached[2 * there + side] == 0.0:
                    trail[side * room] += 1
                    trail[side * room + trail[side * room]] = there
                reached[2 * there + side] = reach
                through = THROUGH << side if been or 2 * entity >= len(hopes) else 0
                state[there] = state[there] & ~((THROUGH | 1) << side) | through
                best = max(best, reach * reached[2 * there + 1 - side])
                onward = reach * leads[2 * entity + side] if len(leads) else reach
                if onward > worst:
                    entry = put(heads, links, slots, side, entry, onward, there)
                    prefetch(offsets, entity)
        if turn > 0:
            size = entry
        else:
            other = entry
    return best, size, max(step, 0), count


@kernel
def _forget(search: SearchState, side: Any) -> None:
    """Forget the search from one side."""
    state, best, trail = search.space.state, search.sides.best, search.sides.trail
    own, kept = side * (len(trail) // 2), (THROUGH | 1) << 1 - side
    for i in range(own + 1, own + trail[own] + 1):
        best[2 * trail[i] + side] = 0.0
        state[trail[i]] &= kept
    trail[own] = 0


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


def resume(graph: Graph, task: SearchTask, run: Callable[..., int], begin: int, end: int, room: Any) -> int:
    """Run a kernel from ``begin`` on in some scratch space; return where it stopped."""
    net = Network(graph.offsets, graph.neighbours, graph.classes)
    given: Any = (net, task.pairs, (np.concatenate(task.tables),), task.which)
    if isinstance(run, FunctionType):  # in Python a memoryview gives plain numbers, twice as fast as numpy's
        views: Any = [[memoryview(array) for array in part] for part in given]
        given = [*(part._make(view) for part, view in zip(given[:2], views, strict=False)), *views[2:]]
    net, pairs, (tables,), which = given
    return run(SearchState(net, tables, pairs, *room), which, (begin, end, task.how))
