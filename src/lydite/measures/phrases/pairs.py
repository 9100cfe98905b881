"""Scores of pairs of numbers, such as of phrases or words: each pair is found once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.core.compiled import kernel, prefetch

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray, Int32Array, IntArray
    from lydite.core.arrays import RaggedArray

_BITS = 31  # of the second number of a pair
_AHEAD = 16  # cells


class PairScores:
    """Scores of pairs in the order in which they came up; beyond ``most`` of them all are forgotten.

    >>> from lydite.core.arrays import RaggedArray
    >>> pairs, lists = PairScores(100), RaggedArray(np.array([5, 6, 5]), np.array([0, 2, 3]))
    >>> pairs.places(lists, lists).tolist()  # (5, 5), (5, 6), (6, 5), (6, 6); (5, 5)
    [0, 1, 2, 3, 0]
    >>> left, right = pairs.unscored()
    >>> pairs.add(left + right / 10)
    >>> pairs.scores.tolist()
    [5.5, 5.6, 6.5, 6.6]
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._clear()

    def _clear(self) -> None:
        self._scores, self._scored = np.zeros(0), 0
        self._pairs, self._count = np.zeros(0, np.int64), 0
        self._table = np.full(1024, -1, np.int32)

    def __len__(self) -> int:
        return self._count

    @property
    def scores(self) -> FloatArray:
        """The scores so far."""
        return self._scores[: self._scored]

    def places(self, left: RaggedArray, right: RaggedArray) -> Int32Array:
        """Return, list after list, the place in ``scores`` of each entry with each of the list opposite."""
        cells = int((left.sizes * right.sizes).sum())
        if self._count + cells > self.most:
            self._clear()
        self._widen(self._count + cells)
        places = np.empty(cells, np.int32)
        lists = left.codes, left.starts, right.codes, right.starts
        self._count = place_pairs.for_work(cells)(*lists, self._table, self._pairs, places, self._count)
        return places

    def unscored(self) -> tuple[IntArray, IntArray]:
        """Return the pairs that have no score yet."""
        new = self._pairs[self._scored : self._count]
        return new >> _BITS, new & ((1 << _BITS) - 1)

    def add(self, scores: FloatArray) -> None:
        """Take up the scores of these, or of the first of them."""
        if self._count > len(self._scores):
            self._scores = _longer(self.scores, self._count)
        self._scores[self._scored : self._scored + len(scores)] = scores
        self._scored += len(scores)

    def _widen(self, count: int) -> None:
        """Make room for so many pairs."""
        if count > len(self._pairs):
            self._pairs = _longer(self._pairs[: self._count], count)
        size = 1 << (3 * count // 2).bit_length()
        if size > len(self._table):
            self._table = np.full(size, -1, np.int32)
            fill_table.for_work(self._count)(self._pairs[: self._count], self._table)


def _longer(values: AnyArray, count: int) -> AnyArray:
    """Return values with room for so many, and some more behind them: few calls copy all."""
    longer = np.empty(count + len(values) // 2, values.dtype)
    longer[: len(values)] = values
    return longer


@kernel(large=20_000)
def place_pairs(
    left: IntArray, left_starts: IntArray, right: IntArray, right_starts: IntArray,
    table: Int32Array, pairs: IntArray, places: Int32Array, count: int,
) -> int:  # fmt: skip
    """Fill the place of each pair, new ones from ``count`` on; return how many pairs there are then.

    ``table`` has the place of a pair where its numbers lead to, or behind; memory is asked for ahead.
    """
    last, cell = len(table) - 1, 0
    for i in range(len(left_starts) - 1):
        for a in range(left_starts[i], left_starts[i + 1]):
            for b in range(right_starts[i], right_starts[i + 1]):
                places[cell] = mix(left[a], right[b]) & last
                cell += 1
    cell = 0
    for i in range(len(left_starts) - 1):
        for a in range(left_starts[i], left_starts[i + 1]):
            for b in range(right_starts[i], right_starts[i + 1]):
                if cell + 2 * _AHEAD < len(places):
                    prefetch(table, places[cell + 2 * _AHEAD])
                    prefetch(pairs, table[places[cell + _AHEAD]])
                pair, at = left[a] << _BITS | right[b], places[cell]
                while table[at] >= 0 and pairs[table[at]] != pair:
                    at = (at + 1) & last
                if table[at] < 0:
                    table[at] = count
                    pairs[count] = pair
                    count += 1
                places[cell] = table[at]
                cell += 1
    return count


@kernel(large=20_000)
def fill_table(pairs: IntArray, table: Int32Array) -> None:
    """Put the places of pairs into an empty table."""
    last = len(table) - 1
    for place in range(len(pairs)):
        at = mix(pairs[place] >> _BITS, pairs[place] & ((1 << _BITS) - 1)) & last
        while table[at] >= 0:
            at = (at + 1) & last
        table[at] = place


@kernel
def mix(left: int, right: int) -> int:
    """Return a number that is spread out over pairs."""
    mixed = left * 2_654_435_761 + right * 40_503
    return mixed ^ (mixed >> 15)
