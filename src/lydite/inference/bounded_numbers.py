"""How often each unit comes in many resamples: the numbers that numpy's generator draws, counted for less."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.compiled import kernel

if TYPE_CHECKING:
    from lydite.array_types import AnyArray, FloatArray, IntArray

_HELD = 65_536  # numbers drawn at once: as many as stay in the cache
_UPPER, _LOWER = np.uint64(32), np.uint64(2**32 - 1)


class BoundedNumbers:
    """A generator's stream of numbers from 0 to ``bound`` − 1, each from 32 bits.

    A word times the bound has the number in its upper half; words whose lower half is below 2³² mod bound are
    passed over, so that all numbers are equally likely (Lemire 2019, Fast Random Integer Generation in an
    Interval). It is what ``Generator.integers`` does word by word.
    """

    def __init__(self, source: np.random.BitGenerator, bound: int, wanted: int = 0) -> None:
        """Take up to ``wanted`` numbers from a source that is as new."""
        self.bound = bound
        self._count = count_drawn.for_work(wanted)
        self._source = source
        self._left: AnyArray = np.zeros(0, np.uint32)

    def draw(self, count: int) -> IntArray:
        """Return the next numbers.

        >>> BoundedNumbers(np.random.PCG64(1), 10).draw(5).tolist()
        [4, 5, 7, 9, 0]
        >>> np.random.default_rng(1).integers(0, 10, 5, dtype=np.uint32).tolist()
        [4, 5, 7, 9, 0]
        """
        products = np.multiply(self._words(count), np.uint64(self.bound), dtype=np.uint64)
        passed_over = products.astype(np.uint32) < 2**32 % self.bound
        if passed_over.any():
            products = products[~passed_over]
        numbers = (products >> _UPPER).view(np.int64)
        missing = count - len(numbers)
        return np.concatenate([numbers, self.draw(missing)]) if missing else numbers

    def resamples(self, times: int) -> FloatArray:
        """Return how often each unit comes in each resample of as many units, ``(times, units)``.

        >>> BoundedNumbers(np.random.PCG64(1), 3).resamples(2).tolist()
        [[0.0, 2.0, 1.0], [2.0, 0.0, 1.0]]
        """
        if self._count is count_drawn.plain:
            return self._without_kernel(times)
        counted = np.empty((times, self.bound))
        small = np.empty(self.bound, np.int32)  # half the memory to jump about in
        for row in counted:
            small[:] = 0
            drawn = 0
            while drawn < self.bound:
                words = self._words(min(_HELD, self.bound - drawn))
                drawn += self._count(words, self.bound, 2**32 % self.bound, small)
            row[:] = small
        return counted

    def _without_kernel(self, times: int) -> FloatArray:
        counted = np.empty((times, self.bound))
        together = max(1, _HELD // self.bound)
        for first in range(0, times, together):
            part = counted[first : first + together]
            drawn = self.draw(part.size).reshape(part.shape) + np.arange(len(part))[:, None] * self.bound
            part[:] = np.bincount(drawn.ravel(), minlength=part.size).reshape(part.shape)
        return counted

    def _words(self, count: int) -> AnyArray:
        """Return the next words; of 64 bits the lower half comes first."""
        words = self._left
        if count > len(words):
            raw = self._source.random_raw((count - len(words) + 1) // 2)
            more = np.asarray(raw, "<u8").view("<u4")
            words = np.concatenate([words, more]) if len(words) else more
        self._left = words[count:]
        return words[:count]


@kernel(large=50_000_000)
def count_drawn(words: AnyArray, bound: int, short: int, row: AnyArray) -> int:
    """Count the numbers below a bound that words stand for; return how many they are."""
    drawn = 0
    for word in words:
        product = np.uint64(word) * np.uint64(bound)
        if (product & _LOWER) >= np.uint64(short):
            row[np.int64(product >> _UPPER)] += 1
            drawn += 1
    return drawn
