"""Kernels that look over a whole graph once: where entities lead, and how near an added base is."""

from __future__ import annotations

from typing import Any

from lydite.core.compiled import kernel
from lydite.knowledge.search_kernels import after


@kernel(large=500)
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
            size = _push(scores, entities, size, best[entity], entity)
    while size > 0:
        score, entity = scores[0], entities[0]
        size = _pop(scores, entities, size)
        at, end = offsets[entity], offsets[entity + 1]
        while at < end and score >= best[entity]:  # else it was found better since
            reach = score * back[classes[at]]
            if reach < least:
                at = after(classes, at, end)
                continue
            near = neighbours[at]
            if near < limit and reach > best[near]:
                best[near] = reach
                size = _push(scores, entities, size, reach, near)
            at += 1
    return size


@kernel(large=500_000)
def find_leads(offsets: Any, classes: Any, table: Any, leads: Any, side: Any) -> None:
    """Fill the square root of the best transition from each entity, for one of both sides."""
    for entity in range(len(leads) // 2):
        at, end, best = offsets[entity], offsets[entity + 1], 0.0
        while at < end:
            best = max(best, table[classes[at]])
            at = after(classes, at, end)
        leads[2 * entity + side] = best**0.5


@kernel
def _push(scores: Any, slots: Any, size: Any, score: Any, slot: Any) -> Any:
    """Add to a heap with the highest score first; return its size."""
    at = size
    while at > 0:
        up = (at - 1) // 2
        if scores[up] >= score:
            break
        scores[at] = scores[up]
        slots[at] = slots[up]
        at = up
    scores[at] = score
    slots[at] = slot
    return size + 1


@kernel
def _pop(scores: Any, slots: Any, size: Any) -> Any:
    """Remove the first of a heap; return its size."""
    size -= 1
    score, slot = scores[size], slots[size]
    at = 0
    while True:
        down = 2 * at + 1
        if down >= size:
            break
        if down + 1 < size and scores[down + 1] > scores[down]:
            down += 1
        if scores[down] <= score:
            break
        scores[at] = scores[down]
        slots[at] = slots[down]
        at = down
    scores[at] = score
    slots[at] = slot
    return size
