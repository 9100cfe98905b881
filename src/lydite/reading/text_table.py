"""Texts numbered as they are scanned: a hash table over bytes, for kernels that read files.

Each distinct text has a number, in order of appearance, and is kept once. Texts are distinguished by their
bytes, never by their hashes alone; these start from a number drawn anew for each table, so that no file can
be made whose texts all collide.
"""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.core.array_types import ArrayOf, ByteArray, Int32Array, IntArray, Kind

_PRIME = 1099511628211  # as FNV-1a mixes, in 64 bits that wrap


class TextSlots(NamedTuple):
    """What kernels see of a table; the number that is free next stands in ``used``."""

    slots: Int32Array
    """The number of a text and one more, where its hash leads; 0 where there is none."""
    hashes: IntArray
    text: ByteArray
    starts: IntArray
    used: IntArray
    seed: int


@kernel
def mix(mixed: int, byte: int) -> int:
    """Return the hash of a text with one more byte."""
    return (mixed ^ byte) * _PRIME


@kernel
def number_text(data: ByteArray, begin: int, end: int, mixed: int, table: TextSlots) -> int:
    """Return the number of the bytes between two places, whose hash is known; a new text is kept."""
    mask = len(table.slots) - 1
    place = (mixed ^ (mixed >> 31)) & mask
    size = end - begin
    while True:
        code: int = table.slots[place] - 1
        if code < 0:
            break
        first = table.starts[code]
        if table.hashes[code] == mixed and table.starts[code + 1] - first == size:
            same = 0
            while same < size and table.text[first + same] == data[begin + same]:
                same += 1
            if same == size:
                return code
        place = (place + 1) & mask
    code = table.used[0]
    first = table.starts[code]
    table.text[first : first + size] = data[begin:end]
    table.starts[code + 1] = first + size
    table.hashes[code] = mixed
    table.slots[place] = code + 1
    table.used[0] = code + 1
    return code


@kernel
def fill_slots(hashes: IntArray, count: int, slots: Int32Array) -> None:
    """Put the numbers of texts where their hashes lead."""
    mask = len(slots) - 1
    for code in range(count):
        place = (hashes[code] ^ (hashes[code] >> 31)) & mask
        while slots[place] > 0:
            place = (place + 1) & mask
        slots[place] = code + 1


class TextTable:
    """Distinct texts in order of appearance."""

    def __init__(self) -> None:
        seed = int.from_bytes(os.urandom(7), "little")
        empty = np.zeros(0, np.int64)
        self.slots = TextSlots(
            np.zeros(1, np.int32),
            empty,
            np.zeros(0, np.uint8),
            np.zeros(1, np.int64),
            np.zeros(1, np.int64),
            seed,
        )

    def __len__(self) -> int:
        return int(self.slots.used[0])

    def __contains__(self, byte: int) -> bool:
        """Whether a byte occurs in any text."""
        return bool((self.slots.text[: self.slots.starts[len(self)]] == byte).any())

    def reserve(self, size: int, texts: int) -> TextSlots:
        """Return the table with room for so many more texts, of so many bytes in all."""
        now, count = self.slots, len(self)
        slots, most = now.slots, count + texts
        if len(slots) < 2 * most:
            slots = np.zeros(1 << (2 * most).bit_length(), np.int32)
            fill_slots.compiled(now.hashes, count, slots)
        self.slots = TextSlots(
            slots,
            _longer(now.hashes, most),
            _longer(now.text, int(now.starts[count]) + size),
            _longer(now.starts, most + 1),
            now.used,
            now.seed,
        )
        return self.slots

    def texts(self) -> list[str]:
        """Return the distinct texts, by number."""
        starts = self.slots.starts[: len(self) + 1].tolist()
        data = self.slots.text[: starts[-1]].tobytes()
        if data.isascii():
            text = data.decode()
            return [text[a:b] for a, b in itertools.pairwise(starts)]
        return [data[a:b].decode() for a, b in itertools.pairwise(starts)]


def merge_texts(
    texts: Sequence[str], meant: Callable[[str], str], *, drop_empty: bool = False
) -> tuple[list[str], IntArray]:
    """Return the distinct texts that are meant by some, and the number there of each; -1 if it is dropped.

    >>> merge_texts(["b", " a", " ", "a "], str.strip, drop_empty=True)
    (['b', 'a'], array([ 0,  1, -1,  1]))
    """
    numbers: dict[str, int] = {}
    places = [numbers.setdefault(m, len(numbers)) if (m := meant(t)) or not drop_empty else -1 for t in texts]
    return list(numbers), np.array(places, dtype=np.int64)


def _longer(array: ArrayOf[Kind], size: int) -> ArrayOf[Kind]:
    """Return an array of at least so many entries, that keep what they hold."""
    if len(array) >= size:
        return array
    longer = np.zeros(size + size // 2, array.dtype)
    longer[: len(array)] = array
    return longer
