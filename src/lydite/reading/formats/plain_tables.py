"""CSV and TSV of the usual form, read by polars: a row of known names, then rows that are all as wide.

Each block of lines must match one regular expression, by which its cells are the same for every reader: as
many as there are names, and none quoted in part. Cells that spell lists, rows without an id and whatever else
takes a closer look are left to the careful reader.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import offsets
from lydite.reading.blocks import BLOCK, BlockTable, OddInput, unless_odd, whole_lines
from lydite.reading.decoding import LONGEST_LINE
from lydite.reading.fields import ReadingSummary
from lydite.reading.formats.delimited import parting
from lydite.reading.formats.rows import mark_of
from lydite.reading.known_names import LISTS, SINGLES
from lydite.reading.numbering import StringNumbers
from lydite.reading.one_phrase_rows import ranked_table_of_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from lydite.array_types import FloatArray
    from lydite.reading.fields import FieldChoice, ReadingContext
    from lydite.reading.opening import ByteReader
    from lydite.reading.phrases import Phrases

_LONGEST_CELL = 1 << 16  # bytes; the careful reader knows how long one may be
_SPELLED = r"^\s*(?:\[.*\]|\(.*\)|\{.*\}|array\(.*\)|`.*`)\s*$"
_NUMBER = r"^-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$"
_MARKS = {"csv": ",", "tsv": "\t"}


def read_plain_table(file: ByteReader, context: ReadingContext, kind: str) -> Phrases | None:
    """Return the table of CSV or TSV under known names; nothing where anything is odd."""
    if LONGEST_LINE < 2 * BLOCK or context.fields.header is False:
        return None
    return unless_odd(lambda: _read(whole_lines(file), context, kind))


def _read(blocks: Iterator[bytes], context: ReadingContext, kind: str) -> Phrases:
    frame, chosen = _frame(blocks, context, kind)
    names = tuple(frame.columns)
    summary = ReadingSummary(kind, names, chosen.id, chosen.phrases, chosen.scores, topic=chosen.topic)
    return _table(frame, chosen, context, summary)


def _frame(blocks: Iterator[bytes], context: ReadingContext, kind: str) -> tuple[pl.DataFrame, FieldChoice]:
    """Return all rows, as texts, and which column is which."""
    import polars as pl

    mark, frames = _MARKS[kind], []
    names: list[str] = []
    for block in blocks:
        rows = block
        if "\ufeff".encode() in block:  # polars drops it where a block begins
            raise OddInput
        if not names:
            text = block.decode()
            line, _, rest = text.partition("\n")
            names = line.removesuffix("\r").split(mark)
            chosen = _chosen(names, context)
            if (kind == "csv" and mark_of(text) != mark) or not rest:
                raise OddInput
            rows = rest.encode()
            pattern = _pattern(len(names), mark, kind)
        if not pl.Series([rows], dtype=pl.Binary).cast(pl.String).str.contains(pattern)[0]:
            raise OddInput
        frame = pl.read_csv(
            rows.replace(b"\r\n", b"\n"),
            has_header=False,
            schema=dict.fromkeys(names, pl.String()),
            separator=mark,
            quote_char='"' if kind == "csv" else None,
        )
        if frame.height != rows.count(b"\n"):
            raise OddInput
        frames.append(
            frame.fill_null("")
        )  # cells with nothing in them: each row has as many as there are names
    if not frames:
        raise OddInput
    return pl.concat(frames), chosen


def _chosen(names: list[str], context: ReadingContext) -> FieldChoice:
    """Return which column is which, where an id and one column of phrases are known by name."""
    chosen = context.fields.choose(names, context.role)
    plain = all(n.strip() and n.isprintable() and '"' not in n for n in names) and len(set(names)) == len(
        names
    )
    if not plain or chosen.id is None or len(chosen.phrases) != 1 or chosen.id in chosen.phrases:
        raise OddInput
    return chosen


def _pattern(width: int, mark: str, kind: str) -> str:
    """Return what blocks of rows match that have so many cells."""
    within = r"\r\n\x00-\x08\x0b\x0c\x0e-\x1f"
    cell = rf'[^{mark}"{within}]*'
    if kind == "csv":
        cell = rf'(?:{cell}|"(?:[^"{within}]|"")*")'
    return rf"\A(?:{cell}(?:{mark}{cell}){{{width - 1}}}\r?\n)*\z"


def _table(
    frame: pl.DataFrame, chosen: FieldChoice, context: ReadingContext, summary: ReadingSummary
) -> Phrases:

    ids, cells = frame[str(chosen.id)], frame[chosen.phrases[0]]
    long = any((column.str.len_bytes() > _LONGEST_CELL).any() for column in frame)
    if long or cells.str.contains(_SPELLED).any() or (ids.str.strip_chars() == "").any():
        raise OddInput
    others = {chosen.called(k): frame[k] for k in frame.columns if k not in chosen.taken}
    name, again = chosen.phrases[0].strip().lower(), ids.n_unique() < len(ids)
    listed = name in LISTS and not chosen.user_said
    if again and not listed:  # an item that comes again has one phrase a row
        scores = None if chosen.scores is None else _numbers(frame[chosen.scores])
        empty = (cells.str.strip_chars() == "").to_numpy()
        dropped = empty if empty.any() else None
        table = ranked_table_of_rows(ids, cells, others, context, scores, dropped)
        return replace(table, understood=summary)
    if again or (name in SINGLES and not chosen.user_said) or chosen.scores is not None:
        raise OddInput
    separator, summary = parting(cells.to_list(), context, summary)
    if separator == "\n":  # lines may have bullets
        raise OddInput
    lists = cells.str.split(separator) if separator else cells.reshape((-1, 1)).arr.to_list()
    pieces = lists.explode().str.strip_chars()
    full = (pieces != "").to_numpy()
    sizes = np.diff(np.concatenate([[0], np.cumsum(full)])[offsets(lists.list.len().to_numpy())])
    items, numbers = BlockTable(), StringNumbers()
    items.add(ids, numbers.number(pieces.filter(full)), sizes.astype(np.uint32), others)
    return replace(items.table(context.source, numbers.strings()), understood=summary)


def _numbers(cells: pl.Series) -> FloatArray:
    """Return scores, if all are numbers as they are usually written."""
    import polars as pl

    if not cells.str.contains(_NUMBER).all():
        raise OddInput
    return cells.cast(pl.Float64).to_numpy()
