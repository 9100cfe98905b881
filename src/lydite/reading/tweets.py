"""Tweets as they come: JSON lines, CSV, TSV, Parquet, and the ``id|date|text`` files of news collections."""

from __future__ import annotations

import csv
import html
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from lydite.core.errors import InputError, did_you_mean
from lydite.core.io import opening
from lydite.reading.formats.polars_frames import parquet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

TEXT_COLUMNS = ("text", "full_text", "tweet", "content")
ID_COLUMNS = ("id", "id_str", "tweet_id", "status_id")
TIME_COLUMNS = ("created_at", "time", "date", "datetime", "timestamp")
USER_COLUMNS = ("user", "username", "user_name", "screen_name", "user_id", "author", "author_id")
FORMATS = {
    ".txt": "bars", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "tsv",
    ".parquet": "parquet",
}  # fmt: skip
OLD = "cp1252"  # what lines of old collections are encoded in where they are not UTF-8
_FIRST = 1 << 16  # bytes in which a first line is looked for


class RawTweet(NamedTuple):
    """One tweet as it was written, HTML entities resolved, and what else is known of it."""

    id: str
    text: str
    time: str = ""
    """As it was written; empty where nothing says."""
    user: str = ""
    tags: tuple[str, ...] | None = None
    """Tags from a column of their own; None where hashtags stand in the text."""
    source: str = ""
    line: int = 0


@dataclass(frozen=True)
class TweetColumns:
    """Which columns or keys hold what; what is None is found by known names, but tags only where named."""

    text: str | None = None
    tags: str | None = None
    time: str | None = None
    user: str | None = None

    def choose(self, names: Iterable[str], path: Path, line: int | None) -> TweetColumns:
        """Return the names that are there; the text must be, and what was named."""
        known = list(names)
        text = _pick(known, self.text, TEXT_COLUMNS, path, line)
        if text is None:
            looked = ", ".join(TEXT_COLUMNS)
            raise InputError(f"no column of text (looked for {looked}); name it (--text-column)", path, line)
        tags = None if self.tags is None else _pick(known, self.tags, (), path, line)
        rest = [n for n in known if n != text]
        time = _pick(rest, self.time, TIME_COLUMNS, path, line)
        return TweetColumns(text, tags, time, _pick(rest, self.user, USER_COLUMNS, path, line))


def read_raw_tweets(
    paths: str | Path | Iterable[str | Path],
    text_column: str | None = None,
    columns: TweetColumns | None = None,
) -> Iterator[RawTweet]:
    """Read tweets from files, folders of files (in order of name) or standard input.

    The format shows in the name, else in the first line. Each line is decoded as UTF-8 and, where it is not,
    as cp1252: old collections mix both. In ``id|date|text`` one file is the tweets of one user.
    """
    wanted = columns or TweetColumns(text_column)
    for path in tweet_files([paths] if isinstance(paths, str | Path) else paths):
        kind = _format(path)
        if kind == "jsonl":
            yield from _json_lines(path, wanted)
        elif kind in {"csv", "tsv"}:
            yield from _csv(path, wanted, "\t" if kind == "tsv" else ",")
        elif kind == "parquet":
            yield from _parquet(path, wanted)
        else:
            yield from _bars(path, wanted)


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


def tweet_files(paths: Iterable[str | Path]) -> Iterator[Path]:
    """Yield the files of tweets: those given, and those in folders, in order of name."""
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


def _plain(text: str) -> str:
    return html.unescape(text).strip() if "&" in text else text.strip()


def _bars(path: Path, columns: TweetColumns) -> Iterator[RawTweet]:
    for name in (columns.text, columns.tags, columns.time, columns.user):
        if name is not None:
            raise InputError(f"id|date|text has no column {name!r}", path)
    source, user = opening.source_name(path), Path(opening.bare_name(path)).stem
    for number, line in opening.lines(path, otherwise=OLD):
        if not line or line.isspace():
            continue
        parts = line.split("|", 2)
        if len(parts) < 3:
            raise InputError(f"expected id|date|text, found {line[:60]!r}", path, number)
        yield RawTweet(parts[0].strip(), _plain(parts[2]), parts[1].strip(), user, None, source, number)


