"""Texts in JSON lines and in Parquet, under one key or column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError, did_you_mean
from lydite.reading import opening
from lydite.reading.formats.json_text import decode_json, kind_of
from lydite.reading.formats.polars_frames import parquet_pieces
from lydite.reading.known_names import BODIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


def json_lines(path: Path, encoding: str | None, field: str | None) -> Iterator[str]:
    """Yield the lines of the texts of JSON lines: under ``field``, else under all names that texts go by."""
    for number, line in opening.lines(path, encoding):
        if line.strip():
            record = decode_json(line, str(path), number)
            if isinstance(record, str):
                yield from record.split("\n")
                continue
            if not isinstance(record, Mapping):
                raise InputError(f"expected an object or a text, found {kind_of(record)}", path, number)
            for name in _fields(list(record), field, path, number):
                yield from _lines(record[name], name, path, number)


def parquet(path: Path, field: str | None) -> Iterator[str]:
    """Yield the lines of the texts of a Parquet file, some rows at a time."""
    for piece in parquet_pieces(path, lambda names: _fields(names, field, path, None)):
        for row in piece.iter_rows():
            for name, value in zip(piece.columns, row, strict=True):
                yield from _lines(value, name, path, None)


def _fields(names: Sequence[str], field: str | None, path: Path, line: int | None) -> list[str]:
    known = [n for n in names if (n.strip().lower() in BODIES if field is None else n == field)]
    if known:
        return known
    there = ", ".join(names) or "nothing"
    if field is not None:
        raise InputError(f"no field {field!r}{did_you_mean(field, names)}; there is {there}", path, line)
    raise InputError(f"no text: expected one of {', '.join(BODIES)}; there is {there} (--field)", path, line)


def _lines(value: Any, name: str, path: Path, line: int | None) -> list[str]:
    """Return the lines of a text, or the items of a list of texts."""
    if value is None:
        return []
    if isinstance(value, str):
        return value.split("\n")
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return [" ".join(value)] if name.strip().lower() in ("tokens", "words") else value
    raise InputError(f"{name}: expected a text or a list of texts, found {kind_of(value)}", path, line)
