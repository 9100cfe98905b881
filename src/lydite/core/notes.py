"""What a reader must know of the data, in as few lines as will do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_VARYING = re.compile(r"\([^()]*\)|\d[\d,.]*\d|\d")
_LINE = re.compile(r":\d+$")
_MOST = 10
NARROW = ": intervals are too narrow without --cluster "
"""Stands in a note between what is wrong and the column that mends it."""
DIFFERENT = "NOT made in the same way"
"""Begins the note on runs whose numbers are not comparable."""


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
