"""The bytes of an opened file or of standard input, decompressed as they are read."""

from __future__ import annotations

import contextlib
import itertools
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

from lydite.errors import InputError, LyditeError
from lydite.reading.unpacking import HEAD, SUFFIXES, compression, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from os import PathLike

_CHUNK = 1 << 18


@contextlib.contextmanager
def failing(path: str | PathLike[str]) -> Iterator[None]:
    """Turn what goes wrong with a file into an InputError that names it."""
    try:
        yield
    except LyditeError:
        raise
    except IsADirectoryError as error:
        raise InputError("is a folder; give a file", path) from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path) from error


class Binary:
    """Decompressed bytes, in pieces as they come or so many at a time."""

    def __init__(
        self, read: Callable[[int], bytes], name: str, size: int = 0, file: IO[bytes] | None = None
    ) -> None:
        self.name = name
        self.size = size
        """How many bytes the file has as it lies there; 0 where that cannot be known."""
        self.reached = 0
        """How many of these were read."""
        self.file = file
        self._read = read
        self._rest, self._at, self._given = b"", 0, 0
        raw = self._raw()
        head = b""
        while len(head) < HEAD and (piece := next(raw, b"")):
            head += piece
        self.compression = compression(head)
        """The suffix of how the file is compressed, None where it is plain."""
        suffix = Path(name).suffix.lower()
        if self.compression is None and suffix in SUFFIXES and head:
            raise InputError(f"is not compressed as its name says ({suffix})", name)
        pieces = itertools.chain([head] if head else [], raw)
        self._pieces = unpacked(pieces, self.compression, name) if self.compression else pieces

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.file is not None:  # standard input stays open
            self.file.close()

    def __iter__(self) -> Iterator[bytes]:
        while piece := self.read(_CHUNK, whole=False):
            yield piece

    def blocks(self, size: int) -> Iterator[bytes]:
        """Yield blocks of so many bytes; the last may be shorter."""
        while block := self.read(size):
            yield block

    def tell(self) -> int:
        """Return how many decompressed bytes were given out."""
        return self._given

    def read(self, size: int = -1, *, whole: bool = True) -> bytes:
        """Return so many bytes (−1: all), fewer at the end, or (not ``whole``) as soon as there are some."""
        stop = None if size < 0 else self._at + size
        parts = [self._rest[self._at : stop]]
        have = len(parts[0])
        self._at += have
        while (have < size or size < 0) and (whole or not have):
            self._rest, self._at = next(self._pieces, b""), 0
            if not self._rest:
                break
            parts.append(self._rest if size < 0 else self._rest[: size - have])
            self._at = len(parts[-1])
            have += self._at
        self._given += have
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _raw(self) -> Iterator[bytes]:
        while True:
            with failing(self.name):
                piece = self._read(_CHUNK)
            if not piece:
                return
            self.reached += len(piece)
            yield piece


class StandardInput:
    """What comes from elsewhere once: it may be looked at, and then be taken."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self._read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
        self._seen = b""
        self._taken = False

    def look(self) -> Callable[[int], bytes]:
        """Return a reader from the beginning on that takes nothing away."""
        self._check()
        at = 0

        def read(size: int) -> bytes:
            nonlocal at
            if at == len(self._seen):
                self._seen += self._read(size)
            piece = self._seen[at : at + size]
            at += len(piece)
            return piece

        return read

    def take(self) -> Callable[[int], bytes]:
        """Return the reader; there is one only."""
        self._check()
        self._taken = True
        seen = iter([self._seen] if self._seen else [])
        return lambda size: next(seen, None) or self._read(size)

    def _check(self) -> None:
        if self._taken:
            raise InputError("standard input can be read once; give the others as files")


_STANDARD: list[StandardInput] = []  # of this process; tests and notebooks put another stream in its place


def standard_input() -> StandardInput:
    """Return the standard input of this process."""
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise InputError("there is no standard input here; give a file")
    if not _STANDARD or _STANDARD[0].stream is not stream:
        _STANDARD[:] = [StandardInput(stream)]
    return _STANDARD[0]
