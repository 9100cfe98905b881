"""What a reader of one file format hands over, before it is checked."""

from __future__ import annotations

import bisect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from lydite.core.errors import InputError
from lydite.core.io import decoding, opening

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.core.array_types import AnyArray, ByteArray, Float32Array, IntArray
    from lydite.vectors.subwords import Subwords


class Allocate(Protocol):
    """Allocates an array of vectors, in memory or in a store that is being written."""

    def __call__(self, count: int, dimensions: int) -> Float32Array:
        """Return an array of that shape."""


@dataclass(frozen=True)
class RawVectors:
    """Packed words, not yet decoded, and their rows; ``line`` is that of the first row of a text file.

    ``blanks`` are the rows before which a line was blank, one entry for each such line.
    """

    blob: ByteArray
    offsets: IntArray
    matrix: Float32Array
    line: int | None = None
    subwords: Subwords | None = None
    blanks: tuple[int, ...] = ()

    def line_of(self, row: int) -> int | None:
        """Return the line of a row of a text file."""
        return None if self.line is None else self.line + row + bisect.bisect_right(self.blanks, row)


def contents(path: Path) -> ByteArray:
    """Return the bytes of a file, mapped where it is plain, unpacked where it is compressed."""
    return np.frombuffer(opening.map_file(path), np.uint8)


def as_utf8(path: Path, content: ByteArray) -> ByteArray:
    """Return a text in UTF-8 and without a byte order mark, whatever the mark that it has."""
    if decoding.marked_encoding(content[:64].tobytes(), str(path)) is None:
        return content
    return np.frombuffer(b"".join(decoding.utf8(iter([content.tobytes()]), str(path))), np.uint8)


def header(text: ByteArray) -> tuple[int, int, int] | None:
    """Return count, dimensions and length of a first line ``count dimensions``, if it is one."""
    line = text[:64].tobytes().partition(b"\n")
    parts = line[0].split()
    if line[1] and len(parts) == 2 and all(part.isdigit() for part in parts):
        return int(parts[0]), int(parts[1]), len(line[0]) + 1
    return None


def check_size(path: Path, count: int, dimensions: int, room: int, each: int) -> None:
    """Refuse no vectors, and more than fit into so many bytes at ``each`` a number, before any are allocated.

    >>> check_size("words.bin", 1000, 300, room=6000, each=4)
    Traceback (most recent call last):
    lydite.core.errors.InputError: words.bin: 1,000 vectors of 300 numbers are promised, the file has
        room for 5
    """
    if count < 1 or dimensions < 1:
        raise InputError("no vectors in this file", path)
    fitting = max(room, 0) // (each * dimensions)
    if count > fitting:
        raise InputError(
            f"{count:,} vectors of {dimensions:,} numbers are promised, the file has room for {fitting:,}",
            path,
        )


def fill(allocate: Allocate, matrix: AnyArray) -> Float32Array:
    """Copy a matrix into the room for it; what float32 cannot hold becomes infinite, and is refused later."""
    room = allocate(*matrix.shape)
    with np.errstate(over="ignore", invalid="ignore"):
        room[:] = matrix
    return room


def is_number(token: bytes) -> bool:
    """Whether a token of a text file spells a number."""
    try:
        float(token)
    except ValueError:
        return False
    return True
