"""How common words are, on the Zipf scale: the logarithm (base 10) of occurrences in a billion words.

About 1 is very rare, 3 (once in a million words) divides the rare from the common, 7 is *the*. The scale, and
the smoothing of counts, are those of van Heuven, Mandera, Keuleers and Brysbaert, *SUBTLEX-UK*, Quarterly
Journal of Experimental Psychology 67 (2014): log10((count + 1) / (words counted + distinct words)) + 9.

English is embedded (``data/frequencies``). It is kept as a sorted array of checksums (CRC-32 of the folded
word) with one byte a word, so that it is open at once; of 100,000 words that are not in it, two are taken for
some that are.
"""

from __future__ import annotations

import functools
import zlib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.languages import code_of, is_english
from lydite.core.text import fold_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from lydite.core.array_types import AnyArray, Float32Array, UInt32Array

EMBEDDED = "data/frequencies/english.bin"
ROW = np.dtype([("word", "<u4"), ("zipf", "u1")])
"""What a word takes in the embedded table: its checksum, and its frequency in steps."""
STEPS = 32
"""Steps to one unit of the Zipf scale that are distinguished; one byte reaches just below 8."""
BILLION = 9.0
_MIDDLE = 4.0
_MOST = 2**53  # below it all counts are numbers of their own


@dataclass(frozen=True, eq=False)
class Frequencies:
    """Words of a language, as sorted checksums, and how common each is; ``floor`` is for all the others."""

    language: str
    checksums: UInt32Array
    values: Float32Array
    floor: float
    identity: str

    def __len__(self) -> int:
        return len(self.checksums)

    def zipf(self, words: Sequence[str]) -> Float32Array:
        """Return how common each word is, as the table has it; its floor for words that it does not have."""
        keys = checksums(words, self.language)
        values = np.full(len(keys), self.floor, np.float32)
        if len(self):
            places = np.minimum(np.searchsorted(self.checksums, keys), len(self) - 1)
            known = self.checksums[places] == keys
            values[known] = self.values[places[known]]
        return values


def zipf(words: Sequence[str], language: str = "en", path: str | Path | None = None) -> Float32Array:
    """Return how common words are in a language: see :func:`open_frequencies` for where that comes from.

    >>> [round(float(x), 1) for x in zipf(["the", "Mother", "algorithm", "zymurgy"])]
    [7.6, 5.1, 3.8, 1.5]
    """
    return open_frequencies(language, path).zipf(words)


def open_frequencies(language: str = "en", path: str | Path | None = None) -> Frequencies:
    """Return the frequencies in a file, else those embedded for a language.

    For a language without either, the table has no words (``len`` is 0) and every word is equally common.
    A file has a word a line: with counts (``word TAB count``), or, without, ranked, commonest first; the
    frequency is then that of Zipf's law, 1/rank.
    """
    code = code_of(language)
    if path is not None:
        return _read(path, code)
    if is_english(code):
        return _embedded()
    return Frequencies(code, np.empty(0, np.uint32), np.empty(0, np.float32), _MIDDLE, "none")


def rank_frequencies(words: Iterable[str], language: str, name: str) -> Frequencies:
    """Return the frequencies of words that stand commonest first, by Zipf's law; ``name`` says whence.

    >>> order = rank_frequencies(["the", "cake"], "en", "example")
    >>> bool(order.zipf(["the"])[0] > order.zipf(["cake"])[0] > order.zipf(["zymurgy"])[0])
    True
    """
    code = code_of(language)
    first = list(dict.fromkeys(fold_all(list(words), language=code)))
    values, floor = _ranked(np.arange(1.0, len(first) + 1))
    return _table(code, first, values, floor, name)


def checksums(words: Sequence[str], language: str = "en") -> UInt32Array:
    """Return the checksum of each word, folded."""
    folded = fold_all(words, language=language)
    sums = (zlib.crc32(word.encode("utf-8", "surrogatepass")) for word in folded)
    return np.fromiter(sums, np.uint32, len(folded))


@functools.cache
def _embedded() -> Frequencies:
    data = resources.files("lydite").joinpath(EMBEDDED).read_bytes()
    table = np.frombuffer(data, ROW)
    values = np.divide(table["zipf"], STEPS, dtype=np.float32)
    words = np.ascontiguousarray(table["word"])
    return Frequencies("en", words, values, float(values.min()), f"english:{zlib.crc32(data):08x}")


def _read(path: str | Path, language: str) -> Frequencies:
    from lydite.core.io import opening
    from lydite.core.io.digests import digest

    words: dict[str, float] = {}
    counted: bool | None = None
    for number, line in opening.lines(path):
        if not line.strip():
            continue
        word, tab, count = line.partition("\t")
        counted = bool(tab) if counted is None else counted
        if counted != bool(tab) or not word.strip():
            raise InputError(f"expected {'word TAB count' if counted else 'one word'}", path, number)
        key = fold_all([word], language=language)[0]
        if counted:
            words[key] = words.get(key, 0) + _count(count, path, number)
        else:
            words.setdefault(key, len(words) + 1)
    if not words:
        raise InputError("no words in it", path)
    amounts = np.array(list(words.values()), np.float64)
    values, floor = (_smoothed if counted else _ranked)(amounts)
    return _table(language, words, values, floor, f"{opening.bare_name(path)}:{digest(path)}")


def _count(text: str, path: str | Path, number: int) -> int:
    try:
        count = int(text)
    except ValueError:
        count = -1
    if not 0 <= count < _MOST:
        raise InputError(f"a count should be a whole number below 2⁵³, is {text!r:.40}", path, number)
    return count


def _smoothed(counts: AnyArray) -> tuple[AnyArray, float]:
    whole = np.log10(counts.sum() + len(counts))
    return BILLION + np.log10(counts + 1) - whole, float(BILLION - whole)


def _ranked(ranks: AnyArray) -> tuple[AnyArray, float]:
    whole = np.log10((1 / ranks).sum())
    return BILLION - np.log10(ranks) - whole, float(BILLION - np.log10(len(ranks) + 1) - whole)


def _table(language: str, words: Iterable[str], values: AnyArray, floor: float, name: str) -> Frequencies:
    """Return a table by checksum; of two words with the same, the commoner one stays."""
    keys = checksums(list(words), language)
    order = np.lexsort((-values, keys))
    keys, values = keys[order], values[order]
    first = np.append(True, keys[1:] != keys[:-1]) if len(keys) else np.empty(0, bool)
    return Frequencies(language, keys[first], values[first].astype(np.float32), floor, name)
