"""Tables that come in blocks of rows: phrases become numbers block by block, and the text is let go."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import RaggedArray, Vocabulary, offsets
from lydite.core.errors import InputError
from lydite.core.io import decoding
from lydite.reading.phrases import Phrases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import polars as pl

    from lydite.core.array_types import AnyArray, IntArray, UInt32Array
    from lydite.core.io.opening import ByteReader

BLOCK = 1 << 22
"""Bytes of text that are looked at together."""
_MANY = 2_000_000  # phrases whose numbers are held in half the space


class OddInput(Exception):  # noqa: N818, nothing is wrong
    """Raised where input is not in the plain form that is read at once; the careful reader takes it then."""


def unless_odd(read: Callable[[], Phrases]) -> Phrases | None:
    """Return what is read at once; nothing where it is odd, cannot be decoded, or anything else is wrong."""
    import polars as pl

    try:
        return read()
    except (
        OddInput,
        InputError,
        UnicodeDecodeError,
        pl.exceptions.PolarsError,
        pl.exceptions.PanicException,
    ):
        return None


def whole_lines(file: ByteReader) -> Iterator[bytes]:
    """Yield blocks of whole lines, each with its end; empty lines at the end are left out.

    A line that may be longer than is allowed is odd.
    """
    held: list[bytes] = []
    size = 0
    for piece in file:
        file.ensure_honest(file.tell())
        held.append(piece)
        size += len(piece)
        if size >= BLOCK:
            block = b"".join(held)
            end = block.rfind(b"\n") + 1
            if max(block.find(b"\n"), size - end) > decoding.LONGEST_LINE:
                raise OddInput
            if end:
                yield block[:end]
            held, size = [block[end:]], size - end
    if rest := b"".join(held).rstrip(b"\r\n"):
        yield rest + b"\n"


@dataclass
class BlockTable:
    """Items with lists of phrases so far."""

    _ids: list[pl.Series] = field(default_factory=list)
    _codes: list[UInt32Array] = field(default_factory=list)
    _sizes: list[UInt32Array] = field(default_factory=list)
    _columns: dict[str, list[pl.Series]] = field(default_factory=dict)

    def add(
        self,
        ids: pl.Series,
        codes: UInt32Array,
        sizes: UInt32Array,
        columns: Mapping[str, pl.Series],
    ) -> None:
        """Take one more block: ids, the numbers of their phrases end to end, how many each has, columns."""
        if ids.null_count():
            raise OddInput
        self._ids.append(ids)
        self._sizes.append(sizes)
        self._codes.append(codes)
        for name, cells in columns.items():
            self._columns.setdefault(name, []).append(cells)

    def table(self, source: str, strings: list[str], numbers: IntArray | None = None) -> Phrases:
        """Return the table of all blocks, which are freed; OddInput where an item occurs twice.

        ``numbers`` leads from the numbers of phrases so far to those in ``strings``; -1 drops a phrase.
        """
        import polars as pl

        if not self._ids:
            raise OddInput
        ids = pl.concat(self._ids)
        starts = offsets(np.concatenate(self._sizes))
        columns = {}
        for name, parts in self._columns.items():
            cells = pl.concat(parts)
            if cells.null_count() < len(cells):
                columns[name] = tuple(cells.fill_null("").to_list())
        if not bool((ids[:-1] < ids[1:]).all()) and ids.n_unique() < len(ids):
            raise OddInput
        codes = joined(self._codes)
        if numbers is not None:
            codes = numbers.astype(codes.dtype)[codes]
            if (kept := codes >= 0).sum() < len(codes):
                codes, starts = codes[kept], offsets(kept)[starts]
        return Phrases(ids, Vocabulary(strings), RaggedArray(codes, starts), columns, source)


def joined(parts: list[UInt32Array]) -> AnyArray:
    """Return numbers end to end; the parts go one by one, so that they are not held twice."""
    size = sum(map(len, parts))
    joined = np.empty(size, np.int32 if size > _MANY else np.int64)
    end = len(joined)
    while parts:
        part = parts.pop()
        joined[end - len(part) : end] = part
        end -= len(part)
    return joined
