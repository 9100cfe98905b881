"""Rows of CSV and TSV that are all as wide, scanned byte by byte: cells become numbers or plain text.

Every row has as many cells as there are names, and none is quoted in part, so that its cells are the same for
every reader; else the scan ends with -1, and the careful reader tells what is wrong, and where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lydite.core.compiled import kernel
from lydite.reading.text_table import mix, number_text

if TYPE_CHECKING:
    from lydite.core.array_types import ByteArray, IntArray, UInt32Array
    from lydite.reading.text_table import TextSlots

KEPT, ITEM, PHRASE, PHRASES = range(4)
"""Kinds of cells: kept as text, an item, one phrase, or phrases between separators, which are numbered."""
LONGEST_CELL = 1 << 16
"""Bytes; the careful reader knows how long one may be."""
FULL, UNSURE, SPELLED, COMMA, SEMICOLON, BAR, COMMA_WITHOUT_SEMICOLON, COMMA_WITHOUT_BAR, PARTED = range(9)
"""What is counted of cells: those with anything in them, or perhaps; that may spell a list; have marks."""


class RowForm(NamedTuple):
    """What all rows are like."""

    kinds: IntArray
    mark: int
    """What parts cells."""
    separator: int
    """What parts phrases within a cell; -1 for nothing."""
    quoted: bool
    """Whether cells may be quoted."""


class RowValues(NamedTuple):
    """Where cells are written; ``ends`` counts what is written so far of phrases, then of kept columns."""

    items: UInt32Array
    codes: UInt32Array
    sizes: IntArray
    cells: ByteArray
    """For each kept column its cells, each with an end of line after it."""
    ends: IntArray
    counts: IntArray
    """How many cells of phrases have what; see ``FULL`` and those after it."""


@kernel
def cell_end(data: ByteArray, at: int, form: RowForm) -> int:
    """Return where the cell that begins here ends, without its closing quote; -1 where it is none."""
    quoted = form.quoted and data[at] == 34  # "
    if quoted:
        at += 1
    while at < len(data):
        c = data[at]
        if c == 34:
            if not quoted:
                return -1
            if at + 1 < len(data) and data[at + 1] == 34:
                at += 2
                continue
            return at
        if not quoted and c in (form.mark, 10, 13):
            return at
        if c < 32 and c != 9:
            return -1
        at += 1
    return -1


@kernel
def same_text(data: ByteArray, begin: int, end: int, number: int, table: TextSlots) -> bool:
    """Whether the bytes between two places are the text of a number."""
    first = table.starts[number]
    if table.starts[number + 1] - first != end - begin:
        return False
    same = end
    while same > begin and table.text[first + same - begin - 1] == data[same - 1]:  # ends mostly differ
        same -= 1
    return same == begin


@kernel
def hash_between(data: ByteArray, begin: int, end: int, mixed: int) -> int:
    """Return the hash of the bytes between two places."""
    for j in range(begin, end):
        mixed = mix(mixed, data[j])
    return mixed


@kernel
def look_at(data: ByteArray, begin: int, end: int, form: RowForm, counts: IntArray) -> None:
    """Count what a cell of phrases has in it.

    Of bytes beyond ASCII it is not known whether they are white space: such a cell may be empty, and may
    spell a list if what else it begins and ends with looks so.
    """
    comma = semicolon = bar = parted = seen = False
    for j in range(begin, end):
        c = data[j]
        comma = comma or c == 44
        semicolon = semicolon or c == 59
        bar = bar or c == 124
        parted = parted or c == form.separator
        seen = seen or 32 < c < 127
    counts[FULL] += seen
    counts[UNSURE] += end > begin and not seen
    counts[COMMA] += comma
    counts[SEMICOLON] += semicolon
    counts[BAR] += bar
    counts[COMMA_WITHOUT_SEMICOLON] += comma and not semicolon
    counts[COMMA_WITHOUT_BAR] += comma and not bar
    counts[PARTED] += parted
    if seen:
        while not 32 < data[begin] < 127:
            begin += 1
        while not 32 < data[end - 1] < 127:
            end -= 1
        first, last = data[begin], data[end - 1]
        opens = first in (91, 40, 123, 96, 97)  # [({`a, of array(
        counts[SPELLED] += opens and last in (93, 41, 125, 96)


@kernel
def number_pieces(
    data: ByteArray, begin: int, end: int, separator: int, table: TextSlots, values: RowValues
) -> None:
    """Take the phrases of one cell, as they stand between separators."""
    at = begin
    while at <= end:
        mixed, first = table.seed, at
        while at < end and data[at] != separator:
            mixed = mix(mixed, data[at])
            at += 1
        values.codes[values.ends[0]] = number_text(data, first, at, mixed, table)
        values.ends[0] += 1
        at += 1


@kernel
def scan_rows(data: ByteArray, form: RowForm, items: TextSlots, phrases: TextSlots, values: RowValues) -> int:
    """Take all rows, each with its end, and return how many there are; -1 where one is of another form."""
    at, rows, width, item = 0, 0, len(form.kinds), 0
    while at < len(data):
        column = 1
        numbered = values.ends[0]
        for k in range(width):
            if at >= len(data):
                return -1
            begin = at
            end = cell_end(data, at, form)
            if end < 0 or end - begin > LONGEST_CELL:
                return -1
            at = end
            if form.quoted and data[begin] == 34:
                begin += 1
                at += 1
            kind = form.kinds[k]
            if kind == ITEM:
                if rows == 0 or not same_text(data, begin, end, item, items):  # mostly that of the row before
                    mixed = hash_between(data, begin, end, items.seed)
                    item = number_text(data, begin, end, mixed, items)
                values.items[rows] = item
            elif kind == PHRASE:
                mixed = hash_between(data, begin, end, phrases.seed)
                values.codes[values.ends[0]] = number_text(data, begin, end, mixed, phrases)
                values.ends[0] += 1
            elif kind == PHRASES:
                look_at(data, begin, end, form, values.counts)
                number_pieces(data, begin, end, form.separator, phrases, values)
            else:
                n = values.ends[column]
                values.cells[n : n + end - begin] = data[begin:end]
                values.cells[n + end - begin] = 10
                values.ends[column] = n + end - begin + 1
                column += 1
            if k < width - 1:
                if at >= len(data) or data[at] != form.mark:
                    return -1
                at += 1
        if at < len(data) and data[at] == 13:
            at += 1
        if at >= len(data) or data[at] != 10:
            return -1
        at += 1
        values.sizes[rows] = values.ends[0] - numbered
        rows += 1
    return rows
