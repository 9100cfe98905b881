"""XML read as a stream; entities are never expanded, and nothing it refers to is fetched."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol
from xml.parsers import expat

from lydite.errors import InputError
from lydite.reading.decoding import ensure_within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


DEFAULTS = 1_000  # attributes with a default that a file may declare


class ElementReader(Protocol):
    """Receives elements and text in the order of the file."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the beginning of an element."""

    def end(self, name: str) -> None:
        """Take its end."""

    def text(self, data: str) -> None:
        """Take a piece of text."""


def xml_parser(reader: ElementReader, path: Path, *, utf8: bool) -> expat.XMLParserType:
    """Return a parser that calls a reader; with ``utf8`` the encoding that the file declares is ignored."""
    parser = expat.ParserCreate("utf-8" if utf8 else None)
    parser.specified_attributes = True  # a declared default would be a text of its own in every element
    defaults = 0

    def refuse(*_: object) -> None:
        message = "declares an entity; refused, since entities are never expanded"
        raise InputError(message, path, parser.CurrentLineNumber)

    def count(_name: str, _attribute: str, _kind: str, default: str | None, _required: bool) -> None:  # noqa: FBT001
        nonlocal defaults
        defaults += default is not None
        if defaults > DEFAULTS:  # the parser goes through all of them in every element
            message = f"declares more than {DEFAULTS:,} attributes with a default; refused"
            raise InputError(message, path, parser.CurrentLineNumber)

    parser.AttlistDeclHandler = count
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = refuse
    return parser


def parse_pieces(parser: expat.XMLParserType, pieces: Iterable[bytes], path: Path) -> Iterator[None]:
    """Parse piece by piece, and yield after each; a tag or comment is refused that does not end in time.

    The parser keeps one that has not ended, and reads it again from its beginning with every piece.
    """
    given = ended = 0
    for piece in pieces:
        parser.Parse(piece)
        given += len(piece)
        ended = max(ended, parser.CurrentByteIndex)  # -1 where the parser waits for more
        ensure_within(given - ended, "line", str(path), parser.CurrentLineNumber, "tag or comment")
        yield
    parser.Parse(b"", True)
    yield


@contextmanager
def xml_errors(path: Path) -> Iterator[None]:
    """Turn what goes wrong on the way into an InputError that names file and line."""
    try:
        yield
    except expat.ExpatError as error:
        message = f"not well-formed XML: {expat.ErrorString(error.code)}"
        raise InputError(message, path, error.lineno) from error
    except InputError:
        raise
    except (LookupError, ValueError) as error:  # such as an encoding that nobody knows
        raise InputError(f"cannot be read: {error}", path) from error
