"""Labels in JSON, mappings, lists and data frames, as columns of texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lydite.core.arguments import wrong
from lydite.core.errors import InputError
from lydite.reading.formats.json_text import decode_json, kind_of
from lydite.reading.formats.json_wrapped import records_in
from lydite.reading.formats.polars_frames import ensure_flat, is_frame, is_series, polars_of
from lydite.reading.labels.columns import LabelColumns, TextColumns, text

if TYPE_CHECKING:
    from lydite.reading.fields import ReadingContext


def columns_of_json(content: str, kind: str, context: ReadingContext) -> TextColumns:
    """Read ``{id: label}``, ``{topic: {class: share}}``, labels alone, or objects with an id and a label.

    Objects are in a list or in lines, or wrapped as data frames write themselves.
    """
    source = context.source
    if kind == "json":
        value = decode_json(content, source)
        if isinstance(value, dict):
            return columns_of_mapping(value, context, kind)
        records, lines = value, list(range(1, len(value) + 1)) if isinstance(value, list) else []
    else:
        records, lines = [], []
        for n, line in enumerate(content.split("\n"), 1):
            if line.strip():
                with context.keep_fault():
                    records.append(decode_json(line, source, n))
                    lines.append(n)
    if not isinstance(records, list) or not records:
        context.raise_faults()
        raise InputError("expected objects with an id and a label each", source)
    return columns_of_records(records, lines, context, kind)


def columns_of_records(
    records: list[Any], lines: list[int], context: ReadingContext, kind: str
) -> TextColumns:
    """Take objects, or labels alone; of a list of labels with scores, as classifiers give it, the best."""
    if all(isinstance(r, str | int | float) for r in records):
        return TextColumns(context.source, {"label": [text(r) for r in records]}, lines, f"{kind} of labels")
    names: dict[str, None] = {}
    kept: list[dict[str, Any]] = []
    numbers = []
    for record, line in zip(records, lines, strict=True):
        with context.keep_fault():
            names |= dict.fromkeys(one := _record(record, context.source, line))
            kept.append(one)
            numbers.append(line)
    item = LabelColumns.of(list(names), context.fields, context.role or "gold").id
    for record, line in zip(kept, numbers, strict=True):
        if isinstance(found := record.get(str(item)), list | dict):
            problem = f"an id is a string or a whole number, found {found!r:.40}"
            raise InputError(problem, context.source, line)
    context.raise_faults(len(kept))
    cells = {n: [text(record.get(n)) for record in kept] for n in names}
    return TextColumns(context.source, cells, numbers, kind)


def _record(record: Any, source: str, line: int) -> dict[str, Any]:
    if isinstance(record, list) and record and all(_scored(r) for r in record):
        record = max(record, key=lambda r: r["score"])
    if not isinstance(record, dict):
        raise InputError(f"expected an object with an id and a label, found {kind_of(record)}", source, line)
    return record


def _scored(value: Any) -> bool:
    return isinstance(value, dict) and "label" in value and isinstance(value.get("score"), int | float)


def columns_of_mapping(
    data: Mapping[Any, Any], context: ReadingContext, kind: str = "mapping"
) -> TextColumns:
    """Take ``{id: label}``, ``{id: (topic, label)}``, ``{(id, topic): label}``, ``{topic: {class: p}}``."""
    source, role = context.source, context.role or "gold"
    if not data:
        raise InputError("is empty", source)
    wrapped = records_in(
        data,
        lambda names: LabelColumns.of(names, context.fields, role).label is not None,
        lambda names: (one := LabelColumns.of(names, context.fields, role)).user_said and one.id is not None,
    )
    if wrapped is not None:
        return columns_of_records(wrapped, list(range(1, len(wrapped) + 1)), context, kind)
    first = next(iter(data.values()))
    if isinstance(first, Mapping):
        if not all(isinstance(row, Mapping) for row in data.values()):
            raise InputError("expected the prevalence of each class for each topic", source)
        rows = [{text(k): v for k, v in row.items()} for row in data.values()]
        cells = {
            c: [text(row.get(c, 0.0)) for row in rows] for c in dict.fromkeys(k for r in rows for k in r)
        }
        return TextColumns(source, {"topic": _texts(data), **cells}, format=kind)
    keys, values = list(data), list(data.values())
    try:
        if isinstance(keys[0], tuple):
            ids, topics = zip(*keys, strict=True)
            cells = {"id": _texts(ids), "topic": _texts(topics), "label": _texts(values)}
        elif isinstance(first, tuple | list):
            topics, labels = zip(*values, strict=True)
            cells = {"id": _texts(keys), "topic": _texts(topics), "label": _texts(labels)}
        else:
            cells = {"id": _texts(keys), "label": _texts(values)}
    except (TypeError, ValueError) as error:
        raise InputError("expected a label, or a topic and a label, for each id", source) from error
    return TextColumns(source, cells, format=kind)


def columns_of_values(data: Any, context: ReadingContext) -> TextColumns:
    """Take a data frame, a Series (whose index has the ids, unless it only counts), labels or objects."""
    source = context.source
    ensure_flat(data, source)
    if is_series(data):
        if type(data.index).__name__ == "RangeIndex":
            return TextColumns(source, {"label": _texts(data.tolist())}, format="series")
        cells = {"id": _texts(data.index.tolist()), "label": _texts(data.tolist())}
        return TextColumns(source, cells, format="series")
    if is_frame(data):
        frame = polars_of(data)
        if not frame.height or not frame.width:
            raise InputError("is empty", source)
        return TextColumns(
            source, {n: _texts(frame[n].to_list()) for n in frame.columns}, format="data frame"
        )
    if not hasattr(data, "__iter__"):
        raise wrong(source, "a path, a mapping, a data frame or a list of labels", data)
    values = list(data)
    if not values:
        raise InputError("is empty", source)
    if isinstance(values[0], dict):
        return columns_of_records(values, list(range(1, len(values) + 1)), context, "list of objects")
    if isinstance(values[0], str) or not hasattr(values[0], "__len__"):
        return TextColumns(source, {"label": _texts(values)}, format="list")
    raise InputError("expected a path, a mapping, a data frame, or a list of labels or objects", source)


def _texts(values: Any) -> list[str]:
    return [text(v) for v in values]