def _json_lines(path: Path, wanted: TweetColumns) -> Iterator[RawTweet]:
    source = opening.source_name(path)
    for number, line in opening.lines(path, otherwise=OLD):
        if not line or line.isspace():
            continue
        try:
            row = msgspec.json.decode(line)
        except msgspec.DecodeError as error:
            raise InputError(f"not JSON: {error}", path, number) from error
        except RecursionError as error:
            raise InputError("the JSON is nested too deeply", path, number) from error
        if not isinstance(row, dict):
            raise InputError("expected one JSON object on each line", path, number)
        yield _from_row(row, wanted.choose(row, path, number), (path, source, number))


def _from_row(row: Mapping[str, Any], columns: TweetColumns, place: tuple[Path, str, int]) -> RawTweet:
    path, source, number = place
    text = row[columns.text or ""]
    if not isinstance(text, str):
        raise InputError(f"expected the text of a tweet, found {text!r}", path, number)
    identity = next((row[c] for c in ID_COLUMNS if c in row), number)
    time = "" if columns.time is None else row[columns.time]
    user = "" if columns.user is None else row[columns.user]
    if isinstance(user, dict):  # the object that Twitter gives
        user = next((user[k] for k in ("id_str", "id", *USER_COLUMNS) if k in user), "")
    tags = None if columns.tags is None else _tags(row[columns.tags], path, number)
    own = "" if time is None else str(time), "" if user is None else str(user)
    return RawTweet("" if identity is None else str(identity), _plain(text), *own, tags, source, number)


def _tags(cell: Any, path: Path, line: int) -> tuple[str, ...]:
    """Return the tags of a cell: a list, or what commas, semicolons or bars part."""
    if cell is None:
        return ()
    if isinstance(cell, str):
        mark = next((m for m in ";|," if m in cell), ",")
        cell = cell.split(mark)
    if not isinstance(cell, list) or not all(isinstance(t, str) for t in cell):
        raise InputError(f"expected a list of tags, found {str(cell)[:60]!r}", path, line)
    return tuple(t.strip() for t in cell if t.strip())


def _csv(path: Path, wanted: TweetColumns, separator: str) -> Iterator[RawTweet]:
    # blank lines too: they may belong to a quoted text, and they count in messages
    rows = csv.reader((f"{line}\n" for _, line in opening.lines(path, otherwise=OLD)), delimiter=separator)
    source = opening.source_name(path)
    try:
        header = next((row for row in rows if _filled(row)), None)
        if header is None:
            return
        columns = wanted.choose(header, path, 1)
        for row in filter(_filled, rows):
            if len(row) != len(header):
                raise InputError(f"expected {len(header)} columns, found {len(row)}", path, rows.line_num)
            named = dict(zip(header, row, strict=True))
            yield _from_row(named, columns, (path, source, rows.line_num))
    except csv.Error as error:
        raise InputError(f"not CSV: {error}", path, rows.line_num) from error


def _filled(row: list[str]) -> bool:
    return len(row) > 1 or bool(row and row[0].strip())


def _parquet(path: Path, wanted: TweetColumns) -> Iterator[RawTweet]:

    chosen: list[TweetColumns] = []

    def choose(names: list[str]) -> list[str]:
        columns = wanted.choose(names, path, None)
        chosen.append(columns)
        own = (columns.text, columns.tags, columns.time, columns.user)
        return [*[c for c in ID_COLUMNS if c in names][:1], *dict.fromkeys(n for n in own if n is not None)]

    source = opening.source_name(path)
    kept = parquet(path, source, choose)
    for number, row in enumerate(kept.iter_rows(named=True), 1):
        if row[chosen[0].text or ""] is not None:
            yield _from_row(row, chosen[0], (path, source, number))


def _pick(
    names: list[str], wanted: str | None, usual: tuple[str, ...], path: Path, line: int | None
) -> str | None:
    if wanted is not None:
        if wanted in names:
            return wanted
        raise InputError(f"no column {wanted!r}{did_you_mean(wanted, names)}", path, line)
    return next((c for c in usual if c in names), None)
