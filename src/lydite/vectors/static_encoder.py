"""The static encoder inside the package: a row of 8-bit numbers for each word, piece of a word, or phrase.

A phrase is the sum of its rows; their lengths, which were learned, are weights. ``tools/encoder.py`` made the
table and names its sources; README.md next to the table has their licences. It is one file, mapped into
memory:

====== ======================================================================================================
bytes  what
====== ======================================================================================================
4      ``LYE1``
12     number of rows, dimensions, and the checksum (CRC-32) of all that follows but the codes
8 a row keys, sorted: the first 8 bytes of BLAKE2b of a word, of ``##`` and a piece, or of a phrase
2 a row scale (half precision): a row is its codes times its scale
1 a row kind: 0 a piece; else a word or phrase, by the most words of a phrase that begins with it
d a row codes (signed)
====== ======================================================================================================
"""

from __future__ import annotations

import functools
import re
import threading
import zlib
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.compiled import kernel
from lydite.core.errors import StoreError
from lydite.core.io.digests import digest
from lydite.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import AnyArray, BoolArray, Float32Array, FloatArray, IntArray

EMBEDDED = "data/encoder/english.bin"
MAGIC = b"LYE1"
LONGEST = 24  # letters of a word that are read
PIECE = "##"  # what the key of a piece within a word begins with
_DAMAGED = "the table of the static encoder is damaged; install lydite again"
_WORDS = re.compile(r"[^\W_]+")
_LOCK = threading.RLock()  # tables are shared by matchers, and what was looked up is cleared when it is much
_PLURALS = (("ies", "y"), ("es", ""), ("s", ""))


