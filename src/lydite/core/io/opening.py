"""The one place that opens what users give: files here or at an address, ``-`` for standard input.

Compression shows in the content, encoding in a byte order mark; without one, text is UTF-8 unless an encoding
is named. What cannot be read ends in an InputError that names the file, and the line where there are lines.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import time
from pathlib import Path
from stat import S_ISFIFO, S_ISREG
from typing import IO, TYPE_CHECKING, Self

from lydite.core import errors
from lydite.core.errors import ADDRESS, InputError, LyditeError
from lydite.core.io import decoding

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable, Iterator
    from os import PathLike
    from zipfile import ZipFile, ZipInfo

    Source = str | PathLike[str]

PARQUET = b"PAR1"
_COMPRESSED = {  # what files begin with
    ".gz": rb"\x1f\x8b",
    ".bz2": rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90|.{0,5}\Z)",  # a block, or the end of an empty stream
    ".xz": rb"\xfd7zXZ\x00",
    ".zst": rb"\x28\xb5\x2f\xfd",
}
SUFFIXES = tuple(_COMPRESSED)
BOUNDED = (0, 8)  # stored and deflated: what zipfile unpacks no further than it is asked to
_HEAD = 16  # bytes that tell how a file is compressed
_CHUNK = 1 << 18


def source_name(path: Source) -> str:
    """Return what messages call a path."""
    special = str(path) == "-" or ADDRESS.match(str(path))
    return errors.source_name(path) if special else str(path)


def bare_name(path: Source) -> str:
    """Return the file name without what says that it is compressed.

    >>> bare_name("runs/a.jsonl.gz")
    'a.jsonl'
    """
    path = Path(source_name(path) if ADDRESS.match(str(path)) else path)
    return path.stem if path.suffix.lower() in SUFFIXES else path.name


def text(path: Source, encoding: str | None = None) -> str:
    """Return the text of a file or of standard input, its lines ended by line feeds alone."""
    return plain_text(read_bytes(path), source_name(path), encoding)


def plain_text(data: bytes, name: str, encoding: str | None = None) -> str:
    """Return the text of some bytes, its lines ended by line feeds alone."""
    content = decode_text(data, name, encoding)
    return content.replace("\r\n", "\n").replace("\r", "\n") if "\r" in content else content


def decode_text(data: bytes, name: str, encoding: str | None = None) -> str:
    """Return the text of some bytes; what is not plain UTF-8 is looked at more closely."""
    if encoding is None and not data.startswith(decoding.BINARY):
        with contextlib.suppress(UnicodeDecodeError):
            plain = data.decode()
            if "\0" not in plain and not plain.startswith("\ufeff"):
                return plain
    return decoding.decode(data, name, encoding)


def read_bytes(path: Source) -> bytes:
    """Return the decompressed content of a file or of standard input."""
    with binary(path) as file:
        return file.read()


def lines(
    source: Source | ByteReader, encoding: str | None = None, *, otherwise: str | None = None
) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text as they are read: their numbers, from 1 on, and what is before their ends.

    ``otherwise`` is the encoding of each line that is not UTF-8, for collections that mix the two; there, a
    lone carriage return ends a line, too.
    """
    with contextlib.nullcontext(source) if isinstance(source, ByteReader) else binary(source) as file:
        yield from decoding.lines(decoding.utf8(iter(file), file.name, encoding), file.name, otherwise)


def binary(path: Source) -> ByteReader:
    """Open a file or standard input; what is read from it is decompressed."""
    if str(path) == "-":
        return _standard()
    if ADDRESS.match(str(path)):
        from lydite.core.io.remote import local_path, remote_reader

        if (local := local_path(str(path))) is None:
            return remote_reader(str(path))
        path = local
    with contextlib.ExitStack() as stack:
        with input_errors(path):
            status = Path(path).stat()
            if pipe := S_ISFIFO(status.st_mode):
                from lydite.core.io.standard_input import take_pipe

                take_pipe(status, path)
            file = stack.enter_context(Path(path).open("rb"))
        size = status.st_size if S_ISREG(status.st_mode) else 0
        endless = not size and not pipe  # /dev/zero, and what is in /proc
        reader = ByteReader(file.read1, str(path), size, file, endless=endless)
        stack.pop_all()  # from here on it is closed by whom it is given to
    return reader


def _standard(*, look: bool = False) -> ByteReader:
    from lydite.core.io.standard_input import standard_input

    given = standard_input()
    return ByteReader(given.look() if look else given.take(), source_name("-"))


