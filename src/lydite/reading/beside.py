"""Tables without known ids: a field that tells the items, else line by line beside one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.reading.formats.headers import is_number


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


class ColumnTable(LineTable, Protocol):
    """A table with further columns."""

    @property
    def unnamed(self) -> bool:
        """Whether rows had no ids."""

    @property
    def columns(self) -> Mapping[str, Sequence[str]]:
        """What else is known of each item."""


def is_counter(cells: Sequence[str]) -> bool:
    """Whether cells count their rows, from 0 or 1, and so are no ids that another file needs to have.

    >>> is_counter(["0", "1", "2"]), is_counter(["7", "8"])
    (True, False)
    """
    return cells[0] in ("0", "1") and list(cells) == [str(int(cells[0]) + n) for n in range(len(cells))]


_BY_LINE = "no ids; aligned by line with {model}"


def aligned_note(source: str, model: str) -> Note:
    """Return the note that rows without ids are those of a model, line by line."""
    return Note(_BY_LINE, source, model=model)


def is_aligned(note: str) -> bool:
    """Whether a note says that rows are aligned by line.

    >>> is_aligned(aligned_note("run", "gold")), is_aligned("run: no ids; aligned by line with gold")
    (True, False)
    """
    return isinstance(note, Note) and note.kind == _BY_LINE


def ids_by_field(tables: Sequence[ColumnTable]) -> list[tuple[list[str], str] | None]:
    """Return the ids of tables that have none of a known name, and their field; nothing for the others.

    A field that differs in every row and has the same values in every table is the id, one of texts before
    one of numbers. Where such a field is in every table and its values are not the same, users are asked.
    Tables without any such field stay as they are.
    """
    model = next((t for t in tables if not t.unnamed), tables[0])
    rest = {n: own for n, t in enumerate(tables) if t.unnamed and t is not model and (own := _unique(t))}
    found: list[tuple[list[str], str] | None] = [None] * len(tables)
    keys = _unique(model) if rest else {}
    if not keys:
        return found
    fits = {
        name: fields
        for name, values in keys.items()
        if all((fields := {n: _same(name, values, own) for n, own in rest.items()}).values())
    }
    texts = {name: fields for name, fields in fits.items() if not all(map(is_number, keys[name]))}
    fits = texts or fits
    if not fits:
        _ask_for_id(tables, model, rest, keys)
        return found
    first, fields = next(iter(fits.items()))
    ids = dict(zip(keys[first], keys[first] if model.unnamed else model.ids, strict=True))
    for n, own in rest.items():
        taken = [ids.get(value, value) for value in own[str(fields[n])]]
        found[n] = taken, str(fields[n])
        for name, others in fits.items():
            places = dict(zip(keys[name], ids.values(), strict=True))
            if taken != [places.get(value, value) for value in own[str(others[n])]]:
                raise InputError(
                    f"no known id; {first or 'the ids'} and {name} tell items apart, and differently: say "
                    "which is the id (--id FIELD)",
                    tables[n].source,
                )
    if model.unnamed:
        place = next(n for n, t in enumerate(tables) if t is model)
        found[place] = list(keys[first]), first
    return found


def field_note(table: LineTable, name: str) -> Note:
    """Return the note that a field of no known name is the id."""
    return Note("no known id; {field} is read as the id", table.source, field=name)


def ensure_counters_agree(tables: Sequence[ColumnTable]) -> None:
    """Refuse ids that only count rows where another field tells items apart, and differently.

    The index that pandas writes counts the rows of each file anew.
    """
    if not tables:
        return
    gold, *runs = tables
    keys = {} if gold.unnamed or not gold.columns or not is_counter(gold.ids) else _unique(gold)
    keys.pop("", None)
    for run in runs if keys else ():
        ids = dict(zip(gold.ids, range(len(gold.ids)), strict=True))
        if run.unnamed or len(run.ids) != len(ids) or any(i not in ids for i in run.ids):
            continue
        for name, cells in keys.items():
            own = run.columns.get(name, ())
            if set(own) == set(cells) and [cells[ids[i]] for i in run.ids] != list(own):
                raise InputError(
                    f"the ids count the rows, and {name} tells items apart differently: say which is the id "
                    f"(--id {name})",
                    run.source,
                )


def ensure_one_order(table: ColumnTable, model: ColumnTable) -> None:
    """Refuse rows without ids that are in another order than those of ``model``, as far as fields show it."""
    asks = "name the field of ids (--id), or give both in one order"
    if not model.unnamed and list(model.ids) != (count := _counted(model.ids)) and count:
        raise InputError(
            f"there are no ids, and those of {model.source} count its rows in another order; {asks}",
            table.source,
        )
    for name, cells in model.columns.items():
        own = table.columns.get(name, ())
        if list(own) != list(cells) and sorted(own) == sorted(cells):
            raise InputError(
                f"there are no ids, and {name} has the values of {model.source} on other lines; {asks}",
                table.source,
            )


def _counted(ids: Sequence[str]) -> list[str]:
    """Return the numbers from 0 or 1 in their order, where ids are these in any order; else nothing."""
    for first in (0, 1):
        count = [str(n) for n in range(first, first + len(ids))]
        if set(ids) == set(count):
            return count
    return []


def _unique(table: ColumnTable) -> dict[str, Sequence[str]]:
    """Return the columns that differ in every row, its ids first if it has any."""
    own: dict[str, Sequence[str]] = {} if table.unnamed else {"": table.ids}
    return own | {
        name: cells
        for name, cells in table.columns.items()
        if len(set(cells)) == len(cells) and all(map(str.strip, cells))
    }


def _same(name: str, values: Sequence[str], own: Mapping[str, Sequence[str]]) -> str | None:
    """Return the column with the same values, or with some of the ids where these are no numbers."""
    wanted = set(values)
    some = not name and not all(map(is_number, values))

    def fits(cells: Sequence[str]) -> bool:
        return wanted == set(cells) or (some and (wanted <= set(cells) or wanted >= set(cells)))

    return next((n for n in sorted(own, key=lambda n: n != name) if fits(own[n])), None)


def _ask_for_id(
    tables: Sequence[ColumnTable],
    model: ColumnTable,
    rest: Mapping[int, Mapping[str, Sequence[str]]],
    keys: Mapping[str, Sequence[str]],
) -> None:
    """Refuse tables with a field in common that differs in every row, and has other values in each."""
    for n, own in rest.items():
        likely = [
            name
            for name, cells in own.items()
            if name in keys and len(cells) > 1 and len(keys[name]) > 1 and not all(map(is_number, cells))
        ]
        if likely:
            raise InputError(
                f"no known id; {' or '.join(likely)} may be, but its values are not those of {model.source}: "
                f"say so (--id {likely[0]})",
                tables[n].source,
            )


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
            f"there are no ids, and {here:,} {rows if here != 1 else rows[:-1]} here but {there:,} in "
            f"{model.source}; name the field of ids (--id), or give as many {rows} in the same order",
            table.source,
        )
