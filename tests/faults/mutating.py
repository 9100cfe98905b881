"""Files made bad at random: by bytes, by tokens and, where they are JSON or XML, by what their parts mean."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

ESCAPES = ["\x1b[31m\x1b]0;x\x07", "\x9b31m", "\u202e", "\x7f\x00", "\r\rx"]
NUMBERS = [
    "-1",
    "0",
    "1e999",
    "NaN",
    "-Infinity",
    "9" * 30,
    "9" * 5_000,
    "²",
    "--5",
    "1_0",
    "٣",
    "0x10",
    "1e-320",
]
NUMBERS += [str(2**31), str(-(2**63)), str(2**64), "1.7976931348623157e308"]
MARKS = [
    '"',
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    ";",
    "|",
    "\t",
    "\n",
    "\\",
    "\\ud800",
    "&#0;",
    "&lt;",
    "<",
    ">",
    "]]>",
]
MARKS += [
    "(",
    ")",
    "=",
    ":",
    "@",
    "#",
    "%00",
    "~nosuchuser/x",
    "../../x",
    "'\\0'",
    "=1+1",
    "-->",
    "<!--",
    "{{",
    "}}",
]
LONG = ["x" * 70_000, "-" * 20_000, "[" * 5_000, "{|\n" * 2_000, " " * 30_000, "a," * 20_000, '{"a":' * 3_000]
LONG += ["<a " * 3_000, "é" * 40_000, "\n" * 20_000, "'" * 5_000, "#a " * 5_000, "http://a/" * 3_000]
BYTES = [
    b"\xff",
    b"\0",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\x80\x04\x95",
    b"\x1f\x8b\x08",
    b"PK\3\4",
]
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    2**70,
    1e308,
    "",
    "x",
    [],
    {},
    [[]],
    [None],
    {"": None},
    "\x1b[31m",
]
VALUES += ["x" * 70_000, [1, "a", None], {"a": {"a": {}}}, "\ud800", "1" * 5_000, [[["a"]]] * 3, -0.0]
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_SIZES = (4, 8)


def mutate(content: bytes, draw: random.Random) -> bytes:
    """Return the content with one to three things changed."""
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        content = draw.choice(_KINDS)(content, draw)
    return content


def _bits(content: bytes, draw: random.Random) -> bytes:
    made = bytearray(content)
    for _ in range(draw.choice((1, 1, 4))):
        if made:
            made[draw.randrange(len(made))] ^= 1 << draw.randrange(8)
    return bytes(made)


def _cut(content: bytes, draw: random.Random) -> bytes:
    return content[: draw.randrange(len(content) + 1)]


def _piece(content: bytes, draw: random.Random) -> bytes:
    """Take a piece out, write it twice, or put it elsewhere."""
    at, to = (draw.randrange(len(content) + 1) for _ in range(2))
    size = min(draw.choice((1, 3, 20, 300)), len(content))
    piece = content[at : at + size]
    rest = content if draw.random() < 0.5 else content[:at] + content[at + size :]
    return rest if draw.random() < 0.4 else rest[:to] + piece + rest[to:]


def _insert(content: bytes, draw: random.Random) -> bytes:
    kinds: list[list[str]] = [ESCAPES, NUMBERS, MARKS, MARKS, LONG]
    text = draw.choice(draw.choice(kinds)).encode("utf-8", "surrogatepass")
    text = draw.choice(BYTES) if draw.random() < 0.15 else text
    at = draw.randrange(len(content) + 1)
    return content[:at] + text + content[at + draw.choice((0, 0, 1, len(text))) :]


def _number(content: bytes, draw: random.Random) -> bytes:
    """Write another number in the place of one."""
    numbers = list(_NUMBER.finditer(content[:200_000]))
    if not numbers:
        return _insert(content, draw)
    found = draw.choice(numbers)
    return content[: found.start()] + draw.choice(NUMBERS).encode() + content[found.end() :]


def _binary(content: bytes, draw: random.Random) -> bytes:
    """Write another whole number of four or eight bytes, as headers of binary files have them."""
    size = draw.choice(_SIZES)
    at = draw.randrange(max(1, min(len(content), 400)))
    number = draw.choice((0, 1, -1, 7, 2**31 - 1, -(2**31), 2**32 - 1, 2**63 - 1, -(2**63))) & (256**size - 1)
    return content[:at] + number.to_bytes(size, "little") + content[at + size :]


def _lines(content: bytes, draw: random.Random) -> bytes:
    """Leave a line out, write one twice, swap two, join two."""
    lines = content.splitlines(keepends=True)
    if not lines:
        return content
    one, two = draw.randrange(len(lines)), draw.randrange(len(lines))
    kind = draw.randrange(4)
    if kind == 0:
        del lines[one]
    elif kind == 1:
        lines.insert(two, lines[one])
    elif kind == 2:
        lines[one], lines[two] = lines[two], lines[one]
    else:
        lines[one] = lines[one].rstrip(b"\r\n")
    return b"".join(lines)


def _cells(content: bytes, draw: random.Random) -> bytes:
    """Change one cell of one row: empty, hostile, or that of another."""
    lines = content.split(b"\n")
    at = draw.randrange(len(lines))
    mark = max((b"\t", b",", b"|", b" ", b";"), key=lines[at].count)
    cells = lines[at].split(mark)
    cells[draw.randrange(len(cells))] = draw.choice((b"", draw.choice(NUMBERS).encode(), draw.choice(cells)))
    lines[at] = mark.join(cells)
    return b"\n".join(lines)


def _json(content: bytes, draw: random.Random) -> bytes:
    """Put another value into a JSON document or into one of its lines; else change a tag of XML."""
    lines = content.split(b"\n") if content.count(b"\n{") else [content]
    at = draw.randrange(len(lines))
    try:
        lines[at] = json.dumps(
            other_value(json.loads(lines[at]), draw), ensure_ascii=draw.random() < 0.5
        ).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return _tags(content, draw)
    return b"\n".join(lines)


def other_value(value: Any, draw: random.Random) -> Any:
    """Return a JSON value with one of its parts changed, or another one."""
    if isinstance(value, dict) and value and draw.random() < 0.85:
        key = draw.choice(list(value))
        if draw.random() < 0.15:
            return {k: v for k, v in value.items() if k != key}
        if draw.random() < 0.1:
            return {(str(draw.choice(VALUES)) if k == key else k): v for k, v in value.items()}
        return {**value, key: other_value(value[key], draw)}
    if isinstance(value, list) and value and draw.random() < 0.7:
        at = draw.randrange(len(value))
        return [*value[:at], other_value(value[at], draw), *value[at + 1 :]]
    return draw.choice(VALUES)


def _tags(content: bytes, draw: random.Random) -> bytes:
    """Change what stands between two tags of XML or HTML, or in a parenthesis of SQL."""
    inside = list(re.finditer(rb"(?<=>)[^<>]{1,200}(?=<)|(?<=[(,])[^(),]{1,80}(?=[,)])", content[:200_000]))
    if not inside:
        return _insert(content, draw)
    found = draw.choice(inside)
    kinds: list[list[str]] = [ESCAPES, NUMBERS, NUMBERS, MARKS, LONG]
    return content[: found.start()] + draw.choice(draw.choice(kinds)).encode() + content[found.end() :]


_KINDS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _bits, _cut, _piece, _insert, _insert, _number, _binary, _lines, _cells, _json, _json, _tags,
)  # fmt: skip
