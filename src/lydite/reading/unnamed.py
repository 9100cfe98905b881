"""Items without ids: put beside others line by line, where there are as many."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.reading.phrases import Phrases


def by_line(tables: Sequence[Phrases]) -> list[Phrases]:
    """Give items without ids those of the first table that has any; a note says so.

    >>> from lydite.reading import read
    >>> gold, run = by_line([read({"b": ["cat"], "a": ["dog"]}), read([["cat"], ["fish"]], name="run")])
    >>> run.to_dict(), run.notes
    ({'b': ['cat'], 'a': ['fish']}, ('run: no ids; aligned by line with input',))
    """
    if not any(t.unnamed for t in tables):
        return list(tables)
    model = next((t for t in tables if not t.unnamed), tables[0])
    found = []
    for table in tables:
        if not table.unnamed or table is model:
            found.append(table)
            continue
        if len(table) != len(model):
            raise InputError(
                f"there are no ids, and {len(table):,} items here but {len(model):,} in {model.source}; "
                "name the field of ids (--id), or give as many items in the same order",
                table.source,
            )
        said = f"{table.source}: no ids; aligned by line with {model.source}"
        found.append(replace(table, index=list(model.ids), notes=(*table.notes, said)))
    return found
