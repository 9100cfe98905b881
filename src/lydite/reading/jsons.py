"""JSON lines, one item a line, and JSON objects of lists."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.reading.mappings import from_mapping, ranked, text_id
from lydite.reading.names import IDS, LISTS, SCORES, need, pick
from lydite.reading.phrases import listed
from lydite.reading.ragged import encode

if TYPE_CHECKING:
    from lydite.reading.phrases import Phrases

_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(text: str, source: str) -> Phrases:
    """Read ``{item: [phrase, …]}``, ``{item: [[variant, …], …]}`` or ``{item: {phrase: score}}``.

    A list of objects such as those of JSON lines is read, too.
    """
    found = decode_json(text, source)
    if isinstance(found, list):
        return _records(found, None, source)
    if not isinstance(found, dict):
        raise InputError(f"expected an object of lists, found {kind_of(found)}", source, 1)
    return from_mapping(found, source)


def read_json_lines(text: str, source: str) -> Phrases:
    """Read one object a line: id, phrases (tags, keyphrases, hashtags), perhaps scores, and columns."""
    import msgspec

    rows = text.split("\n")
    lines = [n for n, row in enumerate(rows, 1) if row and not row.isspace()]
    decode = msgspec.json.Decoder().decode
    records = []
    for line in lines:
        try:
            records.append(decode(rows[line - 1]))
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            records.append(decode_json(rows[line - 1], source, line))
    return _records(records, lines, source)


def _records(records: list[Any], lines: Any, source: str) -> Phrases:
    ids, lists = [], []
    columns: dict[str, list[str]] = {}
    keys: tuple[str, ...] = ()
    for place, record in enumerate(records):
        line = lines[place] if lines else None
        if not isinstance(record, dict):
            raise InputError(f"expected an object with id and phrases, found {kind_of(record)}", source, line)
        if tuple(record) != keys:
            keys = tuple(record)
            item_key = need(keys, IDS, "id", source, line)
            list_key = need(keys, LISTS, "list of phrases", source, line)
            score_key = pick(keys, SCORES)
            others = [k for k in keys if k not in {item_key, list_key, score_key}]
        ids.append(text_id(record[item_key], source, line))
        scores = record[score_key] if score_key else None
        lists.append(ranked(record[list_key], scores, source, line, ids[-1]))
        for key in others:
            value = record[key]
            if isinstance(value, str | int | float | bool):
                column = columns.setdefault(key, [])
                column.extend([""] * (place - len(column)))
                column.append(str(value))
    for column in columns.values():
        column.extend([""] * (len(ids) - len(column)))
    words, (encoded,) = encode(lists)
    return listed(ids, (words, encoded), columns, source, lines)


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


def kind_of(value: Any) -> str:
    """Return what messages call a value.

    >>> kind_of([]), kind_of(None)
    ('a list', 'null')
    """
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
