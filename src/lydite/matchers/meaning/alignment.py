"""Which word of a candidate stands for which of a reference: the best one-to-one alignment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.arrays import offsets
from lydite.compiled import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.array_types import FloatArray, IntArray


OPPOSITE = -1.0  # in a table: words that are opposites of each other
DENIED = 0.8  # what an opposite is worth where one side denies: not good for bad
NOTHING = 1e-9  # alignments worth less are none


class Tables(NamedTuple):
    """Tables of scores end to end: rows are words of a candidate, columns words of a reference.

    Table i has ``rows[i]`` by ``columns[i]`` scores from ``starts[i]`` on; the weights of its words stand in
    ``weights`` from ``left[i]`` and ``right[i]`` on. Where one side is ``denied``, opposites mean the same.
    """

    scores: FloatArray
    starts: IntArray
    rows: IntArray
    columns: IntArray
    weights: FloatArray
    left: IntArray
    right: IntArray
    denied: NDArray[np.bool_]


class Aligned(NamedTuple):
    """What an alignment gives: see :func:`align`."""

    retained: FloatArray
    supported: FloatArray
    equal: FloatArray
    opposite: NDArray[np.bool_]
    partner: IntArray


def align(tables: Tables) -> Aligned:
    """Return how much of each reference is retained, how much of each candidate is supported, and how.

    Retained is Σ s·w over the reference's words, as a share of Σ w; supported the same of the candidate's
    words. Equal words are aligned first, in order; of the rest the alignment with the highest sum of both.
    ``equal`` is the share that equal words have of both, ``opposite`` says where words that are left over are
    opposites (of denied phrases, where such are aligned), and ``partner``, row by row, with which column each
    word of a candidate is aligned (−1: with none).

    >>> one = np.array([0, 2])
    >>> scores = np.array([1.0, 0.2, 0.2, 0.5])
    >>> weights, no = np.array([1.0, 3.0]), np.array([False])
    >>> found = align(Tables(scores, one[:1], one[1:], one[1:], weights, one[:1], one[:1], no))
    >>> found.retained.tolist(), found.supported.tolist(), found.equal.tolist(), found.partner.tolist()
    ([0.625], [0.625], [0.25], [0, 1])
    """
    count = len(tables.rows)
    retained, supported, equal = np.zeros(count), np.zeros(count), np.zeros(count)
    opposite = np.zeros(count, np.bool_)
    places = offsets(tables.rows)
    partner = np.full(int(places[-1]), -1, np.int64)
    alignment = Aligned(retained, supported, equal, opposite, partner)
    _align.of(len(tables.scores))(tables, places, alignment)
    return alignment


@kernel(large=20_000)
def _align(tables: Tables, places: Any, alignment: Aligned) -> None:
    """Fill the alignment of each table; ``places`` says where its candidate's words begin in ``partner``."""
    scores, starts, rows, columns, weights, left, right, denied = tables
    retained, supported, equal, opposite, partner = alignment
    for i in range(len(rows)):
        n, m, at = rows[i], columns[i], places[i]
        whole_left, whole_right = 0.0, 0.0
        for r in range(n):
            whole_left += weights[left[i] + r]
        for c in range(m):
            whole_right += weights[right[i] + c]
        if whole_left == 0.0 or whole_right == 0.0:
            continue
        owner = np.full(m, -1, np.int64)
        same_left, same_right = 0.0, 0.0
        for r in range(n):
            for c in range(m):
                if scores[starts[i] + r * m + c] == 1.0 and owner[c] < 0 and partner[at + r] < 0:
                    owner[c] = r
                    partner[at + r] = c
                    same_left += weights[left[i] + r] / whole_left
                    same_right += weights[right[i] + c] / whole_right
        equal[i] = min(same_left, same_right)
        some = 0
        values = np.zeros((n, m))
        for r in range(n):
            for c in range(m):
                score = scores[starts[i] + r * m + c]
                if partner[at + r] < 0 and owner[c] < 0:
                    if score < 0 and denied[i]:
                        score = DENIED
                    if score < 0:
                        opposite[i] = True
                    elif score > 0:
                        both = weights[left[i] + r] / whole_left + weights[right[i] + c] / whole_right
                        values[r, c] = score * both
                        some += 1
        if some:
            _assign(values, partner[at : at + n], owner)
        for r in range(n):
            c = partner[at + r]
            if c >= 0:
                score = scores[starts[i] + r * m + c]
                if score < 0:  # two negations: they cancel each other out
                    score = DENIED
                    opposite[i] = True
                supported[i] += score * weights[left[i] + r] / whole_left
                retained[i] += score * weights[right[i] + c] / whole_right


@kernel
def _assign(values: Any, partner: Any, owner: Any) -> None:
    """Align the rows and columns that are free so that the values have the highest sum (Hungarian method)."""
    n, m = values.shape
    free = np.zeros(n, np.int64)
    count = 0
    for r in range(n):
        if partner[r] < 0:
            free[count] = r
            count += 1
    wide = m + count  # one idle column for each row
    u, v = np.zeros(count + 1), np.zeros(wide + 1)
    taken, way = np.zeros(wide + 1, np.int64), np.zeros(wide + 1, np.int64)
    for r in range(1, count + 1):
        taken[0] = r
        at = 0
        least = np.full(wide + 1, np.inf)
        seen = np.zeros(wide + 1, np.bool_)
        while True:
            seen[at] = True
            row, delta, after = taken[at], np.inf, 0
            for c in range(1, wide + 1):
                if seen[c] or (c <= m and owner[c - 1] >= 0):
                    continue
                cost = -u[row] - v[c]
                if c <= m:
                    cost -= values[free[row - 1], c - 1]
                if cost < least[c]:
                    least[c] = cost
                    way[c] = at
                if least[c] < delta:
                    delta = least[c]
                    after = c
            for c in range(wide + 1):
                if seen[c]:
                    u[taken[c]] += delta
                    v[c] -= delta
                else:
                    least[c] -= delta
            at = after
            if taken[at] == 0:
                break
        while at != 0:
            taken[at] = taken[way[at]]
            at = way[at]
    for c in range(1, m + 1):
        if taken[c] > 0 and values[free[taken[c] - 1], c - 1] > NOTHING:
            partner[free[taken[c] - 1]] = c - 1
