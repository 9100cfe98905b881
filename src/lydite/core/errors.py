"""Every error that lydite raises on purpose.

::

    LyditeError
    ├── SpecError        a spec that does not parse, or names an unknown object, parameter or value
    ├── InputError       a file, line or argument that is not what was expected (no text: TextError)
    ├── OutputError      a result that could not be written (nothing is left half written)
    ├── StoreError       a built store that is damaged, of another version, or not a store
    └── MissingExtra     an optional dependency that is not installed
"""

from __future__ import annotations

import difflib
import re
import string
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from os import PathLike


TYPED: ContextVar[tuple[str, ...]] = ContextVar("TYPED", default=())
"""The command as it was typed, for what tells how it was made; nothing in a library."""
ADDRESS = re.compile(r"([a-z][a-z0-9+.-]*)://.")
"""Of a file that lies elsewhere."""
_SCHEMES = "s3a?|gs|gcs|az|abfss?|hdfs|memory|https?"
_WRITTEN = re.compile(rf"({_SCHEMES}):/+(?=[^/])")  # a path keeps one stroke of two
_BEGIN = rf"[a-z][a-z0-9+.-]{{0,30}}:(?=//)|\b(?:{_SCHEMES}):(?=/)"
_ADDRESS = re.compile(rf"(?:{_BEGIN})/[^\s'\"<>]+")
_PARTS = re.compile(rf"(?!file:)({_BEGIN})//?(?:([^/?#]*)@)?([^?#]*)")
_LONGEST = 1_000  # characters of a line of a message
_QUOTED = 80  # characters of a spec or name that a message quotes
_LONG_QUOTE = re.compile(r"""(?<!\w)(['"])([^'"\n]{81,})\1""")
_ACCOUNTS = ("abfs:", "abfss:")
"""Of these a container stands before the @."""


def source_name(path: object) -> str:
    """Return what messages call a path; an address without user, password and query, which may be secret.

    >>> source_name("-"), source_name("https://me:word@host/gold.jsonl?sig=abc")
    ('standard input', 'https://host/gold.jsonl')
    """
    if str(path) == "-":
        return "standard input"
    found = _PARTS.match(str(path))
    if found is None:
        return str(path)
    scheme, user, rest = found.groups()
    open_to_all = user and scheme in _ACCOUNTS and ":" not in user
    return f"{scheme}//{user}@{rest}" if open_to_all else f"{scheme}//{rest}"


def without_secrets(text: str) -> str:
    """Return a text with its addresses as messages call them.

    >>> without_secrets("s3:/key:word@bucket/table.csv: cannot be written")  # as pathlib writes it
    's3://bucket/table.csv: cannot be written'
    >>> without_secrets("ours=s3://key:word@bucket/run.jsonl -m F1")
    'ours=s3://bucket/run.jsonl -m F1'
    """
    return _ADDRESS.sub(lambda found: source_name(found[0]), text)


def is_remote(path: object) -> bool:
    """Whether a path is an address.

    >>> is_remote("s3://bucket/run.jsonl"), is_remote("runs/run.jsonl"), is_remote("C:/run.jsonl")
    (True, False, False)
    """
    return isinstance(path, str) and ADDRESS.match(path) is not None


def written_address(path: str | PathLike[str]) -> str | None:
    """Return the address that a path to be written was made of; None for none.

    >>> from pathlib import Path
    >>> written_address(Path("s3://bucket/table.md")), written_address("runs/table.md")
    ('s3://bucket/table.md', None)
    """
    found = _WRITTEN.match(str(path))
    return None if found is None else f"{found[1]}://{str(path)[found.end() :]}"


