"""Objects of JSON that are all alike, as columns: the usual case, of which no object is looked at alone.

All have the same names in the same order: an id, one list of phrases, perhaps a list of scores, and what else
is known of an item. They are taken block by block; each distinct phrase is kept once.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import RaggedArray, Vocabulary, offsets
from lydite.reading.blocks import joined
from lydite.reading.fields import ReadingSummary
from lydite.reading.phrase_lists import LOOKED_AT, unread_numbers
from lydite.reading.phrases import table_of_lists
from lydite.reading.ranked_lists import with_scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from lydite.core.array_types import FloatArray, IntArray, UInt32Array
    from lydite.reading.fields import FieldChoice, ReadingContext
    from lydite.reading.phrases import Column, Phrases

SCALARS = (str, int, float, bool)
_MANY = 1 << 18  # ids; from there on polars is worth its loading


class RecordColumns:
    """Objects so far, by column."""

    def __init__(self, names: tuple[str, ...], head: FieldChoice) -> None:
        self._names, self._head = names, head
        self._id, self._field = str(head.id), head.phrases[0]
        self._first: list[dict[str, Any]] = []
        """The first objects, as they are: what is found in them is said of all."""
        self._ids: list[str] = []
        self._packed: list[pl.Series] = []
        """The ids before these, where there are many: they take a third of the space."""
        self._phrases = _Numbered()
        self._sizes: list[IntArray] = []
        self._scores: list[FloatArray] = []
        self._others = {n: _Cells() for n in names if n not in (self._id, self._field, head.scores)}

    def add(self, records: Sequence[Any]) -> bool:
        """Take some more objects; return whether they are like those before: else none of them is taken."""
        try:
            if not set(map(tuple, records)) <= {self._names}:
                return False
            ids = [record[self._id] for record in records]
            lists = [record[self._field] for record in records]
            others = {name: [record[name] for record in records] for name in self._others}
            scores = None if self._head.scores is None else [record[self._head.scores] for record in records]
        except TypeError:  # among them is what is no object
            return False
        kinds = set(map(type, ids))
        if not kinds <= {str, int} or not set(map(type, lists)) <= {list}:
            return False
        sizes = np.fromiter(map(len, lists), np.int64, len(lists))
        worth = None if scores is None else _numbers(scores, sizes)
        if scores is not None and worth is None:
            return False
        if not self._phrases.add(itertools.chain.from_iterable(lists), int(sizes.sum())):
            return False
        self._first += records[: max(LOOKED_AT - len(self._first), 0)]
        self._ids += map(str, ids) if int in kinds else ids
        if len(self._ids) >= _MANY:
            self._pack()
        self._sizes.append(sizes)
        if worth is not None:
            self._scores.append(worth)
        for name, cells in others.items():
            self._others[name].add(cells)
        return True

    def records(self) -> list[dict[str, Any]]:
        """Return the objects again, with all that is read of them."""
        ends = offsets(np.concatenate(self._sizes) if self._sizes else []).tolist()
        columns: dict[str, Sequence[Any]] = {name: cells.values() for name, cells in self._others.items()}
        columns[self._id] = [*itertools.chain(*self._packed, self._ids)]
        columns[self._field] = _cut(self._phrases.values(), ends)
        if self._head.scores is not None:
            scores = [score for some in self._scores for score in some.tolist()]
            columns[self._head.scores] = _cut(scores, ends)
        rows = zip(*(columns[name] for name in self._names), strict=True)
        again = [dict(zip(self._names, row, strict=True)) for row in rows]
        return [*self._first, *again[len(self._first) :]]

    def table(self, format: str, lines: Sequence[int] | None, context: ReadingContext) -> Phrases:
        """Return the table of all objects, whose columns are given up."""
        head = self._head
        context = context.ranking(head)
        unread = unread_numbers(self._first, head, context)
        others = {}
        for name in list(self._others):
            cells = self._others.pop(name).texts()
            if cells is not None and name not in head.taken:
                others[head.called(name)] = cells
        words = Vocabulary(self._phrases.distinct())
        lists = RaggedArray(joined(self._phrases.codes), offsets(np.concatenate(self._sizes)))
        table = table_of_lists(self._index(), (words, lists), others, context.source, lines)
        if head.scores is not None:
            table = with_scores(table, np.concatenate(self._scores), context)
        faults = context.raise_faults(len(table))
        summary = ReadingSummary(format, self._names, head.id, head.phrases, head.scores, topic=head.topic)
        return replace(table, understood=summary, notes=(*faults, *table.notes, *unread))

    def _pack(self) -> None:
        import polars as pl

        self._packed.append(pl.Series(self._ids, dtype=pl.String))
        self._ids = []

    def _index(self) -> Column:
        if not self._packed:
            return self._ids
        import polars as pl

        self._pack()
        return pl.concat(self._packed)


def columns_for(names: tuple[str, ...], head: FieldChoice, context: ReadingContext) -> RecordColumns | None:
    """Return room for objects with these names; nothing where they have to be looked at one by one."""
    if head.id is None or len(head.phrases) != 1:
        return None
    if head.scores is not None and context.fields.ties != "order":
        return None
    different = len({head.id, head.scores, *head.phrases}) == 3
    return RecordColumns(names, head) if different else None


class _Numbered:
    """Strings as numbers, in order of appearance."""

    def __init__(self) -> None:
        self.codes: list[UInt32Array] = []
        self._numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)

    def add(self, strings: Any, size: int) -> bool:
        """Take some more; return whether all are strings: else none of them is taken."""
        before = len(self._numbers)
        try:
            codes = np.fromiter(map(self._numbers.__getitem__, strings), np.uint32, size)
        except TypeError:  # a list or an object
            return False
        if not set(map(type, itertools.islice(reversed(self._numbers), len(self._numbers) - before))) <= {
            str
        }:
            return False
        self.codes.append(codes)
        return True

    def distinct(self) -> list[str]:
        """Return the distinct strings."""
        return list(self._numbers)

    def values(self) -> list[str]:
        """Return all strings."""
        distinct = list(self._numbers)
        return [distinct[code] for codes in self.codes for code in codes.tolist()]


@dataclass
class _Cells:
    """What else is known of items: strings as numbers, any others as they are."""

    _strings: _Numbered = field(default_factory=_Numbered)
    _parts: list[list[Any] | None] = field(default_factory=list)
    """None: the next of the strings."""

    def add(self, cells: list[Any]) -> None:
        """Take some more; lists and objects are no property of an item, and are forgotten."""
        strings = set(map(type, cells)) <= {str} and self._strings.add(cells, len(cells))
        kept = None if strings else [[] if isinstance(c, list | dict) else c for c in cells]
        self._parts.append(kept)

    def values(self) -> list[Any]:
        """Return the cells, with an empty list for each list or object."""
        distinct, codes = self._strings.distinct(), iter(self._strings.codes)
        return [
            value
            for part in self._parts
            for value in (map(distinct.__getitem__, next(codes).tolist()) if part is None else part)
        ]

    def texts(self) -> tuple[str, ...] | None:
        """Return the cells as texts; nothing where none of them has any."""
        values = self.values()
        if all(part is None for part in self._parts):
            return tuple(values)
        texts = tuple(str(c) if isinstance(c, SCALARS) else "" for c in values)
        return texts if any(isinstance(c, SCALARS) for c in values) else None


def _numbers(lists: list[Any], sizes: IntArray) -> FloatArray | None:
    """Return finite numbers of lists that have these sizes; nothing where anything else is among them."""
    if not set(map(type, lists)) <= {list} or not np.array_equal(sizes, [*map(len, lists)]):
        return None
    flat = list(itertools.chain.from_iterable(lists))
    if not set(map(type, flat)) <= {int, float}:
        return None
    try:
        numbers = np.fromiter(flat, np.float64, len(flat))
    except OverflowError:
        return None
    return numbers if np.isfinite(numbers).all() else None


def _cut(values: list[Any], ends: list[int]) -> list[list[Any]]:
    return [values[a:b] for a, b in itertools.pairwise(ends)]
