"""Lists of phrases for many items, as numbers: each distinct phrase is looked at once."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import polars as pl
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
        """Return the lists at these places, in this order; an empty list where the place is -1."""
        sizes = np.where(places < 0, 0, self.sizes[places]) if len(self) else np.zeros_like(places)
        starts = offsets(sizes)
        firsts = self.starts[:-1][places] if len(self) else starts[:-1]
        index = np.repeat(firsts - starts[:-1], sizes) + np.arange(starts[-1])
        concepts = None if self.concepts is None else self.concepts[index]
        return Ragged(self.codes[index], starts, concepts)


@dataclass(frozen=True)
class Lists:
    """One list of phrases for each item, not yet numbered; shaped like :class:`Ragged`.

    ``flat`` stays the kind of column it was read as: a Python list, or a polars Series of strings, which
    is numbered without ever becoming Python strings.
    """

    flat: list[str] | pl.Series
    starts: IntArray
    concepts: IntArray | None = None

    def __len__(self) -> int:
        return len(self.starts) - 1

    @classmethod
    def of(cls, column: Sequence[Sequence[Any]]) -> Lists:
        """Flatten Python lists of phrases; a phrase may be a list of variants, then it is one concept.

        >>> Lists.of([["b"], [["a", "b"], "c"]])
        Lists(flat=['b', 'a', 'b', 'c'], starts=array([0, 1, 4]), concepts=array([0, 0, 0, 1]))
        """
        sizes = np.fromiter(map(len, column), np.int64, len(column))
        flat = list(itertools.chain.from_iterable(column))
        starts = offsets(sizes)
        if not {list, tuple} & set(map(type, flat)):
            return cls(flat, starts)
        groups = [[p] if isinstance(p, str) else p for p in flat]
        within = np.arange(len(groups)) - np.repeat(starts[:-1], sizes)
        counts = np.fromiter(map(len, groups), np.int64, len(groups))
        if (counts == 1).all():  # lists of one variant each are plain phrases
            return cls([g[0] for g in groups], starts)
        flat = list(itertools.chain.from_iterable(groups))
        return cls(flat, offsets(counts)[starts], np.repeat(within, counts))


def encode(*lists: Sequence[Sequence[Any]]) -> tuple[Vocabulary, list[Ragged]]:
    """Number the phrases of several columns of lists over one vocabulary.

    >>> words, (gold, run) = encode([["a", "b"], []], [["b"], ["c", "a"]])
    >>> words.phrases, gold.codes, run.codes
    (['a', 'b', 'c'], array([0, 1]), array([1, 2, 0]))
    """
    return number(*map(Lists.of, lists))


def number(*lists: Lists) -> tuple[Vocabulary, list[Ragged]]:
    """Number the phrases of several columns over one vocabulary, in order of appearance."""
    codes, distinct = codes_of(*(column.flat for column in lists))
    found = [Ragged(c, column.starts, column.concepts) for c, column in zip(codes, lists, strict=True)]
    return Vocabulary(distinct), found


def codes_of(*columns: list[str] | pl.Series) -> tuple[list[IntArray], list[str]]:
    """Return a number for each string of each column, and the distinct strings in order of number."""
    if all(isinstance(column, list) for column in columns):
        numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
        each = [np.fromiter(map(numbers.__getitem__, column), np.int64, len(column)) for column in columns]
        return each, list(numbers)
    import polars as pl

    series = [c if isinstance(c, pl.Series) else pl.Series(c, dtype=pl.String) for c in columns]
    joined = pl.concat(series) if len(series) > 1 else series[0]
    physical = joined.cast(_categorical()).to_physical().to_numpy().astype(np.int64)
    first = np.full(physical.max(initial=-1) + 1, len(physical))
    first[physical[::-1]] = np.arange(len(physical) - 1, -1, -1)
    used = np.flatnonzero(first < len(physical))
    order = np.argsort(first[used])
    if not np.array_equal(used[order], np.arange(len(first))):  # numbers shared with other columns, or holes
        dense = np.empty(len(first), dtype=np.int64)
        dense[used[order]] = np.arange(len(used))
        physical = dense[physical]
    ends = np.cumsum([len(s) for s in series])
    return np.split(physical, ends[:-1]), joined.gather(first[used[order]]).to_list()


def offsets(sizes: IntArray) -> IntArray:
    """Return where each of the lists of these sizes starts, and where the last one ends."""
    starts = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts


def _categorical() -> Any:
    import polars as pl

    return pl.Categorical(pl.Categories.random()) if hasattr(pl, "Categories") else pl.Categorical
