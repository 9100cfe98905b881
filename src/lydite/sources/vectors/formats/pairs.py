"""Words with their vectors in JSON: ``{"word": [numbers]}``, or lines of ``{"word": …, "vector": […]}``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError, did_you_mean
from lydite.sources.vectors.formats.raw import RawVectors, fill
from lydite.sources.vectors.words import pack

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lydite.array_types import ByteArray
    from lydite.sources.vectors.formats.raw import Allocate

NAMES = ("word", "tag", "hashtag", "phrase", "term", "name", "id")
VECTORS = ("vector", "embedding", "values")
_MAPPING = re.compile(rb'\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[')
_RECORD = re.compile(rb'\{[^{}\n]*"(?:vector|embedding|values)"\s*:\s*\[')


def is_pairs(start: bytes) -> bool:
    """Whether a file begins as an object of vectors, or as lines of words with theirs."""
    return bool(_MAPPING.match(start) or _RECORD.match(start))


def read_pairs(path: Path, text: ByteArray, allocate: Allocate) -> RawVectors:
    """Read all pairs; the first says how many numbers a vector has."""
    lines = bool(_RECORD.match(text[: 1 << 16].tobytes()))
    words: list[bytes] = []
    rows: list[Any] = []
    for line, word, vector in _lines(path, text) if lines else _mapping(path, text):
        try:
            row = np.array(vector, np.float64)
        except (ValueError, TypeError) as error:
            raise InputError(f"the vector of {word!r} is no list of numbers", path, line) from error
        if row.ndim != 1 or not len(row):
            raise InputError(f"the vector of {word!r} is no list of numbers", path, line)
        if rows and len(row) != len(rows[0]):
            wrong = f"the vector of {word!r} has {len(row):,} numbers, those before it {len(rows[0]):,}"
            raise InputError(wrong, path, line)
        words.append(word.encode("utf-8", "surrogatepass"))
        rows.append(row)
    if not rows:
        raise InputError("no vectors in this file", path)
    return RawVectors(*pack(words), fill(allocate, np.array(rows)), line=1 if lines else None)


def _decoded(path: Path, text: bytes, line: int | None) -> Any:
    import msgspec

    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", path, line) from error


def _mapping(path: Path, text: ByteArray) -> Iterator[tuple[int | None, str, Any]]:
    for word, vector in _decoded(path, text.tobytes(), None).items():
        yield None, word, vector


def _lines(path: Path, text: ByteArray) -> Iterator[tuple[int | None, str, Any]]:
    for number, line in enumerate(text.tobytes().split(b"\n"), 1):
        if not line.strip():
            continue
        row = _decoded(path, line, number)
        known = row if isinstance(row, dict) else {}
        word, vector = (next((known[n] for n in names if n in known), None) for names in (NAMES, VECTORS))
        if not isinstance(word, str) or vector is None:
            hint = did_you_mean("vector", [str(k) for k in known])
            raise InputError(f"expected a word and its vector{hint}", path, number)
        yield number, word, vector
