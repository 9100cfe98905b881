"""The one place that opens what users give: plain or compressed files, ``-`` for standard input.

Compression shows in the content, encoding in a byte order mark; without one, text is UTF-8 unless an encoding
is named. What cannot be read ends in an InputError that names the file, and the line where there are lines.
"""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from stat import S_ISREG
from typing import IO, TYPE_CHECKING

from lydite.errors import InputError
from lydite.reading.decoding import checked, decode, utf8, without_nul
from lydite.reading.streams import Binary, failing, standard_input
from lydite.reading.unpacking import SUFFIXES

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterable, Iterator
    from os import PathLike

    Source = str | PathLike[str]

PARQUET = b"PAR1"
LONGEST_LINE = 16 * 2**20  # characters; a longer line is a damaged file or another format, not an item


def source_name(path: Source) -> str:
    """Return what messages call a path."""
    return "standard input" if str(path) == "-" else str(path)


def bare_name(path: Source) -> str:
    """Return the file name without what says that it is compressed.

    >>> bare_name("runs/a.jsonl.gz")
    'a.jsonl'
    """
    path = Path(path)
    return path.stem if path.suffix.lower() in SUFFIXES else path.name


def text(path: Source, encoding: str | None = None) -> str:
    """Return the text of a file or of standard input, its lines ended by line feeds alone."""
    found = decode(read_bytes(path), source_name(path), encoding)
    return found.replace("\r\n", "\n").replace("\r", "\n") if "\r" in found else found


def read_bytes(path: Source) -> bytes:
    """Return the decompressed content of a file or of standard input."""
    with binary(path) as file:
        return file.read()


def lines(
    source: Source | Binary, encoding: str | None = None, *, otherwise: str | None = None
) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text as they are read: their numbers, from 1 on, and what is before their ends.

    ``otherwise`` is the encoding of each line that is not UTF-8, for collections that mix the two; there, a
    lone carriage return ends a line, too.
    """
    number = 1
    with contextlib.nullcontext(source) if isinstance(source, Binary) else binary(source) as file:
        for block in _blocks(utf8(iter(file), file.name, encoding), file.name):
            rows = _rows(block, file.name, number, otherwise)
            yield from enumerate(rows, number)
            number += len(rows)


def binary(path: Source) -> Binary:
    """Open a file or standard input; what is read from it is decompressed."""
    if str(path) == "-":
        return Binary(standard_input().take(), source_name(path))
    with contextlib.ExitStack() as stack:
        with failing(path):
            file = stack.enter_context(Path(path).open("rb"))
            status = Path(path).stat()
        size = status.st_size if S_ISREG(status.st_mode) else 0
        found = Binary(file.read1, str(path), size, file)
        stack.pop_all()  # from here on it is closed by whom it is given to
    return found


def beginning(path: Source, size: int, *, text: bool = False) -> bytes:
    """Return the first bytes of the decompressed content (``text``: in UTF-8), which stay to be read."""
    with Binary(standard_input().look(), source_name(path)) if str(path) == "-" else binary(path) as file:
        if file.file is not None and not Path(path).is_file():
            raise InputError("is a pipe, which can be read once; give it as standard input (-)", path)
        if not text:
            return file.read(size)
        found = b""
        for piece in utf8(iter(file), file.name):
            found += piece
            if len(found) >= size:
                break
        return found[:size]


def identity(path: Source) -> list[str | int]:
    """Return name, size and time of a file, which tell it from others; standard input is like no other."""
    if str(path) == "-":
        return ["-", 0, time.time_ns()]
    with failing(path):
        status = Path(path).stat()
    return [Path(path).name, status.st_size, status.st_mtime_ns]


def compression(path: Source) -> str | None:
    """Return the suffix of how a file is compressed, None where it is plain."""
    with binary(path) as file:
        return file.compression


def mapped(path: Source) -> bytes | mmap.mmap:
    """Return the decompressed content of a file, mapped into memory where it lies there plain."""
    import mmap

    with binary(path) as file:
        if file.file is None or not file.size or file.compression:
            return file.read()
        with failing(path):
            return mmap.mmap(file.file.fileno(), 0, access=mmap.ACCESS_READ)


@contextlib.contextmanager
def raw(path: Source) -> Iterator[IO[bytes]]:
    """Open a file as it lies there, for readers that begin in its middle."""
    with failing(path), Path(path).open("rb") as file:
        yield file


def is_parquet(path: Source) -> bool:
    """Whether a plain file (a pipe would lose what is looked at) begins as Parquet does."""
    if str(path) == "-" or not Path(path).is_file():
        return False
    with contextlib.suppress(InputError), raw(path) as file:
        return file.read(len(PARQUET)) == PARQUET
    return False


def check_lines(text: str, name: str) -> None:
    """Refuse a line that is far too long to be an item."""
    start = 0
    while len(text) - start > LONGEST_LINE:
        end = text.rfind("\n", start, start + LONGEST_LINE + 1)
        if end < 0:
            raise _too_long(name, text.count("\n", 0, start) + 1)
        start = end + 1


def _blocks(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Cut pieces into blocks of whole lines."""
    held: list[bytes] = []
    size, number = 0, 1
    for piece in pieces:
        cut = piece.rfind(b"\n") + 1
        if cut:
            block = b"".join([*held, piece[:cut]])
            yield block
            number += block.count(b"\n")
            held, size = [piece[cut:]], len(piece) - cut
        else:
            held.append(piece)
            size += len(piece)
            if size > 4 * LONGEST_LINE:  # a character has four bytes at most
                raise _too_long(name, number)
    if size:
        yield b"".join(held)


def _rows(block: bytes, name: str, number: int, otherwise: str | None) -> list[str]:
    """Split a block into lines."""
    if otherwise is not None and b"\r" in block:
        block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lines = block.split(b"\n")
    if not lines[-1]:
        lines.pop()
    try:
        rows = list(map(bytes.decode, lines))  # faster than to split a text of wide characters
    except UnicodeDecodeError:
        if otherwise is None:
            checked(block, name, number)  # which says what is wrong, and where
        rows = [_either(line, otherwise or "utf-8") for line in lines]
    if b"\0" in block or len(block) > LONGEST_LINE:
        for at, row in enumerate(rows, number):
            if len(without_nul(row, name, at)) > LONGEST_LINE:
                raise _too_long(name, at)
    return [row.rstrip("\r") for row in rows] if b"\r" in block else rows


def _either(line: bytes, otherwise: str) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode(otherwise, "replace")


def _too_long(name: str, line: int) -> InputError:
    return InputError(
        f"the line is longer than {LONGEST_LINE >> 20} million characters; give one item a line", name, line
    )
