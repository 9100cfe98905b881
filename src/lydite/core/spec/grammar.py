"""The text of a spec, to a tree and back.

::

    spec  := name [ "(" arg ("," arg)* ")" ] [ "@" cutoff ]
    arg   := value | name "=" value
    value := number | word | "JSON string" | spec | "{" key ":" value ("," key ":" value)* "}"
    cutoff := integer | "M" (all predictions) | "O" (as many as there are gold phrases)
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from lydite.core.errors import SpecError, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

_DIGITS = 1_000  # of a whole number; Python itself refuses 4,301
BARE = re.compile(r"[\w./~+-]+")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_KEY = re.compile(r"[\w.>-]+")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_DEEP = 50


@dataclass(frozen=True, slots=True)
class QuotedText:
    """A JSON string: never a number, a word or a spec."""

    text: str


@dataclass(frozen=True, slots=True)
class Node:
    """``name(args)@cutoff``; a bare word is a node without arguments."""

    name: str
    args: tuple[tuple[str | None, Value], ...] = ()
    cut: int | str | None = None
    has_cut: bool = False
    has_args: bool = False


@dataclass(frozen=True, slots=True)
class TableNode:
    """``{key: value, …}``."""

    rows: tuple[tuple[str, Value], ...]


Value = QuotedText | Node | TableNode | int | float


def read(text: str) -> Node:
    """Return the tree of a spec.

    >>> read("F1(match=stem)@10").cut
    10
    """
    reader = _SpecReader(text)
    value = reader.value(0)
    if not isinstance(value, Node):
        reader.fail("a spec starts with a name")
    if reader.at < len(text):
        if value.has_cut and text[reader.at] == "(":
            head, cut = text[: reader.at].rstrip().rsplit("@", 1)
            reader.fail(f"the cutoff comes last; did you mean {head}{text[reader.at :].rstrip()}@{cut}?")
        reader.fail("nothing more was expected")
    return value


def number(text: str) -> int | float | None:
    """Return the number a word spells, or None."""
    if not _NUMBER.fullmatch(text):
        return None
    try:
        return int(text) if len(text) <= _DIGITS else float(text)
    except ValueError:
        return float(text)


def quote(text: str) -> str:
    """Spell a text so that it reads back as itself: bare where that is safe, else as a JSON string.

    What cannot be seen is escaped: nothing that shows the text has to, in a way that JSON does not know.
    """
    bare = BARE.fullmatch(text) and number(text) is None
    return text if bare else json.dumps(text, ensure_ascii=not text.isprintable())


def write(name: str, arguments: Mapping[str, str], cut: int | str | None = None) -> str:
    """Return the text of a spec whose arguments are spelled already.

    >>> write("F1", {"match": "stem"}, 10)
    'F1(match=stem)@10'
    """
    inner = ", ".join(f"{key}={value}" for key, value in arguments.items())
    return f"{name}{f'({inner})' if inner else ''}{f'@{cut}' if cut is not None else ''}"


class _SpecReader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.space()

    def fail(self, why: str) -> NoReturn:
        raise SpecError(f"{quoted(self.text, self.at)}, position {self.at + 1}: {why}")

    def space(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def take(self, mark: str) -> bool:
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            self.space()
            return True
        return False

    def match(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[0]

    def value(self, depth: int) -> Value:
        if depth > _DEEP:
            self.fail("nested too deeply")
        if self.take("{"):
            return self.table(depth)
        if (string := self.match(STRING)) is not None:
            try:
                text = json.loads(string)
            except ValueError:
                hint = "; write / or \\\\ for \\" if "\\" in string else ""
                self.fail(f"{string} is not a JSON string{hint}")
            self.space()
            return QuotedText(text)
        word = self.match(BARE)
        if word is None:
            self.fail("expected a name or a value")
        self.space()
        if (spelled := number(word)) is not None:
            return spelled
        args: tuple[tuple[str | None, Value], ...] = ()
        has_args = self.take("(")
        if has_args:
            args = self.args(depth)
        return Node(word, args, *self.cut(), has_args)

    def args(self, depth: int) -> tuple[tuple[str | None, Value], ...]:
        arguments: list[tuple[str | None, Value]] = []
        while not self.take(")"):
            if arguments and not self.take(","):
                path = self.text.startswith((":\\", ":/", "\\"), self.at)
                hint = "; a path such as C:/a.tsv stands in quotes, or is named by --define" if path else ""
                self.fail(f"expected , or ){hint}")
            value = self.value(depth + 1)
            if isinstance(value, Node) and not value.has_args and not value.has_cut and self.take("="):
                arguments.append((value.name, self.value(depth + 1)))
            else:
                arguments.append((None, value))
        return tuple(arguments)

    def cut(self) -> tuple[int | str | None, bool]:
        if not self.take("@"):
            return None, False
        word = self.match(BARE)
        self.space()
        if word == "M":
            return None, True
        if word == "O":
            return word, True
        if word is None or not word.isascii() or not word.isdigit() or len(word) > 18 or int(word) < 1:
            what = (
                "a whole number from 1, of 18 digits at most, M (all predictions) or O (as many as gold has)"
            )
            self.fail(f"after @ comes {what}")
        return int(word), True

    def table(self, depth: int) -> TableNode:
        rows: list[tuple[str, Value]] = []
        while not self.take("}"):
            if rows and not self.take(","):
                self.fail("expected , or }")
            key = self.match(_KEY)
            self.space()
            if key is None or not self.take(":"):
                self.fail("expected key: value")
            rows.append((key, self.value(depth + 1)))
        return TableNode(tuple(rows))
