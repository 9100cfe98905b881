"""JSON from users: errors name the line."""

from __future__ import annotations

import json
import re
from typing import Any

from lydite.core.errors import InputError

_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def decode_json(text: str, source: str, line: int = 1, key: str = "item") -> Any:
    """Decode JSON that begins on a line of a file; a key that is there twice is an error, as is NaN.

    ``key`` is what messages call keys.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        mapping = dict(pairs)
        if len(mapping) < len(pairs):
            raise _twice(text, [k for k, _ in pairs], key, source, line)
        return mapping

    def no_number(word: str) -> None:
        raise InputError(f"invalid JSON: {word} is no number", source, line)

    try:
        value = json.loads(text, object_pairs_hook=unique, parse_constant=no_number)
    except RecursionError as error:
        raise InputError("the JSON is nested too deeply", source, line) from error
    except json.JSONDecodeError as error:
        where = f"{error.msg[:1].lower()}{error.msg[1:]} (column {error.colno})"
        raise InputError(f"invalid JSON: {where}", source, line + error.lineno - 1) from error
    except InputError:
        raise
    except ValueError as error:  # Python reads no whole number of so many digits
        raise InputError("invalid JSON: a number has more digits than can be read", source, line) from error
    if _HALF.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise InputError("invalid JSON: half a character (a lone surrogate)", source, line) from error
    return value


def _twice(text: str, keys: list[str], what: str, source: str, line: int) -> InputError:
    again = next(k for n, k in enumerate(keys) if k in keys[:n])
    places = [m.start() for m in re.finditer(re.escape(json.dumps(again)) + r"\s*:", text)]
    spots = [line + text.count("\n", 0, p) for p in places]
    first = f", first on line {spots[0]}" if len(spots) > 1 and "\n" in text.strip() else ""
    return InputError(f"{what} {again!r} is there twice{first}", source, spots[1] if len(spots) > 1 else line)


def kind_of(value: Any) -> str:
    """Return what messages call a value of JSON.

    >>> kind_of([]), kind_of(None)
    ('a list', 'null')
    """
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
