"""fastText's subwords: any word as the mean of its character n-grams (Bojanowski et al. 2017)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.compiled import kernel
from lydite.core.errors import InputError
from lydite.vectors.words import pack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import ByteArray, Float32Array, IntArray

_LONGEST = 255  # characters of an n-gram; more mean that the file is something else


@dataclass(frozen=True, eq=False)
class Subwords:
    """Buckets of n-gram vectors; n-grams have ``low`` to ``high`` characters of ``<word>``."""

    buckets: Float32Array
    low: int
    high: int

    def __post_init__(self) -> None:
        """Refuse what no n-gram can be looked up in: it comes from files."""
        kind = self.buckets.dtype
        if self.buckets.ndim != 2 or not self.buckets.size or kind.kind != "f" or kind.itemsize != 4:
            raise InputError(f"n-grams cannot be looked up in {self.buckets.shape} numbers of {kind}")
        if not all(isinstance(n, int) and 0 <= n <= _LONGEST for n in (self.low, self.high)):
            raise InputError(f"n-grams of {self.low} to {self.high} characters, {_LONGEST} are the most")

    def compose(self, words: Sequence[str]) -> Float32Array:
        """Return the mean vector of the n-grams of each word, zero for a word without any."""
        sums = np.zeros((len(words), self.buckets.shape[1]), np.float32)
        counts = np.zeros(len(words), np.int64)
        self.add(*pack([f"<{word}>".encode("utf-8", "surrogatepass") for word in words]), sums, counts)
        return np.asarray(sums / np.maximum(counts, 1)[:, None], np.float32)

    def add(
        self,
        blob: ByteArray,
        offsets: IntArray,
        sums: Float32Array,
        counts: IntArray,
    ) -> None:
        """Add the vectors of the n-grams of packed words ``<word>`` to their sums, and how many to counts."""
        if not len(offsets) - 1 == len(sums) == len(counts):
            raise InputError(f"{len(offsets) - 1:,} words, but {len(sums):,} vectors")
        if sums.shape[1] != self.buckets.shape[1]:
            wide = self.buckets.shape[1]
            raise InputError(f"vectors of {sums.shape[1]} numbers, but those of n-grams have {wide}")
        if offsets[0] < 0 or offsets[-1] > len(blob) or (np.diff(offsets) < 1).any():
            raise InputError("the words do not lie within their block")
        with np.errstate(over="ignore", invalid="ignore"):  # plain Python would warn of what is refused later
            add_ngrams.for_work(len(blob))(blob, offsets, self.buckets, self.low, self.high, sums, counts)


@kernel(large=5_000)
def add_ngrams(blob: Any, offsets: Any, buckets: Any, low: Any, high: Any, matrix: Any, counts: Any) -> Any:
    """Add to each row the vectors of the word's n-grams, and to each count how many they were.

    Hashed by FNV-1a in 32 bits over *signed* bytes, as fastText has always done.
    """
    for word in range(len(counts)):
        start, stop = offsets[word], offsets[word + 1] - 1
        for i in range(start, stop):
            if (int(blob[i]) & 0xC0) == 0x80:
                continue  # inside a character
            j = i
            n = 1
            h = 2166136261
            while j < stop and n <= high:
                first = True
                while j < stop and (first or (int(blob[j]) & 0xC0) == 0x80):
                    c = int(blob[j])
                    signed = c if c < 128 else c + 0xFFFFFF00
                    h = ((h ^ signed) * 16777619) & 0xFFFFFFFF
                    j += 1
                    first = False
                if n >= low and not (n == 1 and (i == start or j == stop)):
                    matrix[word] += buckets[h % len(buckets)]
                    counts[word] += 1
                n += 1
