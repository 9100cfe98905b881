"""JSON lines, decoded strictly, line by line: an object each with id and phrases, or a list of phrases each.

They come in blocks. While objects are all alike they become columns, and the text is let go.
"""

from __future__ import annotations

import re
from array import array
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from lydite.core.collecting import uncollected
from lydite.core.errors import InputError
from lydite.core.io import decoding
from lydite.reading.blocks import BLOCK
from lydite.reading.formats.json_records import columns_like, from_odd_records
from lydite.reading.formats.json_text import decode_json
from lydite.reading.spelled_lists import python_literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.reading.fields import ReadingContext
    from lydite.reading.phrases import Phrases

_KEY = re.compile(rb'"\s*:')
_decode = msgspec.json.Decoder().decode


def read_json_lines(pieces: Iterator[bytes], context: ReadingContext, encoding: str | None = None) -> Phrases:
    """Read the lines of a text that comes in pieces."""
    columns, records, lines, begun = None, list[Any](), array("q"), False
    text = decoding.utf8(pieces, context.source, encoding)
    for line, block in decoding.line_blocks(text, context.source, BLOCK):
        with uncollected():
            found = _records(block, line, lines, context)
            if not begun and found:
                begun, columns = True, columns_like(found[0], context)
            if columns is None:
                records += found
            elif not columns.add(found):
                records, columns = [*columns.records(), *found], None
            del found
    if columns is not None:
        return columns.table("jsonl", lines, context)
    if not lines and not context.faults:
        raise InputError("is empty", context.source)
    return from_odd_records(records, lines, context, "jsonl")


def _records(block: bytes, line: int, lines: array[int], context: ReadingContext) -> list[Any]:
    """Return what the lines of a block hold, the first of which is ``line``; their numbers are appended."""
    rows = block.split(b"\n")
    if not rows[-1]:
        rows.pop()
    if len(block) <= decoding.LONGEST_LINE:
        try:
            records = list(map(_decode, rows))
            if not _keys_twice(block, records):
                lines.extend(range(line, line + len(rows)))
                return records
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass  # a blank line, or worse
    return _one_by_one(block, rows, line, lines, context)


def _one_by_one(
    block: bytes, rows: list[bytes], line: int, lines: array[int], context: ReadingContext
) -> list[Any]:
    text = decoding.checked_utf8(block, context.source, line)
    decoding.check_lines(text, context.source, line)
    records = []
    for number, row in enumerate(rows, line):
        if not row or row.decode().isspace():
            continue
        with context.keep_fault():
            records.append(_record(row, context.source, number))
            lines.append(number)
    return records


def _record(row: bytes, source: str, line: int) -> Any:
    """Return what a line holds: JSON, or what Python prints."""
    try:
        record = _decode(row)
        again = _keys_twice(row, [record])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        record, again = python_literal(row.decode()), False
    return decode_json(row.decode(), source, line, "the key") if again or record is None else record


def _keys_twice(text: bytes, records: list[Any]) -> bool:
    """Whether objects in a text may have a key twice, of which decoders keep the last in silence.

    Each key has a colon after it, so that as many colons as keys prove that there is none; so do, where texts
    have colons in them, as many quotes with a colon after them.
    """
    if set(map(type, records)) == {dict} and text.count(b":") == sum(map(len, records)):
        return False
    return len(_KEY.findall(text)) != _keys_in(records)


def _keys_in(values: list[Any]) -> int:
    """Return how many keys all objects in some values have together, at any depth."""
    keys = 0
    while values:
        objects = [value for value in values if type(value) is dict]
        lists = [value for value in values if type(value) is list]
        keys += sum(map(len, objects))
        inner = chain(chain.from_iterable(map(dict.values, objects)), chain.from_iterable(lists))
        values = [value for value in inner if type(value) is dict or type(value) is list]
    return keys
