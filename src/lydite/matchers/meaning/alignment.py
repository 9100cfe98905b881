"""Which word of a candidate stands for which of a reference: the best one-to-one alignment."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.assignment import AssignmentTables, assign
from lydite.core.compiled import kernel
from lydite.matchers.meaning.model import DENIED, MIN_SCORE

if TYPE_CHECKING:
    from lydite.core.array_types import BoolArray, FloatArray, IntArray


class WordScoreTables(NamedTuple):
    """Tables of scores end to end: rows are words of a candidate, columns words of a reference.

    Table i has ``rows[i]`` by ``columns[i]`` scores from ``starts[i]`` on; the weights of its words stand in
    ``weights`` from ``left[i]`` and ``right[i]`` on. Where one side is ``denied``, opposites mean the same.
    ``exchanged``: cells were laid out with both sides exchanged, so each table is read column by column.
    """

    scores: FloatArray
    starts: IntArray
    rows: IntArray
    columns: IntArray
    weights: FloatArray
    left: IntArray
    right: IntArray
    denied: BoolArray
    exchanged: bool = False


class Alignment(NamedTuple):
    """What an alignment gives: see :func:`align`."""

    retained: FloatArray
    supported: FloatArray
    equal: FloatArray
    opposite: BoolArray
    partner: IntArray


def align(tables: WordScoreTables) -> Alignment:
    """Return how much of each reference is retained, how much of each candidate is supported, and how.

    Retained is Σ s·w over the reference's words, as a share of Σ w; supported the same of the candidate's
    words. Equal words are aligned first, in order; of the rest the alignment with the highest sum of both.
    ``equal`` is the share that equal words have of both, ``opposite`` says where words that are left over are
    opposites (of denied phrases, where such are aligned), and ``partner``, row by row, with which column each
    word of a candidate is aligned (−1: with none).

    >>> one = np.array([0, 2])
    >>> scores = np.array([1.0, 0.2, 0.2, 0.5])
    >>> weights, no = np.array([1.0, 3.0]), np.array([False])
    >>> found = align(WordScoreTables(scores, one[:1], one[1:], one[1:], weights, one[:1], one[:1], no))
    >>> found.retained.tolist(), found.supported.tolist(), found.equal.tolist(), found.partner.tolist()
    ([0.625], [0.625], [0.25], [0, 1])
    """
    count, places = len(tables.rows), offsets(tables.rows)
    retained, supported, equal = np.zeros(count), np.zeros(count), np.zeros(count)
    partner = np.full(int(places[-1]), -1, np.int64)
    alignment = Alignment(retained, supported, equal, np.zeros(count, np.bool_), partner)
    words = FreeWords(np.zeros(len(partner), np.int64), np.zeros(int(tables.columns.sum()), np.int64))
    free = AssignmentTables(
        scores=np.zeros(len(tables.scores)),
        starts=np.zeros(count + 1, np.int64),
        rows=np.zeros(count + 1, np.int64),
        columns=np.zeros(count, np.int64),
    )
    _align_equal.for_work(len(tables.scores))(tables, places, alignment, free, words)
    chosen = assign(free._replace(scores=free.scores[: free.starts[-1]])).columns
    _align_free.for_work(len(tables.scores))(tables, places, alignment, free, words, chosen)
    return alignment


class FreeWords(NamedTuple):
    """Words that equal words leave over, end to end: which row or column of its table each is."""

    rows: IntArray
    columns: IntArray


@kernel(large=20_000)
def _align_equal(
    tables: WordScoreTables, places: IntArray, alignment: Alignment, free: AssignmentTables, words: FreeWords
) -> None:
    """Align equal words, in order, and lay out what the words that are left over are worth to each other.

    ``places`` says where a candidate's words begin in ``partner``.
    """
    scores, starts, rows, columns, weights, left, right, denied, exchanged = tables
    _, _, equal, opposite, partner = alignment
    first, last, begin = 0, 0, 0  # of the columns, rows and values of words that are left over
    owned = np.zeros(columns.max() if len(columns) else 0, np.bool_)
    for i in range(len(rows)):
        n, m, at = rows[i], columns[i], places[i]
        down, along = (1, n) if exchanged else (m, 1)
        wide, high, some, only = 0, 0, 0, 0
        related = False
        for cell in range(starts[i], starts[i] + n * m):
            related = related or scores[cell] != 0.0
        whole_left, whole_right = _total(weights, left[i], n), _total(weights, right[i], m)
        if related and whole_left > 0.0 and whole_right > 0.0:
            owned[:m] = False
            same_left, same_right = 0.0, 0.0
            for r in range(n):
                for c in range(m):
                    if (
                        scores[starts[i] + r * down + c * along] == 1.0
                        and not owned[c]
                        and partner[at + r] < 0
                    ):
                        owned[c] = True
                        partner[at + r] = c
                        same_left += weights[left[i] + r] / whole_left
                        same_right += weights[right[i] + c] / whole_right
            equal[i] = min(same_left, same_right)
            for c in range(m):
                if not owned[c]:
                    words.columns[first + wide] = c
                    wide += 1
            for r in range(n):
                if partner[at + r] < 0:
                    words.rows[last + high] = r
                    for k in range(wide):
                        c = words.columns[first + k]
                        score = scores[starts[i] + r * down + c * along]
                        if score < 0 and denied[i]:
                            score = DENIED
                        if score < 0:
                            opposite[i] = True
                        value = 0.0
                        if score > 0:
                            both = weights[left[i] + r] / whole_left + weights[right[i] + c] / whole_right
                            value = score * both
                            some += 1
                            only = begin + high * wide + k
                        free.scores[begin + high * wide + k] = value
                    high += 1
        if some == 1:  # nothing to choose from
            if free.scores[only] > MIN_SCORE:
                at_row, at_column = divmod(only - begin, wide)
                partner[at + words.rows[last + at_row]] = words.columns[first + at_column]
        elif some:
            first, last, begin = first + wide, last + high, begin + high * wide
            free.columns[i] = wide
        free.starts[i + 1], free.rows[i + 1] = begin, last


@kernel(large=20_000)
def _align_free(
    tables: WordScoreTables, places: IntArray, alignment: Alignment, free: AssignmentTables, words: FreeWords,
    chosen: IntArray,
) -> None:  # fmt: skip
    """Take over how the words that were left over are aligned, and add up what all alignments are worth."""
    scores, starts, rows, columns, weights, left, right, _, exchanged = tables
    retained, supported, _, opposite, partner = alignment
    first = 0
    for i in range(len(rows)):
        n, m, at = rows[i], columns[i], places[i]
        down, along = (1, n) if exchanged else (m, 1)
        for j in range(free.rows[i], free.rows[i + 1]):
            c, value = chosen[j], free.starts[i] + (j - free.rows[i]) * free.columns[i] + chosen[j]
            if c >= 0 and free.scores[value] > MIN_SCORE:
                partner[at + words.rows[j]] = words.columns[first + c]
        first += free.columns[i]
        whole_left, whole_right = _total(weights, left[i], n), _total(weights, right[i], m)
        for r in range(n):
            c = partner[at + r]
            if c >= 0:
                score = scores[starts[i] + r * down + c * along]
                if score < 0:  # two negations: they cancel each other out
                    score = DENIED
                    opposite[i] = True
                supported[i] += score * weights[left[i] + r] / whole_left
                retained[i] += score * weights[right[i] + c] / whole_right


@kernel
def _total(weights: FloatArray, first: int, count: int) -> float:
    """Return the sum of ``count`` weights from place ``first`` on."""
    total = 0.0
    for i in range(first, first + count):
        total += weights[i]
    return total
