"""Numbers as people read them, and texts that are safe to show.

Nothing in a phrase or a name may steer a terminal, a page or a drawing, on whichever stream it is written.
"""

from __future__ import annotations

import atexit
import codecs
import contextlib
import math
import os
import sys
import unicodedata
from typing import IO, TYPE_CHECKING, Any, TextIO

from lydite.core.errors import shortened, without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NOTHING = "–"
"""Stands for a figure that is absent or undefined."""
_SPELLED, _ESCAPED = "lydite.spelled", "lydite.escaped"
_LINE_FEED = "\n"  # one for each problem
_NOTE = 5_000  # characters of a line on standard error: a signature may be long
_HIDDEN = {"Cc", "Cs", "Zl", "Zp"}
_STEERING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff")


def figure(value: float | None, digits: int = 4) -> str:
    """Return a number with ``digits`` decimals, fewer where it is large, as a power of ten where it is tiny.

    >>> figure(0.43216), figure(1234.5678), figure(0.00001234), figure(float("nan"))
    ('0.4322', '1234.6', '1.234e-05', '–')
    """
    return NumberStyle.of([value], digits)(value)


class NumberStyle:
    """One way of writing numbers that belong together, so that they line up.

    >>> NumberStyle.of([38, None, 40])(38), NumberStyle.of([38.0])(38.0)
    ('38', '38.000')
    """

    def __init__(self, decimals: int, *, power: bool = False) -> None:
        self.decimals = decimals
        self.power = power

    @classmethod
    def of(cls, values: Iterable[float | None], digits: int = 4) -> NumberStyle:
        """Choose by the largest of the numbers; counts, which are ints, are written without decimals."""
        known = [v for v in values if v is not None and math.isfinite(v)]
        if known and all(isinstance(v, int) for v in known):
            return cls(0)
        largest = max(map(abs, known), default=0.0)
        if largest == 0 or largest >= 0.5 * 10.0**-digits:
            whole = math.floor(math.log10(largest)) if largest >= 1 else 0
            return cls(max(0, digits - whole))
        return cls(max(0, digits - 1), power=True)

    def __call__(self, value: float | None) -> str:
        """Write one number."""
        if value is None or math.isnan(value):
            return NOTHING
        if math.isinf(value):
            return "∞" if value > 0 else "-∞"
        if self.power and value != 0:
            return f"{value:.{self.decimals}e}"
        text = f"{value:.{self.decimals}f}"
        return text if float(text) else text.removeprefix("-")

    def known_to(self, error: float | None) -> NumberStyle:
        """Return the style without digits that are smaller than an error; one after the point stays.

        >>> NumberStyle(4).known_to(0.002)(0.04771), NumberStyle(4).known_to(0.0)(0.5)
        ('0.05', '0.5000')
        """
        if self.power or not error or not math.isfinite(error):
            return self
        return NumberStyle(min(self.decimals, max(1, math.floor(-math.log10(error)))))

    def interval(self, low: float | None, high: float | None) -> str:
        """Write an interval, or nothing where there is none."""
        known = any(v is not None and not math.isnan(v) for v in (low, high))
        return f"[{self(low)}, {self(high)}]" if known else ""


def p_text(value: float, digits: int) -> str:
    """Write a p value; one too small for the digits as less than the smallest.

    >>> p_text(0.0053, 4), p_text(0.00001, 4)
    ('0.0053', '<0.0001')
    """
    if math.isnan(value):
        return NOTHING
    smallest = 10.0**-digits
    return f"<{smallest:.{digits}f}" if value < smallest else f"{value:.{digits}f}"


def p_words(value: float, digits: int) -> str:
    """Write a p value in a sentence.

    >>> p_words(0.0053, 4), p_words(0.00001, 4)
    ('p = 0.0053', 'p < 0.0001')
    """
    return f"p = {p_text(value, digits)}".replace("= <", "< ")


def escape_control(text: str, keep: str = "") -> str:
    r"""Escape control characters, line ends and lone surrogates, which would act instead of being shown.

    >>> escape_control("red\x1b[31m\n")
    'red\\x1b[31m\\n'
    """
    if text.isprintable():
        return text
    return "".join(c if c in keep or not _acts(c) else _spell(c) for c in text)


def _acts(char: str) -> bool:
    return char in _STEERING or unicodedata.category(char) in _HIDDEN


def _spell(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def tell(note: str) -> None:
    """Say something on standard error, without what is secret in an address; one line for each problem."""
    note = without_secrets(note) if ":/" in note else note
    sys.stderr.write(f"lydite: {escape_control(note, keep=_LINE_FEED)}\n")


@contextlib.contextmanager
def visible_streams() -> Iterator[None]:
    """Make visible what is written to standard error, and to standard output where that is a terminal.

    What goes to a file or a pipe is for programs as well: formats for people make it visible themselves.
    What a stream cannot encode is spelled, unless the user has said what becomes of it.
    """
    before = sys.stdout, sys.stderr
    codecs.register_error(_SPELLED, _spell_unprintable)
    for stream in (sys.stderr,) if chosen_errors() else before:
        if (stream.errors == "strict" or not _encodes_all(stream)) and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_SPELLED)
    try:
        if sys.stdout.isatty():
            sys.stdout = VisibleStream(sys.stdout)
        elif not _encodes_all(sys.stdout):
            sys.stdout = SpelledStream(sys.stdout)
        sys.stderr = VisibleStream(sys.stderr, _NOTE)
        yield
    finally:
        sys.stdout, sys.stderr = before
        if (colours := sys.modules.get("colorama.initialise")) is not None:
            # numba loads it; at the end it would reset, on the wrapped stream, what was never set
            atexit.unregister(colours.reset_all)


def chosen_errors() -> str:
    """Return what the user has said of letters that standard output cannot encode; nothing where unsaid."""
    return os.environ.get("PYTHONIOENCODING", "").partition(":")[2]


def escape_data() -> None:
    """Let standard output escape what it cannot encode, signs as well as letters: what follows are data."""
    stream: Any = getattr(sys.stdout, "stream", sys.stdout)
    if stream.errors == _SPELLED:
        codecs.register_error(_ESCAPED, _escape_unprintable)
        stream.reconfigure(errors=_ESCAPED)


class SpelledStream:
    """A text stream that takes any letter, for the one below spells what it cannot encode.

    So it says that it is UTF-8: where it is ASCII, click would pass it by and write to what lies below.
    """

    encoding = "utf-8"

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream
        """The stream itself, for what may steer it: a progress line."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class VisibleStream(SpelledStream):
    """A text stream on which control characters are written as escapes, and no line too long for people."""

    def __init__(self, stream: IO[str], longest: int | None = None) -> None:
        super().__init__(stream)
        self.longest = longest

    def write(self, text: str) -> int:
        """Write a text made visible."""
        told = shortened(text, self.longest) if self.longest and len(text) > self.longest else text
        self.stream.write(escape_control(told, keep="\n\t"))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts made visible."""
        for line in lines:
            self.write(line)


def _spell_unprintable(error: UnicodeError) -> tuple[str, int]:
    from lydite.reporting.spelling import spell_unprintable

    return spell_unprintable(error)


def _escape_unprintable(error: UnicodeError) -> tuple[str, int]:
    from lydite.reporting.spelling import escape_unprintable

    return escape_unprintable(error)


def _encodes_all(stream: TextIO) -> bool:
    """Whether an encoding has every letter; lone surrogates are no letters."""
    return codecs.lookup(stream.encoding or "ascii").name.startswith("utf")
