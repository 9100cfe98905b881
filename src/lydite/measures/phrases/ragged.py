"""Lists of phrases for many items, as numbers: each distinct phrase is looked at once."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Vocabulary:
    """The distinct phrases of gold and predictions, as they were written."""

    phrases: Sequence[str]

    def keys(self, key: Callable[[str], str]) -> IntArray:
        """Return a number for each phrase; phrases whose keys are equal share it."""
        numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
        return np.fromiter((numbers[key(p)] for p in self.phrases), np.int64, len(self.phrases))


@dataclass(frozen=True)
class Ragged:
    """One list of codes for each item: item i has ``codes[starts[i]:starts[i + 1]]``.

    ``concepts`` numbers, within an item, the phrases that are variants of one gold phrase; None where
    each phrase stands for itself.
    """

    codes: IntArray
    starts: IntArray
    concepts: IntArray | None = None

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def sizes(self) -> IntArray:
        """How many phrases each item has."""
        return np.diff(self.starts)

    @property
    def concept_counts(self) -> IntArray:
        """How many distinct things the phrases of each item stand for."""
        if self.concepts is None:
            return self.sizes
        counts = np.zeros(len(self), dtype=np.int64)
        np.maximum.at(counts, np.repeat(np.arange(len(self)), self.sizes), self.concepts + 1)
        return counts

    def take(self, places: IntArray) -> Ragged:
        """Return the lists at these places, in this order."""
        sizes = self.sizes[places]
        starts = np.concatenate([[0], np.cumsum(sizes)])
        index = np.repeat(self.starts[places] - starts[:-1], sizes) + np.arange(starts[-1])
        concepts = None if self.concepts is None else self.concepts[index]
        return Ragged(self.codes[index], starts, concepts)


def encode(*lists: Sequence[Sequence[Any]]) -> tuple[Vocabulary, list[Ragged]]:
    """Number the phrases of several columns of lists over one vocabulary.

    A phrase may be a list of variants; then it is one concept.

    >>> words, (gold, run) = encode([["a", "b"], []], [["b"], ["c", "a"]])
    >>> words.phrases, gold.codes, run.codes
    (['a', 'b', 'c'], array([0, 1]), array([1, 2, 0]))
    """
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    found = []
    for column in lists:
        sizes = np.fromiter(map(len, column), np.int64, len(column))
        flat = list(itertools.chain.from_iterable(column))
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        concepts = None
        if any(isinstance(p, list | tuple) for p in flat):
            groups = [[p] if isinstance(p, str) else list(p) for p in flat]
            within = np.arange(len(groups)) - np.repeat(starts[:-1], sizes)
            counts = np.fromiter(map(len, groups), np.int64, len(groups))
            concepts = np.repeat(within, counts)
            starts = np.concatenate([[0], np.cumsum(counts)])[starts].astype(np.int64)
            flat = list(itertools.chain.from_iterable(groups))
        codes = np.fromiter(map(numbers.__getitem__, flat), np.int64, len(flat))
        found.append(Ragged(codes, starts, concepts))
    return Vocabulary(list(numbers)), found