def quoted(text: str, at: int = 0) -> str:
    """Return a text as messages quote it: at most 80 characters, around a place.

    >>> quoted("F1"), len(quoted("x" * 200_000)), quoted("F1(" * 100, 250)[1:-1].strip("…") in "F1(" * 100
    ("'F1'", 82, True)
    """
    if len(text) <= _QUOTED:
        return repr(text)
    begin = max(0, min(at - _QUOTED // 2, len(text) - _QUOTED + 1))
    head, tail = "…" * (begin > 0), "…" * (begin + _QUOTED - 1 < len(text))
    return repr(head + text[begin : begin + _QUOTED - len(head) - len(tail)] + tail)


def shortened(text: str, longest: int = _LONGEST) -> str:
    """Return a message whose lines are no longer than people read: of one that quotes a file, both ends.

    >>> shortened(f"run.tsv:1: expected 2 columns, found {'x' * 70_000}; name them with --columns", 100)
    'run.tsv:1: expected 2 columns, found xxxxxxxxxxxxxxx … (69,986 characters) …  name them with --columns'
    """
    if len(text) <= longest:
        return text
    text = _LONG_QUOTE.sub(lambda found: found[1] + found[2][: _QUOTED - 1] + "…" + found[1], text)
    return "\n".join(
        line if len(line) <= longest else _ends(line, 52 * longest // 100, longest // 4)
        for line in text.split("\n")
    )


def _ends(line: str, head: int, tail: int) -> str:
    return f"{line[:head]} … ({len(line) - head - tail:,} characters) … {line[-tail:]}"


class LyditeError(Exception):
    """Root of all errors; the message says what was wrong, where, and what to do."""

    def __init__(self, message: str = "") -> None:
        super().__init__(shortened(message))


class SpecError(LyditeError, ValueError):
    """A spec such as ``F1(match=stem)@10`` that cannot be understood."""


class InputError(LyditeError, ValueError):
    """Bad input; names the file and, where there is one, the line.

    >>> str(InputError("expected 2 columns, found 3", "run.tsv", 7))
    'run.tsv:7: expected 2 columns, found 3'
    """

    def __init__(
        self, message: str, path: str | PathLike[str] | None = None, line: int | None = None
    ) -> None:
        self.path = path
        self.line = line
        self.problem = shortened(message)
        self.faults: tuple[InputError, ...] = ()
        """All that was found, where it is more than one."""
        self.items: tuple[str, ...] = ()
        """The ids of the items, where they could be read all the same."""
        name = source_name(path).replace("\n", "\\n")  # one line, whatever the file is called
        where = "" if path is None else f"{name}:{line}: " if line else f"{name}: "
        super().__init__(where + message)


class TextError(InputError):
    """What should be a text is none, or of another encoding."""


class OutputError(LyditeError, OSError):
    """A result could not be written; what was there before is untouched."""

    place: str = ""
    """What could not be written, and why the system says so: for whom it is a part of something larger."""
    why: str = ""

    def __init__(self, message: str = "") -> None:
        super().__init__(message.replace("\n", "\\n"))


class StoreError(InputError):
    """A store folder that cannot be opened as what it should be."""


class MissingExtra(LyditeError, ImportError):  # noqa: N818
    """An optional dependency is missing; the message is the pip command that brings it.

    >>> str(MissingExtra("gensim", "train"))
    'gensim is needed here: pip install ... (what the extra train asks for)'
    """

    def __init__(self, package: str, extra: str) -> None:
        from lydite.core.extras import pip_command

        self.wanted = package, extra
        command = pip_command(extra, package)
        super().__init__(f"{package} is needed here: {command} (what the extra {extra} asks for)")

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, str]]:
        return type(self), self.wanted  # as it comes from another process


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint such as "; did you mean F1?" for an unknown name; empty where no known name is close.

    >>> did_you_mean("exakt", ["exact", "stem"]), did_you_mean("Fl", ["F1", "nDCG"])
    ('; did you mean exact?', '; did you mean F1?')
    """
    lowered = {k.lower(): k for k in known}
    alike = 0.6 if len(name) > 3 else 0.5  # half of a name as short as F1 is all that a slip leaves
    close = difflib.get_close_matches(name.lower(), lowered, n=1, cutoff=alike)
    return f"; did you mean {lowered[close[0]]}?" if close else ""


def one_edit_away(word: str) -> Iterator[str]:
    """Yield what differs from a word by one letter: left out, put in, put for another, or swapped.

    Letters are those of the word and of the English alphabet, a blank and a hyphen.

    >>> "color" in one_edit_away("colour"), "form" in one_edit_away("from")
    (True, True)
    """
    letters = sorted({*string.ascii_lowercase, *word.casefold(), " ", "-"})
    for i in range(len(word) + 1):
        head, tail = word[:i], word[i:]
        yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        yield from (head + letter + rest for letter in letters for rest in {tail, tail[1:]})


def ensure_columns(columns: Mapping[str, object], names: Iterable[str | None]) -> None:
    """Refuse a name that no column has, and say which there are."""
    for name in names:
        if name is not None and name not in columns:
            hint, known = did_you_mean(name, columns), ", ".join(columns) or "none"
            raise InputError(f"there is no column {name!r}{hint} (columns: {known})")
