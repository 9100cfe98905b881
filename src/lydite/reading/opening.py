"""The bytes of a file: decompressed on the fly, ``-`` for standard input, errors that name the file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lydite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PARQUET = b"PAR1"
LONGEST_LINE = 16 * 2**20  # characters; a longer line is a damaged file or another format, not an item
_CHUNK = 2**20
_MAGIC = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".xz": b"\xfd7zXZ\x00", ".zst": b"\x28\xb5\x2f\xfd"}


def source_name(path: str | Path) -> str:
    """Return what messages call a path."""
    return "standard input" if str(path) == "-" else str(path)


def bare_name(path: str | Path) -> str:
    """Return the file name without what says that it is compressed.

    >>> bare_name("runs/a.jsonl.gz")
    'a.jsonl'
    """
    path = Path(path)
    return path.stem if path.suffix.lower() in _MAGIC else path.name


def read_bytes(path: str | Path) -> bytes:
    """Return the decompressed content of a file or of standard input; compression shows in the content."""
    name = source_name(path)
    try:
        if str(path) == "-":
            return b"".join(_decompressed(sys.stdin.buffer, name, ""))
        with Path(path).open("rb") as file:
            return b"".join(_decompressed(file, name, Path(path).suffix.lower()))
    except IsADirectoryError as error:
        raise InputError("is a folder; give a file", name) from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", name) from error


def is_parquet(path: str | Path) -> bool:
    """Whether a plain file (a pipe would lose what is looked at) begins as Parquet does."""
    try:
        if str(path) == "-" or not Path(path).is_file():
            return False
        with Path(path).open("rb") as file:
            return file.read(len(PARQUET)) == PARQUET
    except OSError:
        return False


def check_lines(text: str, name: str) -> None:
    """Refuse a line that is far too long to be an item."""
    start = 0
    while len(text) - start > LONGEST_LINE:
        end = text.rfind("\n", start, start + LONGEST_LINE + 1)
        if end < 0:
            number = text.count("\n", 0, start) + 1
            raise InputError(
                f"the line is longer than {LONGEST_LINE >> 20} million characters; give one item a line",
                name,
                number,
            )
        start = end + 1


def _decompressed(file: IO[bytes], name: str, suffix: str) -> Iterator[bytes]:
    head = file.read(_CHUNK)
    kind = next((k for k, magic in _MAGIC.items() if head.startswith(magic)), None)
    if kind is None:
        if suffix in _MAGIC and head:
            raise InputError(f"is not compressed as its name says ({suffix})", name)
        while head:
            yield head
            head = file.read(_CHUNK)
        return
    make = _decompressor(kind)
    engine = make()
    while head:
        if engine.eof:  # several streams one after the other are one file
            engine = make()
        try:
            yield engine.decompress(head)
        except MemoryError:
            raise
        except Exception as error:  # each library has its own class for damaged data
            raise InputError(f"is damaged: cannot be decompressed as {kind} ({error})", name) from error
        head = (engine.unused_data if engine.eof else b"") or file.read(_CHUNK)
    if not engine.eof:
        raise InputError(f"is truncated: the {kind} data ends too early", name)


def _decompressor(kind: str) -> Callable[[], Any]:
    if kind == ".gz":
        import zlib

        return lambda: zlib.decompressobj(wbits=31)
    if kind == ".bz2":
        import bz2

        return bz2.BZ2Decompressor
    if kind == ".xz":
        import lzma

        return lzma.LZMADecompressor
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore] # Python 3.14
    except ImportError:
        import zstandard

        return lambda: zstandard.ZstdDecompressor().decompressobj()
    return zstd.ZstdDecompressor  # type: ignore[no-any-return, unused-ignore]
