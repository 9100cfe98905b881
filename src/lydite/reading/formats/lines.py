"""One item a line without ids, its phrases parted by a separator."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.core.arrays import encode
from lydite.core.errors import InputError
from lydite.reading.fields import ReadingSummary, phrase_names
from lydite.reading.phrases import table_of_lists
from lydite.reading.separators import split_cell, string_separator

if TYPE_CHECKING:
    from lydite.reading.fields import ReadingContext
    from lydite.reading.phrases import Phrases


def read_lines(text: str, context: ReadingContext) -> Phrases:
    """Read ``a;b;c`` a line; a blank line is an item without phrases, but not at the end.

    A first line that is a known name of phrases is no item; one among lines with a separator may be none.
    """
    rows = text.rstrip().split("\n")
    kind = "lines"
    if context.fields.header is not False and (name := phrase_names(rows[:1])) and rows[1:]:
        rows, kind = rows[1:], f"lines under {name[0].strip()}"
    separator, summary = string_separator(rows, context, ReadingSummary(kind))
    others = [row for row in rows[1:] if row.strip()]
    mark = separator or "\n"  # in no line
    alone = mark not in rows[0] and others[1:] and all(mark in row for row in others)
    if alone and kind == "lines" and context.fields.header is None:
        raise InputError(
            f"the first line may be a name or an item ({rows[0].strip():.40}), since all others have "
            f"{separator!r}; leave it out, or say that it is an item (--no-header)",
            context.source,
            1,
        )
    words, (lists,) = encode([split_cell(row, separator if separator is not None else ";") for row in rows])
    ids = [str(n) for n in range(1, len(rows) + 1)]
    return replace(table_of_lists(ids, (words, lists), {}, context.source), understood=summary, unnamed=True)
