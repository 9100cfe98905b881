"""Whether the first row of a table names its columns: what may be names is never taken for an item.

A first row is *names* if it has a known one; it is an *item* if something shows that. The form of its id does
not: whoever calls a column of ids d1 has names that look like d2. Where neither is seen users are asked. So
no header is ever counted, but one that has a bare number for its first name only, over numbers, which is the
definition of an item (:func:`is_numbered`).
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.reading.fields import first_known
from lydite.reading.known_names import IDS, SCORES
from lydite.reading.separators import common_separator
from lydite.reading.spelled_lists import list_of_cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.reading.fields import ReadingContext

_LOOKED_AT = 1000  # rows; what holds for these holds for the rest
_COUNTED = re.compile(r"(\D*)(\d{1,2})")  # a name such as programs make: 0, V1, column_2
_UNNAMED = re.compile(r"unnamed: \d+|\W*", re.IGNORECASE)  # the index of a data frame
_ENDING = re.compile(r"[^.\s]\.[A-Za-z]\w{0,4}$")  # of a file
_ALIKE = 8  # characters: ids of this length that are all as long, with digits, are digests and the like


def has_header(
    rows: Sequence[Sequence[str]], context: ReadingContext, line: int
) -> tuple[bool, InputError | None]:
    """Return whether the first row is a header, and a message where it may be a header or an item.

    One that looks like names of other columns only is refused.
    """
    names, fields = list(rows[0]), context.fields
    chosen = fields.choose(names, context.role)
    if fields.header is False:  # may be said of another file: what has known names only is no item
        known = {chosen.id, *chosen.phrases, chosen.scores} - {None}
        return bool(chosen.phrases) and len(known) == len(names), None
    if chosen.phrases and (fields.header or chosen.user_said or chosen.id is not None):
        return True, None
    item = fields.header is None and (looks_like_item(rows) or (not chosen.phrases and is_numbered(rows)))
    others = [row[0] for row in rows[1:_LOOKED_AT]]
    numbered = len(names) > 2 and is_number(names[2])
    alike = item or (fields.header is None and (numbered or has_form_of(names[0], others)))
    if chosen.phrases and not alike:
        return True, None
    sure = bool(fields.header) or looks_like_names(rows)
    doubt = doubtful(names, context, line, "phrases", sure=sure)
    if sure or (len(names) not in {2, 3} and not alike):
        raise doubt
    return False, None if item else doubt


def doubtful(
    names: Sequence[str],
    context: ReadingContext,
    line: int,
    answers: str,
    *,
    sure: bool,
    why: str = "nothing in the file shows which",
    more: str = "",
) -> InputError:
    """Return the message about a first row that may be a header: of unknown names, or in doubt."""
    there = ", ".join(names)
    looks = (
        f"the first row looks like names ({there}), and none is known as a column of {answers}"
        if sure
        else f"the first row may be names or an item ({there}): {why}"
    )
    return InputError(
        f"{looks}; say which column has the {answers} (--phrases FIELD), or that the row is an item "
        f"(--no-header){more}{context.fields.hint(names, context.role)}",
        context.source,
        line,
    )


def looks_like_names(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a first row differs from the others as names do from what they name.

    It has a name that is known, or that programs make (V1, V2); or no number, or no digit, in a column of ids
    or scores where all others have one.

    >>> looks_like_names([["paper", "kw"], ["1", "cat"]]), looks_like_names([["p1", "cat"], ["p2", "dog"]])
    (True, False)
    """
    first, rest = rows[0], [row for row in rows[1:_LOOKED_AT] if len(row) == len(rows[0])]
    named = first[:1] if has_form_of(first[0], [row[0] for row in rest]) else first  # p1,query is an item
    if first_known(named, IDS + SCORES) is not None or _UNNAMED.fullmatch(first[0]) or _counted(first):
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


def looks_like_item(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a first row shows that it is one like the others.

    Its id comes again; it has a number for a score, one with a point or a sign, since data frames may call a
    column 2; or its phrases are a list, or have what parts those of nearly all others.

    >>> looks_like_item([["p1", "cat"], ["p2", "dog"]]), looks_like_item([["p1", "cat"], ["p1", "dog"]])
    (False, True)
    >>> looks_like_item([["alpha", "cat;dog"], ["beta", "fish;bird"]])
    True
    """
    first, rest = rows[0], [row for row in rows[1:_LOOKED_AT] if len(row) == len(rows[0])]
    if _counted(first):
        return False
    if first[0] in (row[0] for row in rest):
        return True
    if len(first) > 2 and set(first[2]) & set(".,-") and is_number(first[2].replace(",", ".")):
        return True
    if len(first) < 2:
        return False
    mark = common_separator([row[1] for row in (first, *rest)])
    return (mark is not None and mark in first[1]) or list_of_cell(first[1]) is not None


def is_numbered(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first cell is a whole number over whole numbers, and no other cell of its row is a number.

    Names of columns are numbers all together, as data frames count them (0, 1), or none is.

    >>> is_numbered([["1", "cat"], ["2", "dog"]]), is_numbered([["0", "1"], ["1", "cat"]])
    (True, False)
    """
    if len(rows) < 2 or len(rows[0]) < 2:
        return False
    return all(row[0].isdecimal() for row in rows) and not any(map(is_number, rows[0][1:]))


def has_form_of(cell: str, others: Sequence[str]) -> bool:
    """Whether a cell is repeated among the ids or has the same form as some of them, as no name has.

    >>> has_form_of("p1", ["p2", "p3"]), has_form_of("Smith2010", ["Jones1999"]), has_form_of("a", ["b"])
    (True, True, False)
    """
    if cell in others or "://" in cell:
        return True
    if ending := _ENDING.search(cell):
        return any(other.endswith(ending.group()[1:]) for other in others)
    if not _has_digit(cell):
        return False
    alike = len(cell) >= _ALIKE and {len(other) for other in others} == {len(cell)}
    return not others or alike or any(_start(cell) == _start(o) or _form(cell) == _form(o) for o in others)


def _start(cell: str) -> str:
    """Return what comes before the first digit; nothing is the start of what has none."""
    return re.split(r"\d", cell.strip().casefold(), maxsplit=1)[0] if _has_digit(cell) else cell


def _form(cell: str) -> str:
    """Return letters as one, digits one by one where there are several: Smith2010 has that of Jones1999."""
    form = re.sub(r"[^\W\d_]+", "a", re.sub(r"\d", "0", cell.strip()))
    return form if form.count("0") > 1 else cell


def _counted(cells: Sequence[str]) -> bool:
    """Whether cells are names that programs give to columns without any: 0 and 1, V1 and V2."""
    found = [_COUNTED.fullmatch(cell.strip()) for cell in cells]
    if len(cells) < 2 or not all(found):
        return False
    numbers = [int(match.group(2)) for match in found if match]
    starts = {match.group(1) for match in found if match}
    return len(starts) == 1 and numbers == list(range(numbers[0], numbers[0] + len(cells)))


def is_number(cell: str) -> bool:
    """Whether a cell spells a number."""
    try:
        return not math.isnan(float(cell))
    except ValueError:
        return False


def _has_digit(cell: str) -> bool:
    return any(map(str.isdigit, cell))
