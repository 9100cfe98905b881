"""Lists and mappings that one cell or line spells, as JSON, Python or numpy write them.

Nothing is evaluated: a small reader takes strings, numbers and what holds them, and refuses all else.
"""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 5
LONGEST = 1 << 20  # characters; a longer cell is no list of phrases
_PAIRS = {"[": "]", "(": ")", "{": "}"}
_CONSTANTS = {"None": None, "True": True, "False": False, "nan": float("nan"), "inf": float("inf")}
_NUMBER = r"[-+]?\d[\d_.eE+-]*"
_STRING = r"""[bu]?'(?:[^'\\]|\\.)*'|[bu]?"(?:[^"\\]|\\.)*\""""
_TOKEN = re.compile(
    rf"""\s*(?:({_STRING})|np\.str_\(({_STRING})\)|({_NUMBER})|np\.(?:float|u?int)\d+\(({_NUMBER}|nan|inf)\)
    |(None|True|False|nan|inf)\b|([\[({{])|([\])}}])|([,:]))\s*""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "\n": ""}
_HALF = re.compile(r"\\[uU](?:0000)?[dD][89a-fA-F]")
_ARRAY = re.compile(r"array\((\[.*\])(?:,\s*dtype=[\w'<]+)?\)", re.DOTALL)
_FENCED = re.compile(r"```\w*\s(.*)```", re.DOTALL)  # as language models answer


def list_of_cell(cell: str) -> Any | None:
    r"""Return the list or mapping that a cell spells; nothing where it spells none.

    >>> tuple(map(list_of_cell, ["['cat', 'dog']", "[('cat', 0.5)]", "{'cat': 0.5}", "[1] is first"]))
    (['cat', 'dog'], [['cat', 0.5]], {'cat': 0.5}, None)
    >>> list_of_cell("['cat' 'dog house'\n 'it\\'s']"), list_of_cell("[cat, dog house]")
    (['cat', 'dog house', "it's"], None)
    """
    text = cell.strip()
    if fenced := _FENCED.fullmatch(text):
        text = fenced.group(1).strip()
    if array := _ARRAY.fullmatch(text):
        text = array.group(1)
    if len(text) > LONGEST or len(text) < 2 or _PAIRS.get(text[0]) != text[-1]:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return python_literal(text)
    return None if _HALF.search(text) and not _whole(value) else value


def python_literal(text: str) -> Any | None:
    """Return the list or mapping that Python or numpy prints so; nothing where it is none.

    >>> python_literal("{'id': 1, 'tags': ['cat']}"), python_literal('{"a": 1, "a": 2}')
    ({'id': 1.0, 'tags': ['cat']}, None)
    """
    text = text.strip()
    if text[:1] not in _PAIRS or len(text) > LONGEST:
        return None
    try:
        value, end = _value(text, 0, 0)
    except _NotAList:
        return None
    if end != len(text) or (text[0] == "(" and "," not in text) or (_HALF.search(text) and not _whole(value)):
        return None
    return value


def _whole(value: Any) -> bool:
    """Whether no string in it has half a character (a lone surrogate)."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


class _NotAList(Exception):  # noqa: N818
    """The text is neither a list nor a mapping."""


def _value(text: str, at: int, depth: int) -> tuple[Any, int]:
    """Return the value that begins at a place, and where it ends."""
    token = _TOKEN.match(text, at)
    if token is None:
        raise _NotAList
    string, wrapped, plain, real, constant, opening, closing, mark = token.groups()
    if string is not None or wrapped is not None:
        return _unescaped((string or wrapped).lstrip("bu")[1:-1]), token.end()
    if (number := plain or real) is not None:
        try:
            return float(number), token.end()
        except ValueError:
            raise _NotAList from None
    if constant is not None:
        return _CONSTANTS[constant], token.end()
    if opening is None or closing is not None or mark is not None or depth == DEEPEST:
        raise _NotAList
    return _items(text, token.end(), depth + 1, opening)


def _items(text: str, at: int, depth: int, opening: str) -> tuple[Any, int]:
    """Return what stands between brackets; numpy writes no commas, and a list has all of them or none."""
    items: list[Any] = []
    keys: list[Any] = []
    commas, end = 0, _PAIRS[opening]
    while True:
        token = _TOKEN.match(text, at)
        if token is None:
            raise _NotAList
        closing, mark = token.group(7), token.group(8)
        if closing is not None:
            if closing != end or (commas and commas not in (len(items), len(items) - 1)):
                raise _NotAList
            if keys and (len(keys) != len(items) or len(set(map(str, keys))) != len(keys)):
                raise _NotAList
            return (dict(zip(keys, items, strict=True)) if keys else items), token.end()
        if mark == ",":
            commas += 1
            at = token.end()
            if commas > len(items):
                raise _NotAList
            continue
        if commas and commas != len(items):  # two values with nothing between them
            raise _NotAList
        value, at = _value(text, at, depth)
        follows = _TOKEN.match(text, at)
        if opening == "{" and isinstance(value, str) and follows is not None and follows.group(8) == ":":
            keys.append(value)
            value, at = _value(text, follows.end(), depth)
        items.append(value)


def _unescaped(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        code = match.group(1)
        if len(code) > 1:
            return chr(int(code[1:], 16)) if int(code[1:], 16) < 0x110000 else match.group()
        return _ESCAPED.get(code, match.group())

    return _ESCAPE.sub(one, text) if "\\" in text else text
