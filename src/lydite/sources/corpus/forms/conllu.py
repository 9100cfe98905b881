"""CoNLL-U, the form of Universal Dependencies: ten columns, a word a line, a blank line between sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.reading import opening
from lydite.whole_numbers import whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COLUMNS = 10


def sentences(path: Path, encoding: str | None = None) -> Iterator[list[str]]:
    """Yield the words of each sentence as they are written: contractions (1-2 del) whole, no empty nodes."""
    held: list[str] = []
    covered = 0  # the last word that a contraction stands for
    for number, line in opening.lines(path, encoding):
        if not line.strip():
            if held:
                yield held
            held, covered = [], 0
        elif not line.startswith("#"):
            cells = row(line, path, number)
            first, dash, last = cells[0].partition("-")
            if "." in first:
                continue
            if dash:
                covered = int(last)
            elif int(first) <= covered:
                continue
            held.append(cells[1])
    if held:
        yield held


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
    if len(cells) != COLUMNS or None in map(whole_number, places):
        raise InputError(
            f"expected the {COLUMNS} columns of CoNLL-U, a number first; found {len(cells)}", path, number
        )
    return cells
