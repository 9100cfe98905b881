"""Lists of phrases for many items as numbers: each distinct phrase is looked at once. Quotients, digests."""

from __future__ import annotations

import hashlib
import itertools
from array import array
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

_BLOCK = 1 << 20  # phrases that are numbered together

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import AnyArray, BoolArray, FloatArray, IntArray


def code_keys(keys: Sequence[str]) -> IntArray:
    """Return a number for each key; equal ones share it.

    >>> code_keys(["cat", "dog", "cat"])
    array([0, 1, 0])
    """
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    return np.fromiter(map(numbers.__getitem__, keys), np.int64, len(keys))


@dataclass(frozen=True)
class Vocabulary:
    """Distinct phrases, as they were written."""

    phrases: Sequence[str]

    def union(self, other: Vocabulary) -> tuple[Vocabulary, IntArray]:
        """Return the phrases of both, these first, and the number there of each phrase of the other.

        >>> Vocabulary(["a", "b"]).union(Vocabulary(["c", "a"]))
        (Vocabulary(phrases=['a', 'b', 'c']), array([2, 0]))
        """
        if self.phrases == other.phrases:
            return self, np.arange(len(self.phrases))
        numbers = defaultdict(
            itertools.count(len(self.phrases)).__next__, zip(self.phrases, itertools.count(), strict=False)
        )
        places = np.fromiter(map(numbers.__getitem__, other.phrases), np.int64, len(other.phrases))
        return Vocabulary(list(numbers)), places


class RaggedRows:
    """What has a list for each item, all end to end: item i's from ``starts[i]`` up to ``starts[i + 1]``."""

    starts: IntArray

    @property
    def sizes(self) -> IntArray:
        """How many entries each list has."""
        return np.diff(self.starts)

    @property
    def owners(self) -> IntArray:
        """The item of each entry."""
        return np.repeat(np.arange(len(self.starts) - 1), self.sizes)

    @property
    def places(self) -> IntArray:
        """The place of each entry in its list, from 0."""
        return within(self.starts)


