"""What scanners leave to be made of cells: columns of strings, and what surely parts phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.reading.formats import row_scanner
from lydite.reading.separators import NEARLY, SOME

if TYPE_CHECKING:
    import polars as pl

    from lydite.core.array_types import ByteArray, IntArray


def split_cells(cells: ByteArray) -> pl.Series:
    """Return texts of which each has an end of line after it."""
    import polars as pl

    return pl.Series([cells.tobytes()], dtype=pl.Binary).cast(pl.String).str.split("\n").explode()[:-1]


def sure_separator(counts: IntArray, cells: int) -> str | None:
    """Return what parts phrases by what was counted of cells; nothing where a closer look is needed.

    It is what :func:`lydite.reading.separators.common_separator` finds in the cells themselves.
    """
    few, many = counts[row_scanner.FULL], counts[row_scanner.FULL] + counts[row_scanner.UNSURE]
    for mark, place in (("|", row_scanner.BAR), (";", row_scanner.SEMICOLON), (",", row_scanner.COMMA)):
        if few and counts[place] >= NEARLY * many:
            both = mark == "|" and counts[row_scanner.SEMICOLON] >= NEARLY * few
            return None if both or (mark == "," and _mixture(counts, cells)) else mark
        if counts[place] >= NEARLY * few:
            return None
    return None


def _mixture(counts: IntArray, cells: int) -> bool:
    """Whether commas and another mark may both part phrases."""
    pairs = (
        (row_scanner.BAR, row_scanner.COMMA_WITHOUT_BAR),
        (row_scanner.SEMICOLON, row_scanner.COMMA_WITHOUT_SEMICOLON),
    )
    return any(min(counts[other], counts[alone]) >= SOME * cells for other, alone in pairs)
