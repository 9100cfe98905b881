"""Whether tables without ids stand line by line beside one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from lydite.errors import InputError


class LineTable(Protocol):
    """What is read of a source, a row for each item."""

    @property
    def source(self) -> str:
        """What messages call it."""

    @property
    def ids(self) -> Sequence[str]:
        """The ids of the items, or their numbers."""

    @property
    def left_out(self) -> bool:
        """Whether rows that cannot be read were left out."""


def ensure_beside(table: LineTable, model: LineTable, rows: str) -> None:
    """Refuse a table without ids of which not every line need be that of another; ``rows`` are its lines."""
    for one in (table, model):
        if one.left_out:
            raise InputError(
                f"there are no ids, and bad rows of {one.source} were left out, so that nobody knows which "
                "line belongs to which; mend these rows, or name the field of ids (--id)",
                table.source,
            )
    here, there = len(table.ids), len(model.ids)
    if here != there:
        raise InputError(
            f"there are no ids, and {here:,} {rows} here but {there:,} in {model.source}; "
            f"name the field of ids (--id), or give as many {rows} in the same order",
            table.source,
        )
