"""Standard output and error: nothing that comes from data steers a terminal, nothing fails to be spelled."""

from __future__ import annotations

import codecs
import contextlib
import sys
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SPELLED = "lydite.spelled"


def tell(note: str) -> None:
    """Say something on standard error; one line for each problem."""
    sys.stderr.write(f"lydite: {_visible(note, keep=chr(10))}\n")


@contextlib.contextmanager
def visible_streams() -> Iterator[None]:
    """Make visible what is written to standard error, and to standard output where that is a terminal.

    What goes to a file or a pipe is for programs as well: formats for people make it visible themselves.
    """
    before = sys.stdout, sys.stderr
    codecs.register_error(_SPELLED, _spell)
    for stream in before:
        if stream.errors == "strict" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_SPELLED)
    try:
        if sys.stdout.isatty():
            sys.stdout = VisibleStream(sys.stdout)
        sys.stderr = VisibleStream(sys.stderr)
        yield
    finally:
        sys.stdout, sys.stderr = before


class VisibleStream:
    """A text stream on which control characters are written as escapes."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream
        """The stream itself, for what may steer it: a progress line."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write a text made visible."""
        self.stream.write(_visible(text, keep="\n\t"))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts made visible."""
        for line in lines:
            self.write(line)


def _visible(text: str, keep: str = "") -> str:
    if text.isprintable():
        return text
    from lydite.reporting.readable import escape_control

    return escape_control(text, keep=keep)


def _spell(error: UnicodeError) -> tuple[str, int]:
    """Spell what an encoding has no bytes for as JSON does, so that JSON stays JSON."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2)), error.end
