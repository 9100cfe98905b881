"""JSON lines that are all alike, scanned in blocks straight to numbers: the usual large file.

The form of all lines is that of the first: an id, a list of phrases, perhaps a list of scores, and further
columns. What is of another form is left to the careful reader.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from lydite.core.arrays import offsets
from lydite.core.io.decoding import LONGEST_LINE
from lydite.reading.blocks import BLOCK, BlockTable, OddInput, unless_odd, whole_lines
from lydite.reading.fields import ReadingSummary
from lydite.reading.formats import json_scanner
from lydite.reading.formats.json_scanner import LIST, NULLABLE, NUMBERS, PHRASES, TEXT, WHOLE
from lydite.reading.formats.scanned_cells import split_cells
from lydite.reading.phrase_lists import unread_numbers
from lydite.reading.ranked_lists import with_scores
from lydite.reading.text_table import TextTable, merge_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import polars as pl

    from lydite.core.array_types import ByteArray, FloatArray
    from lydite.core.io.opening import ByteReader
    from lydite.reading.fields import FieldChoice, ReadingContext
    from lydite.reading.phrases import Phrases


def read_plain_json_lines(file: ByteReader, context: ReadingContext) -> Phrases | None:
    """Return the table of JSON lines with an id and one list of phrases each; nothing where any is odd."""
    if LONGEST_LINE < 2 * BLOCK:
        return None
    return unless_odd(lambda: _read(whole_lines(file), context))


def _read(blocks: Iterator[bytes], context: ReadingContext) -> Phrases:
    table, texts, form, buffers = BlockTable(), TextTable(), None, _Buffers()
    for block in blocks:
        form = form or _form(_record(block), context)
        if not block.isascii():
            block.decode()  # or it is odd
        _add(table, texts, block, form, buffers)
    if form is None:
        raise OddInput
    strings, numbers = texts.texts(), None
    if any("\\" in text for text in strings):
        strings, numbers = merge_texts(strings, _spelled)
    phrases = replace(table.table(context.source, strings, numbers), understood=form.summary)
    return phrases if form.head.scores is None else with_scores(phrases, table.scores(), context)


@dataclass(frozen=True)
class _Form:
    """What all lines are like."""

    head: FieldChoice
    summary: ReadingSummary
    columns: tuple[str, ...]
    """Names of plain values, in order; lists other than the phrases are no property of an item."""
    line: json_scanner.LineForm


class _Buffers:
    """Room for the values of one block, which the next one uses again."""

    def __init__(self) -> None:
        self._values: json_scanner.LineValues | None = None
        self._size = 0

    def for_block(self, size: int, columns: int) -> json_scanner.LineValues:
        """Return room for what a block of so many bytes can hold."""
        if self._values is None or self._size < size:
            self._size = size
            self._values = json_scanner.LineValues(
                np.empty(size // 2 + 1, np.uint32),
                np.empty(size // 2 + 1, np.int64),
                np.empty(size * columns, np.uint8),
                np.empty(size, np.uint8),
                np.empty(3 + columns, np.int64),
            )
        self._values.ends[:3] = 0
        self._values.ends[3:] = np.arange(columns) * self._size
        return self._values


def _add(table: BlockTable, texts: TextTable, block: bytes, form: _Form, buffers: _Buffers) -> None:
    """Take one more block."""
    values = buffers.for_block(len(block), len(form.columns))
    begins = values.ends[3:].copy()
    data = np.frombuffer(block, dtype=np.uint8)
    lines = json_scanner.scan_lines.compiled(
        data, form.line, texts.reserve(len(block), block.count(b'"') // 2), values
    )
    if lines < 0:
        raise OddInput
    columns = {
        name: _strings(values.cells[a:b])
        for name, a, b in zip(form.columns, begins.tolist(), values.ends[3:].tolist(), strict=True)
    }
    head = form.head
    others = {head.called(k): v for k, v in columns.items() if k not in head.taken}
    scores = None if head.scores is None else _numbers(values.numbers[: values.ends[1]])
    codes, sizes = values.codes[: values.ends[0]].copy(), values.sizes[:lines].astype(np.uint32)
    table.add(columns[str(head.id)], codes, sizes, others, scores)


def _strings(cells: ByteArray) -> pl.Series:
    """Return strings as JSON spells them; a zero byte is null."""
    import polars as pl

    texts = split_cells(cells)
    if (cells == ord("\\")).any():
        escaped = texts.str.contains("\\", literal=True)
        spelled = list(map(_spelled, texts.filter(escaped).to_list()))
        texts = texts.scatter(escaped.arg_true(), pl.Series(spelled, dtype=pl.String))
    return texts.set(texts == "\0", None) if (cells == 0).any() else texts


def _spelled(raw: str) -> str:
    """Return the string that is written so between quotes."""
    text: str = json.loads(f'"{raw}"') if "\\" in raw else raw
    return text


def _numbers(cells: ByteArray) -> FloatArray:
    import polars as pl

    numbers = split_cells(cells).cast(pl.Float64).to_numpy()
    if not np.isfinite(numbers).all():
        raise OddInput
    return numbers


def _record(block: bytes) -> dict[str, Any]:
    """Return the first object of a block."""
    try:
        record = msgspec.json.decode(block[: block.index(b"\n")])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise OddInput from None
    if not isinstance(record, dict):
        raise OddInput
    return record


def _form(first: Mapping[str, Any], context: ReadingContext) -> _Form:
    """Return the form of lines by the first of them."""
    nested = [name for name, value in first.items() if isinstance(value, list | dict)]
    head = context.fields.choose(list(first), context.role, nested)
    if (
        head.id is None
        or head.id in nested
        or len(head.phrases) != 1
        or head.id in head.phrases
        or head.ranks
    ):
        raise OddInput
    if (
        unread_numbers([first], head, context)
        or not isinstance(first[head.phrases[0]], list)
        or not {str, int, list} >= set(map(type, first.values()))
    ):
        raise OddInput
    if head.scores is not None and (
        not isinstance(first[head.scores], list) or context.fields.ties != "order"
    ):
        raise OddInput
    if not all(name.isprintable() and not {'"', "\\"} & set(name) for name in first):
        raise OddInput
    kinds = []
    for name, value in first.items():
        plain = {str: TEXT, int: WHOLE, list: LIST}[type(value)]
        special = {head.phrases[0]: PHRASES, head.scores: NUMBERS}.get(name, plain)
        kinds.append(special if name in head.taken else special + NULLABLE)
    names = [name.encode() for name in first]
    line = json_scanner.LineForm(
        np.frombuffer(b"".join(names), np.uint8), offsets(list(map(len, names))), np.array(kinds, np.int64)
    )
    summary = ReadingSummary("jsonl", tuple(first), head.id, head.phrases, head.scores, topic=head.topic)
    columns = tuple(n for n, k in zip(first, kinds, strict=True) if k % NULLABLE in (TEXT, WHOLE))
    return _Form(head, summary, columns, line)
