"""Kernels of the search for a best path: two searches that meet in the middle.

One goes forwards from the sources, one backwards from the targets; each always expands the entity with
the highest score. They stop when no path through what is left can beat the best one found.
"""

from __future__ import annotations

from typing import Any

from lydite.compiled import kernel

WORTH = 60  # entities that a shared search may visit for each pair that it answers

# What the kernels are given:
#   net    offsets, neighbours, classes of the graph
#   task   members, starts, weights of sets, pairs of sets (left, right), floors of their scores, found
#   space  keys (the entity in each slot, -1 if free), state (1 expanded forwards, 2 backwards), used slots
#   fore   score of each slot from the sources, and a heap of scores and of slots; rear: towards the targets


@kernel(large=500)  # one pair takes about a millisecond in plain Python
def search_pairs(
    net: Any, tables: Any, task: Any, which: Any, part: Any, space: Any, fore: Any, rear: Any
) -> Any:
    """Fill ``found`` for pairs; return where it stopped, before ``end`` if the scratch space was full."""
    _, starts, _, left, right, floors, scores = task
    (order,) = which
    begin, end, perfect = part
    for i in range(begin, end):
        a, b, pair = left[order[i]], right[order[i]], order[i]
        ends = (starts[a], starts[a + 1], starts[b], starts[b + 1])
        least = floors[pair] * (1 - 1e-12)
        score, count = _best(net, tables, task, ends, least, perfect, space, fore, rear)
        _clean(space, fore, rear, count)
        if score < 0:
            return i
        scores[pair] = score
    return end


@kernel(large=500)
def search_towards(
    net: Any, tables: Any, task: Any, which: Any, part: Any, space: Any, fore: Any, rear: Any
) -> Any:
    """Fill ``found`` for groups of pairs with one target set each; return where it stopped.

    A search backwards from the targets, down to the threshold, answers for all sources at once. Of ``levels``
    each but the last is one target, and each pair has as many answers: the best score over the first one, the
    first two, … and over all of both sets. Where a search visits more than ``WORTH`` entities for each pair,
    it is given up, and -1 found.
    """
    _, starts, _, _, right, floors, scores = task
    order, firsts = which
    begin, end, levels = part
    for group in range(begin, end):
        goal = right[order[firsts[group]]]
        least, count = 1.0, 0
        for i in range(firsts[group], firsts[group + 1]):
            least = min(least, floors[order[i]] * (1 - 1e-12))
        most = WORTH * (firsts[group + 1] - firsts[group])
        for level in range(min(levels, starts[goal + 1] - starts[goal])):
            at = starts[goal] + level
            last = starts[goal + 1] if level == levels - 1 else at + 1
            count = _flood(net, tables, task, (at, last), least, most, space, fore, rear)
            if 0 <= count <= most:
                for i in range(firsts[group], firsts[group + 1]):
                    _collect(task, order[i], level, levels, space, rear)
            _clean(space, fore, rear, abs(count))
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
def _flood(
    net: Any, tables: Any, task: Any, ends: Any, least: Any, most: Any, space: Any, fore: Any, rear: Any
) -> Any:
    """Search backwards from some targets; return how many slots were used (negative: the scratch is full)."""
    members, weights = task[0], task[2]
    count, size = 0, 0
    if 2 * (ends[1] - ends[0]) >= len(space[0]):
        return -1
    for i in range(ends[0], ends[1]):
        slot, count = _slot(space, count, members[i])
        if weights[i] > rear[0][slot]:
            rear[0][slot] = weights[i]
            size = _push(rear, size, weights[i], slot)
    while size > 0 and 0 <= count <= most:
        score, slot = rear[1][0], rear[2][0]
        size = _pop(rear, size)
        if not space[1][slot] & 2:
            _, size, count = _expand(
                net, tables[1], space, rear, fore, 2, slot, score, size, count, 1.0, 0.0, least
            )
    return count


@kernel
def _collect(task: Any, pair: Any, level: Any, levels: Any, space: Any, rear: Any) -> None:
    """Take over the scores of one pair's sources, each into the first cut that holds both ends."""
    members, starts, weights, left, _, _, scores = task
    begin = starts[left[pair]]
    for j in range(begin, starts[left[pair] + 1]):
        slot, _ = _slot(space, -1, members[j])
        if slot >= 0:
            at = pair * levels + max(level, min(j - begin, levels - 1))
            scores[at] = max(scores[at], rear[0][slot] * weights[j])


@kernel
def _clean(space: Any, fore: Any, rear: Any, count: Any) -> None:
    """Release the slots that a search used."""
    keys, state, used = space
    for i in range(count):
        slot = used[i]
        keys[slot] = -1
        fore[0][slot] = 0.0
        rear[0][slot] = 0.0
        state[slot] = 0


