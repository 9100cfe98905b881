"""Items that cannot be told apart swap by number: one draw of heads for all of them.

Items with row a in the one system and b in the other, and those with b and a, are drawn together: n of them
leave as many at a as heads among n coins, whoever had it first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.compiled import kernel

if TYPE_CHECKING:
    from lydite.array_types import FloatArray, IntArray


_COINS, _FEW = 64, 32  # beyond so many coins, and of so few patterns, a binomial draw is cheaper than bits
_ONES = np.array([byte.bit_count() for byte in range(256)], np.int64)


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
        """Gather the items on which two systems differ, given the row of each item in both."""
        apart = one != two
        low, high = np.minimum(one, two)[apart], np.maximum(one, two)[apart]
        joint = (topics[apart] * size + low) * size + high
        patterns, place, both = np.unique(joint, return_inverse=True, return_counts=True)
        there = np.bincount(place, one[apart] == low, minlength=len(patterns)).astype(np.int64)
        rest, upper = np.divmod(patterns, size)
        topic, lower = np.divmod(rest, size)
        return cls(int(topics.max(initial=-1)) + 1, size, topic, lower, upper, both, there)

    def swapped(self, generator: np.random.Generator, count: int) -> FloatArray:
        """Return how many more items have each row in the first system, ``(swaps, topics, rows)``."""
        many = (self.both > _COINS) | (len(self.both) <= _FEW)
        tossed = generator.binomial(self.both[many], 0.5, (count, int(many.sum())))
        wide = int((-(-self.both[~many] // 8)).sum())
        bits = generator.integers(0, 2**64, -(-count * wide // 8), dtype=np.uint64)
        drawn = bits.view(np.uint8)[: count * wide].reshape(count, wide)
        moves = np.zeros((count, self.topics * self.size))
        low, high = (self.topic * self.size + row for row in (self.low, self.high))
        toss_swaps.for_work(count * len(low))(drawn, tossed, many, self.both, self.there, low, high, moves)
        return moves.reshape(count, self.topics, self.size)


@kernel(large=100_000)
def toss_swaps(drawn, tossed, many, both, there, low, high, moves):  # type: ignore[no-untyped-def]
    """Write what swaps move from the higher row of each pattern to the lower one.

    Heads among few coins are the ones of as many random bits, those among many were tossed already.
    """
    for swap in range(len(moves)):
        at, column = 0, 0
        for i in range(len(both)):
            heads, left = 0, both[i]
            if many[i]:
                heads = tossed[swap, column]
                column += 1
                left = 0
            while left > 0:
                byte = int(drawn[swap, at])
                heads += _ONES[byte if left >= 8 else byte & ((1 << left) - 1)]
                at += 1
                left -= 8
            moves[swap, low[i]] += heads - there[i]
            moves[swap, high[i]] -= heads - there[i]
