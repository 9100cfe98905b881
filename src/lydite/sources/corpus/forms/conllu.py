"""CoNLL-U, the form of Universal Dependencies: ten columns, a word a line, a blank line between sentences."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.reading import opening
from lydite.whole_numbers import whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COLUMNS = 10
_END = (0, "")  # a sentence ends with a blank line, or with the file


def sentences(path: Path, encoding: str | None = None) -> Iterator[list[str]]:
    """Yield the words of each sentence as they are written: contractions (1-2 del) whole, no empty nodes."""
    held: list[str] = []
    covered = place = 0  # the last word that a contraction stands for, and the last word
    for number, line in itertools.chain(opening.lines(path, encoding), [_END]):
        if not line.strip():
            if covered > place:
                raise InputError(f"a range ends at {covered}, after the last word", path, number)
            if held:
                yield held
            held, covered, place = [], 0, 0
        elif not line.startswith("#"):
            cells = row(line, path, number)
            first, dash, last = cells[0].partition("-")
            if "." in first:
                continue
            if dash:
                covered = int(last)
            else:
                place = int(first)
                if place <= covered:
                    continue
            held.append(cells[1])


def lemmas(path: Path, encoding: str | None = None) -> Iterator[tuple[str, str]]:
    """Yield form and lemma of each word; what has none (``_``) is left out."""
    for number, line in opening.lines(path, encoding):
        if line.strip() and not line.startswith("#"):
            cells = row(line, path, number)
            if cells[0].isdecimal() and (cells[2] != "_" or cells[1] == "_"):
                yield cells[1], cells[2]


def row(line: str, path: Path, number: int) -> list[str]:
    """Return the ten cells of a word; its place is a number (1), a range (1-2) or an empty node's (1.1)."""
    cells = line.split("\t")
    first, dash, last = cells[0].partition("-")
    places = (first, last) if dash else (first.partition(".")[0],)
    if len(cells) != COLUMNS:
        raise InputError(f"expected the {COLUMNS} columns of CoNLL-U, found {len(cells)}", path, number)
    if None in map(whole_number, places) or (dash and int(first) > int(last)):
        raise InputError(f"expected a place in CoNLL-U (1, or 1-2), found {cells[0]}", path, number)
    return cells
