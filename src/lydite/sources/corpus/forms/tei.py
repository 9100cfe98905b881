"""TEI, the form of digital editions: running text without headers, notes and what was struck out."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.parsers import expat

from lydite.errors import InputError
from lydite.reading import opening
from lydite.reading.decoding import mark_of, utf8
from lydite.sources.corpus.forms.plain import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LEFT_OUT = {"teiHeader", "note", "fw", "del", "surplus", "figDesc", "facsimile", "standOff"}
_EITHER = {"sic", "orig", "abbr"}  # within <choice>: the other reading is taken
_LINES = {
    "ab", "body", "byline", "cell", "closer", "div", "epigraph", "head", "item", "l", "lg", "list", "opener",
    "p", "quote", "row", "s", "salute", "signed", "sp", "speaker", "stage", "text", "trailer", "u",
}  # fmt: skip
_BREAKS = {"lb", "pb", "cb", "gb", "milestone"}


def lines(path: Path, encoding: str | None = None) -> Iterator[str]:
    """Yield paragraphs, verses and headings of a file; entities are never expanded."""
    reader = _TeiReader()
    with opening.binary(path) as file:
        head = opening.beginning(path, 64)
        parser = expat.ParserCreate("utf-8" if encoding or mark_of(head) else None)
        parser.StartElementHandler = reader.start
        parser.EndElementHandler = reader.end
        parser.CharacterDataHandler = reader.text
        parser.EntityDeclHandler = _refuse
        pieces = utf8(iter(file), file.name, encoding) if encoding or mark_of(head) else iter(file)
        try:
            for piece in pieces:
                parser.Parse(piece)
                yield from reader.take()
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            message = f"not well-formed XML: {expat.ErrorString(error.code)}"
            raise InputError(message, path, error.lineno) from error
        except _EntityError as error:
            message = "declares an entity; refused, since entities are never expanded"
            raise InputError(message, path, parser.CurrentLineNumber) from error
    reader.line()
    yield from reader.take()


class _EntityError(Exception):
    pass


def _refuse(*_: object) -> None:
    raise _EntityError


class _TeiReader:
    """Gathers lines of text; what stands in elements that are left out is not heard."""

    def __init__(self) -> None:
        self.depth = 0  # elements that are left out around here
        self.stack: list[str] = []
        self.words: list[str] = []
        self.done: list[str] = []
        self.size = 0
        self.joined = False  # the next line of the page goes on within a word

    def take(self) -> list[str]:
        """Return the lines that are whole."""
        done, self.done = self.done, []
        return done

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        within = self.stack[-1] if self.stack else ""
        self.stack.append(name)
        if self.depth or name in _LEFT_OUT or (name in _EITHER and within == "choice"):
            self.depth += 1
        elif name in _LINES:
            self.line()
        elif name in _BREAKS:
            self._break(attributes.get("break") == "no")
        elif name in ("w", "pc"):
            self.words.append(" ")

    def end(self, name: str) -> None:
        name = self.stack.pop()
        if self.depth:
            self.depth -= 1
        elif name in _LINES:
            self.line()
        elif name == "w":
            self.words.append(" ")

    def text(self, data: str) -> None:
        if self.depth:
            return
        if self.joined:
            data = data.lstrip()
            self.joined = not data
        self.words.append(data)
        self.size += len(data)
        if self.size > LONGEST and data[-1:].isspace():
            self.line()

    def line(self) -> None:
        """End a line."""
        text = " ".join("".join(self.words).split())
        if text:
            self.done.append(text)
        self.words.clear()
        self.size, self.joined = 0, False

    def _break(self, joined: bool) -> None:  # noqa: FBT001
        """Go on in the next line of the page: within a word, or not."""
        self.joined = joined
        if not joined:
            self.words.append(" ")
            return
        while self.words and not self.words[-1].strip():
            self.words.pop()
        if self.words:
            self.words[-1] = self.words[-1].rstrip().removesuffix("-")
