"""Kernels of the search through one of joined bases: the ways into it, and how near they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.compiled import kernel
from lydite.knowledge.search_kernels import after, clean, flood, pop, push

if TYPE_CHECKING:
    from lydite.knowledge.search_state import SearchState


@kernel(large=500)
def search_entries(search: SearchState, found: Any, part: Any) -> Any:
    """Fill, for each set, the entities from ``limit`` on that a search backwards from it comes to first.

    Return where it stopped: before ``end`` if the scratch space was full, or what it fills.
    """
    starts, floors = search.task.starts, search.task.floors
    keys, _, used, _ = search.space
    entities, scores, ends = found
    begin, end, limit = part
    for i in range(begin, end):
        at = ends[i]
        bounds = (1.0, 0.0, floors[i], 1.0)
        count = flood(search, (starts[i], starts[i + 1]), bounds, (len(keys), limit))
        full = count < 0 or at + count > len(entities)
        for j in range(0 if full else count):
            slot = used[j]
            if keys[slot] >= limit:
                entities[at], scores[at] = keys[slot], search.rear.best[slot]
                at += 1
        clean(search, abs(count))
        if full:
            return i
        ends[i + 1] = at
    return end


@kernel
def find_outlooks(net: Any, tables: Any, limit: Any, least: Any, room: Any) -> Any:
    """Fill the best score of a path from each entity before ``limit`` to one from there on, if ``least``.

    ``tables`` are the scores of classes towards the neighbour and back from it.
    """
    offsets, neighbours, classes = net
    towards, back = tables
    best, scores, entities = room
    size = 0
    for entity in range(limit):
        for at in range(offsets[entity], offsets[entity + 1]):
            if neighbours[at] >= limit:
                best[entity] = max(best[entity], towards[classes[at]])
        if best[entity] >= least:
            size = push(scores, entities, size, best[entity], entity)
    while size > 0:
        score, entity = scores[0], entities[0]
        size = pop(scores, entities, size)
        at, end = offsets[entity], offsets[entity + 1]
        while at < end and score >= best[entity]:  # else it was found better since
            reach = score * back[classes[at]]
            if reach < least:
                at = after(classes, at, end)
                continue
            near = neighbours[at]
            if near < limit and reach > best[near]:
                best[near] = reach
                size = push(scores, entities, size, reach, near)
            at += 1
    return size
