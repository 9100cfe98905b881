"""What the end of a Parquet file says of its size: a struct in Thrift's compact protocol."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.reading import decoding

if TYPE_CHECKING:
    from collections.abc import Iterator

_END = 8  # bytes: how long the struct before them is, and the letters that Parquet files begin with, too
_ROW_GROUPS, _TOTAL_BYTES = 4, 2  # the fields that are wanted, of a file and of a group of rows
_BYTE, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = 3, 7, 8, 9, 10, 11, 12
_DEEPEST = 24  # structs in each other; those of Parquet are six deep


def unpacked_size(data: bytes | str | Path, name: str) -> int:
    """Return how many bytes all columns have when they are decompressed; 0 where the end makes no sense.

    What is looked at byte by byte has the limit of a page: a sound file has some 120 such bytes for each
    column of a group of rows, and more would take many seconds. Texts that stand there are passed over.
    """
    with io.BytesIO(data) if isinstance(data, bytes) else Path(data).open("rb") as file:
        end = file.seek(0, io.SEEK_END)
        if end < _END:
            return 0
        file.seek(end - _END)
        length = int.from_bytes(file.read(4), "little")
        if length > end - _END:
            return 0
        decoding.ensure_within(length, "content", name, noun="end that lists all groups of rows")
        file.seek(end - _END - length)
        footer = _Footer(file.read(length))
    with contextlib.suppress(ValueError):
        return _total(footer)
    decoding.ensure_within(footer.steps, "page", name, noun="end that lists all groups of rows")
    return 0


class _Footer(io.BytesIO):
    """The struct, and how many of its bytes were looked at."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.steps, self.most = 0, decoding.limit("page")


def _total(footer: _Footer) -> int:
    total = 0
    for field, kind in _fields(footer):
        if field == _ROW_GROUPS and kind in (_LIST, _SET):
            count, inner = _list(footer)
            for _ in range(count):
                total += _group(footer) if inner == _STRUCT else _skip(footer, inner, inside=True)
        else:
            _skip(footer, kind)
    return total


def _group(footer: _Footer) -> int:
    size = 0
    for field, kind in _fields(footer):
        if field == _TOTAL_BYTES and _BYTE < kind < _DOUBLE:
            size = _zigzag(_number(footer))
        else:
            _skip(footer, kind)
    return max(size, 0)


def _fields(footer: _Footer) -> Iterator[tuple[int, int]]:
    """Yield the number and kind of each field of a struct; who takes one reads its value."""
    field = 0
    while head := _byte(footer):
        step, kind = divmod(head, 16)
        field = field + step if step else _zigzag(_number(footer))
        yield field, kind


def _skip(footer: _Footer, kind: int, depth: int = 0, *, inside: bool = False) -> int:
    """Read a value of a kind; ``inside`` a list, what is true or false has a byte."""
    if depth > _DEEPEST:
        raise ValueError(kind)
    if 0 < kind <= _BYTE:
        if inside or kind == _BYTE:
            _byte(footer)
    elif _BYTE < kind < _DOUBLE:
        _number(footer)
    elif kind == _DOUBLE:
        _pass(footer, 8)
    elif kind == _BINARY:
        _pass(footer, _number(footer))
    elif kind in (_LIST, _SET):
        count, inner = _list(footer)
        for _ in range(count):
            _skip(footer, inner, depth + 1, inside=True)
    elif kind == _STRUCT:
        for _, inner in _fields(footer):
            _skip(footer, inner, depth + 1)
    elif kind == _MAP:
        count = _number(footer)
        kinds = divmod(_byte(footer), 16) if count else ()
        for _ in range(count):
            for inner in kinds:
                _skip(footer, inner, depth + 1, inside=True)
    else:
        raise ValueError(kind)
    return 0


def _list(footer: _Footer) -> tuple[int, int]:
    """Return how many elements a list has, and of which kind."""
    count, kind = divmod(_byte(footer), 16)
    return _number(footer) if count == 15 else count, kind


def _pass(footer: _Footer, count: int) -> None:
    """Go on by so many bytes, which are there: so nothing takes longer than the footer is long."""
    if len(footer.read(count)) < count:
        raise ValueError("ends early")


def _byte(footer: _Footer) -> int:
    footer.steps += 1
    if not (byte := footer.read(1)) or footer.steps > footer.most:
        raise ValueError("ends early, or too late")
    return byte[0]


def _number(footer: _Footer) -> int:
    """Return a number that is spelled seven bits a byte, the lowest first."""
    number = 0
    for shift in range(0, 63, 7):
        byte = _byte(footer)
        number |= (byte & 127) << shift
        if byte < 128:
            return number
    raise ValueError("too long")


def _zigzag(number: int) -> int:
    return number >> 1 if number % 2 == 0 else -(number >> 1) - 1
