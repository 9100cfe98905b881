"""A vocabulary that opens in milliseconds: UTF-8 in one block, found by sorted hashes."""

from __future__ import annotations

import functools
import mmap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from lydite.core import arrays
from lydite.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lydite.core.array_types import ByteArray, IntArray, UInt64Array

_STEP = np.uint64(0x9E3779B97F4A7C15)
_PART = 1 << 17  # words that are looked at together
_LONGEST = 1 << 16  # bytes of a word; a longer one means that the file is something else


@dataclass(frozen=True, eq=False)
class PackedWords(Sequence[str]):
    r"""Words in order; ``blob`` holds each followed by a line feed, ``offsets`` where each starts.

    >>> words = PackedWords.of(["queen", "New York", "♔"])
    >>> words[1], len(words), words.find(["♔", "king"]).tolist()
    ('New York', 3, [2, -1])
    """

    blob: ByteArray
    offsets: IntArray
    hashes: UInt64Array
    order: IntArray

    @classmethod
    def of(cls, words: Iterable[str]) -> PackedWords:
        """Pack words."""
        return cls.packed(*pack([word.encode() for word in words]))

    @classmethod
    def packed(cls, blob: ByteArray, offsets: IntArray) -> PackedWords:
        """Index words that are packed already."""
        hashes = hash_words(blob, offsets)
        order = np.argsort(hashes, kind="stable")
        return cls(blob, offsets, hashes[order], order)

    @functools.cached_property
    def all(self) -> list[str]:
        """All words, decoded."""
        text = self.blob.tobytes().decode()
        split = text.split("\n")
        if len(split) == len(self) + 1:
            return split[:-1]
        return [self[i] for i in range(len(self))]  # some word contains a line feed

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._bytes(index % len(self)).decode()

    def __iter__(self) -> Any:
        return iter(self.all)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and bool(self.find([word])[0] >= 0)

    def find(self, words: Sequence[str]) -> IntArray:
        """Return the place of each word, −1 where it is unknown."""
        wanted = [word.encode("utf-8", "surrogatepass") for word in words]
        places = np.full(len(wanted), -1, np.int64)
        if not wanted or not len(self):
            return places
        hashes = hash_words(*pack(wanted))
        at = np.searchsorted(self.hashes, hashes)
        for i, (place, value) in enumerate(zip(at.tolist(), hashes, strict=True)):
            j = place
            while j < len(self.hashes) and self.hashes[j] == value:
                if self._bytes(int(self.order[j])) == wanted[i]:
                    places[i] = self.order[j]
                    break
                j += 1
        return places

    def replaced(self, changes: Mapping[int, str]) -> PackedWords:
        """Return the words with some changed; only those are hashed again."""
        places = np.array(sorted(changes), np.int64)
        block, inner = pack([changes[int(i)].encode("utf-8", "surrogatepass") for i in places])
        pieces, before = [], 0
        for place, a, b in zip(places, inner, inner[1:], strict=False):
            pieces += [self.blob[self.offsets[before] : self.offsets[place]], block[a:b]]
            before = place + 1
        pieces.append(self.blob[self.offsets[before] :])
        lengths = np.diff(self.offsets)
        lengths[places] = np.diff(inner)
        hashes = np.empty_like(self.hashes)
        hashes[self.order] = self.hashes
        hashes[places] = hash_words(block, inner)
        order = np.argsort(hashes, kind="stable")
        return PackedWords(np.concatenate(pieces), arrays.offsets(lengths), hashes[order], order)

    def unfolded(self) -> IntArray:
        """Return the places of words that folding may change: not only lower-case ASCII without spaces."""
        blob = self.blob
        capital = (blob >= ord("A")) & (blob <= ord("Z"))
        odd = capital | (blob > 126) | ((blob <= ord(" ")) & (blob != ord("\n")))
        flagged = np.logical_or.reduceat(odd, self.offsets[:-1]) if len(self) else np.zeros(0, np.bool_)
        feeds = np.flatnonzero(blob == ord("\n"))
        if len(feeds) > len(self):
            flagged[np.searchsorted(self.offsets, feeds, side="right") - 1] = True
        return np.flatnonzero(flagged)

    def repeats(self) -> IntArray:
        """Return the places of words that occurred before."""
        same = np.flatnonzero(self.hashes[1:] == self.hashes[:-1]) + 1
        if not len(same):
            return same
        repeated = []
        for j in same.tolist():
            i = j - 1
            word = self._bytes(int(self.order[j]))
            while i >= 0 and self.hashes[i] == self.hashes[j]:
                if self._bytes(int(self.order[i])) == word:
                    repeated.append(int(self.order[j]))
                    break
                i -= 1
        return np.array(sorted(repeated), np.int64)

    def first(self, count: int) -> PackedWords:
        """Return the first so many words."""
        kept = self.order < count
        stop = int(self.offsets[count])
        return PackedWords(self.blob[:stop], self.offsets[: count + 1], self.hashes[kept], self.order[kept])

    def _bytes(self, index: int) -> bytes:
        return self.blob[self.offsets[index] : self.offsets[index + 1] - 1].tobytes()