@dataclass(frozen=True)
class RaggedArray(RaggedRows):
    """One list of codes for each item: item i has ``codes[starts[i]:starts[i + 1]]``.

    Millions of codes are held in half the space, and made wide a part at a time. ``concepts`` numbers, within
    an item, the phrases that are variants of one gold phrase; None where each phrase stands for itself.
    """

    codes: AnyArray
    starts: IntArray
    concepts: IntArray | None = None

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def concept_counts(self) -> IntArray:
        """How many distinct things the phrases of each item stand for."""
        if self.concepts is None:
            return self.sizes
        counts = np.zeros(len(self), dtype=np.int64)
        np.maximum.at(counts, self.owners, self.concepts + 1)
        return counts

    def take(self, places: IntArray) -> RaggedArray:
        """Return the lists at these places, in this order; an empty list where the place is -1."""
        sizes = np.zeros_like(places)
        if len(self):  # of these alone, where there are millions
            sizes = np.where(places < 0, 0, self.starts[places + 1] - self.starts[places])
        starts = offsets(sizes)
        firsts = self.starts[:-1][places] if len(self) else starts[:-1]
        concepts = None if self.concepts is None else _gathered(self.concepts, firsts, starts)
        return RaggedArray(_gathered(self.codes, firsts, starts), starts, concepts)

    def wide(self) -> RaggedArray:
        """Return the lists with codes as most of numpy, and all kernels, take them."""
        return self if self.codes.dtype == np.int64 else replace(self, codes=self.codes.astype(np.int64))

    def part(self, some: slice) -> RaggedArray:
        """Return the lists of a slice, wide."""
        starts = self.starts[some.start : some.stop + 1]
        inside = slice(starts[0], starts[-1])
        concepts = None if self.concepts is None else self.concepts[inside]
        return RaggedArray(self.codes[inside], starts - starts[0], concepts).wide()

    def where(self, keep: BoolArray) -> RaggedArray:
        """Return the lists with only the phrases marked; a concept without a marked variant is gone."""
        owner = self.owners[keep]
        starts = offsets(np.bincount(owner, minlength=len(self)))
        if self.concepts is None:
            return RaggedArray(self.codes[keep], starts)
        concepts = self.concepts[keep]
        count = np.cumsum((np.diff(owner, prepend=-1) != 0) | (np.diff(concepts, prepend=-1) != 0))
        return RaggedArray(self.codes[keep], starts, count - count[starts[owner]])

    def distinct(self, keys: IntArray) -> RaggedArray:
        """Return the lists without phrases (or concepts) whose keys occur earlier in the same list.

        >>> RaggedArray(np.array([0, 1, 0, 2]), np.array([0, 3, 4])).distinct(np.array([0, 1, 1])).codes
        array([0, 1, 2])
        """
        if self.concepts is not None:
            return self._distinct_concepts(keys, self.concepts)
        _, first = np.unique(self.owners * (keys.max(initial=0) + 1) + keys[self.codes], return_index=True)
        keep = np.sort(first)
        return RaggedArray(self.codes[keep], np.searchsorted(keep, self.starts))

    def _distinct_concepts(self, keys: IntArray, concepts: IntArray) -> RaggedArray:
        keep: list[int] = []
        numbers: list[int] = []
        starts = [0]
        for a, b in itertools.pairwise(self.starts.tolist()):
            groups: dict[int, list[int]] = {}
            for place in range(a, b):
                groups.setdefault(int(concepts[place]), []).append(place)
            fresh = {frozenset(keys[self.codes[g]].tolist()): g for g in reversed(groups.values())}
            for number, group in enumerate(sorted(fresh.values())):
                keep += group
                numbers += [number] * len(group)
            starts.append(len(keep))
        return RaggedArray(self.codes[keep], np.array(starts), np.array(numbers, dtype=np.int64))


def encode(*lists: Sequence[Sequence[Any]]) -> tuple[Vocabulary, list[RaggedArray]]:
    """Number the phrases of several columns of Python lists over one vocabulary, in order of appearance.

    A phrase may be a list of variants, then it is one concept.

    >>> words, (gold, run) = encode([["a", ["b", "d"]], []], [["b"], ["c", "a"]])
    >>> words.phrases, gold.codes, gold.concepts, run.codes
    (['a', 'b', 'd', 'c'], array([0, 1, 2]), array([0, 1, 1]), array([1, 3, 0]))
    """
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    columns_of_codes = []
    for column in lists:
        starts = offsets(np.fromiter(map(len, column), np.int64, len(column)))
        each = itertools.chain.from_iterable(column)
        try:  # nothing but strings: each is touched once
            codes = np.fromiter(map(numbers.__getitem__, each), np.int64, starts[-1])
            concepts = None
        except TypeError:
            column, starts, concepts = _variants(column, starts)  # noqa: PLW2901
            codes = np.fromiter(map(numbers.__getitem__, column), np.int64, len(column))
        columns_of_codes.append(RaggedArray(codes, starts, concepts))
    return Vocabulary(list(numbers)), columns_of_codes


def offsets(sizes: AnyArray | Sequence[int]) -> IntArray:
    """Return where each of the lists of these sizes starts, and where the last one ends.

    >>> offsets([2, 0, 3])
    array([0, 2, 2, 5])
    """
    starts = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(np.asarray(sizes, np.int64), out=starts[1:])
    return starts


def within(starts: IntArray) -> IntArray:
    """Return how many entries of its list stand before each entry.

    >>> within(np.array([0, 2, 2, 5]))
    array([0, 1, 0, 1, 2])
    """
    return np.arange(starts[-1]) - np.repeat(starts[:-1], np.diff(starts))


