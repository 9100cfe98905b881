"""Tweets as they come: JSON lines, CSV, TSV, Parquet, and the ``id|date|text`` files of news collections."""

from __future__ import annotations

import csv
import html
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lydite.errors import InputError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TEXT_COLUMNS = ("text", "full_text", "tweet", "content")
ID_COLUMNS = ("id", "id_str", "tweet_id", "status_id")
SUFFIXES = (".txt", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet")


class Raw(NamedTuple):
    """One tweet as it was written: an id and a text, HTML entities resolved."""

    id: str
    text: str


def read(paths: str | Path | Iterable[str | Path], text_column: str | None = None) -> Iterator[Raw]:
    """Read tweets from files or folders of files, in order of name; what is asked for is told by the suffix.

    Each line is decoded as UTF-8 and, where it is not, as cp1252: old collections mix both.
    """
    for path in _files([paths] if isinstance(paths, str | Path) else paths):
        suffix = path.suffix.lower()
        try:
            if suffix in {".jsonl", ".ndjson"}:
                found = _json_lines(path, text_column)
            elif suffix in {".csv", ".tsv"}:
                found = _csv(path, text_column, "\t" if suffix == ".tsv" else ",")
            elif suffix == ".parquet":
                found = _parquet(path, text_column)
            else:
                found = _bars(path)
            for identity, text in found:
                yield Raw(identity, html.unescape(text).strip())
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", path) from error


def decode(line: bytes) -> str:
    r"""Decode one line as UTF-8, else as cp1252.

    >>> decode(b"caf\xc3\xa9"), decode(b"caf\xe9")
    ('café', 'café')
    """
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def lines(path: Path, *, blank: bool = False) -> Iterator[tuple[int, str]]:
    """Number and decode the lines of a file, whatever its line ends; empty ones are passed over."""
    number = 0
    with path.open("rb") as file:
        for chunk in file:
            for line in chunk.splitlines():
                number += 1
                text = decode(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)
                if blank or text.strip():
                    yield number, text


def _files(paths: Iterable[str | Path]) -> Iterator[Path]:
    for path in map(Path, paths):
        if path.is_dir():
            inside = sorted(p for p in path.iterdir() if p.suffix.lower() in SUFFIXES)
            if not inside:
                raise InputError(f"no tweets in this folder (looked for {', '.join(SUFFIXES)})", path)
            yield from inside
        elif path.is_file():
            yield path
        else:
            raise InputError("no such file", path)


def _bars(path: Path) -> Iterator[tuple[str, str]]:
    for number, line in lines(path):
        parts = line.split("|", 2)
        if len(parts) < 3:
            raise InputError(f"expected id|date|text, found {line[:60]!r}", path, number)
        yield parts[0].strip(), parts[2]


def _json_lines(path: Path, text_column: str | None) -> Iterator[tuple[str, str]]:
    import msgspec

    for number, line in lines(path):
        try:
            row = msgspec.json.decode(line)
        except msgspec.DecodeError as error:
            raise InputError(f"not JSON: {error}", path, number) from error
        if not isinstance(row, dict):
            raise InputError("expected one JSON object on each line", path, number)
        text = row[_pick(row, text_column, TEXT_COLUMNS, path, number)]
        if not isinstance(text, str):
            raise InputError(f"expected the text of a tweet, found {text!r}", path, number)
        yield str(next((row[c] for c in ID_COLUMNS if c in row), number)), text


def _csv(path: Path, text_column: str | None, separator: str) -> Iterator[tuple[str, str]]:
    # blank lines too: they may belong to a quoted text, and they count in messages
    rows = csv.reader((f"{line}\n" for _, line in lines(path, blank=True)), delimiter=separator)
    try:
        header = next((row for row in rows if _filled(row)), None)
        if header is None:
            return
        text = header.index(_pick(header, text_column, TEXT_COLUMNS, path, 1))
        identity = next((header.index(c) for c in ID_COLUMNS if c in header), None)
        for row in filter(_filled, rows):
            if len(row) != len(header):
                raise InputError(f"expected {len(header)} columns, found {len(row)}", path, rows.line_num)
            yield str(rows.line_num) if identity is None else row[identity], row[text]
    except csv.Error as error:
        raise InputError(f"not CSV: {error}", path, rows.line_num) from error


def _filled(row: list[str]) -> bool:
    return len(row) > 1 or bool(row and row[0].strip())


def _parquet(path: Path, text_column: str | None) -> Iterator[tuple[str, str]]:
    import polars as pl

    try:
        frame = pl.scan_parquet(path)
        names = frame.collect_schema().names()
        text = _pick(names, text_column, TEXT_COLUMNS, path, None)
        identity = next((c for c in ID_COLUMNS if c in names), None)
        kept = frame.select([c for c in (identity, text) if c]).collect()
    except pl.exceptions.PolarsError as error:
        raise InputError(f"not Parquet: {error}", path) from error
    ids: Iterable[Any] = range(1, kept.height + 1) if identity is None else kept[identity]
    yield from ((str(i), str(t)) for i, t in zip(ids, kept[text], strict=True) if t is not None)


def _pick(
    names: Iterable[str], wanted: str | None, usual: tuple[str, ...], path: Path, line: int | None
) -> str:
    names = list(names)
    if wanted is not None:
        if wanted in names:
            return wanted
        raise InputError(f"no column {wanted!r}{nearest(wanted, names)}", path, line)
    found = next((c for c in usual if c in names), None)
    if found is None:
        raise InputError(f"no column of text (looked for {', '.join(usual)}); name it", path, line)
    return found
