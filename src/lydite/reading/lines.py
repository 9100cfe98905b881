"""One item a line without ids, its phrases parted by a separator."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.arrays import encode
from lydite.reading.fields import Understood
from lydite.reading.phrases import listed
from lydite.reading.shapes import split, string_separator

if TYPE_CHECKING:
    from lydite.reading.fields import Context
    from lydite.reading.phrases import Phrases


def read_lines(text: str, context: Context) -> Phrases:
    """Read ``a;b;c`` a line; a blank line is an item without phrases, but not at the end."""
    rows = text.rstrip().split("\n")
    separator, said = string_separator(rows, context, Understood("lines"))
    words, (lists,) = encode([split(row, separator if separator is not None else ";") for row in rows])
    ids = [str(n) for n in range(1, len(rows) + 1)]
    return replace(listed(ids, (words, lists), {}, context.source), understood=said, unnamed=True)
