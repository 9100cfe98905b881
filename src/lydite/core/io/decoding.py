"""Text and its lines out of bytes: UTF-8, what a byte order mark says, or what was named."""

from __future__ import annotations

import codecs
import contextlib
import io
import itertools
import os
from typing import TYPE_CHECKING

from lydite.core.errors import InputError, TextError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PICKLES = (b"\x80\x04\x95", b"\x80\x05\x95")
BINARY = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"\x93NUMPY", b"PAR1\x15", *_PICKLES)
"""How zip files (and .xlsx), older spreadsheets, numpy's arrays, Parquet and pickles begin."""
LIMITS = {"line": 16, "page": 16, "member": 64, "content": 256}
"""Millions of bytes (a line: characters): what is larger is damaged, of another format, or an attack."""
MARKS = {  # the longer ones first: that of UTF-32 begins as that of UTF-16 does
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    codecs.BOM_UTF8: "utf-8-sig",
}
_RATIO = 100  # no honest text is compressed further


def limit(what: str) -> int:
    """Return how large something may be; ``LYDITE_MAX_LINE``, ``…_PAGE`` and so on allow more, in millions.

    >>> limit("page") >> 20
    16
    """
    told = os.environ.get(f"LYDITE_MAX_{what.upper()}", "")
    return (int(told) if told.isascii() and told.isdigit() and len(told) < 8 else LIMITS[what]) << 20


def ensure_within(size: int, what: str, name: str, line: int | None = None, noun: str = "") -> None:
    """Refuse what is larger than its kind (or what the noun calls it) should be, and say how to allow it."""
    if size > (most := limit(what)):
        more = f"LYDITE_MAX_{what.upper()}={2 * (most >> 20)} allows twice as much"
        raise InputError(f"the {noun or what} is larger than {most >> 20} million bytes; {more}", name, line)


def ensure_honest(size: int, stored: int, name: str) -> None:
    """Refuse large content of this size if so much was hidden in so few stored bytes."""
    if size > _RATIO * stored:
        ensure_within(size, "content", name)


LONGEST_LINE = limit("line")


def decode(data: bytes, name: str, encoding: str | None = None) -> str:
    r"""Return the text of a file, without a byte order mark.

    >>> decode("café".encode("utf-16"), "a.tsv")
    'café'
    >>> decode(b"caf\xe9", "a.tsv")
    Traceback (most recent call last):
    lydite.core.errors.TextError: a.tsv:1: not UTF-8 (byte 0xe9); name its encoding,
        perhaps cp1252, or convert it
    """
    text = b"".join(utf8(iter([data]), name, encoding))
    return checked_utf8(text, name)


def utf8(pieces: Iterator[bytes], name: str, encoding: str | None = None) -> Iterator[bytes]:
    """Yield a text of any encoding in UTF-8, without a byte order mark; what is UTF-8 passes as it is."""
    head = b""
    for piece in pieces:
        head += piece
        if len(head) >= 64:
            break
    if head.startswith(b"PK") and head[30:].startswith(b"run.json"):  # the first name in the archive
        raise InputError(
            "is a saved run, no text; lydite compare, lydite report and lydite agree --human read it", name
        )
    if head.startswith(BINARY):
        what = "is a spreadsheet, an archive, Parquet or a pickle, no text"
        raise TextError(f"{what}; unpack it, or save it as CSV or JSON", name)
    known = encoding or marked_encoding(head, name)
    if known in (None, "utf-8-sig"):
        yield head.removeprefix(codecs.BOM_UTF8)
        yield from pieces
    else:
        yield from _recoded(itertools.chain([head], pieces), name, known, told=encoding is not None)


def marked_encoding(head: bytes, name: str) -> str | None:
    """Return the encoding that a byte order mark tells, if there is one; refuse UTF-16 without one."""
    known = mark_of(head)
    if known is None and (guess := _alternates(head)):
        raise TextError(
            f"this is UTF-16 without a byte order mark; name its encoding, {guess}, or convert it", name, 1
        )
    return known


def mark_of(head: bytes) -> str | None:
    """Return the encoding that a byte order mark tells, if there is one."""
    return next((encoding for mark, encoding in MARKS.items() if head.startswith(mark)), None)


