"""fastText's own ``.bin`` models, read without fastText: words, and buckets for unknown ones."""

from __future__ import annotations

import itertools
import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.compiled import kernel
from lydite.core.errors import InputError
from lydite.vectors.formats.raw import RawVectors, check_size, fill
from lydite.vectors.subwords import Subwords
from lydite.vectors.words import pack, pack_spans

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.core.array_types import ByteArray
    from lydite.vectors.formats.raw import Allocate

_ARGUMENTS = struct.Struct(
    "<12i d"
)  # dim ws epoch minCount neg wordNgrams loss model bucket minn maxn rate t
_COUNTS = struct.Struct("<3i 2q")  # size, words, labels, tokens, pruned
_LEAST = 10  # bytes of a word: its end, a count of 8, its kind
_LABEL = 1


def read_fasttext(path: Path, text: ByteArray, allocate: Allocate) -> RawVectors:
    """Read a model; a known word's vector is the mean of its own row and those of its n-grams."""
    try:
        (version,) = struct.unpack_from("<i", text.data, 4)
        arguments = _ARGUMENTS.unpack_from(text.data, 8)
        size, words, labels, _, pruned = _COUNTS.unpack_from(text.data, 8 + _ARGUMENTS.size)
    except struct.error as error:
        raise InputError("the fastText model ends within its header", path) from error
    if version not in (11, 12):
        raise InputError(f"fastText model of version {version}; 11 and 12 are known", path)
    dimensions, bucket, low, high = arguments[0], arguments[8], max(arguments[9], 0), arguments[10]
    if version == 11 and arguments[7] == 3:  # supervised models of that version have no n-grams
        high = 0
    start = 8 + _ARGUMENTS.size + _COUNTS.size
    if min(size, words, labels) < 0 or words + labels != size:
        raise InputError("the fastText model contradicts itself about its size", path)
    if size * _LEAST > len(text) - start or pruned > len(text):
        raise InputError(f"the fastText model is truncated: {size:,} words and labels were promised", path)
    starts, stops, kinds = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.uint8)
    at = dictionary.for_work(size)(text, start, starts, stops, kinds)
    at += 8 * max(pruned, 0)
    try:
        quantised, rows, columns = struct.unpack_from("<?2q", text.data, at)
    except struct.error as error:
        raise InputError("the fastText model ends within its dictionary", path) from error
    at += 17
    if quantised or pruned >= 0:
        raise InputError("a quantised fastText model (.ftz) holds no plain vectors; use the .bin", path)
    in_order = not kinds[:words].any() and (kinds[words:] == _LABEL).all()  # words, then labels
    fits = rows >= words if high <= 0 else rows in (words, words + bucket)
    if columns != dimensions or not in_order or not fits:
        raise InputError("the fastText model contradicts itself about its size", path)
    check_size(path, rows, columns, len(text) - at, each=4)
    stored = text[at : at + 4 * rows * columns].view("<f4").reshape(rows, columns)
    matrix = fill(allocate, stored[:words])
    blob, offsets = pack_spans(text, starts[:words], stops[:words])
    buckets = stored[words:]
    if not len(buckets) or high <= 0:
        return RawVectors(blob, offsets, matrix)
    subwords = Subwords(buckets, low, high)
    marked = pack([b"<" + blob[a : b - 1].tobytes() + b">" for a, b in itertools.pairwise(offsets)])
    counts = np.ones(words, np.int64)
    sentence_end = [
        i for i in range(min(words, 8)) if blob[offsets[i] : offsets[i + 1] - 1].tobytes() == b"</s>"
    ]
    kept = matrix[sentence_end].copy()
    subwords.add(*marked, matrix, counts)
    matrix /= counts.astype(np.float32)[:, None]
    matrix[sentence_end] = kept  # fastText gives its end of sentence no n-grams
    return RawVectors(blob, offsets, matrix, subwords=subwords)


@kernel(large=20_000)
def dictionary(text: Any, at: Any, starts: Any, stops: Any, kinds: Any) -> Any:
    """Find the words of the dictionary; kind 0 is a word, 1 a label. Returns the position after it."""
    for i in range(len(starts)):
        starts[i] = at
        while at < len(text) and text[at] != 0:
            at += 1
        stops[i] = at
        at += 9  # the terminator and a count of 8 bytes
        if at >= len(text):
            return at
        kinds[i] = text[at]
        at += 1
    return at
