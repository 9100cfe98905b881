"""CSV and TSV of the usual form, scanned in blocks straight to numbers: known names, then rows as wide.

Cells that spell lists, rows without an id and whatever else takes a closer look are left to the careful
reader.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.io.decoding import LONGEST_LINE
from lydite.reading.blocks import BLOCK, BlockTable, OddInput, unless_odd, whole_lines
from lydite.reading.fields import ReadingSummary
from lydite.reading.formats import row_scanner
from lydite.reading.formats.row_scanner import ITEM, KEPT, PHRASE, PHRASES, RowForm
from lydite.reading.formats.rows import mark_of
from lydite.reading.formats.scanned_cells import split_cells, sure_separator
from lydite.reading.known_names import LISTS, SINGLES
from lydite.reading.numbering import NumberedColumn
from lydite.reading.one_phrase_rows import ranked_table_of_rows
from lydite.reading.separators import NO_SEPARATOR
from lydite.reading.text_table import TextTable, merge_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from lydite.core.array_types import FloatArray, IntArray, UInt32Array
    from lydite.core.io.opening import ByteReader
    from lydite.reading.fields import FieldChoice, ReadingContext
    from lydite.reading.phrases import Phrases

_MARKS = {"csv": ",", "tsv": "\t"}
_NUMERIC = np.isin(np.arange(256), np.frombuffer(b"0123456789.eE+-\n", np.uint8))


def read_plain_table(file: ByteReader, context: ReadingContext, kind: str) -> Phrases | None:
    """Return the table of CSV or TSV under known names; nothing where anything is odd."""
    if LONGEST_LINE < 2 * BLOCK or context.fields.header is False or context.fields.ties != "order":
        return None
    return unless_odd(lambda: _read(whole_lines(file), context, kind))


def _read(blocks: Iterator[bytes], context: ReadingContext, kind: str) -> Phrases:
    first = next(blocks, b"")
    text, mark = first.decode(), _MARKS[kind]
    line, _, rest = text.partition("\n")
    names = line.removesuffix("\r").split(mark)
    chosen = _chosen(names, context)
    if chosen.ranks:
        raise OddInput
    if (kind == "csv" and mark_of(text) != mark) or not rest:
        raise OddInput
    summary = ReadingSummary(kind, tuple(names), chosen.id, chosen.phrases, chosen.scores, topic=chosen.topic)
    head = rest.encode()
    name = chosen.phrases[0].strip().lower()
    listed = name in LISTS and not chosen.user_said
    if not listed and _repeats(head, names, chosen, mark):  # an item that comes again has one phrase a row
        rows = _scanned(head, blocks, names, _form(names, chosen, mark, -1, long=True))
        return replace(_long(rows, chosen, context), understood=summary)
    if (name in SINGLES and not chosen.user_said) or chosen.scores is not None:
        raise OddInput
    separator = _separator(head, names, chosen, mark, context)
    part = ord(separator) if separator else -1
    rows = _scanned(head, blocks, names, _form(names, chosen, mark, part, long=False))
    return _lists(rows, separator, chosen, context, summary)


def _chosen(names: list[str], context: ReadingContext) -> FieldChoice:
    """Return which column is which, where an id and one column of phrases are known by name."""
    chosen = context.fields.choose(names, context.role)
    plain = all(n.strip() and n.isprintable() and '"' not in n for n in names) and len(set(names)) == len(
        names
    )
    if not plain or chosen.id is None or len(chosen.phrases) != 1 or chosen.id in chosen.phrases:
        raise OddInput
    return chosen


def _form(names: list[str], chosen: FieldChoice, mark: str, separator: int, *, long: bool) -> RowForm:
    kinds = {chosen.id: ITEM if long else KEPT, chosen.phrases[0]: PHRASE if long else PHRASES}
    return RowForm(
        np.array([kinds.get(n, KEPT) for n in names], np.int64), ord(mark), separator, quoted=mark == ","
    )


@dataclass
class _ScannedRows:
    """All rows of a file; cells that are kept as text by name, as they come, block by block."""

    items: TextTable
    phrases: TextTable
    owners: list[UInt32Array]
    codes: list[UInt32Array]
    sizes: list[UInt32Array]
    cells: dict[str, list[pl.Series]]
    numeric: dict[str, bool]
    """Whether cells of a column are written in what numbers are written in."""
    counts: IntArray

    @property
    def count(self) -> int:
        """How many rows there are."""
        return sum(map(len, self.sizes))

    def column(self, name: str) -> pl.Series:
        """Return the cells of a column."""
        import polars as pl

        return pl.concat(self.cells[name])


def _scanned(head: bytes, blocks: Iterator[bytes], names: list[str], form: RowForm) -> _ScannedRows:
    """Scan the rest of the first block, and all others."""
    kept = [n for n, kind in zip(names, form.kinds.tolist(), strict=True) if kind == KEPT]
    rows = _ScannedRows(
        TextTable(), TextTable(), [], [], [], {n: [] for n in kept}, {}, np.zeros(9, np.int64)
    )
    _add(rows, head, kept, form)
    for block in blocks:
        if not block.isascii():
            block.decode()  # or it is odd
        _add(rows, block, kept, form)
    return rows


def _add(rows: _ScannedRows, block: bytes, kept: list[str], form: RowForm) -> None:
    """Take one more block of rows."""
    size, lines = len(block), block.count(b"\n")
    ends = np.arange(len(kept) + 1, dtype=np.int64) * size - size
    ends[0] = 0
    begins = ends[1:].tolist()
    pieces = lines + (block.count(bytes([form.separator])) if form.separator >= 0 else 0)
    values = row_scanner.RowValues(
        np.empty(lines, np.uint32), np.empty(pieces, np.uint32), np.empty(lines, np.int64),
        np.empty(size * len(kept), np.uint8), ends, rows.counts,
    )  # fmt: skip
    data = np.frombuffer(block, dtype=np.uint8)
    tables = rows.items.reserve(size, lines), rows.phrases.reserve(size, pieces)
    if row_scanner.scan_rows.compiled(data, form, *tables, values) != lines:
        raise OddInput
    rows.owners.append(values.items)
    rows.codes.append(values.codes[: ends[0]].copy())
    rows.sizes.append(values.sizes.astype(np.uint32))
    for name, a, b in zip(kept, begins, ends[1:].tolist(), strict=True):
        cells = values.cells[a:b]
        texts = split_cells(cells)
        if (cells == ord('"')).any():
            texts = texts.str.replace_all('""', '"', literal=True)
        rows.cells[name].append(texts)
        rows.numeric[name] = rows.numeric.get(name, True) and bool(_NUMERIC[cells].all())


def _repeats(head: bytes, names: list[str], chosen: FieldChoice, mark: str) -> bool:
    """Whether an item comes again in the first block."""
    rows = _scanned(head, iter(()), names, _form(names, chosen, mark, -1, long=True))
    return len(rows.items) < rows.count


def _separator(head: bytes, names: list[str], chosen: FieldChoice, mark: str, context: ReadingContext) -> str:
    """Return what parts phrases, as users say or as the first block shows it."""
    given = context.fields.separator
    if given is None:
        counts = _scanned(head, iter(()), names, _form(names, chosen, mark, -1, long=False))
        given = sure_separator(counts.counts, counts.count)
    if given == NO_SEPARATOR:
        return given
    if given is None or len(given) > 1 or not given.isascii() or given in '"\n\r':
        raise OddInput
    return given


def _long(rows: _ScannedRows, chosen: FieldChoice, context: ReadingContext) -> Phrases:
    """Return the table of one phrase a row."""
    items, phrases = (_unquoted(table) for table in (rows.items, rows.phrases))
    blank = np.array([not p.strip() for p in phrases])
    if not all(map(str.strip, items)) or any(map(_spells, phrases)):
        raise OddInput
    codes = np.concatenate(rows.codes)
    dropped = blank[codes] if blank.any() else None
    others = {chosen.called(k): rows.column(k) for k in rows.cells if k not in chosen.taken}
    scores = None if chosen.scores is None else _numbers(rows, chosen.scores)
    return ranked_table_of_rows(
        NumberedColumn(np.concatenate(rows.owners).astype(np.int64), items),
        NumberedColumn(codes.astype(np.int64), phrases),
        others, context, scores, dropped,
    )  # fmt: skip


def _lists(
    rows: _ScannedRows, separator: str, chosen: FieldChoice, context: ReadingContext, summary: ReadingSummary
) -> Phrases:
    """Return the table of one item a row."""
    ids = rows.column(str(chosen.id))
    if rows.counts[row_scanner.SPELLED] or (ids.str.strip_chars() == "").any():
        raise OddInput
    given = context.fields.separator
    if given is None and sure_separator(rows.counts, rows.count) != separator:
        raise OddInput
    if given and not rows.counts[row_scanner.PARTED]:
        raise OddInput
    summary = replace(summary, separator=separator, noticed=given is None)
    strings, numbers = merge_texts(
        rows.phrases.texts(), lambda text: text.replace('""', '"').strip(), drop_empty=True
    )
    others = {chosen.called(k): rows.column(k) for k in rows.cells if k not in chosen.taken}
    items = BlockTable()
    items.add(ids, np.concatenate(rows.codes), np.concatenate(rows.sizes), others)
    return replace(items.table(context.source, strings, numbers), understood=summary)


def _unquoted(table: TextTable) -> list[str]:
    texts = table.texts()
    return [t.replace('""', '"') for t in texts] if ord('"') in table else texts


def _spells(phrase: str) -> bool:
    """Whether a phrase may spell a list."""
    bare = phrase.strip()
    return bare[:1] in {*"[({`", "a"} and bare[-1:] in {*"])}`"}


def _numbers(rows: _ScannedRows, name: str) -> FloatArray:
    """Return scores, if all are numbers as they are usually written."""
    import polars as pl

    if not rows.numeric[name]:
        raise OddInput
    numbers = rows.column(name).cast(pl.Float64).to_numpy()
    if not np.isfinite(numbers).all():
        raise OddInput
    return numbers