def spread(firsts: IntArray, sizes: IntArray) -> IntArray:
    """Return the places of all entries of lists that start at ``firsts`` and have these sizes, in order.

    >>> spread(np.array([7, 0]), np.array([2, 3]))
    array([7, 8, 0, 1, 2])
    """
    starts = offsets(sizes)
    return np.repeat(firsts - starts[:-1], sizes) + np.arange(starts[-1])


def _gathered(values: AnyArray, firsts: IntArray, starts: IntArray) -> AnyArray:
    """Return the values of lists that start at ``firsts``, to be laid out by ``starts``, in blocks."""
    laid, sizes = np.empty(starts[-1], values.dtype), np.diff(starts)
    for part in blocks(sizes, _BLOCK):
        laid[starts[part.start] : starts[part.stop]] = values[spread(firsts[part], sizes[part])]
    return laid


def _variants(
    column: Sequence[Sequence[Any]], starts: IntArray
) -> tuple[list[str], IntArray, IntArray | None]:
    groups = [[p] if isinstance(p, str) else p for phrases in column for p in phrases]
    counts = np.fromiter(map(len, groups), np.int64, len(groups))
    if not counts.all() or not all(isinstance(g, list | tuple) for g in groups):
        raise TypeError("a phrase is a string or a list of variants")
    flat = list(itertools.chain.from_iterable(groups))
    if (counts == 1).all():  # lists of one variant each are plain phrases
        return flat, starts, None
    return flat, offsets(counts)[starts], np.repeat(within(starts), counts)


def number_used(count: int, *codes: IntArray) -> tuple[IntArray, IntArray]:
    """Return which of so many codes occur, in their order, and the place among these of each that does.

    >>> number_used(5, np.array([4, 1]), np.array([1, 1]))
    (array([1, 4]), array([0, 0, 0, 0, 1]))
    """
    there = np.zeros(count, np.bool_)
    for some in codes:
        there[some] = True
    return np.flatnonzero(there), np.maximum(np.cumsum(there) - 1, 0)


def blocks(sizes: IntArray, most: int) -> Iterator[slice]:
    """Yield slices of what has these sizes: as many together as come to no more than ``most``, at least one.

    >>> list(blocks(np.array([2, 2, 9, 1]), 4))
    [slice(0, 2, None), slice(2, 3, None), slice(3, 4, None)]
    """
    ends, begin = np.cumsum(sizes), 0
    del sizes  # which may be millions
    while begin < len(ends):
        before = ends[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, before + most, "right")))
        yield slice(begin, end)
        begin = end


def quotient(above: FloatArray, below: FloatArray) -> FloatArray:
    """Divide; NaN where there is nothing to divide by."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(below > 0, above / below, np.nan))


def content_digest(*parts: Sequence[str] | bytes | IntArray | RenumberedCodes) -> str:
    """Return 16 hex digits that identify columns of texts, bytes and whole numbers in this order.

    >>> content_digest(["ab", "c"]) == content_digest(["a", "bc"])
    False
    """
    hasher = hashlib.sha256()
    for part in parts:
        columns: list[bytes | IntArray | RenumberedCodes]
        if isinstance(part, bytes | np.ndarray | RenumberedCodes):
            columns = [part]
        else:
            sizes = array("q", map(len, part))
            columns = [sizes.tobytes(), "".join(part).encode("utf-8", "surrogatepass")]
        for raw in columns:
            hasher.update((len(raw) * (1 if isinstance(raw, bytes) else 8)).to_bytes(8, "little"))
            for begin in range(0, len(raw), _BLOCK):
                some = raw[begin : begin + _BLOCK]
                hasher.update(some if isinstance(some, bytes) else np.ascontiguousarray(some, "<i8").data)
    return hasher.hexdigest()[:16]


@dataclass(frozen=True)
class RenumberedCodes:
    """Codes under other numbers, a block of them at a time."""

    numbers: IntArray
    codes: AnyArray

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, some: slice) -> IntArray:
        return self.numbers[self.codes[some]]
