"""Plain mappings from item to list of phrases, and plain lists of lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lydite.errors import InputError
from lydite.reading.fields import Context, Understood
from lydite.reading.phrases import Phrases
from lydite.reading.ragged import encode
from lydite.reading.shapes import ranked, string_separator, text_id, tied


def from_mapping(found: Mapping[Any, Any], context: Context, format: str = "mapping") -> Phrases:
    """Read ``{item: [phrase, …]}``, ``{item: [[variant, …], …]}`` or ``{item: {phrase: score}}``.

    The phrases of an item may have any of the shapes of :func:`lydite.reading.shapes.ranked`.
    """
    source = context.source
    if not found:
        raise InputError("there are no items in it", source)
    if (inner := _records(found, context)) is not None:
        from lydite.reading.records import from_records

        return from_records(inner, None, context, format)
    ids, lists = list(found), list(found.values())
    try:
        "".join(ids)
    except TypeError:  # not all of them are strings
        ids = [text_id(i, source, None) for i in ids]
        if len(set(ids)) < len(ids):
            raise InputError("two ids are the same once written as text", source) from None
    said = Understood(format)
    plain = set(map(type, lists)) == {list}
    if plain:
        try:
            words, (column,) = encode(lists)
            plain = all(isinstance(p, str) for p in words.phrases)
        except TypeError:
            plain = False
    if not plain:
        separator, said = string_separator(lists, context, said)
        kept: list[list[Any]] = []
        ties = context.fields.ties
        for item, value in zip(list(ids), lists, strict=True):
            try:
                kept.append(ranked(value, None, source, None, item, separator, ties))
            except InputError as error:
                context.fault(error)
                ids.remove(item)
        words, (column,) = encode(kept)
    notes = context.settle(len(ids))
    if not plain and ties == "order" and (count := tied(lists)):
        notes += (f"{source}: items with equal scores: {count:,}; equal ones keep their order",)
    return Phrases(ids, words, column, source=source, notes=notes, understood=said)


def _records(found: Mapping[Any, Any], context: Context) -> list[Any] | None:
    """Return the objects of ``{"data": [object, …]}`` or ``{item: object}``; nothing where it is neither."""
    first = next(iter(found.values()))
    if len(found) == 1 and isinstance(first, list) and first and all(isinstance(r, dict) for r in first):
        chosen = context.fields.choose(list(first[0]), context.role)
        return first if chosen.id is not None and chosen.phrases else None
    if not all(isinstance(v, dict) and all(isinstance(k, str) for k in v) for v in found.values()):
        return None
    if all(isinstance(s, int | float) for v in found.values() for s in v.values()):
        return None  # phrases and their scores
    chosen = context.fields.choose(list(first), context.role)
    return [{"id": k, **v} for k, v in found.items()] if chosen.phrases and chosen.id is None else None


def from_lists(found: Sequence[Any], context: Context, format: str = "list") -> Phrases:
    """Read ``[[phrase, …], …]``: items without ids, which are numbered from 1."""
    table = from_mapping({str(n): v for n, v in enumerate(found, 1)}, context, format)
    return replace(table, unnamed=True)
