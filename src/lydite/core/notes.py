"""What a reader must know of the data, in as few lines as will do."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Value = str | int | float

_VARYING = re.compile(r"\([^()]*\)|\d[\d,.]*\d|\d")
_LINE = re.compile(r":\d+$")
_MOST = 10
_LONGEST = 6  # characters of a format such as ",.0f"; with more, a file could ask for texts of any length
NARROW = ": intervals are too narrow without --cluster "
"""Stands in a note between what is wrong and the column that mends it."""
DIFFERENT = "NOT made in the same way"
"""Begins the note on runs whose numbers are not comparable."""


class Note(str):
    """What a reader must know of the data: a sentence with the values in it, as text.

    Notes are of one kind where their sentences are the same. What users wrote (names of files, ids, labels)
    is a value and never part of the sentence.

    >>> note = Note("duplicates dropped: {count:,}", "a", count=1200)
    >>> note, note.source, note.values, note.renamed("b")
    ('a: duplicates dropped: 1,200', 'a', {'count': 1200}, 'b: duplicates dropped: 1,200')
    """

    __slots__ = ("sentence", "source", "values")
    sentence: str
    """The text, with the names of values in curly brackets."""
    source: str
    """What it is said of: a source, a system; nothing where it is said of all."""
    values: Mapping[str, Value]

    def __new__(cls, sentence: str, source: str = "", /, **values: Value) -> Self:
        """Make the text."""
        said = sentence.format_map(values)
        note = super().__new__(cls, f"{source}: {said}" if source else said)
        note.sentence, note.source, note.values = sentence, source, values
        return note

    @property
    def kind(self) -> str:
        """What notes that say the same of different sources have in common."""
        return self.sentence

    def renamed(self, source: str) -> Note:
        """Return the same, said of another source."""
        return Note(self.sentence, source, **self.values)

    def as_data(self) -> dict[str, Any]:
        """Return what it is made of, for files."""
        return {"sentence": self.sentence, "source": self.source, "values": dict(self.values)}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Note:
        """Return the note that is made of data; ValueError where a file has no such sentence.

        >>> Note.of_data({"sentence": "{count.real}", "source": "", "values": {"count": 1}})
        Traceback (most recent call last):
        ...
        ValueError: '{count.real}' is no sentence with the values count
        """
        sentence, values = data["sentence"], data["values"]
        for _, name, form, _ in Formatter().parse(sentence):
            if name is not None and (name not in values or "{" in (form or "") or len(form or "") > _LONGEST):
                raise ValueError(f"{sentence!r} is no sentence with the values {', '.join(values)}")
        return cls(sentence, data["source"], **values)

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Any]], Note], tuple[dict[str, Any]]]:
        return Note.of_data, (self.as_data(),)


def merge_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """Return notes each once; those of one kind, which differ in name and numbers only, become one line.

    >>> merge_notes(["a: duplicates dropped: 3", "b: duplicates dropped: 3", "c: duplicates dropped: 12"])
    ('a: duplicates dropped: 3; likewise b, c (12)',)
    """
    kinds: dict[str, list[tuple[str, str]]] = {}
    for note in dict.fromkeys(notes):
        name, colon, text = note.partition(": ")
        one = not colon or _LINE.search(name) is not None  # what is said of a line is said of no other
        kinds.setdefault(note if one else _VARYING.sub("#", text), []).append(
            ("", note) if one else (name, text)
        )
    lines = []
    for (name, text), *others in kinds.values():
        first = f"{name}: {text}" if name else text
        alike = [_other(n, s, text) for n, s in others]
        more = f" and {len(alike) - _MOST:,} more" if len(alike) > _MOST else ""
        lines.append(f"{first}; likewise {', '.join(alike[:_MOST])}{more}" if alike else first)
    return tuple(lines)


def _other(name: str, text: str, first: str) -> str:
    if text == first:
        return name
    numbers = [v for v in _VARYING.findall(text) if not v.startswith("(")]
    return f"{name} ({', '.join(numbers)})" if numbers else name
