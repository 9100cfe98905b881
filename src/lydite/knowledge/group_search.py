"""Kernels of one search that answers for many pairs: backwards from targets that they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.compiled import kernel
from lydite.knowledge.search_kernels import (
    FORE,
    REAR,
    clean,
    empty,
    expand,
    first_step,
    promise,
    seed,
    slot_of,
    take,
)
from lydite.knowledge.search_state import HEADS

if TYPE_CHECKING:
    from lydite.knowledge.search_state import SearchState

WORTH = 20  # entities that a shared search may visit for each pair that it answers


@kernel(large=500)
def search_towards(search: SearchState, which: Any, part: Any) -> Any:
    """Fill the scores of groups of pairs with one target set each; return where it stopped.

    A search backwards from the targets, down to the threshold, answers for all sources at once. Of ``levels``
    each but the last is one target, and each pair has as many answers: the best score over the first one, the
    first two, … and over all of both sets. Where a search visits more than ``WORTH`` entities for each pair,
    it is given up, and -1 filled in.
    """
    _, starts, _, left, right, floors, scores = search.task
    (order, firsts), (begin, end, levels) = which, part
    for group in range(begin, end):
        goal = right[order[firsts[group]]]
        least, far, count = 1.0, 0.0, 0
        for i in range(firsts[group], firsts[group + 1]):
            least = min(least, floors[order[i]] * (1 - 1e-12))
            far = max(far, promise(search, FORE, left[order[i]]))
        most = WORTH * (firsts[group + 1] - firsts[group])
        for level in range(min(levels, starts[goal + 1] - starts[goal])):
            at = starts[goal] + level
            last = starts[goal + 1] if level == levels - 1 else at + 1
            count = flood(search, (at, last), (1.0, 0.0, least, far), most)
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
        slot = slots[take(heads, links, REAR * HEADS + step)]
        if not state[slot] & 1 << REAR:
            entry = (slot, best[2 * slot + REAR], 1 << REAR)
            _, size, count = expand(search, REAR, entry, size, count, bounds, REAR)
        step = first_step(heads, REAR, step)
    empty(heads, REAR)
    return count


@kernel
def _collect(search: SearchState, pair: Any, level: Any, levels: Any) -> None:
    """Take over the scores of one pair's sources, each into the first cut that holds both ends."""
    members, starts, weights, left, _, _, scores = search.task
    keys, _, used, factor = search.space
    begin = starts[left[pair]]
    for j in range(begin, starts[left[pair] + 1]):
        slot, _ = slot_of(keys, used, factor, -1, members[j])
        if slot >= 0:
            at = pair * levels + max(level, min(j - begin, levels - 1))
            scores[at] = max(scores[at], search.sides.best[2 * slot + REAR] * weights[j])
