"""JSON lines that are all alike, read by polars: the usual file, in blocks, straight to numbers.

What polars takes for granted is made sure of first. Each block must match one regular expression, made from
the first line: the same keys in the same order, once each, with values of the same kinds, spelled as JSON has
them. So nothing can be dropped, coerced or guessed. What does not match is left to the careful reader, which
tells what is wrong, and where.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.arrays import spread
from lydite.reading.blocks import BLOCK, BlockTable, OddInput, unless_odd, whole_lines
from lydite.reading.decoding import LONGEST_LINE
from lydite.reading.fields import ReadingSummary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import polars as pl

    from lydite.reading.fields import FieldChoice, ReadingContext
    from lydite.reading.opening import ByteReader
    from lydite.reading.phrases import Phrases

_HEX = "[0-9a-fA-F]"
_ESCAPES = (
    r'["\\/bfnrt]',
    rf"u(?:[0-9a-ce-fA-CE-F]{_HEX}{{3}}|[dD][0-7]{_HEX}{{2}})",
    rf"u[dD][89abAB]{_HEX}{{2}}\\u[dD][c-fC-F]{_HEX}{{2}}",  # two halves of one character
)
_BARE = r'"[^"\\\x00-\x1f]*"'
_STRING = rf'"(?:[^"\\\x00-\x1f]|\\(?:{"|".join(_ESCAPES)}))*"'
_WHOLE = r"(?:0|-?[1-9][0-9]{0,17})"  # fits into 64 bits, and is spelled as it is written as text
_GAP = r"[ \t]*"


def read_plain_json_lines(file: ByteReader, context: ReadingContext) -> Phrases | None:
    """Return the table of JSON lines with an id and one list of phrases each; nothing where any is odd."""
    if LONGEST_LINE < 2 * BLOCK:
        return None
    return unless_odd(lambda: _read(whole_lines(file), context))


def _read(blocks: Iterator[bytes], context: ReadingContext) -> Phrases:
    import polars as pl

    table, form = BlockTable(), None
    for block in blocks:
        form = form or _form(_record(block), context)
        text = pl.Series([block], dtype=pl.Binary).cast(pl.String)
        if form.bare and text.str.contains(form.bare)[0]:
            _add_bare(table, block, text, form)
        elif text.str.contains(form.pattern)[0]:
            _add(table, block, form)
        else:
            raise OddInput
    if form is None:
        raise OddInput
    return replace(table.table(context.source), understood=form.summary)


@dataclass(frozen=True)
class _Form:
    """What all lines are like."""

    head: FieldChoice
    summary: ReadingSummary
    schema: dict[str, pl.DataType]
    """The columns that are read; lists other than the phrases are no property of an item."""
    pattern: str
    """What blocks of whole lines match."""
    bare: str
    """What they match if they have nothing but strings, all without escapes; empty where that cannot be."""


def _add(table: BlockTable, block: bytes, form: _Form) -> None:
    """Take a block as polars reads it."""
    import polars as pl

    frame = pl.read_ndjson(block, schema=form.schema)
    if frame.height != block.count(b"\n"):
        raise OddInput
    head = form.head
    others = {head.called(k): frame[k] for k in form.schema if k not in head.taken}
    table.add_lists(frame[str(head.id)], frame[head.phrases[0]], others)


def _add_bare(table: BlockTable, block: bytes, text: pl.Series, form: _Form) -> None:
    """Take a block in which each quote begins or ends a string: twice as fast as to read it as JSON.

    A line has its keys, a string for each but that of the phrases, and these.
    """
    import polars as pl

    characters = np.frombuffer(block, dtype=np.uint8)
    quotes, ends = np.flatnonzero(characters == ord('"')), np.flatnonzero(characters == ord("\n"))
    strings = text.str.split('"').explode().gather_every(2, 1)
    last = np.searchsorted(quotes, ends) // 2  # strings up to the end of each line
    first = np.concatenate([[0], last[:-1]])
    fixed = 2 * len(form.schema) - 1
    head, names = form.head, list(form.schema)
    before = 2 * names.index(head.phrases[0]) + 1  # strings of a line up to the phrases
    sizes = last - first - fixed
    columns = {}
    for n, name in enumerate(names):
        if name != head.phrases[0]:
            place = first + 2 * n + 1 if 2 * n < before else last + 2 * (n - len(names)) + 1
            columns[name] = strings.gather(place)
    phrases = strings.gather(spread(first + before, sizes))
    others = {head.called(k): v for k, v in columns.items() if k not in head.taken}
    table.add(columns[str(head.id)], phrases, pl.Series(sizes, dtype=pl.UInt32), others)


def _record(block: bytes) -> dict[str, Any]:
    """Return the first object of a block."""
    import msgspec

    try:
        record = msgspec.json.decode(block[: block.index(b"\n")])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise OddInput from None
    if not isinstance(record, dict):
        raise OddInput
    return record


def _form(first: Mapping[str, Any], context: ReadingContext) -> _Form:
    """Return the form of lines by the first of them: an id, a list of phrases, further columns."""
    import polars as pl

    nested = [name for name, value in first.items() if isinstance(value, list | dict)]
    head = context.fields.choose(list(first), context.role, nested)
    if head.id is None or len(head.phrases) != 1 or head.id in head.phrases or head.scores is not None:
        raise OddInput
    if not isinstance(first[head.phrases[0]], list) or not {str, int, list} >= set(map(type, first.values())):
        raise OddInput
    if not all(name.isprintable() and not {'"', "\\"} & set(name) for name in first):
        raise OddInput
    kinds = {str: pl.String(), int: pl.Int64(), list: pl.List(pl.String())}
    schema = {n: kinds[type(v)] for n, v in first.items() if n == head.phrases[0] or not isinstance(v, list)}
    texts = len(schema) == len(first) and not any(isinstance(v, int) for v in first.values())
    return _Form(
        head,
        ReadingSummary("jsonl", tuple(first), head.id, head.phrases, topic=head.topic),
        schema,
        _pattern(first, head, _STRING),
        _pattern(first, None, _BARE) if texts else "",
    )


def _pattern(first: Mapping[str, Any], head: FieldChoice | None, string: str) -> str:
    """Return what blocks of lines match whose values are of the kinds of the first, strings as given.

    Fields that are not taken by ``head`` may be null.
    """
    import polars as pl

    kinds = {
        str: string,
        int: _WHOLE,
        list: rf"\[{_GAP}(?:{string}{_GAP}(?:,{_GAP}{string}{_GAP})*)?\]",
    }
    pairs = []
    for name, value in first.items():
        kind = kinds[type(value)]
        if head is not None and name not in head.taken:
            kind = f"(?:{kind}|null)"
        pairs.append(rf'{_GAP}"{pl.escape_regex(name)}"{_GAP}:{_GAP}{kind}{_GAP}')
    return rf"\A(?:{_GAP}\{{{','.join(pairs)}\}}{_GAP}\r?\n)*\z"