@kernel
def _best(
    net: Any, tables: Any, task: Any, ends: Any, least: Any, perfect: Any, space: Any, fore: Any, rear: Any
) -> Any:
    """Return the best score (-1 if the scratch space is full) and how many slots were used."""
    offsets, _, _ = net
    keys, state, _ = space
    members, weights = task[0], task[2]
    count, n, m, best = 0, 0, 0, 0.0
    if 2 * (ends[1] - ends[0] + ends[3] - ends[2]) >= len(keys):
        return -1.0, count
    for i in range(ends[0], ends[1]):
        slot, count = _slot(space, count, members[i])
        if weights[i] > fore[0][slot]:
            fore[0][slot] = weights[i]
            n = _push(fore, n, weights[i], slot)
    for i in range(ends[2], ends[3]):
        slot, count = _slot(space, count, members[i])
        if weights[i] > rear[0][slot]:
            rear[0][slot] = weights[i]
            m = _push(rear, m, weights[i], slot)
            best = max(best, fore[0][slot] * weights[i])
    if n == 0 or m == 0:
        return 0.0, count
    if perfect:  # the first and the last transition have scores of their own: take them before all others
        for i in range(ends[0], ends[1]):
            slot, count = _slot(space, count, members[i])
            best, n, count = _expand(
                net, tables[2], space, fore, rear, 0, slot, weights[i], n, count, 1.0, best, least
            )
            if count < 0:
                return -1.0, -count
        for i in range(ends[2], ends[3]):
            slot, count = _slot(space, count, members[i])
            best, m, count = _expand(
                net, tables[3], space, rear, fore, 0, slot, weights[i], m, count, 1.0, best, least
            )
            if count < 0:
                return -1.0, -count
    ahead, behind = 0, 0  # neighbours looked at so far: the side with less to look at goes next
    while True:
        while n > 0 and state[fore[2][0]] & 1:
            n = _pop(fore, n)
        while m > 0 and state[rear[2][0]] & 2:
            m = _pop(rear, m)
        if n == 0 or m == 0:
            break
        a, b = fore[1][0], rear[1][0]
        if a * b <= best or a * b < least:
            break
        x, y = fore[2][0], rear[2][0]
        next_ahead = ahead + offsets[keys[x] + 1] - offsets[keys[x]]
        next_behind = behind + offsets[keys[y] + 1] - offsets[keys[y]]
        if next_ahead <= next_behind:
            ahead = next_ahead
            n = _pop(fore, n)
            best, n, count = _expand(net, tables[0], space, fore, rear, 1, x, a, n, count, b, best, least)
        else:
            behind = next_behind
            m = _pop(rear, m)
            best, m, count = _expand(net, tables[1], space, rear, fore, 2, y, b, m, count, a, best, least)
        if count < 0:
            return -1.0, -count
    return best if best >= least else 0.0, count


@kernel
def _expand(
    net: Any, table: Any, space: Any, mine: Any, theirs: Any, bit: Any, slot: Any, score: Any, size: Any,
    count: Any, top: Any, best: Any, least: Any,
) -> Any:  # fmt: skip
    """Expand one entity; return best score, heap size and slots used (negative: the scratch is full).

    ``top`` is the highest score left on the other side. A neighbour that the other side has expanded
    is known here already, through that expansion; any other is worth at most ``top`` there. So where
    score times ``top`` cannot win, all neighbours of that class are passed over unseen.
    """
    offsets, neighbours, classes = net
    keys, state, _ = space
    state[slot] |= bit
    at, end = offsets[keys[slot]], offsets[keys[slot] + 1]
    while at < end:
        c = classes[at]
        reach = score * table[c]
        if reach * top <= best or reach * top < least:
            at = _after(classes, at, end)
            continue
        if 2 * count >= len(keys) or size >= len(mine[1]):
            return best, size, -count
        there, count = _slot(space, count, neighbours[at])
        if reach > mine[0][there]:
            mine[0][there] = reach
            size = _push(mine, size, reach, there)
            best = max(best, reach * theirs[0][there])
        at += 1
    return best, size, count


@kernel
def _after(classes: Any, at: Any, end: Any) -> Any:
    """Return the first place after ``at`` of another class: doubling steps, then bisection."""
    c, step = classes[at], 1
    while at + step < end and classes[at + step] == c:
        at += step
        step *= 2
    low, high = at + 1, min(at + step, end)
    while low < high:
        middle = (low + high) // 2
        if classes[middle] == c:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def _slot(space: Any, count: Any, entity: Any) -> Any:
    """Return the slot of an entity and how many are used; with a count of -1 no free one is taken."""
    keys, _, used = space
    mask = len(keys) - 1
    slot = (int(entity) * 0x9E3779B1 >> 7) & mask
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
def _push(side: Any, size: Any, score: Any, slot: Any) -> Any:
    """Add to a heap with the highest score first; return its size."""
    _, scores, slots = side
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
def _pop(side: Any, size: Any) -> Any:
    """Remove the first of a heap; return its size."""
    _, scores, slots = side
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
