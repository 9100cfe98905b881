"""What a reader must know of the data, in as few lines as will do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_VARYING = re.compile(r"\([^()]*\)|\d[\d,.]*\d|\d")
_LINE = re.compile(r":\d+$")
_MOST = 10


def merge_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """Return notes each once; those of one kind, which differ in name and numbers only, become one line.

    >>> merge_notes(["a: duplicates dropped: 3", "b: duplicates dropped: 3", "c: duplicates dropped: 12"])
    ('a: duplicates dropped: 3; likewise b, c (12)',)
    """
    kinds: dict[str, list[tuple[str, str]]] = {}
    for note in dict.fromkeys(notes):
        name, colon, said = note.partition(": ")
        one = not colon or _LINE.search(name) is not None  # what is said of a line is said of no other
        kinds.setdefault(note if one else _VARYING.sub("#", said), []).append(
            ("", note) if one else (name, said)
        )
    lines = []
    for (name, said), *others in kinds.values():
        first = f"{name}: {said}" if name else said
        alike = [_other(n, s, said) for n, s in others]
        more = f" and {len(alike) - _MOST:,} more" if len(alike) > _MOST else ""
        lines.append(f"{first}; likewise {', '.join(alike[:_MOST])}{more}" if alike else first)
    return tuple(lines)


def _other(name: str, said: str, first: str) -> str:
    if said == first:
        return name
    numbers = [v for v in _VARYING.findall(said) if not v.startswith("(")]
    return f"{name} ({', '.join(numbers)})" if numbers else name
