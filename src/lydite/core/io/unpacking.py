"""Compressed data: gz, bz2, xz and zst, unpacked in pieces of bounded size."""

from __future__ import annotations

import importlib
import itertools
import zlib
from typing import TYPE_CHECKING, Any, Protocol

from lydite.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST = 1 << 20  # bytes unpacked at once: a small file may hide a large one
_BITS = 2048  # bytes given at once to what knows no such limit


class Decompressor(Protocol):
    """What Python's own decompressors of bz2, xz and zst have in common."""

    @property
    def eof(self) -> bool:
        """Whether the stream has come to its end."""

    @property
    def needs_input(self) -> bool:
        """Whether there is nothing more to be had without more input."""

    @property
    def unused_data(self) -> bytes:
        """What followed the end of the stream."""

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """Unpack at most so many bytes; what is left over is kept for the next call."""


def unpack(pieces: Iterator[bytes], kind: str, name: str) -> Iterator[bytes]:
    """Unpack what comes in pieces; streams that follow one another are one file, zeros may lie between."""
    engine = decompressor(kind)
    fresh = True  # nothing of the current stream was seen
    for given in itertools.chain(pieces, [b""]):
        piece = given
        while piece or not (engine.needs_input or engine.eof):
            if engine.eof:
                engine, fresh = decompressor(kind), True
            if fresh:
                piece = piece.lstrip(b"\0")
                if not piece:
                    break
                fresh = False
            try:
                out = engine.decompress(piece, _MOST)
            except MemoryError:
                raise
            except Exception as error:  # each library has its own class for damaged data
                raise InputError(f"is damaged: cannot be decompressed as {kind} ({error})", name) from error
            piece = engine.unused_data if engine.eof else b""
            if out:
                yield out
    if not (engine.eof or fresh):
        raise InputError(f"is truncated: the {kind} data ends too early", name)


def decompressor(kind: str) -> Decompressor:
    """Return what unpacks one stream of a kind."""
    if kind == ".gz":
        return _Gzip()
    if kind == ".bz2":
        import bz2

        return bz2.BZ2Decompressor()
    if kind == ".xz":
        import lzma

        return lzma.LZMADecompressor()
    try:
        zstd = importlib.import_module("compression.zstd")  # Python 3.14
    except ImportError:
        return _Zstandard()
    packed: Decompressor = zstd.ZstdDecompressor()
    return packed


class _Gzip:
    """zlib's decompressor, with the manners of the others."""

    def __init__(self) -> None:
        self._engine = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._engine.eof

    @property
    def needs_input(self) -> bool:
        return not self._engine.unconsumed_tail and not self.eof

    @property
    def unused_data(self) -> bytes:
        return self._engine.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._engine.decompress(self._engine.unconsumed_tail + data, max(max_length, 0))


class _Zstandard:
    """The decompressor of the package zstandard: it unpacks all that it is given, so that is little."""

    def __init__(self) -> None:
        import zstandard

        self._engine: Any = zstandard.ZstdDecompressor().decompressobj()
        self._waiting = b""

    @property
    def eof(self) -> bool:
        return bool(self._engine.eof)

    @property
    def needs_input(self) -> bool:
        return not self._waiting and not self.eof

    @property
    def unused_data(self) -> bytes:
        return bytes(self._engine.unused_data) + self._waiting

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        waiting = memoryview(self._waiting + data)
        parts, size, at = [], 0, 0
        while at < len(waiting) and not self.eof and not 0 <= max_length <= size:
            parts.append(self._engine.decompress(waiting[at : at + _BITS]))
            size += len(parts[-1])
            at += _BITS
        self._waiting = bytes(waiting[at:])
        return b"".join(parts)
