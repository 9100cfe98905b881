"""Items that are exchangeable swap by number: one draw of heads for all of them.

Items with row a in the one system and b in the other, and those with b and a, are drawn together: n of them
leave as many at a as heads among n coins, whoever had it first.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray, IntArray, UInt32Array, UInt64Array


_COINS = 1_000  # beyond so many coins a binomial draw is cheaper than bits
_BITS = 64  # coins in a word
_PAIRS, _QUADS, _BYTES, _ADD = (
    np.uint64(0x0101010101010101 * ones) for ones in (0b01010101, 0b00110011, 0b00001111, 0b00000001)
)
_ONE, _TWO, _FOUR, _LAST = np.array([1, 2, 4, 56], np.uint64)


@dataclass(frozen=True)
class SwapPatterns:
    """The distinct (topic, row, other row) in which two systems differ."""

    topics: int
    size: int
    """How many rows there are."""
    topic: IntArray
    low: IntArray
    high: IntArray
    both: IntArray
    """How many items have the two rows, in either order."""
    there: IntArray
    """How many of them have the lower row in the first system."""

    @classmethod
    def of(cls, topics: IntArray, one: IntArray, two: IntArray, size: int) -> SwapPatterns:
        """Gather the items on which two systems differ, given the row of each item in both.

        Patterns are in the order in which their rows first come: swaps do not follow the order of labels.
        """
        apart = one != two
        known = _by_first_item(one, two, size)
        number = np.argsort(known)
        first, second = number[one[apart]], number[two[apart]]
        low, high = np.minimum(first, second), np.maximum(first, second)
        joint = (topics[apart] * size + low) * size + high
        patterns, place, both = np.unique(joint, return_inverse=True, return_counts=True)
        there = np.bincount(place, first == low, minlength=len(patterns)).astype(np.int64)
        rest, upper = np.divmod(patterns, size)
        topic, lower = np.divmod(rest, size)
        return cls(int(topics.max(initial=-1)) + 1, size, topic, known[lower], known[upper], both, there)

    @functools.cached_property
    def few(self) -> CoinBits:
        """The coins of patterns that have not too many."""
        return CoinBits.of(np.where(self.both > _COINS, 0, self.both))

    def swapped(self, generator: np.random.Generator, count: int) -> FloatArray:
        """Return how many more items have each row in the first system, ``(swaps, topics, rows)``."""
        many = self.both > _COINS
        low, high = (self.topic * self.size + row for row in (self.low, self.high))
        moves = np.zeros((count, self.topics * self.size), np.int32)
        np.subtract.at(moves[0], low, self.there)
        np.add.at(moves[0], high, self.there)
        moves[1:] = moves[0]
        tossed = generator.binomial(self.both[many], 0.5, (count, int(many.sum())))
        for heads, i, j in zip(tossed.T, low[many], high[many], strict=True):
            moves[:, i] += heads
            moves[:, j] -= heads
        coins = self.few
        drawn = generator.integers(0, 2**64, (count, coins.words), dtype=np.uint64)
        toss = toss_swaps.for_work(count * len(coins.word))
        with np.errstate(over="ignore"):  # the upper part of a product is what is wanted
            toss(drawn, coins.word, coins.shift, coins.mask, low[coins.pattern], high[coins.pattern], moves)
        return moves.reshape(count, self.topics, self.size).astype(np.float64)


def _by_first_item(one: IntArray, two: IntArray, size: int) -> IntArray:
    """Return rows in the order in which items have them; those of no item come last.

    >>> _by_first_item(np.array([2, 0]), np.array([2, 3]), 4).tolist()
    [2, 0, 3, 1]
    """
    rows = np.stack([one, two], axis=1).ravel()
    first = np.full(size, len(rows))
    first[rows[::-1]] = np.arange(len(rows))[::-1]  # the last one written is the first item
    return np.argsort(first, kind="stable")


class CoinBits(NamedTuple):
    """Coins as bits of words, one after the other: pieces of one pattern within one word."""

    words: int
    pattern: IntArray
    word: UInt32Array
    shift: UInt64Array
    """How many bits of the word come before."""
    mask: UInt64Array
    """As many ones as the piece has bits."""

    @classmethod
    def of(cls, coins: IntArray) -> CoinBits:
        """Lay out some coins for each pattern.

        >>> bits = CoinBits.of(np.array([2, 63]))
        >>> bits.pattern.tolist(), bits.word.tolist(), bits.shift.tolist()
        ([0, 1, 1], [0, 0, 1], [0, 2, 0])
        >>> [int(mask).bit_count() for mask in bits.mask]
        [2, 62, 1]
        """
        ends = np.cumsum(coins)
        total = int(ends[-1]) if len(ends) else 0
        edges = np.union1d(np.arange(0, total, _BITS), np.append(ends, 0))
        word, shift = np.divmod(edges[:-1], _BITS)
        unused = (_BITS - np.diff(edges)).astype(np.uint64)
        mask = np.full(len(word), 2**64 - 1, np.uint64) >> unused
        pattern = np.searchsorted(ends, edges[:-1], "right")
        return cls(-(-total // _BITS), pattern, word.astype(np.uint32), shift.astype(np.uint64), mask)


@kernel(large=100_000)
def toss_swaps(
    drawn: AnyArray,
    word: AnyArray,
    shift: AnyArray,
    mask: AnyArray,
    low: AnyArray,
    high: AnyArray,
    moves: AnyArray,
) -> None:
    """Add the heads of each piece to its lower row, and take them from its higher one.

    Heads are the ones among as many random bits: counted in pairs, in fours and in bytes of the word, which a
    product adds up. Compilers know this form and make one instruction of it.
    """
    for swap in range(len(moves)):
        for i in range(len(word)):
            bits = (drawn[swap, word[i]] >> shift[i]) & mask[i]
            bits = bits - ((bits >> _ONE) & _PAIRS)
            bits = (bits & _QUADS) + ((bits >> _TWO) & _QUADS)
            bits = (bits + (bits >> _FOUR)) & _BYTES
            heads = np.int32((bits * _ADD) >> _LAST)
            moves[swap, low[i]] += heads
            moves[swap, high[i]] -= heads