def checked_utf8(data: bytes, name: str, line: int = 1) -> str:
    """Return UTF-8 as text; errors count lines from that of the first byte on."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        advice = "name its encoding, perhaps cp1252, or convert it"
        if b"\0" in data:
            advice = "there are NUL bytes, too; this is not a text file"
        where = line + data.count(b"\n", 0, error.start)
        raise TextError(f"not UTF-8 (byte 0x{data[error.start]:02x}); {advice}", name, where) from error
    return without_nul(text, name, line)


def without_nul(text: str, name: str, line: int = 1) -> str:
    """Return a text; InputError where it has a zero byte, as no text has."""
    if (place := text.find("\0")) >= 0:
        line += text.count("\n", 0, place)
        raise TextError("there is a NUL byte; this is not a text file", name, line)
    return text


def decode_forgiving(data: bytes) -> str:
    """Return a text in which what cannot be decoded is replaced, by its byte order mark or as UTF-8."""
    return data.decode(mark_of(data) or "utf-8", "replace")


def _recoded(pieces: Iterator[bytes], name: str, encoding: str, *, told: bool) -> Iterator[bytes]:
    try:
        io.TextIOWrapper(io.BytesIO(), encoding)  # refuses codecs that make no text of bytes (rot13, hex)
        engine = codecs.getincrementaldecoder(encoding)()
    except (LookupError, UnicodeEncodeError) as error:
        raise InputError(
            f"unknown encoding {encoding!r}; utf-8, utf-16, cp1252, … are known", name
        ) from error
    line, first = 1, True
    for piece in itertools.chain(pieces, [None]):
        try:
            text = engine.decode(piece or b"", final=piece is None)
            if first and text:
                text, first = text.removeprefix("\ufeff"), False
            plain = text.encode()
        except UnicodeDecodeError as error:
            where = line
            with contextlib.suppress(UnicodeError):  # idna can leave nothing out
                where += error.object[: error.start].decode(encoding, "ignore").count("\n")
            what = f"byte 0x{error.object[error.start]:02x}"
            why = "" if told else ", as its byte order mark says"
            raise TextError(f"not {encoding}{why} ({what})", name, where) from error
        except UnicodeError as error:  # such as UTF-16 without a mark, of which only the codec knows
            raise TextError(f"not {encoding}: {error}", name, line) from error
        line += text.count("\n")
        yield plain


def _alternates(head: bytes) -> str | None:
    """Return the kind of UTF-16 if every second byte of the beginning is zero, as in Latin text."""
    head = head[:64]
    if len(head) < 4 or 0 not in head:
        return None
    return "utf-16-le" if not any(head[1::2]) else "utf-16-be" if not any(head[::2]) else None


def check_lines(text: str, name: str, line: int = 1) -> None:
    """Refuse a line that is far too long to be an item; ``line`` is the number of the first."""
    start = 0
    while len(text) - start > LONGEST_LINE:
        end = text.rfind("\n", start, start + LONGEST_LINE + 1)
        if end < 0:
            raise _too_long(name, text.count("\n", 0, start) + line)
        start = end + 1


def lines(pieces: Iterable[bytes], name: str, otherwise: str | None = None) -> Iterator[tuple[int, str]]:
    """Yield the lines of UTF-8 that comes in pieces, with their numbers; ``otherwise`` as in opening."""
    number = 1
    for number, block in line_blocks(pieces, name):
        yield from enumerate(_rows(block, name, number, otherwise), number)


def line_blocks(pieces: Iterable[bytes], name: str, least: int = 0) -> Iterator[tuple[int, bytes]]:
    """Cut pieces into blocks of whole lines, with so many bytes or more; yield each after its first line."""
    held: list[bytes] = []
    size, number = 0, 1
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        cut = piece.rfind(b"\n") + 1
        if cut and size >= least:
            held[-1] = piece[:cut]
            block = b"".join(held)
            yield number, block
            number += block.count(b"\n")
            held, size = [piece[cut:]], len(piece) - cut
        elif not cut and size > least + 4 * LONGEST_LINE:  # a character has four bytes at most
            raise _too_long(name, number + sum(part.count(b"\n") for part in held))
    if size:
        yield number, b"".join(held)


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
            checked_utf8(block, name, number)  # which says what is wrong, and where
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
        f"the line is longer than {LONGEST_LINE >> 20} million characters; give one item a line"
        f" (LYDITE_MAX_LINE={2 * (LONGEST_LINE >> 20)} allows twice as much)",
        name,
        line,
    )
