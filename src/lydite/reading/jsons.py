"""JSON lines, one item a line, and JSON objects or lists of lists."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.reading.mappings import from_lists, from_mapping
from lydite.reading.records import from_records, kind_of

if TYPE_CHECKING:
    from lydite.reading.context import Context
    from lydite.reading.phrases import Phrases

_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(text: str, context: Context) -> Phrases:
    """Read ``{item: phrases}``, a list of objects such as those of JSON lines, or a list of lists.

    The phrases of an item have any of the shapes of :func:`lydite.reading.shapes.ranked`.
    """
    found = decode_json(text, context.source)
    if isinstance(found, list):
        return _rows(found, None, context, "json")
    if not isinstance(found, dict):
        raise InputError(f"expected an object of lists, found {kind_of(found)}", context.source, 1)
    return from_mapping(found, context, "json")


def read_json_lines(text: str, context: Context) -> Phrases:
    """Read one object a line: id, phrases, perhaps scores, and columns; or one list of phrases a line."""
    import msgspec

    rows = text.split("\n")
    lines, records = [], []
    decode = msgspec.json.Decoder().decode
    for line, row in enumerate(rows, 1):
        if not row or row.isspace():
            continue
        try:
            records.append(decode(row))
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            with context.row():
                records.append(decode_json(row, context.source, line))
                lines.append(line)
        else:
            lines.append(line)
    return _rows(records, lines, context, "jsonl")


def _rows(records: list[Any], lines: list[int] | None, context: Context, format: str) -> Phrases:
    if records and all(isinstance(r, list) for r in records):
        return from_lists(records, context, format)
    return from_records(records, lines, context, format)


def decode_json(text: str, source: str, line: int = 1) -> Any:
    """Decode JSON that begins on a line of a file; a key that is there twice is an error, as is NaN."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise _twice(text, [key for key, _ in pairs], source, line)
        return found

    def no_number(word: str) -> None:
        raise InputError(f"invalid JSON: {word} is no number", source, line)

    try:
        found = json.loads(text, object_pairs_hook=unique, parse_constant=no_number)
    except RecursionError as error:
        raise InputError("the JSON is nested too deeply", source, line) from error
    except json.JSONDecodeError as error:
        where = f"{error.msg[:1].lower()}{error.msg[1:]} (column {error.colno})"
        raise InputError(f"invalid JSON: {where}", source, line + error.lineno - 1) from error
    if _HALF.search(text):
        try:
            json.dumps(found, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise InputError("invalid JSON: half a character (a lone surrogate)", source, line) from error
    return found


def _twice(text: str, keys: list[str], source: str, line: int) -> InputError:
    key = next(k for n, k in enumerate(keys) if k in keys[:n])
    places = [m.start() for m in re.finditer(re.escape(json.dumps(key)) + r"\s*:", text)]
    spots = [line + text.count("\n", 0, p) for p in places]
    first = f", first on line {spots[0]}" if len(spots) > 1 else ""
    return InputError(f"item {key!r} is there twice{first}", source, spots[1] if len(spots) > 1 else line)
