"""METEOR's word alignment: as many words mapped as can be, in as few unbroken runs as can be.

A pair of words can be mapped at level 1 (equal), 2 (equal stems) or 3 (synonyms). The alignment that is
wanted maps the most words at level 1, then at level 2, then at level 3, and among all such has the
fewest chunks. To find the fewest chunks is hard in general (it is minimum common string partition), but
phrases are short: a greedy alignment is improved by branch and bound, exactly for anything that
resembles a phrase, and as far as :data:`BUDGET` steps go for texts of repeated words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, IntArray

LEVELS = ("", "exact", "stem", "synonym")
BUDGET = 20_000
LONG = 64  # phrases with more words keep the greedy alignment


@kernel
def mapping(u: int, v: int, stem_of: IntArray, senses: IntArray, sense_starts: IntArray) -> int:
    """Return at which level two words can be mapped: 1 equal, 2 stem, 3 a synset in common, 0 not at all."""
    if u == v:
        return 1
    if stem_of[u] == stem_of[v]:
        return 2
    a, a_end = sense_starts[u], sense_starts[u + 1]
    b, b_end = sense_starts[v], sense_starts[v + 1]
    while a < a_end and b < b_end:
        if senses[a] == senses[b]:
            return 3
        if senses[a] < senses[b]:
            a += 1
        else:
            b += 1
    return 0


@kernel
def greedy(levels: AnyArray, n: int, m: int, to: IntArray) -> None:
    """Map level by level, each word to the next free place after its neighbour's if that can be."""
    used = np.zeros(m, dtype=np.bool_)
    to[:n] = -1
    for level in range(1, 4):
        for i in range(n):
            if to[i] >= 0:
                continue
            follow = to[i - 1] + 1 if i > 0 and to[i - 1] >= 0 else 0
            for step in range(m):
                j = (follow + step) % m
                if not used[j] and levels[i * m + j] == level:
                    to[i] = j
                    used[j] = True
                    break


@kernel
def chunks_of(n: int, to: IntArray) -> int:
    """Count the unbroken runs of an alignment."""
    chunks = 0
    for i in range(n):
        if to[i] >= 0 and (i == 0 or to[i - 1] < 0 or to[i] != to[i - 1] + 1):
            chunks += 1
    return chunks


@kernel
def improve(levels: AnyArray, n: int, m: int, best: IntArray, budget: int) -> Any:  # noqa: PLR0915
    """Search for an alignment with more mappings, or as many in fewer chunks; write it to ``best``."""
    base = min(n, m) + 1
    worth = np.array([0, base * base, base, 1])
    rest = np.zeros(n + 1, dtype=np.int64)  # the most that the words from here on could add
    for i in range(n - 1, -1, -1):
        top = 0
        for j in range(m):
            top = max(top, worth[levels[i * m + j]])
        rest[i] = rest[i + 1] + top
    goal, fewest = 0, chunks_of(n, best)
    for i in range(n):
        if best[i] >= 0:
            goal += worth[levels[i * m + best[i]]]
    to = np.full(n, -1, dtype=np.int64)
    option = np.zeros(n + 1, dtype=np.int64)  # 0: carry the chunk on, 1 … m: that place, m + 1: leave out
    weight = np.zeros(n + 1, dtype=np.int64)
    chunks = np.zeros(n + 1, dtype=np.int64)
    used = np.zeros(m, dtype=np.bool_)
    i = 0
    while i >= 0 and budget > 0:
        budget -= 1
        if i == n:
            goal, fewest = weight[n], chunks[n]
            best[:n] = to
            i -= 1
            continue
        if to[i] >= 0:
            used[to[i]] = False
            to[i] = -1
        follow = to[i - 1] + 1 if i > 0 and to[i - 1] >= 0 else m
        moved = False
        while option[i] <= m + 1 and not moved:
            choice = option[i]
            option[i] += 1
            j = follow if choice == 0 else choice - 1
            if choice == m + 1:
                weight[i + 1], chunks[i + 1] = weight[i], chunks[i]
            elif j >= m or used[j] or levels[i * m + j] == 0 or (choice > 0 and j == follow):
                continue
            else:
                weight[i + 1] = weight[i] + worth[levels[i * m + j]]
                chunks[i + 1] = chunks[i] + (0 if choice == 0 else 1)
            reach = weight[i + 1] + rest[i + 1]
            if reach < goal or (reach == goal and chunks[i + 1] >= fewest):
                continue
            if choice <= m:
                to[i] = j
                used[j] = True
            moved = True
        if moved:
            i += 1
            if i < n:
                option[i] = 0
        else:
            option[i] = 0
            i -= 1


@kernel
def levels_of(
    codes: IntArray,
    starts: IntArray,
    stem_of: IntArray,
    senses: IntArray,
    sense_starts: IntArray,
    x: int,
    y: int,
) -> AnyArray:
    """Return the level of each word of phrase x with each of phrase y, row by row; nothing if all are 0."""
    a, n = starts[x], starts[x + 1] - starts[x]
    b, m = starts[y], starts[y + 1] - starts[y]
    levels = np.zeros(0, dtype=np.int8)
    for i in range(n):
        for j in range(m):
            level = mapping(codes[a + i], codes[b + j], stem_of, senses, sense_starts)
            if level > 0:
                if len(levels) == 0:
                    levels = np.zeros(n * m, dtype=np.int8)
                levels[i * m + j] = level
    return levels


@kernel
def best_of(levels: AnyArray, n: int, m: int) -> IntArray:
    """Return where each of n words is mapped among m, or -1."""
    to = np.full(n, -1, dtype=np.int64)
    greedy(levels, n, m, to)
    if m <= LONG:
        improve(levels, n, m, to, BUDGET)
    return to


@kernel(large=8_000)
def align(
    codes: IntArray,
    starts: IntArray,
    stem_of: IntArray,
    senses: IntArray,
    sense_starts: IntArray,
    x: IntArray,
    y: IntArray,
    mapped: IntArray,
    chunks: IntArray,
) -> None:
    """Write for each pair of phrases how many words are mapped, and in how many chunks."""
    for p in range(len(x)):
        levels = levels_of(codes, starts, stem_of, senses, sense_starts, x[p], y[p])
        mapped[p], chunks[p] = 0, 0
        if len(levels) == 0:
            continue
        n, m = starts[x[p] + 1] - starts[x[p]], starts[y[p] + 1] - starts[y[p]]
        to = best_of(levels, n, m)
        for i in range(n):
            mapped[p] += to[i] >= 0
        chunks[p] = chunks_of(n, to)


def places(*relations: Any, x: int, y: int) -> list[tuple[int, int]]:
    """Return where in phrase y each word of phrase x is mapped (or -1), and at which level; for one pair."""
    starts = relations[1]
    levels = levels_of(*relations, x, y)
    n, m = int(starts[x + 1] - starts[x]), int(starts[y + 1] - starts[y])
    if len(levels) == 0:
        return [(-1, 0)] * n
    return [(int(j), int(levels[i * m + j]) if j >= 0 else 0) for i, j in enumerate(best_of(levels, n, m))]
