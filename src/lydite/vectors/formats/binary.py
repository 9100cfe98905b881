"""word2vec's binary format: a header line, then ``word``, a space and float32 numbers, for each word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.compiled import kernel
from lydite.core.errors import InputError
from lydite.vectors.formats.raw import RawVectors, check_size, header
from lydite.vectors.words import pack_spans, release

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.core.array_types import ByteArray
    from lydite.vectors.formats.raw import Allocate

_ROWS = 100_000  # after so many, pages of the files that were mapped are given back
_LONGEST = 4096  # bytes of a word; a longer one means that the file is something else


@kernel(large=20_000)
def copy_rows(text: Any, at: Any, matrix: Any, starts: Any, stops: Any, longest: Any) -> Any:
    """Copy the rows (as bytes) out of the file and return (position, rows read)."""
    count, width = matrix.shape
    size = len(text)
    for row in range(count):
        while at < size and text[at] == 10:
            at += 1
        end = at
        while end < size and text[end] != 32 and end - at < longest:
            end += 1
        if end >= size or text[end] != 32 or end + 1 + width > size:
            return at, row
        starts[row] = at
        stops[row] = end
        matrix[row] = text[end + 1 : end + 1 + width]
        at = end + 1 + width
    return at, count


def read_binary(path: Path, text: ByteArray, allocate: Allocate) -> RawVectors:
    """Read word2vec's binary format."""
    head = header(text)
    if head is None:
        raise InputError("expected a first line with the number of words and of dimensions", path, 1)
    count, dimensions, at = head
    check_size(path, count, dimensions, len(text) - at, each=4)
    matrix = allocate(count, dimensions)
    starts, stops = np.zeros(count, np.int64), np.zeros(count, np.int64)
    end, done, copy, rows = at, 0, copy_rows.for_work(count), matrix.view(np.uint8)
    for a in range(0, count, _ROWS):
        here = slice(a, a + _ROWS)
        end, more = copy(text, end, rows[here], starts[here], stops[here], _LONGEST)
        done += more
        if done < min(a + _ROWS, count):
            break
        release(text)
        release(matrix)
    if done < count:
        raise InputError(f"the file ends, or makes no sense, in vector {done + 1:,} of {count:,}", path)
    rest = text[end:].tobytes().strip(b"\n") if len(text) - end < 1 << 16 else b"?"
    if rest:
        raise InputError(f"the header promises {count:,} vectors, but the file goes on after them", path)
    return RawVectors(*pack_spans(text, starts, stops), matrix)