@dataclass(frozen=True, eq=False)
class StaticTable:
    """Rows by the key of what they stand for; what was looked up before is kept."""

    keys: AnyArray
    scale: AnyArray
    kinds: AnyArray
    codes: AnyArray
    path: Path
    _words: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)
    _phrases: dict[tuple[str, ...], list[int]] = field(default_factory=dict, repr=False)

    @functools.cached_property
    def digest(self) -> str:
        """What identifies the table."""
        return digest(self.path)

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self.codes.shape[1])

    def encode(self, texts: Sequence[str]) -> Float32Array:
        """Return the sum of the rows of each text; zeros where nothing is known."""
        return self.sums([split(text) for text in texts])

    def sums(self, phrases: Sequence[Sequence[str]]) -> Float32Array:
        """Return the sum of the rows of each phrase, given as words; listed phrases go first."""
        keys = [tuple(words) for words in phrases]
        with _LOCK:
            if len(self._phrases) > 500_000:
                self._phrases.clear()
            new = [words for words in dict.fromkeys(keys) if words not in self._phrases]
            self._phrases.update(zip(new, self._listed(new), strict=True))
            rows = [self._phrases[words] for words in keys]
        return self._added(rows)

    def _listed(self, phrases: Sequence[Sequence[str]]) -> list[list[int]]:
        self._look_up([word for words in phrases for word in words])
        begins = {w for words in phrases for w in words if self._longest(w) > 1}
        spans = sorted({
            " ".join(words[i : i + k])
            for words in phrases
            for i, word in enumerate(words)
            if word in begins
            for k in range(2, min(self._longest(word), len(words) - i) + 1)
        })  # fmt: skip
        listed = {s: row for s, row in zip(spans, self.find(spans).tolist(), strict=True) if row >= 0}
        return [self._rows(words, begins, listed) for words in phrases]

    def word_sums(self, words: Sequence[str]) -> Float32Array:
        """Return the sum of the rows of each word: its own, or those of its pieces."""
        return self._added(self._word_rows(words))

    def lists(self, words: Sequence[str]) -> BoolArray:
        """Return which words the table has as such, in the singular at least; pieces do not count."""
        rows = self._word_rows(words)
        return np.array([len(r) == 1 and self.kinds[r[0]] > 0 for r in rows], np.bool_)

    def find(self, names: Sequence[str]) -> IntArray:
        """Return the row of each name, −1 where the table does not have it."""
        found = np.array([key_of(name) for name in names], np.uint64)
        at = np.minimum(np.searchsorted(self.keys, found), len(self.keys) - 1)
        return np.where(self.keys[at] == found, at, -1)

    def _longest(self, word: str) -> int:
        rows = self._words[word]
        return int(self.kinds[rows[0]]) if len(rows) == 1 else 0

    def _rows(self, words: Sequence[str], begins: set[str], listed: Mapping[str, int]) -> list[int]:
        out: list[int] = []
        at = 0
        while at < len(words):
            most = min(self._longest(words[at]), len(words) - at) if words[at] in begins else 1
            for k in range(most, 1, -1):
                if (row := listed.get(" ".join(words[at : at + k]))) is not None:
                    out.append(row)
                    at += k
                    break
            else:
                out += self._words[words[at]]
                at += 1
        return out

    def _word_rows(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        with _LOCK:
            self._look_up(words)
            return [self._words[word] for word in words]

    def _look_up(self, words: Sequence[str]) -> None:
        new = [word for word in dict.fromkeys(words) if word not in self._words]
        if len(self._words) + len(new) > 500_000:
            self._words.clear()
            new = list(dict.fromkeys(words))
        self._words.update({word: (row,) for word, row in self._found(new) if row >= 0})
        new = [word for word in new if word not in self._words]
        for ending, instead in _PLURALS:
            plural = [w for w in new if len(w) > 4 and w.endswith(ending)]
            stems = self._found([w[: -len(ending)] + instead for w in plural])
            found = {w: (row,) for w, (_, row) in zip(plural, stems, strict=True) if row >= 0}
            self._words.update(found)
            new = [word for word in new if word not in found]
        for word in new:
            self._words[word] = self._pieces(word[:LONGEST])

    def _found(self, words: Sequence[str]) -> list[tuple[str, int]]:
        return list(zip(words, self.find(words).tolist(), strict=True)) if words else []

    def _pieces(self, word: str) -> tuple[int, ...]:
        """Return the rows of the longest pieces from the left; letters that are no piece are left out."""
        if not word.isascii():
            return ()
        spans = [(i, j) for i in range(len(word)) for j in range(i + 1, len(word) + 1)]
        found = self.find([(PIECE if i else "") + word[i:j] for i, j in spans])
        there = dict(zip(spans, found.tolist(), strict=True))
        rows: list[int] = []
        first = 0
        while first < len(word):
            last = next((j for j in range(len(word), first, -1) if there[first, j] >= 0), None)
            if last is not None:
                rows.append(there[first, last])
            first = last or first + 1
        return tuple(rows)

    def _added(self, lists: Sequence[Sequence[int]]) -> Float32Array:
        """Return the sum of the rows of each list."""
        sizes = np.array([len(rows) for rows in lists], np.int64)
        flat = np.array([row for rows in lists for row in rows], np.int64)
        used, place = np.unique(flat, return_inverse=True)
        table = self.codes[used].astype(np.float32) * self.scale[used].astype(np.float32)[:, None]
        return sum_rows(table, place.reshape(-1), sizes)


def sum_rows(table: AnyArray, flat: IntArray, sizes: IntArray, kind: Any = np.float32) -> AnyArray:
    """Return the sum of the rows of a table that each list names; lists stand end to end."""
    out = np.zeros((len(sizes), table.shape[1]), kind)
    add_rows.for_work(len(flat))(table, flat, offsets(sizes), out)
    return out


def dots(left: AnyArray, right: AnyArray, a: IntArray, b: IntArray) -> FloatArray:
    """Return the inner product of row ``a[i]`` of one table with row ``b[i]`` of the other."""
    out = np.zeros(len(a))
    multiply_rows.for_work(len(a), multiply_rows_at_once)(left, right, a, b, out)
    return out


@kernel(large=100_000)
def add_rows(table: AnyArray, flat: IntArray, starts: IntArray, out: AnyArray) -> None:
    """Add the rows of each list."""
    for i in range(len(out)):
        for j in range(starts[i], starts[i + 1]):
            out[i] += table[flat[j]]


@kernel(large=0)
def multiply_rows(left: AnyArray, right: AnyArray, a: IntArray, b: IntArray, out: FloatArray) -> None:
    """Fill the inner products of pairs of rows."""
    for i in range(len(a)):
        out[i] = inner(left[a[i]], right[b[i]])


def multiply_rows_at_once(left: AnyArray, right: AnyArray, a: IntArray, b: IntArray, out: FloatArray) -> None:
    """Fill them by operations on whole arrays."""
    for first in range(0, len(a), 4096):
        part = slice(first, first + 4096)
        out[part] = np.multiply(left[a[part]], right[b[part]], dtype=np.float64).sum(axis=1)


@kernel(reorder=True)
def inner(one: Any, other: Any) -> Any:
    """Return the inner product."""
    total = 0.0
    for i in range(len(one)):
        total += float(one[i]) * float(other[i])
    return total


def split(text: str) -> list[str]:
    """Return the words of a text as the table has them: folded, without accents and marks.

    >>> split("Ménière's disease"), split("k-NN")
    (['meniere', 's', 'disease'], ['k', 'nn'])
    """
    return _WORDS.findall(fold(text, accents="fold"))


def key_of(name: str) -> int:
    """Return the key of a word, a piece or a phrase."""
    content = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "little")


