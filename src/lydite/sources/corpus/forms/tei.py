"""TEI, the form of digital editions: running text without headers, notes and what was struck out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.reading import opening
from lydite.reading.decoding import mark_of, utf8
from lydite.reading.xml_stream import parse_pieces, xml_errors, xml_parser
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
    recoded = bool(encoding or mark_of(opening.beginning(path, 64)))
    parser = xml_parser(reader, path, utf8=recoded)
    with xml_errors(path), opening.binary(path) as file:
        pieces = utf8(iter(file), file.name, encoding) if recoded else file
        for _ in parse_pieces(parser, pieces, path):
            yield from reader.take()
    reader.line()
    yield from reader.take()


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
        """Take the beginning of an element."""
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
        """Take its end."""
        name = self.stack.pop()
        if self.depth:
            self.depth -= 1
        elif name in _LINES:
            self.line()
        elif name == "w":
            self.words.append(" ")

    def text(self, data: str) -> None:
        """Take a piece of text; a paragraph without end is cut."""
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