def pack(words: Sequence[bytes]) -> tuple[ByteArray, IntArray]:
    """Return one block with a line feed after each word, and where each starts."""
    blob = np.frombuffer(b"\n".join([*words, b""]), np.uint8)
    return blob, arrays.offsets([len(word) + 1 for word in words])


def pack_spans(text: ByteArray, starts: IntArray, stops: IntArray) -> tuple[ByteArray, IntArray]:
    """Pack the words that lie at these places of a text, which are made sure of first."""
    lengths = stops - starts + 1
    if starts.min(initial=0) < 0 or lengths.min(initial=1) < 1 or stops.max(initial=0) > len(text):
        raise InputError("the words do not lie within the file")
    if lengths.max(initial=1) > _LONGEST:
        row = int(lengths.argmax())
        raise InputError(f"word {row + 1:,} has {lengths[row] - 1:,} bytes, too many for a word")
    offsets = arrays.offsets(lengths)
    blob = np.empty(int(offsets[-1]), np.uint8)
    for a in range(0, len(starts), _PART):
        b = min(a + _PART, len(starts))
        inside = np.arange(offsets[a], offsets[b]) - np.repeat(offsets[a:b] - starts[a:b], lengths[a:b])
        blob[offsets[a] : offsets[b]] = text[np.minimum(inside, len(text) - 1)]
        release(text)
    blob[offsets[1:] - 1] = ord("\n")
    return blob, offsets


def hash_words(blob: ByteArray, offsets: IntArray) -> UInt64Array:
    """Return a 64-bit polynomial hash of each packed word."""
    lengths = np.diff(offsets)
    hashes = np.empty(len(lengths), np.uint64)
    powers = np.full(int(lengths.max(initial=1)), _STEP)
    powers[0] = 1
    np.multiply.accumulate(powers, out=powers)
    for a in range(0, len(lengths), _PART):
        b = min(a + _PART, len(lengths))
        place = np.arange(offsets[a], offsets[b]) - np.repeat(offsets[a:b], lengths[a:b])
        terms = (blob[offsets[a] : offsets[b]].astype(np.uint64) + np.uint64(1)) * powers[place]
        hashes[a:b] = np.add.reduceat(terms, offsets[a:b] - offsets[a])
    return hashes


def release(array: Any) -> None:
    """Give the pages of a mapped file back: they are counted as memory until then, and can be read again.

    Not those of a copy on write, whose changes would be lost.
    """
    while not isinstance(array, mmap.mmap) and array is not None:
        if getattr(array, "mode", "") == "c":
            return
        array = array.obj if isinstance(array, memoryview) else getattr(array, "base", None)
    if array is not None and hasattr(array, "madvise"):
        array.madvise(mmap.MADV_DONTNEED)
