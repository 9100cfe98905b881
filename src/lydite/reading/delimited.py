"""TSV and CSV: one phrase a row (long), or all phrases of an item in one cell, separated by semicolons."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError
from lydite.reading.names import IDS, LISTS, SCORES, SINGLES, pick
from lydite.reading.phrases import listed, long
from lydite.reading.ragged import encode

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from lydite.reading.phrases import Phrases


def read_delimited(text: str, source: str, kind: str) -> Phrases:
    """Read ``id, phrase[, score]`` by row, or ``id, a;b;c``.

    A header is recognised by a column named phrase(s), tag(s), keyphrase(s) or hashtag(s): a plural
    holds all phrases of an item in one cell, a singular one phrase a row; other columns are kept. Without
    a header there are two columns or three (a score), and an item that comes again makes the file long.
    TSV knows no quotes; CSV quotes with ``"``.
    """
    rows, lines = rows_of(text, source, kind)
    if not rows:
        raise InputError("there are no items in it", source)
    names = rows[0]
    headed = pick(names, LISTS + SINGLES) is not None
    width = len(names)
    wide = next((n for n, row in enumerate(rows) if len(row) != width), None)
    if wide is not None:
        raise InputError(
            f"expected {width} columns as on line {lines[0]}, found {len(rows[wide])}", source, lines[wide]
        )
    if not headed and width not in {2, 3}:
        raise InputError(
            f"expected 2 or 3 columns (id, phrase, score), found {width}; more need a line that names them",
            source,
            lines[0],
        )
    if headed:
        rows, lines = rows[1:], lines[1:]
        if not rows:
            raise InputError("there are no items in it, only a header", source)
    else:
        names = ["id", "", "score"][:width]
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    return from_columns(columns, source, lines)


def from_columns(columns: dict[str, list[str]], source: str, lines: Sequence[int]) -> Phrases:
    """Make the table from columns of strings."""
    names = list(columns)
    item = pick(names, IDS) or names[0]
    phrase = pick(names, LISTS) or pick(names, SINGLES) or ""
    if phrase == item:
        raise InputError("no column with ids beside the phrases", source, lines[0])
    score = pick(names, SCORES)
    ids, cells = columns[item], columns[phrase]
    if "" in ids:
        raise InputError("there is no id", source, lines[ids.index("")])
    others = {k: v for k, v in columns.items() if k not in {item, phrase, score}}
    if phrase.strip().lower() in SINGLES or (not phrase and (score or len(set(ids)) < len(ids))):
        if not phrase and not score and (place := _first(";" in c for c in cells)) is not None:
            raise InputError(
                "items come again, and there are cells with several phrases; begin the file with a line that"
                " names the columns: id and phrases (one line an item), or id and phrase (one line a phrase)",
                source,
                lines[place],
            )
        empty = np.fromiter((not c.strip() for c in cells), np.bool_, len(cells))
        scores = None if score is None else _numbers(columns[score], source, lines)
        return long(ids, cells, others, source, scores=scores, dropped=empty if empty.any() else None)
    parts = [[p for p in map(str.strip, c.split(";")) if p] for c in cells]
    if score:
        others[score] = columns[score]
    words, (column,) = encode(parts)
    return listed(ids, (words, column), others, source, lines)


def rows_of(text: str, source: str, kind: str) -> tuple[list[list[str]], list[int]]:
    """Return the rows of a tsv or csv text that have anything in them, and the line of each."""
    if kind == "tsv":
        pairs = enumerate(text.split("\n"), 1)
        cut = [(n, row.rstrip("\r").split("\t")) for n, row in pairs if row.strip()]
        return [row for _, row in cut], [n for n, _ in cut]
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise InputError(f"invalid CSV: {error}", source, line) from error
        if row is None:
            return rows, lines
        if row:
            rows.append(row)
            lines.append(line)


def _numbers(cells: list[str], source: str, lines: Sequence[int]) -> NDArray[np.float64]:
    try:
        found = np.array(cells, dtype=np.float64)
        bad = _first(np.isnan(found).tolist())
    except ValueError:
        found, bad = np.zeros(0), _first(not _is_number(c) for c in cells)
    if bad is not None:
        raise InputError(f"expected a score, found {cells[bad]!r:.40}", source, lines[bad])
    return found


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _first(marks: Iterable[bool]) -> int | None:
    return next((n for n, mark in enumerate(marks) if mark), None)