@functools.cache
def open_table(path: Path | None = None) -> StaticTable:
    """Return the table inside the package, or one of a file; its codes are read when they are asked for."""
    if path is None:
        with resources.as_file(resources.files("lydite").joinpath(EMBEDDED)) as embedded:
            return open_table(embedded)
    try:
        raw = np.memmap(path, np.uint8, "r")
        n, dimensions, checksum = np.frombuffer(raw[4:16].tobytes(), "<u4").tolist()
    except (ValueError, OSError) as error:
        raise StoreError(f"{_DAMAGED} ({error})", path) from error
    ends = np.cumsum([16, 8 * n, 2 * n, n]).tolist()
    whole = len(raw) == ends[-1] + n * dimensions and raw[:4].tobytes() == MAGIC
    if not whole or zlib.crc32(raw[16 : ends[-1]].tobytes()) != checksum:
        raise StoreError(_DAMAGED, path)
    keys, scale, kinds = (
        np.frombuffer(raw[a:b].tobytes(), kind)
        for a, b, kind in zip(ends, ends[1:], ("<u8", "<f2", "u1"), strict=False)
    )
    return StaticTable(keys, scale, kinds, raw[ends[-1] :].view(np.int8).reshape(n, dimensions), path)


def write_table(path: Path, names: Sequence[str], words: int, table: Float32Array) -> None:
    """Write a table at 8 bits a number: ``words`` words, then pieces, then phrases (with blanks)."""
    scale = np.maximum((np.abs(table).max(1) / 127).astype(np.float16), np.float16(6e-8))
    codes = np.clip(np.rint(table / scale.astype(np.float32)[:, None]), -127, 127).astype(np.int8)
    longest: dict[str, int] = {}
    for name in names:
        first, _, rest = name.partition(" ")
        longest[first] = max(longest.get(first, 1), rest.count(" ") + 2 if rest else 1)
    kinds = np.array(
        [longest.get(n, 1) if i < words or " " in n else 0 for i, n in enumerate(names)], np.uint8
    )
    keys = np.array([key_of(name) for name in names], np.uint64)
    order = np.argsort(keys)
    head = keys[order].astype("<u8").tobytes() + scale[order].astype("<f2").tobytes() + kinds[order].tobytes()
    sizes = np.array([len(names), table.shape[1], zlib.crc32(head)], "<u4")
    path.write_bytes(MAGIC + sizes.tobytes() + head + codes[order].tobytes())
