"""A table as text cells, whatever format it is written in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """A text as it was given, the marks after it (letters of tied systems), and whether it is a name.

    Names come from data and may hold anything; what is not a name was written here. What is ``raw`` was given
    in the language of the format (LaTeX, Markdown) and is written as it stands.
    """

    text: str
    marks: str = ""
    name: bool = False
    bold: bool = False
    raw: bool = False
    leads: bool = False
    """Whether it is the best of those it was tested against, or shares a letter with it."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; the first ``labels`` columns say what the row is about."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    labels: int = 1
    notes: tuple[Cell, ...] = ()
    title: str = ""
    at_most: int | None = None
    """Beyond so many rows it is left out of a terminal; programs get them all."""
    about: str = ""
    """What it is, where nothing above it says so and papers need a caption."""


@dataclass(frozen=True, slots=True)
class PaperTable(Table):
    """A table of a paper: what it is stands in its caption."""

    caption: str = ""
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class TableLayout:
    """How papers get a table of results."""

    names: Sequence[str] = ()
    """Names in LaTeX or Markdown, as they are to stand there: ``F1@10=F$_1$``, for measures and systems."""
    pairwise: bool = False
    """Whether papers get the table of paired tests."""


def blank_repeats(rows: Sequence[tuple[Cell, ...]], labels: int) -> tuple[tuple[Cell, ...], ...]:
    """Leave out a label that is the same as above, as long as all before it are."""
    shown = []
    above: tuple[Cell, ...] = ()
    for row in rows:
        same = 0
        while same < labels and above and row[same] == above[same]:
            same += 1
        shown.append((*[Cell("")] * same, *row[same:]))
        above = row
    return tuple(shown)
