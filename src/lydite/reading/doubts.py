"""First rows that may be names or items: other sources show what they are, or users are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from lydite.reading.fields import join_errors
from lydite.reading.formats.headers import has_form_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.errors import InputError
    from lydite.measures.labels.tables import LabelTable
    from lydite.reading.phrases import Phrases

    Table = TypeVar("Table", Phrases, LabelTable)


def settle(tables: Sequence[Table], shown: Callable[[Table, Table], str | None]) -> list[tuple[str, ...]]:
    """Return notes for the tables whose first row is an item; refuse those that stay in doubt.

    ``shown`` says what another table shows of the first row of one; that is noted, unless the id looks like
    those of the other rows in any case.
    """
    notes: list[tuple[str, ...]] = []
    faults: dict[str, InputError] = {}
    for table in tables:
        others = (shown(table, other) for other in tables if other is not table and table.doubt is not None)
        said = next(filter(None, others), None)
        if said is None and table.doubt is not None:
            faults[str(table.doubt)] = table.doubt
        note = f"{table.source}: the first row is an item {said}, and not names"
        notes.append(() if said is None or has_form_of(table.ids[0], table.ids[1:]) else (note,))
    if faults:
        raise join_errors(list(faults.values()))
    return notes
