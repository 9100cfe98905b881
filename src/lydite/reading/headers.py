"""Whether the first row of a table names its columns: what looks like names is never taken for an item."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.reading.fields import pick
from lydite.reading.names import IDS, SCORES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.reading.fields import Context

_LOOKED_AT = 1000  # rows; what holds for these holds for the rest


def has_header(rows: Sequence[Sequence[str]], context: Context, line: int) -> bool:
    """Whether the first row names a column of phrases; refuse one that names others only."""
    names, fields = list(rows[0]), context.fields
    if fields.header is False:
        return False
    if fields.choose(names, context.role).phrases:
        return True
    if fields.header or looks_like_names(rows):
        there = ", ".join(names)
        raise InputError(
            f"the first row looks like names ({there}), and none is known as a column of phrases; "
            f"say which it is (--phrases FIELD), or that it is an item (--no-header){fields.meant(names)}",
            context.source,
            line,
        )
    return False


def looks_like_names(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a first row differs from the others as names do from what they name.

    It has a name that is known; or no number, or no digit, in a column of ids or scores where all others have
    one.

    >>> looks_like_names([["paper", "kw"], ["1", "cat"]]), looks_like_names([["p1", "cat"], ["p2", "dog"]])
    (True, False)
    """
    first, rest = rows[0], [row for row in rows[1:_LOOKED_AT] if len(row) == len(rows[0])]
    if pick(first, IDS + SCORES) is not None:
        return True
    if not rest:
        return False
    for place in (0, 2):  # ids and scores; phrases may be anything
        if place < len(first):
            cell, others = first[place], [row[place] for row in rest]
            if not is_number(cell) and all(map(is_number, others)):
                return True
            if not _has_digit(cell) and all(map(_has_digit, others)):
                return True
    return False


def is_number(cell: str) -> bool:
    """Whether a cell spells a number."""
    try:
        return not math.isnan(float(cell))
    except ValueError:
        return False


def _has_digit(cell: str) -> bool:
    return any(map(str.isdigit, cell))
