"""A table as text cells, whatever format it is written in."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Cell:
    """A text as it was given, the marks after it (letters of tied systems), and whether it is a name.

    Names come from data and may hold anything; what is not a name was written here.
    """

    text: str
    marks: str = ""
    name: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; the first ``labels`` columns say what the row is about."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    labels: int = 1
    notes: tuple[Cell, ...] = field(default=())
