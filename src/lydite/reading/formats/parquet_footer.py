"""The size that the end of a Parquet file declares: a struct in Thrift's compact protocol."""

from __future__ import annotations

import io
from pathlib import Path

from lydite.core.errors import InputError
from lydite.core.io import decoding

_END = 8  # bytes: the length of the struct before them, and the magic number
_SIZES = (4, 2)  # the fields: groups of rows, and in each the bytes of all its columns
_BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 3, 7, 8, 9, 10, 12
_DEEPEST = 24  # nested structs; Parquet has six
_NOUN = "end that lists all groups of rows"


def unpacked_size(data: bytes | str | Path, name: str) -> int:
    """Return how many bytes all columns have when they are decompressed, as the groups of rows declare.

    The bytes that are looked at one by one have the limit of a page: a sound file has some 120 of them for
    each column of a group of rows. Texts are passed over.
    """
    with io.BytesIO(data) if isinstance(data, bytes) else Path(data).open("rb") as file:
        end = file.seek(0, io.SEEK_END)
        file.seek(max(end - _END, 0))
        length = int.from_bytes(file.read(4), "little")
        decoding.ensure_within(min(length, end), "content", name, noun=_NOUN)
        file.seek(max(end - _END - length, 0))
        footer = _Footer(file.read(length))
    try:
        return footer.sum(_STRUCT, _SIZES)
    except ValueError as error:
        decoding.ensure_within(footer.steps, "page", name, noun=_NOUN)
        raise InputError("is no Parquet file that can be read: its end is damaged", name) from error


class _Footer(io.BytesIO):
    """The struct, and how many of its bytes were looked at."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.steps, self.most = 0, decoding.limit("page")

    def sum(self, kind: int, fields: tuple[int, ...] | None, depth: int = 0, *, inside: bool = False) -> int:
        """Read a value, and return the sum of the numbers that a path of fields leads to.

        ``fields`` is what is left of the path, None for a value that is not on it. ``inside`` a list, true
        and false have a byte.
        """
        if depth > _DEEPEST:
            raise ValueError("too deep")
        if 0 < kind <= _BYTE:
            if inside or kind == _BYTE:
                self.byte()
        elif _BYTE < kind < _DOUBLE:
            number = self.number()
            return number >> 1 if fields == () and number % 2 == 0 else 0  # odd ones are negative
        elif kind in (_DOUBLE, _BINARY):
            size = 8 if kind == _DOUBLE else self.number()
            if len(self.read(size)) < size:
                raise ValueError("ends early")
        elif kind in (_LIST, _SET):
            count, inner = divmod(self.byte(), 16)
            count = self.number() if count == 15 else count
            return sum(self.sum(inner, fields, depth + 1, inside=True) for _ in range(count))
        elif kind == _STRUCT:
            total = field = 0
            while head := self.byte():
                step, inner = divmod(head, 16)
                field = field + step if step else self.number() >> 1
                rest = fields[1:] if fields and fields[0] == field else None
                total += self.sum(inner, rest, depth + 1)
            return total
        else:  # a map, of which Parquet has none
            raise ValueError("no such kind")
        return 0

    def byte(self) -> int:
        """Return the next byte."""
        self.steps += 1
        if not (byte := self.read(1)) or self.steps > self.most:
            raise ValueError("ends early, or too late")
        return byte[0]

    def number(self) -> int:
        """Return a number that is spelled seven bits a byte, the lowest first."""
        number = 0
        for shift in range(0, 63, 7):
            byte = self.byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
        raise ValueError("too long")
