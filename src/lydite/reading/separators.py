"""What parts the phrases of one string: as users say, or as nearly every string has it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.reading.spelled_lists import list_of_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.reading.fields import ReadingContext, ReadingSummary

SEPARATORS = ("\n", "|", ";", ",")
"""In order: the earlier, the less likely it is part of a phrase."""
OPENING = ("[", "(", "{", " ", "a", "`")
"""How strings begin that may spell a list."""
BULLET = re.compile(r"\A\s*+(?:[-*•–]|\d+[.)])\s+")
NEARLY = 0.8  # the share of cells with a separator from which on it is taken for one
SOME = 0.2  # the share from which on it may be one
NO_SEPARATOR = ""
"""What ``--separator none`` says: each cell or string is one phrase."""


def split_cell(cell: str, separator: str) -> list[str]:
    """Return the phrases of a cell; without a separator it is one, and lines may be those of a list.

    >>> split_cell(" cat; dog;", ";"), split_cell("cat; dog", NO_SEPARATOR)
    (['cat', 'dog'], ['cat; dog'])
    """
    pieces = cell.split(separator) if separator else [cell]
    if separator == "\n":
        pieces = [BULLET.sub("", piece, count=1) for piece in pieces]
    return [p for p in map(str.strip, pieces) if p]


def common_separator(cells: Iterable[str]) -> str | None:
    """Return what separates phrases in nearly every cell; nothing where nothing does.

    Of several it is the one that phrases seldom have: in ``Rome, Italy; Paris`` that is the semicolon.

    >>> commas = ["cat, dog", "fish, bird", "cow"] * 2 + ["a, b"] * 5
    >>> common_separator(commas), common_separator(["cat", "a;b"])
    (',', None)
    >>> common_separator(["#cat #dog", "#fish"])
    ' '
    """
    full = [c for c in cells if c.strip()]
    if not full:
        return None
    for separator in SEPARATORS:
        if sum(separator in c for c in full) >= NEARLY * len(full):
            return separator
    words = [c.split() for c in full]
    if any(len(w) > 1 for w in words) and all(t.startswith("#") for w in words for t in w):
        return " "
    return None


def string_separator(
    values: Sequence[Any], context: ReadingContext, summary: ReadingSummary, *, ask: bool = True
) -> tuple[str | None, ReadingSummary]:
    """Return the separator of phrases in strings, and the summary with it.

    Where that is in doubt users are asked, unless not to part the strings is the usual thing.
    """
    strings = [v for v in values if isinstance(v, str) and (v[:1] not in OPENING or list_of_cell(v) is None)]
    if not strings:
        return None, summary
    given = context.fields.separator
    if given == NO_SEPARATOR:
        return given, replace(summary, separator=given)
    there = given is not None and any(given in s for s in strings)  # else it is that of another file
    separator = given if there else common_separator(strings)
    if ask and given is None:
        if separator in (None, ","):
            _refuse_mixture(strings, context)
        if separator in (None, "|"):
            _refuse_bars_or_semicolons(strings, context, nearly=separator == "|")
    if separator is None and given is None:
        separator, summary = _in_doubt(strings, context, summary, ask=ask)
    if separator is None:
        return given, summary
    return separator, replace(summary, separator=separator, noticed=not there)


def _refuse_mixture(cells: Sequence[str], context: ReadingContext) -> None:
    """Ask where many cells have a comma and many a semicolon or bar, none nearly all: each may part phrases.

    Commas within phrases that the other parts (``Rome, Italy; Paris``) look like that, and so do lists of
    both kinds in one file.
    """
    for mark in ("|", ";"):
        other = sum(mark in c for c in cells)
        commas = sum("," in c for c in cells)
        alone = sum("," in c and mark not in c for c in cells)
        if min(other, alone) >= SOME * len(cells):
            raise InputError(
                f"of {len(cells):,} cells {other:,} contain {mark!r} and {commas:,} contain ','; say which "
                f"separates phrases: --separator {mark!r} or --separator ','",
                context.source,
            )


def _refuse_bars_or_semicolons(cells: Sequence[str], context: ReadingContext, *, nearly: bool) -> None:
    """Ask where cells have bars and semicolons: nearly all have both, or many have one of them alone."""
    bars, marks = [sum(m in c for c in cells) for m in "|;"], [("|" in c, ";" in c) for c in cells]
    least = NEARLY if nearly else SOME
    each = bars if nearly else [marks.count((True, False)), marks.count((False, True))]
    if min(each) >= least * len(cells):
        raise InputError(
            f"of {len(cells):,} cells {bars[0]:,} contain '|' and {bars[1]:,} contain ';'; say which "
            "separates phrases: --separator '|' or --separator ';'",
            context.source,
        )


def _in_doubt(
    cells: Sequence[str], context: ReadingContext, summary: ReadingSummary, *, ask: bool
) -> tuple[str | None, ReadingSummary]:
    """Take bars and lines for separators also where only some cells have them; ask where that is commas.

    A phrase may have a comma of its own; semicolons part phrases in any case.
    """
    mark = max(SEPARATORS, key=lambda s: sum(s in c for c in cells))
    count = sum(mark in c for c in cells)
    if count < SOME * len(cells) or mark == ";":
        return None, summary
    if mark != ",":
        return mark, summary
    some = f"{count:,} of {len(cells):,} have {mark!r}"
    if ask:
        raise InputError(
            f"{some} in them, which may part phrases or be part of them; say which: --separator {mark!r}, or "
            "--separator none",
            context.source,
        )
    return None, replace(summary, doubtful=f"not separated, though {some}: --separator {mark!r} or none")
