"""Rows of tables in text, and what parts their cells: commas, semicolons, tabs or bars."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.io.decoding import check_lines

if TYPE_CHECKING:
    from os import PathLike

MARKS = ("\t", ",", ";", "|")
_NAMED = re.compile(r'"?sep=(.)"?\r?\n')  # what Excel reads and writes as a first line
_DECIMAL = re.compile(r"(?<=\d),(?=\d)")
_LOOKED_AT = 100  # lines


@dataclass(frozen=True)
class TableRows:
    """The rows of a table that have anything in them, the line of each, and what parts their cells."""

    cells: list[list[str]]
    lines: list[int]
    mark: str

    def called(self, kind: str) -> str:
        """Return the name of the format: csv, or csv with semicolons."""
        usual = {"tsv": "\t", "csv": ","}
        return kind if usual[kind] == self.mark else f"{kind} with {self.mark!r}"

    def number(self, cell: str) -> str:
        """Return a cell of numbers as they are read: where semicolons part cells, a comma is decimal."""
        return cell.replace(",", ".") if self.mark == ";" and cell.count(",") == 1 else cell


def rows_of(text: str, source: str, kind: str) -> TableRows:
    r"""Return the rows of a tsv or csv text; a csv may have semicolons, tabs or bars for commas.

    TSV is not quoted, but for cells that spreadsheets and data frames write so (:func:`unquote_cell`).

    >>> rows_of('id;tags\n1;"cat, dog"\n', "a.csv", "csv").cells
    [['id', 'tags'], ['1', 'cat, dog']]
    """
    check_lines(text, source)
    if kind == "tsv":
        pairs = enumerate(text.split("\n"), 1)
        cut = [(n, row.rstrip("\r").split("\t")) for n, row in pairs if row.strip()]
        if '"' in text:
            cut = [(n, list(map(unquote_cell, row))) for n, row in cut]
        return TableRows([row for _, row in cut], [n for n, _ in cut], "\t")
    named = _NAMED.match(text)
    mark = named.group(1) if named else mark_of(text)
    start = named.end() if named else 0
    rows, lines = _parted(text[start:], mark, source, 1 if named else 0)
    return TableRows(_within(rows), lines, mark)


def mark_of(text: str) -> str:
    r"""Return the delimiter of a table: that of its first line, else one that gives all lines as many cells.

    >>> mark_of("id;tags\n1;cat, dog\n"), mark_of("id,tags\n1,cat;dog\n"), mark_of("1,a;b\n2,c;d\n")
    (';', ',', ',')
    >>> mark_of("d1;cat;0,5\nd2;dog;0,25\n")
    ';'
    """
    first, *more = [row for row in text[: 1 << 16].split("\n")[: _LOOKED_AT + 1] if row.strip()] or [""]
    there = [m for m in MARKS if m in _bare(first)]
    if ";" in there and all(_DECIMAL.sub("", row).count(",") == 0 for row in [first, *more]):
        there = [m for m in there if m != ","]  # all of them are those of decimals
    if len(there) < 2:
        return there[0] if there else ","
    for mark in there:
        if len({_bare(row).count(mark) for row in [first, *more[:-1]]}) == 1:
            return mark
    return there[0]


def _bare(row: str) -> str:
    """Return a row without what is quoted."""
    return re.sub(r'"[^"]*"', "", row)


def _parted(text: str, mark: str, source: str, before: int) -> tuple[list[list[str]], list[int]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=mark)
    rows: list[list[str]] = []
    lines: list[int] = []
    while True:
        line = reader.line_num + 1 + before
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise InputError(f"invalid CSV: {error}", source, line) from error
        if row is None:
            return rows, lines
        if any(map(str.strip, row)):
            rows.append(row)
            lines.append(line)


def cells_of(line: str, mark: str, source: str | PathLike[str], number: int) -> list[str]:
    """Return the cells of one line, where no cell goes on in the next."""
    try:
        return next(csv.reader([line], delimiter=mark))
    except csv.Error as error:
        raise InputError(f"invalid CSV: {error}", source, number) from error


def _within(rows: list[list[str]]) -> list[list[str]]:
    """Return rows without the empty columns that spreadsheets write beyond a table of two columns or more."""
    width = max((n for row in rows for n, cell in enumerate(row, 1) if cell.strip()), default=0)
    return [row[: max(width, 2)] for row in rows] if rows and len(rows[0]) > max(width, 2) else rows


def unquote_cell(cell: str) -> str:
    """Return a cell without the quotes that spreadsheets and data frames put around commas and quotes.

    >>> tuple(map(unquote_cell, ['"cat, dog"', '"say ""hi"" twice"', '"a" or "b"', '"cat"']))
    ('cat, dog', 'say "hi" twice', '"a" or "b"', '"cat"')
    """
    inner = cell[1:-1]
    if cell[:1] != '"' or cell[-1:] != '"' or not ("," in inner or '""' in inner):
        return cell
    return cell if '"' in inner.replace('""', "") else inner.replace('""', '"')
