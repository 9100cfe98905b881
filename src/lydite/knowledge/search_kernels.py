"""Kernels of the search for a best path: how a side goes on, and one search that answers for many sources.

A side goes forwards from sources or backwards from targets, and always expands the entity with the highest
score. Where two of them meet in the middle is in ``pair_search.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.compiled import kernel

if TYPE_CHECKING:
    from lydite.knowledge.search_state import Frontier, SearchState, Slots

NOWHERE = 1 << 40  # more than any entity's number
WORTH = 20  # entities that a shared search may visit for each pair that it answers


@kernel(large=500)
def search_towards(search: SearchState, which: Any, part: Any) -> Any:
    """Fill the scores of groups of pairs with one target set each; return where it stopped.

    A search backwards from the targets, down to the threshold, answers for all sources at once. Of ``levels``
    each but the last is one target, and each pair has as many answers: the best score over the first one, the
    first two, … and over all of both sets. Where a search visits more than ``WORTH`` entities for each pair,
    it is given up, and -1 filled in.
    """
    _, starts, weights, left, right, floors, scores = search.task
    (order, firsts), (begin, end, levels) = which, part
    for group in range(begin, end):
        goal = right[order[firsts[group]]]
        least, far, count = 1.0, 0.0, 0
        for i in range(firsts[group], firsts[group + 1]):
            least = min(least, floors[order[i]] * (1 - 1e-12))
            for j in range(starts[left[order[i]]], starts[left[order[i]] + 1]):
                far = max(far, weights[j])
        most = WORTH * (firsts[group + 1] - firsts[group])
        for level in range(min(levels, starts[goal + 1] - starts[goal])):
            at = starts[goal] + level
            last = starts[goal + 1] if level == levels - 1 else at + 1
            count = flood(search, (at, last), (1.0, 0.0, least, far), (most, NOWHERE))
            if 0 <= count <= most:
                for i in range(firsts[group], firsts[group + 1]):
                    _collect(search, order[i], level, levels)
            clean(search, abs(count))
            if not 0 <= count <= most:
                break
        if count < 0:
            return group
        for i in range(firsts[group], firsts[group + 1]):
            pair, best = order[i], 0.0
            for at in range(pair * levels, (pair + 1) * levels):
                if scores[at] >= floors[pair] * (1 - 1e-12):
                    best = max(best, scores[at])
                scores[at] = best if count <= most else -1.0
    return end


@kernel
def flood(search: SearchState, ends: Any, bounds: Any, limits: Any) -> Any:
    """Search backwards from some targets; return how many slots were used (negative: the scratch is full).

    ``limits`` are how many slots it may use, and from which entity on none is expanded.
    """
    _, tables, _, (keys, state, _, _), fore, rear = search
    if 2 * (ends[1] - ends[0]) >= len(keys):
        return -1
    _, size, count = seed(search, rear, fore, ends, 0, bounds)
    while size > 0 and 0 <= count <= limits[0]:
        score, slot = rear.scores[0], rear.slots[0]
        size = pop(rear.scores, rear.slots, size)
        if not state[slot] & 2 and keys[slot] < limits[1]:
            entry = (slot, score, 2)
            _, size, count, _ = expand(search, tables[1], rear, fore, entry, size, count, bounds)
    return count


@kernel(large=500_000)
def find_leads(offsets: Any, classes: Any, table: Any, leads: Any) -> None:
    """Fill the square root of the best transition from each entity."""
    for entity in range(len(leads)):
        at, end, best = offsets[entity], offsets[entity + 1], 0.0
        while at < end:
            best = max(best, table[classes[at]])
            at = after(classes, at, end)
        leads[entity] = best**0.5


@kernel
def _collect(search: SearchState, pair: Any, level: Any, levels: Any) -> None:
    """Take over the scores of one pair's sources, each into the first cut that holds both ends."""
    members, starts, weights, left, _, _, scores = search.task
    begin = starts[left[pair]]
    for j in range(begin, starts[left[pair] + 1]):
        slot, _ = slot_of(search.space, -1, members[j])
        if slot >= 0:
            at = pair * levels + max(level, min(j - begin, levels - 1))
            scores[at] = max(scores[at], search.rear.best[slot] * weights[j])


