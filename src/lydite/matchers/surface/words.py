"""Phrases as lists of word numbers, so that kernels compare integers and each phrase is read once."""

from __future__ import annotations

import functools
import itertools
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import RaggedRows, offsets, spread
from lydite.core.text import fold, stems, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.core.array_types import IntArray


def words_of(phrase: str) -> list[str]:
    """Return the folded words of a phrase; one without letters or digits is a word of its own.

    >>> words_of("Neural-network models"), words_of("!!"), words_of(" ")
    (['neural', 'network', 'models'], ['!!'], [])
    """
    return tokens(phrase) or fold(phrase).split()


@dataclass(frozen=True)
class PhraseWords(RaggedRows):
    """The words of many phrases: phrase i has ``codes[starts[i]:starts[i + 1]]``."""

    codes: IntArray
    starts: IntArray
    names: Sequence[str] = ()
    """The word behind each code."""

    @classmethod
    def of(cls, phrases: Iterable[str], *, stem: bool) -> PhraseWords:
        """Return the words of phrases as numbers; with ``stem`` words of one stem share a number."""
        numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
        lists = [words_of(p) for p in phrases]
        codes = np.fromiter(map(numbers.__getitem__, itertools.chain.from_iterable(lists)), np.int64)
        starts = offsets([len(words_of_one) for words_of_one in lists])
        names = list(numbers)
        if not stem:
            return cls(codes, starts, names)
        same: defaultdict[str, int] = defaultdict(itertools.count().__next__)
        merged = np.fromiter(map(same.__getitem__, stems(names)), np.int64, len(names))
        return cls(merged[codes] if len(codes) else codes, starts, list(same))

    @functools.cached_property
    def ordered(self) -> IntArray:
        """The codes of each phrase in ascending order."""
        return self.codes[np.lexsort((self.codes, self.owners))]

    def grams(self, n: int) -> PhraseWords:
        """Return the n-grams of each phrase, numbered like words; a phrase of fewer words has none."""
        if n == 1:
            return self
        shorter = self.grams(n - 1)
        sizes = np.maximum(self.sizes - n + 1, 0)
        first = shorter.codes[spread(shorter.starts[:-1], sizes)]
        last = self.codes[spread(self.starts[:-1] + n - 1, sizes)]
        width = int(self.codes.max(initial=0)) + 1
        _, codes = np.unique(first * width + last, return_inverse=True)
        return PhraseWords(codes.astype(np.int64), offsets(sizes))
