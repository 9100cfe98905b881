"""Standard input and pipes, which can be read once: standard input may be looked at before it is taken."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from stat import S_ISFIFO
from typing import IO, TYPE_CHECKING

from lydite.core.errors import TYPED, InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    Source = str | os.PathLike[str]


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
        with contextlib.suppress(OSError):  # a stream of a test has no number
            take_pipe(os.fstat(self.stream.fileno()), "-")
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


_PIPES: dict[tuple[int, int], tuple[str, ...]] = {}
"""Those that were read, with the command (as typed) that did so: the same object while it runs."""


def take_pipe(status: os.stat_result, path: Source) -> None:
    """Note that a pipe is read; refuse one that this command has read: nobody will write to it again.

    A program may well read a pipe twice, once more was written to it.
    """
    pipe, command = (status.st_dev, status.st_ino), TYPED.get()
    if not command or not S_ISFIFO(status.st_mode):
        return
    if _PIPES.get(pipe) is command:
        raise InputError("is a pipe, which can be read once, and is given twice; give a file", path)
    _PIPES[pipe] = command


def is_stream(path: Source) -> bool:
    """Whether it can be read once: standard input, a pipe."""
    return str(path) == "-" or Path(path).is_fifo()