def beginning(path: Source, size: int, *, text: bool = False) -> bytes:
    """Return the first bytes of the decompressed content (``text``: in UTF-8), which stay to be read."""
    with _standard(look=True) if str(path) == "-" else binary(path) as file:
        if file.file is not None and not ADDRESS.match(str(path)) and not Path(path).is_file():
            raise InputError("is a pipe, which can be read once; give it as standard input (-)", path)
        if not text:
            return file.read(size)
        head = b""
        for piece in decoding.utf8(iter(file), file.name):
            head += piece
            if len(head) >= size:
                break
        return head[:size]


def identity(path: Source) -> list[str | int]:
    """Return name, size and time of a file, which tell it from others; standard input is like no other."""
    if str(path) == "-":
        return ["-", 0, time.time_ns()]
    with input_errors(path):
        status = Path(path).stat()
    return [Path(path).name, status.st_size, status.st_mtime_ns]


def map_file(path: Source) -> bytes | mmap.mmap:
    """Return the decompressed content of a file, mapped into memory where it lies there plain."""
    import mmap

    with binary(path) as file:
        if file.file is None or not file.size or file.compression or ADDRESS.match(str(path)):
            return file.read()
        with input_errors(path):
            return mmap.mmap(file.file.fileno(), 0, access=mmap.ACCESS_READ)


@contextlib.contextmanager
def open_raw(path: Source) -> Iterator[IO[bytes]]:
    """Open a file as it lies there, for readers that begin in its middle."""
    with input_errors(path), Path(path).open("rb") as file:
        yield file


def ensure_unpackable(archive: ZipFile, path: Path) -> None:
    """Refuse an archive whose members are far larger in all than it is itself."""
    if (size := sum(entry.file_size for entry in archive.infolist())) > decoding.LIMITS["member"] << 20:
        decoding.ensure_honest(size, path.stat().st_size, str(path))


def read_member(archive: ZipFile, entry: ZipInfo) -> bytes:
    """Return a member of a zip archive, no further than it says; ValueError where that cannot be held."""
    if entry.compress_type not in BOUNDED:
        raise ValueError(f"{entry.filename} is compressed in an unusual way; pack it again, by deflate")
    with archive.open(entry) as member:  # archive.read would unpack the whole of it before it is cut
        return member.read(entry.file_size + 1)  # with the end come its checks


def is_parquet(path: Source) -> bool:
    """Whether a plain file (a pipe would lose what is looked at) begins as Parquet does."""
    if str(path) == "-" or not Path(path).is_file():
        return False
    with contextlib.suppress(InputError), open_raw(path) as file:
        return file.read(len(PARQUET)) == PARQUET
    return False


@contextlib.contextmanager
def input_errors(path: str | PathLike[str]) -> Iterator[None]:
    """Turn what goes wrong with a file into an InputError that names it."""
    try:
        yield
    except LyditeError:
        raise
    except IsADirectoryError as error:
        raise InputError("is a folder; give a file", path) from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path) from error


class ByteReader:
    """Decompressed bytes, in pieces as they come or so many at a time."""

    def __init__(
        self,
        read: Callable[[int], bytes],
        name: str,
        size: int = 0,
        file: IO[bytes] | None = None,
        *,
        endless: bool = False,
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
        while len(head) < _HEAD and (piece := next(raw, b"")):
            head += piece
        self.endless = endless or not any(head)
        """Whether it may be a device that never ends, or a file with a hole of any size (it begins so)."""
        beginnings = _COMPRESSED.items()
        self.compression = next((k for k, b in beginnings if re.match(b, head[:_HEAD], re.DOTALL)), None)
        """The suffix of how the file is compressed, None where it is plain."""
        suffix = Path(name).suffix.lower()
        if self.compression is None and suffix in SUFFIXES and head:
            raise InputError(f"is not compressed as its name says ({suffix})", name)
        self._pieces: Iterator[bytes] = itertools.chain([head] if head else [], raw)
        if self.compression:
            from lydite.core.io.unpacking import unpack

            self._pieces = unpack(self._pieces, self.compression, name)

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
            if size < 0:
                self.ensure_honest(have)
        self._given += have
        if self.endless:
            self.ensure_honest(self._given)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def ensure_honest(self, size: int) -> None:
        """Refuse content of this size if so much was hidden in what was read so far, or may have no end."""
        if self.endless:
            decoding.ensure_within(size, "content", self.name)
        elif self.compression:
            decoding.ensure_honest(size, self.reached, self.name)

    def _raw(self) -> Iterator[bytes]:
        while True:
            with input_errors(self.name):
                piece = self._read(_CHUNK)
            if not piece:
                return
            self.reached += len(piece)
            yield piece