@kernel
def clean(search: SearchState, count: Any) -> None:
    """Release the slots that a search used."""
    keys, state, used, _ = search.space
    fore, rear = search.fore.best, search.rear.best
    for i in range(count):
        slot = used[i]
        keys[slot] = -1
        fore[slot] = 0.0
        rear[slot] = 0.0
        state[slot] = 0
    search.fore.trail[0] = 0
    search.rear.trail[0] = 0


@kernel
def seed(search: SearchState, mine: Frontier, theirs: Frontier, ends: Any, count: Any, bounds: Any) -> Any:
    """Start one side from its ends; return the best score where it meets the other, heap size, slots used."""
    members, weights = search.task.members, search.task.weights
    size, best = 0, 0.0
    for i in range(ends[0], ends[1]):
        entity, weight = members[i], weights[i]
        if entity < len(mine.hopes) and weight * mine.hopes[entity] * bounds[3] < bounds[2]:
            continue
        slot, count = slot_of(search.space, count, entity)
        if weight > mine.best[slot]:
            reach_slot(mine, slot, weight)
            lead = mine.leads[entity] if len(mine.leads) else 1.0
            size = push(mine.scores, mine.slots, size, weight * lead, slot)
            best = max(best, theirs.best[slot] * weight)
    return best, size, count


@kernel
def expand(
    search: SearchState, table: Any, mine: Frontier, theirs: Frontier, entry: Any, size: Any, count: Any,
    bounds: Any,
) -> Any:  # fmt: skip
    """Expand an ``entry`` (slot, score, mark to leave); return best score, heap size, slots used, and work.

    Slots are negative where the scratch is full. ``bounds`` are the highest score left on the other side
    (``top``), the best path so far, the least that counts, and the highest weight of the other side's ends
    (``far``). A neighbour that the other side has expanded is known here already, through that expansion; any
    other is worth at most ``top`` there. So where score times ``top`` cannot win, all neighbours of that
    class are passed over unseen; and one whose hope times ``far`` cannot win, by itself.
    """
    offsets, neighbours, classes = search.net
    keys, state, _, _ = search.space
    reached, scores, slots, _, hopes, _ = mine
    across = theirs.best
    slot, score, mark = entry
    top, best, least, far = bounds
    state[slot] |= mark
    at, end = offsets[keys[slot]], offsets[keys[slot] + 1]
    met, work = best, 1  # work: neighbours looked at, and one for the entry
    while at < end:
        c = classes[at]
        reach = score * table[c]
        if reach * top <= best or reach * top < least:
            at = after(classes, at, end)
            continue
        if 2 * count >= len(keys) or size >= len(scores):
            return met, size, -count, work
        work += 1
        entity = neighbours[at]
        if entity < len(hopes):
            most = reach * hopes[entity] * far
            if most <= best or most < least:
                at += 1
                continue
        there, count = slot_of(search.space, count, entity)
        if reach > reached[there]:
            reach_slot(mine, there, reach)
            size = push(scores, slots, size, reach, there)
            met = max(met, reach * across[there])
        at += 1
    return met, size, count, work


@kernel
def reach_slot(side: Frontier, slot: Any, score: Any) -> None:
    """Note that a side came to a slot with a score, better than before."""
    best, trail = side.best, side.trail
    if best[slot] == 0.0:
        trail[0] += 1
        trail[trail[0]] = slot
    best[slot] = score


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
def slot_of(space: Slots, count: Any, entity: Any) -> Any:
    """Return the slot of an entity and how many are used; with a count of -1 no free one is taken."""
    keys, _, used, factor = space
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
def push(scores: Any, slots: Any, size: Any, score: Any, slot: Any) -> Any:
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
def pop(scores: Any, slots: Any, size: Any) -> Any:
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
