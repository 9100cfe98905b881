"""Which format a file has: by its name, else by its first line."""

from __future__ import annotations

import re
from pathlib import Path

from lydite.core.errors import InputError, did_you_mean
from lydite.core.io.opening import bare_name
from lydite.reading.fields import first_known, phrase_names
from lydite.reading.formats.headers import is_number, looks_like_names
from lydite.reading.formats.rows import mark_of
from lydite.reading.known_names import IDS
from lydite.reading.separators import common_separator

FORMATS = ("jsonl", "json", "tsv", "csv", "parquet", "qrels", "run", "lines", "tweets")
SUFFIXES = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".tsv": "tsv", ".tab": "tsv", ".csv": "csv", ".parquet": "parquet",
    ".pq": "parquet", ".qrels": "qrels", ".qrel": "qrels", ".run": "run",
}  # fmt: skip
"""A file named .json may have lines of it, too."""
_ID = re.compile(r'"id"\s*:\s*["\d-]')  # in an object of lists an item named id would have a list

_NUMBERED = re.compile(r"[^\W\d]*[-_.:]?\d+")  # ids such as 7, d7, doc-7
_FEW = 100  # lines
_KEY = re.compile(r'"(\w+)"\s*:')


def detect(
    path: str | Path, text: str, source: str, format: str | None = None, named: tuple[str, ...] = ()
) -> str:
    """Return the name of the format that the name does not tell, or refuse one that is not known.

    ``named`` are fields of which users said that they are there.

    >>> detect("-", "d1 Q0 cat 1 0.9 baseline", "standard input")
    'run'
    """
    if format is not None:
        hint = did_you_mean(format, FORMATS) or f"; there are {', '.join(FORMATS)}"
        raise InputError(f"unknown format {format!r}{hint}", source)
    found = _by_content(text, named)
    if found is None and Path(bare_name(path)).suffix.lower() == ".json":
        found = "json"
    lines = text.split("\n")[:1000] if found is None else []
    if separator := common_separator(lines[1:] if phrase_names(lines[:1]) else lines):
        _refuse_table(text, separator, source)
        found = "lines"
    if found is None:
        raise InputError(
            f"cannot tell the format by name or first line; say which of {', '.join(FORMATS)} it is",
            source,
        )
    return found


def _refuse_table(text: str, separator: str, source: str) -> None:
    """Refuse lines that are rows of a table with ids: as lists of phrases, their ids would always match."""
    rows = [[c.strip() for c in line.split(separator)] for line in text.split("\n")[:1000] if line.strip()]
    numbers = [row[0] for row in rows if is_number(row[0])]
    firsts = [row[0] for row in rows if _NUMBERED.fullmatch(row[0])]
    if {len(row) for row in rows} <= {2, 3} and (
        looks_like_names(rows)
        or len(set(numbers)) == len(rows) > 1
        or (len(set(firsts)) == len(rows) > 1 and not all(_NUMBERED.fullmatch(row[1]) for row in rows))
        or phrase_names(rows[0])
    ):
        hint = "lines of phrases, or rows of a table with ids: say which (--input-format lines, or csv)"
        raise InputError(f"may be {hint}", source)


def _by_content(text: str, named: tuple[str, ...]) -> str | None:
    start = next((i for i, c in enumerate(text) if not c.isspace()), 0)
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)].rstrip()
    if line.startswith("{"):
        lines = line.endswith("}") and (text[end : end + 2].strip() == "{" or _is_record(line))
        return "jsonl" if lines else "json"
    if line.startswith("["):
        more = line.endswith("]") and text[end : end + 2].strip() == "[" if end >= 0 else False
        return "jsonl" if more else "json"
    fields = line.split("\t") if "\t" in line else line.split()
    if len(fields) == 6 and fields[1].upper() == "Q0":
        return "run"
    if len(fields) == 4 and fields[1] in {"0", "Q0"} and fields[3].lstrip("-").isdecimal():
        return "qrels"
    if "\t" in line:
        return "tsv"
    mark = mark_of(line)
    names = [cell.strip() for cell in line.replace('"', "").split(mark)]
    if mark not in line or not (phrase_names(names) or set(named) & set(names)):
        return None
    even = all(row.count(mark) == line.count(mark) for row in text[end:].split("\n")[:_FEW] if row.strip())
    told = first_known(names, IDS) is not None or bool(set(named) & set(names)) or '"' in text
    return "csv" if told or even else None  # lists of phrases may have "keywords" among those of the first


def _is_record(line: str) -> bool:
    found = _ID.search(line)
    return (
        found is not None
        and line.count("{", 0, found.start()) == 1
        and bool(phrase_names(_KEY.findall(line)))
    )
