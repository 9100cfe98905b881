"""Tweets as they come: JSON lines, CSV, TSV, Parquet, and the ``id|date|text`` files of news collections."""

from __future__ import annotations

import csv
import html
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lydite.errors import InputError, did_you_mean
from lydite.reading import opening

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TEXT_COLUMNS = ("text", "full_text", "tweet", "content")
ID_COLUMNS = ("id", "id_str", "tweet_id", "status_id")
FORMATS = {
    ".txt": "bars", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "tsv",
    ".parquet": "parquet",
}  # fmt: skip
OLD = "cp1252"  # what lines of old collections are encoded in where they are not UTF-8
_FIRST = 1 << 16  # bytes in which a first line is looked for


class RawTweet(NamedTuple):
    """One tweet as it was written: an id and a text, HTML entities resolved."""

    id: str
    text: str


def read(paths: str | Path | Iterable[str | Path], text_column: str | None = None) -> Iterator[RawTweet]:
    """Read tweets from files, folders of files (in order of name) or standard input.

    The format shows in the name, else in the first line. Each line is decoded as UTF-8 and, where it is not,
    as cp1252: old collections mix both.
    """
    for path in _files([paths] if isinstance(paths, str | Path) else paths):
        kind = _format(path)
        if kind == "jsonl":
            rows = _json_lines(path, text_column)
        elif kind in {"csv", "tsv"}:
            rows = _csv(path, text_column, "\t" if kind == "tsv" else ",")
        elif kind == "parquet":
            rows = _parquet(path, text_column)
        else:
            rows = _bars(path)
        for identity, text in rows:
            yield RawTweet(identity, html.unescape(text).strip())


def _format(path: Path) -> str:
    if _suffix(path) in FORMATS:
        return FORMATS[_suffix(path)]
    head = opening.beginning(path, _FIRST, text=True)
    if head.startswith(opening.PARQUET):
        return "parquet"
    line = head.lstrip().partition(b"\n")[0]
    if line.startswith(b"{"):
        return "jsonl"
    return "bars" if line.count(b"|") > 1 else "tsv" if b"\t" in line else "csv"


def _files(paths: Iterable[str | Path]) -> Iterator[Path]:
    for path in map(Path, paths):
        if path.is_dir():
            inside = [p for p in sorted(path.iterdir()) if _suffix(p) in FORMATS]
            if not inside:
                raise InputError(f"no tweets in this folder (looked for {', '.join(FORMATS)})", path)
            yield from inside
        elif path.exists() or str(path) == "-":
            yield path
        else:
            raise InputError("no such file", path)


def _suffix(path: Path) -> str:
    return Path(opening.bare_name(path)).suffix.lower()


def _bars(path: Path) -> Iterator[tuple[str, str]]:
    for number, line in opening.lines(path, otherwise=OLD):
        if not line or line.isspace():
            continue
        parts = line.split("|", 2)
        if len(parts) < 3:
            raise InputError(f"expected id|date|text, found {line[:60]!r}", path, number)
        yield parts[0].strip(), parts[2]


def _json_lines(path: Path, text_column: str | None) -> Iterator[tuple[str, str]]:
    import msgspec

    for number, line in opening.lines(path, otherwise=OLD):
        if not line or line.isspace():
            continue
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
    rows = csv.reader((f"{line}\n" for _, line in opening.lines(path, otherwise=OLD)), delimiter=separator)
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
    from lydite.reading.formats.polars_frames import parquet

    def choose(names: list[str]) -> list[str]:
        text = _pick(names, text_column, TEXT_COLUMNS, path, None)
        return [*[c for c in ID_COLUMNS if c in names][:1], text]

    kept = parquet(path, opening.source_name(path), choose)
    identity = next((c for c in kept.columns if c in ID_COLUMNS), None)
    text = next(c for c in kept.columns if c != identity)
    ids: Iterable[Any] = range(1, kept.height + 1) if identity is None else kept[identity]
    yield from ((str(i), str(t)) for i, t in zip(ids, kept[text], strict=True) if t is not None)


def _pick(
    names: Iterable[str], wanted: str | None, usual: tuple[str, ...], path: Path, line: int | None
) -> str:
    names = list(names)
    if wanted is not None:
        if wanted in names:
            return wanted
        raise InputError(f"no column {wanted!r}{did_you_mean(wanted, names)}", path, line)
    found = next((c for c in usual if c in names), None)
    if found is None:
        raise InputError(f"no column of text (looked for {', '.join(usual)}); name it", path, line)
    return found
