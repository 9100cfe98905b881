"""Plain mappings from item to list of phrases, and plain lists of lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lydite.core.arrays import encode
from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.reading.fields import ReadingContext, ReadingSummary
from lydite.reading.formats.json_wrapped import pairs_of, records_in
from lydite.reading.lists import PhraseListBuilder
from lydite.reading.one_phrase_rows import table_of_rows
from lydite.reading.phrase_lists import count_tied, number, numbers_in_objects, text_id
from lydite.reading.phrases import Phrases
from lydite.reading.separators import string_separator

_LOOKED_AT = 1_000  # items


def from_mapping(data: Mapping[Any, Any], context: ReadingContext, format: str = "mapping") -> Phrases:
    """Read ``{item: [phrase, …]}``, ``{item: [[variant, …], …]}`` or ``{item: {phrase: score}}``.

    The phrases of an item may have any of the shapes of :func:`lydite.reading.phrase_lists.apart`.
    """
    source = context.source
    if not data:
        raise InputError("there are no items in it", source)
    if (inner := _records(data, context)) is not None:
        from lydite.reading.formats.json_records import from_records

        return from_records(inner, None, context, format)
    ids, lists = list(data), list(data.values())
    try:
        "".join(ids)
    except TypeError:  # not all of them are strings
        ids = [text_id(i, source, None) for i in ids]
        if len(set(ids)) < len(ids):
            raise InputError("two ids are the same once written as text", source) from None
    summary = ReadingSummary(format)
    if context.role == "gold" and _graded(lists):
        return replace(_qrels(ids, lists, context), understood=summary)
    plain = set(map(type, lists)) == {list}
    if plain:
        try:
            words, (column,) = encode(lists)
            plain = column.concepts is None and all(isinstance(p, str) for p in words.phrases)
        except TypeError:
            plain = False
    if not plain:
        return _any_shapes(ids, lists, context, summary)
    return Phrases(ids, words, column, source=source, understood=summary)


def _any_shapes(
    ids: list[str], lists: list[Any], context: ReadingContext, summary: ReadingSummary
) -> Phrases:
    """Read items of any shape, one after the other; the faults of all are told."""
    separator, summary = string_separator(lists, context, summary)
    kept, phrases = [], PhraseListBuilder(context)
    for item, value in zip(ids, lists, strict=True):
        with context.keep_fault():
            phrases.add([(value, None)], item, None, [separator])
            kept.append(item)
    notes = context.raise_faults(len(kept))
    if context.role != "gold" and context.fields.ties == "order" and (count := count_tied(lists)):
        tied = "items with equal scores: {count:,}; equal ones keep their order"
        notes += (Note(tied, context.source, count=count),)
    if context.role != "gold":
        notes += numbers_in_objects(lists[:_LOOKED_AT], context.source)
    table = phrases.table(kept, {})
    return replace(table, notes=(*notes, *table.notes), understood=summary)


def _graded(lists: list[Any]) -> bool:
    """Whether every item has a mapping from phrase to number: qrels, as pytrec_eval and ranx take them."""
    return all(
        isinstance(v, Mapping) and all(number(s) is not None and isinstance(p, str) for p, s in v.items())
        for v in lists
    )


def _qrels(ids: list[str], lists: list[Mapping[str, Any]], context: ReadingContext) -> Phrases:
    """Make the table of gold phrases with grades; an item without any is still one."""
    rows = [
        (i, p, number(s) or 0.0) for i, v in zip(ids, lists, strict=True) for p, s in (v or {"": 0}).items()
    ]
    items, phrases, grades = map(list, zip(*rows, strict=True))
    return table_of_rows(items, phrases, {}, context.source, grades=np.array(grades))


def _records(data: Mapping[Any, Any], context: ReadingContext) -> list[Any] | None:
    """Return the records that an object wraps; nothing where it is a mapping from item to phrases."""
    fields, role = context.fields, context.role
    return records_in(
        data,
        lambda names: bool(fields.choose(names, role).phrases),
        lambda names: fields.choose(names, role).id is not None,
    )


def from_lists(data: Sequence[Any], context: ReadingContext, format: str = "list") -> Phrases:
    """Read ``[[phrase, …], …]``, items numbered from 1; or objects, or rows under one of names."""
    if (pairs := pairs_of(data)) is not None:
        return from_mapping(pairs, context, f"{format} of pairs")
    from lydite.reading.formats.json_records import from_records

    if (rows := _named_rows(data, context)) is not None:
        return from_records(rows, None, context, f"{format} of rows")
    if _are_objects(data, context):
        return from_records(data, None, context, f"{format} of objects")
    table = from_mapping({str(n): v for n, v in enumerate(data, 1)}, context, format)
    return replace(table, unnamed=True)


def _are_objects(data: Sequence[Any], context: ReadingContext) -> bool:
    """Whether each entry has a field of phrases, as the objects of JSON do, and is no mapping of scores."""
    if not data or not all(isinstance(one, dict) for one in data):
        return False
    phrases = context.fields.choose(list(data[0]), context.role).phrases
    return bool(phrases) and not any(isinstance(data[0][name], int | float) for name in phrases)


def _named_rows(cells: Sequence[Any], context: ReadingContext) -> list[dict[str, Any]] | None:
    """Return ``[[name, …], [cell, …], …]`` as records, where the first list names ids and phrases."""
    names, *rows = cells or [[]]
    if not rows or not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
        return None
    chosen = context.fields.choose(names, context.role)
    even = all(isinstance(row, list | tuple) and len(row) == len(names) for row in rows)
    if not even or not chosen.phrases or chosen.id is None or len(set(names)) < len(names):
        return None
    return [dict(zip(names, row, strict=True)) for row in rows]
