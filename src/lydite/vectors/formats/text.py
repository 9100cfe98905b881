"""Text vectors: word2vec's and fastText's with a header, GloVe's without."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.vectors.formats.numbers import TENS, rows
from lydite.vectors.formats.raw import RawVectors, check_size, header, is_number
from lydite.vectors.words import pack_spans, release

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.core.array_types import ByteArray, Float32Array
    from lydite.vectors.formats.raw import Allocate

_PART = 1 << 26  # bytes, after which pages of the files that were mapped are given back
_LEAST = 2  # bytes of a number: a space and a digit


def read_text(path: Path, text: ByteArray, allocate: Allocate) -> RawVectors:
    """Read ``word number … number`` lines; a word may contain spaces, numbers are taken from the right."""
    head = header(text)
    start, line = (head[2], 2) if head else (0, 1)
    lines = int(len(text) > start and text[-1] != 10)
    for a in range(start, len(text), _PART):
        lines += int(np.count_nonzero(text[a : a + _PART] == 10))
        release(text)
    if head and head[0] > lines:
        raise InputError(
            f"the header promises {head[0]:,} vectors, the file has {lines:,} lines after it", path, 1
        )
    dimensions = head[1] if head else _dimensions(path, text)
    check_size(path, min(head[0], 1) if head else 1, dimensions, len(text) - start, _LEAST)
    count = min(lines, (len(text) - start) // (_LEAST * dimensions))  # blank lines need no room
    matrix = allocate(count, dimensions)
    starts, stops = np.zeros(count, np.int64), np.zeros(count, np.int64)
    read = rows.for_work(len(text))
    at, row = start, 0
    blanks: list[int] = []
    part = start  # where it ends
    while at < len(text):
        if at >= part:
            release(text)
            release(matrix)
            part = min(_line_end(text, at + _PART) + 1, len(text))
        with np.errstate(over="ignore"):
            at, row = read(text, at, part, row, matrix, starts, stops, TENS)
        if at < part:  # one line that is not regular
            end = _line_end(text, at)
            content = text[at:end].tobytes()
            if content.strip():
                word, matrix[row] = _row(content, dimensions, path, line + row + len(blanks))
                starts[row], stops[row] = at, at + len(word)
                row += 1
            else:
                blanks.append(row)
            at = end + 1
    if head and head[0] != row:
        raise InputError(f"the header promises {head[0]:,} vectors, the file has {row:,}", path, 1)
    words = pack_spans(text, starts[:row], stops[:row])
    return RawVectors(*words, matrix[:row], line, blanks=tuple(blanks))


def _row(content: bytes, dimensions: int, path: Path, line: int) -> tuple[bytes, Float32Array]:
    parts = content.rstrip(b" \t\r").replace(b"\t", b" ").rsplit(b" ", dimensions)
    if len(parts) <= dimensions:
        count = len(parts) - 1
        raise InputError(f"expected a word and {dimensions} numbers, found {count} numbers", path, line)
    try:
        values = np.array([float(part) for part in parts[1:]], np.float64)
    except ValueError as error:
        raise InputError(f"expected a word and {dimensions} numbers: {error}", path, line) from error
    words = parts[0].split(b" ")
    if len(words) > 1 and all(is_number(w) for w in words[1:]):
        count = dimensions + len(words) - 1
        raise InputError(f"expected a word and {dimensions} numbers, found {count} numbers", path, line)
    with np.errstate(over="ignore"):
        return parts[0], values.astype(np.float32)


def _dimensions(path: Path, text: ByteArray) -> int:
    """Return how many numbers most of the first lines end in; a word may have spaces, a line be cut short."""
    lines = text[: 1 << 20].tobytes().split(b"\n")
    if len(text) > 1 << 20:
        lines = lines[:-1]
    parts = [line.split() for line in lines[:20] if line.strip()]
    sizes = [sum(1 for _ in itertools.takewhile(is_number, reversed(p[1:]))) for p in parts]
    commonest = min(set(sizes), key=lambda size: (-sizes.count(size), size), default=0)
    if commonest < 1:
        raise InputError("expected lines of a word and its numbers", path, 1)
    return commonest


def _line_end(text: ByteArray, at: int) -> int:
    width = 1 << 12
    while True:
        feeds = np.flatnonzero(text[at : at + width] == 10)
        if len(feeds):
            return at + int(feeds[0])
        if at + width >= len(text):
            return len(text)
        width *= 4
