"""A file of ids: which items are to be answered."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.reading.fields import first_known, need
from lydite.reading.formats.json_text import decode_json, kind_of
from lydite.reading.known_names import IDS

if TYPE_CHECKING:
    from collections.abc import Iterator

_LIST = re.compile(r'\s*\[\s*(?:"|\]|$|-?[\d.]+\s*,)')  # and not [1], an id in brackets
_HEADS = tuple(name for name in IDS if "id" in name)  # a list of ids may well begin with a file or a query


def read_ids(path: str, encoding: str | None = None) -> list[str]:
    """Return the ids of a file, each once: one a line, a table, JSON lines with an id, or a list in JSON.

    A first row that names those below it (``id``, ``doc_id``) is no id; without one the first column counts.
    """
    text = opening.text(path, encoding)
    rows = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if _LIST.match(text):
        ids = dict.fromkeys(_listed(text, rows, path))
    elif text.lstrip().startswith("{"):
        ids = dict.fromkeys(_objects(rows, path))
    else:
        ids = dict.fromkeys(_column(rows, path) if rows else ())
    if not ids:
        raise InputError("there are no ids in it", path)
    return list(ids)


def _listed(text: str, rows: list[tuple[int, str]], path: str) -> list[str]:
    """Return the ids of a list in JSON, or of one list a line."""
    try:
        lists = [(1, decode_json(text, path))]
    except InputError:
        if not all(_LIST.match(line) for _, line in rows):
            raise
        lists = [(number, decode_json(line, path, number)) for number, line in rows]
    return [_id(one, path, number) for number, ids in lists for one in ids]


def _objects(rows: list[tuple[int, str]], path: str) -> Iterator[str]:
    for number, line in rows:
        record = decode_json(line, path, number)
        if not isinstance(record, dict):
            raise InputError(f"expected an object with an id, not {kind_of(record)}", path, number)
        yield _id(record[need(list(record), IDS, "id", path, number)], path, number)


def _id(value: Any, path: str, line: int | None) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
        raise InputError(f"expected an id, not {kind_of(value)}", path, line)
    return str(value)


def _column(rows: list[tuple[int, str]], path: str) -> Iterator[str]:
    commas = Path(opening.bare_name(path)).suffix.lower() == ".csv"
    lines = (line for _, line in rows)
    try:
        cells = list(csv.reader(lines) if commas else (line.split("\t") for line in lines))
    except csv.Error as error:
        raise InputError(f"is no CSV: {error}", path) from error
    place, name = 0, first_known(cells[0], _HEADS) if cells[1:] else None
    if name is not None:
        place, cells = cells[0].index(name), cells[1:]
    for row in cells:
        if place < len(row) and row[place].strip():
            yield row[place].strip()
