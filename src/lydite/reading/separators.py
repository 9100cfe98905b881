"""What parts the phrases of one string: as users say, or as nearly every string has it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.reading.spelled import spelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.reading.fields import Context, Understood

SEPARATORS = ("\n", ";", "|", ",")
OPENING = ("[", "(", "{", " ", "a", "`")
"""How strings begin that may spell a list."""
BULLET = re.compile(r"\s*(?:[-*•–]|\d+[.)])\s+")
_NEARLY = 0.8  # the share of cells with a separator from which on it is taken for one
_SOME = 0.2  # the share from which on it may be one
NO_SEPARATOR = ""
"""What ``--separator none`` says: each cell or string is one phrase."""


def split(cell: str, separator: str) -> list[str]:
    """Return the phrases of a cell; without a separator it is one, and lines may be those of a list.

    >>> split(" cat; dog;", ";"), split("cat; dog", NO_SEPARATOR)
    (['cat', 'dog'], ['cat; dog'])
    """
    pieces = cell.split(separator) if separator else [cell]
    if separator == "\n":
        pieces = [BULLET.sub("", piece, count=1) for piece in pieces]
    return [p for p in map(str.strip, pieces) if p]


def noticed(cells: Iterable[str]) -> str | None:
    """Return what separates phrases in nearly every cell; nothing where nothing does.

    >>> noticed(["cat, dog", "fish, bird", "cow"] * 2 + ["a, b"] * 5), noticed(["cat", "a;b"])
    (',', None)
    >>> noticed(["#cat #dog", "#fish"])
    ' '
    """
    full = [c for c in cells if c.strip()]
    if not full:
        return None
    counts = {s: sum(s in c for c in full) for s in SEPARATORS}
    best = max(SEPARATORS, key=counts.__getitem__)
    if counts[best] >= _NEARLY * len(full):
        return best
    words = [c.split() for c in full]
    if any(len(w) > 1 for w in words) and all(t.startswith("#") for w in words for t in w):
        return " "
    return None


def string_separator(
    values: Sequence[Any], context: Context, said: Understood, *, ask: bool = True
) -> tuple[str | None, Understood]:
    """Return what separates the phrases of the strings among some values, and how that is told.

    Where that is in doubt users are asked, unless not to part the strings is the usual thing.
    """
    strings = [v for v in values if isinstance(v, str) and (v[:1] not in OPENING or spelled(v) is None)]
    if not strings:
        return None, said
    given = context.fields.separator
    if given == NO_SEPARATOR:
        return given, replace(said, separator=given)
    there = given is not None and any(given in s for s in strings)  # else it is that of another file
    found = given if there else noticed(strings)
    if found is None and given is None:
        found, said = _in_doubt(strings, context, said, ask=ask)
    if found is None:
        return given, said
    return found, replace(said, separator=found, noticed=not there)


def _in_doubt(
    cells: Sequence[str], context: Context, said: Understood, *, ask: bool
) -> tuple[str | None, Understood]:
    """Take bars and lines for separators also where only some cells have them; ask where that is commas.

    A phrase may have a comma of its own; semicolons part phrases in any case.
    """
    mark = max(SEPARATORS, key=lambda s: sum(s in c for c in cells))
    count = sum(mark in c for c in cells)
    if count < _SOME * len(cells) or mark == ";":
        return None, said
    if mark != ",":
        return mark, said
    some = f"{count:,} of {len(cells):,} have {mark!r}"
    if ask:
        raise InputError(
            f"{some} in them, which may part phrases or be part of them; say which: --separator {mark!r}, or "
            "--separator none",
            context.source,
        )
    return None, replace(said, doubtful=f"not separated, though {some}: --separator {mark!r} or none")
