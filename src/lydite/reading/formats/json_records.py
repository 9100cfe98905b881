"""JSON, in lines or as one: objects with an id, phrases and what else is known of an item; lists of lists."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.reading.fields import FieldChoice, ReadingSummary
from lydite.reading.formats.json_text import decode_json, kind_of
from lydite.reading.formats.json_wrapped import one_item_each
from lydite.reading.formats.mappings import from_lists, from_mapping
from lydite.reading.formats.record_columns import SCALARS, RecordColumns, columns_for
from lydite.reading.known_names import LISTS
from lydite.reading.lists import PhraseListBuilder
from lydite.reading.one_phrase_rows import ranked_table_of_rows
from lydite.reading.phrase_lists import number, one_a_row, show, text_id, unread_numbers
from lydite.reading.separators import string_separator
from lydite.reading.spelled_lists import python_literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.reading.fields import ReadingContext
    from lydite.reading.phrases import Phrases


def read_json(text: str, context: ReadingContext) -> Phrases:
    """Read ``{item: phrases}``, a list of objects such as those of JSON lines, or a list of lists.

    The phrases of an item have any of the shapes of :func:`lydite.reading.phrase_lists.apart`.
    """
    try:
        content = decode_json(text, context.source)
    except InputError:
        content = python_literal(text)  # what Python prints
        if content is None:
            raise
    if isinstance(content, list):
        return from_records(content, None, context, "json")
    if not isinstance(content, dict):
        raise InputError(f"expected an object of lists, found {kind_of(content)}", context.source, 1)
    return from_mapping(content, context, "json")


def from_records(
    records: Sequence[Any], lines: Sequence[int] | None, context: ReadingContext, format: str
) -> Phrases:
    """Return the table of objects; all have ids or none has. An object may be one phrase of its item."""
    columns = columns_like(records[0], context) if records else None
    if columns is not None and columns.add(records):
        return columns.table(format, lines, context)
    return from_odd_records(records, lines, context, format)


def columns_like(first: Any, context: ReadingContext) -> RecordColumns | None:
    """Return room for objects that are like the first one; nothing where each has to be looked at."""
    if not isinstance(first, dict):
        return None
    return columns_for(tuple(first), _choice(first, context), context)


def from_odd_records(
    records: Sequence[Any], lines: Sequence[int] | None, context: ReadingContext, format: str
) -> Phrases:
    """Return the table of objects that are not all alike, read one after the other; or of lists."""
    if records and all(isinstance(r, list) for r in records):
        return from_lists(records, context, format)
    source = context.source
    if not records:
        context.raise_faults()
        raise InputError("there are no items in it", source)
    first = next((r for r in records if isinstance(r, dict)), {})
    head = _choice(first, context)
    if head.id is None:
        head = _with_ids(records, context) or head
    context = context.ranking(head)
    if not head.phrases and (items := one_item_each(records)) is not None:
        return from_mapping(items, context, format)
    summary = ReadingSummary(format, tuple(first), head.id, head.phrases, head.scores, topic=head.topic)
    unread = unread_numbers(records, head, context)
    table = _told(records, lines, context, head, summary)
    return replace(table, notes=(*table.notes, *unread))


def _with_ids(records: Sequence[Any], context: ReadingContext) -> FieldChoice | None:
    """Return how the first object that has an id is read; the others lack theirs then."""
    kinds = {tuple(r): r for r in reversed(records) if isinstance(r, dict)}
    heads = (_choice(r, context) for r in kinds.values())
    return next((head for head in heads if head.id is not None and head.phrases), None)


@dataclass
class _Rows:
    """What is read of the records so far."""

    ids: list[str]
    lists: PhraseListBuilder
    cells: list[str]
    """What is one phrase a record."""
    scores: list[Any]
    columns: dict[str, list[str]]
    lines: list[int]


def _told(
    records: Sequence[Any],
    lines: Sequence[int] | None,
    context: ReadingContext,
    head: FieldChoice,
    summary: ReadingSummary,
) -> Phrases:
    """Read objects of any shape, one after the other; faults are collected."""
    source = context.source
    if not head.phrases and len({tuple(r) for r in records if isinstance(r, dict)}) == 1:
        _chosen(next(r for r in records if isinstance(r, dict)), context, head, lines[0] if lines else None)
    single = head.phrases[:1] and _one_a_record(records, head, context)
    separator = None
    if not single:
        values = [r[n] for r in records if isinstance(r, dict) for n in head.phrases if n in r]
        separator, summary = string_separator(values, context, summary)
    rows, keys, chosen = _Rows([], PhraseListBuilder(context), [], [], {}, []), None, head
    for place, record in enumerate(records):
        line = lines[place] if lines else None
        try:
            if not isinstance(record, dict) or tuple(record) != keys:
                chosen = _chosen(record, context, head, line)
                keys = tuple(record)
            item = text_id(record[chosen.id], source, line) if chosen.id else str(place + 1)
            scores = record[chosen.scores] if chosen.scores else None
            if single:
                phrase = _string(record[chosen.phrases[0]], source, line)
                rows.scores.append(_score(scores, context, line) if head.scores else None)
                rows.cells.append(phrase)
            else:
                values = [(record[name], scores) for name in chosen.phrases]
                rows.lists.add(values, item, line, [separator] * len(values))
        except InputError as error:
            context.fault(error)
            continue
        rows.ids.append(item)
        rows.lines.append(line or place + 1)
        _keep(rows, record, chosen)
    if not rows.ids:
        context.raise_faults()
    for column in rows.columns.values():
        column.extend([""] * (len(rows.ids) - len(column)))
    numbers = rows.lines if lines else None
    table = _long(rows, context, head) if single else rows.lists.table(rows.ids, rows.columns, numbers)
    faults = context.raise_faults(len(rows.ids))
    return replace(table, understood=summary, unnamed=head.id is None, notes=(*faults, *table.notes))


def _long(rows: _Rows, context: ReadingContext, head: FieldChoice) -> Phrases:
    scores = None if not head.scores else np.array(rows.scores, dtype=np.float64)
    return ranked_table_of_rows(rows.ids, rows.cells, dict(rows.columns), context, scores)


def _one_a_record(records: Sequence[Any], head: FieldChoice, context: ReadingContext) -> bool:
    """Whether each record is one phrase, which is a string."""
    objects = [r for r in records if isinstance(r, dict)]
    values = [v for r in objects if isinstance(v := r.get(head.phrases[0]), str)]
    if head.id is None or len(head.phrases) > 1 or len(values) < len(objects):
        return False
    return one_a_row(head, [str(r.get(head.id)) for r in objects], values, context)


def _choice(record: Mapping[str, Any], context: ReadingContext) -> FieldChoice:
    """Return which fields of an object are what; one number beside a list of phrases ranks nothing."""
    choice = context.fields.choose(list(record), context.role, _nested(record))
    one = choice.scores is not None and isinstance(record[choice.scores], int | float)
    if (
        one
        and choice.scores not in context.fields.named
        and isinstance(record.get(choice.phrases[0] if choice.phrases else ""), list)
    ):
        return replace(choice, scores=None, ranks=False)
    return choice


def _nested(record: Mapping[str, Any]) -> list[str]:
    return [name for name, value in record.items() if isinstance(value, list | dict)]


def _chosen(record: Any, context: ReadingContext, head: FieldChoice, line: int | None) -> FieldChoice:
    if not isinstance(record, dict):
        raise InputError(
            f"expected an object with id and phrases, found {kind_of(record)}", context.source, line
        )
    names = list(record)
    choice = _choice(record, context)
    there = ", ".join(names) or "nothing"
    if not choice.phrases:
        raise InputError(
            f"no list of phrases: expected one of {', '.join(LISTS)} or what --phrases names; "
            f"there is {there}{context.fields.hint(names, context.role)}",
            context.source,
            line,
        )
    if choice.id is None and head.id is not None:
        raise InputError(
            f"no id, which others have as {head.id}; there is {there}",
            context.source,
            line,
        )
    return choice


def _keep(rows: _Rows, record: Mapping[str, Any], chosen: FieldChoice) -> None:
    place = len(rows.ids) - 1
    taken = chosen.taken
    for key, value in record.items():
        if key not in taken and isinstance(value, SCALARS):
            column = rows.columns.setdefault(chosen.called(key), [])
            column.extend([""] * (place - len(column)))
            column.append(str(value))


def _score(value: Any, context: ReadingContext, line: int | None) -> float:
    score = number(value)
    if score is None:
        raise InputError(f"expected a finite number, found {show(value)}", context.source, line)
    return score


def _string(value: Any, source: str, line: int | None) -> str:
    if not isinstance(value, str):
        raise InputError(f"a phrase is a string, found {value!r:.40}", source, line)
    return value
