"""Gold and runs given from Python: paths, mappings, lists and data frames, all read as the files are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.arguments import wrong
from lydite.core.errors import InputError
from lydite.core.io.opening import bare_name
from lydite.core.whole_numbers import whole_number
from lydite.measures.labels.tables import LabelTable, PrevalenceTable
from lydite.measures.tasks.semeval.formats import chosen_columns, columns_read, parse, read
from lydite.reading.fields import ReadingContext
from lydite.reading.formats.polars_frames import is_frame, is_series
from lydite.reading.labels.columns import TextColumns, text
from lydite.reading.labels.files import columns_of_file
from lydite.reading.labels.records import columns_of_values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.measures.tasks.semeval.subtasks import Subtask

    Rows = list[list[str]]

TOPIC, LABEL, COUNT = "topic", "label", "count"


def table(
    task: Subtask, data: Any, name: str, topics: Iterable[Any] | None = None, encoding: str | None = None
) -> LabelTable | PrevalenceTable:
    """Return one side of the evaluation from what the caller has; ``name`` stands in messages.

    Taken are a path; ``{id: label}`` or ``{id: (topic, label)}``; ``{topic: prevalences}``, in the order
    of the labels or by label, with a last or named ``count``; a data frame with the columns id, topic and
    label, or topic, one for each label, and count; a list of labels, or of prevalences, in order.
    """
    if isinstance(data, LabelTable | PrevalenceTable):  # read already
        return data
    if isinstance(data, str | PathLike):
        if Path(bare_name(data)).suffix.lower() not in (".json", ".jsonl", ".ndjson", ".parquet"):
            return read(task, data, encoding, name)
        return _of_columns(task, columns_of_file(data, role=name, encoding=encoding), name)
    if is_frame(data) or (is_series(data) and type(data.index).__name__ != "RangeIndex"):
        return _of_columns(task, columns_of_values(data, ReadingContext(name)), name)
    if isinstance(data, Mapping):
        rows = [_row(task, key, value) for key, value in data.items()]
    else:
        rows = _from_list(data, topics, name)
    if not rows:
        raise InputError("is empty", name)
    return parse(task, name, list(range(1, len(rows) + 1)), rows)


def _row(task: Subtask, key: Any, value: Any) -> list[str]:
    if isinstance(value, Mapping):
        parts = [value.get(label, value.get(_number(label), 0.0)) for label in task.labels]
        value = [*parts, value[COUNT]] if COUNT in value else parts
    if isinstance(key, tuple):  # (id, topic): label
        return [*map(text, key), text(value)]
    if isinstance(value, str) or not hasattr(value, "__len__"):
        return [text(key), text(value)]
    return [text(key), *(text(v) for v in value)]


def _of_columns(task: Subtask, columns: TextColumns, role: str) -> LabelTable | PrevalenceTable:
    cells = columns.cells
    wanted = chosen_columns(task, list(cells), role)
    if wanted is None:
        needed = next(n for n in (TOPIC if task.quantifies else LABEL, *task.labels) if n not in cells)
        raise InputError(f"has no column {needed!r} (columns: {', '.join(cells)})", columns.source)
    numbers = [str(n) for n, _ in enumerate(columns.numbers, 1)]
    rows = [list(row) for row in zip(*(numbers if n is None else cells[n] for n in wanted), strict=True)]
    table = parse(task, columns.source, list(columns.numbers), rows)
    return replace(table, understood=columns_read(list(cells), wanted))


def _from_list(data: Any, topics: Iterable[Any] | None, name: str) -> Rows:
    if not hasattr(data, "__iter__"):
        raise wrong(name, "a path, a mapping, a data frame or a list", data)
    values = list(data)
    names = None if topics is None else [text(t) for t in topics]
    if names is not None and len(names) != len(values):
        raise InputError(f"has {len(values)} rows, but there are {len(names)} topics", name)
    rows = []
    for place, value in enumerate(values):
        many = not isinstance(value, str) and hasattr(value, "__len__")
        if many:  # prevalences of a topic
            rows.append([names[place] if names else str(place + 1), *(text(v) for v in value)])
        else:
            rows.append([str(place + 1), *([names[place]] if names else []), text(value)])
    return rows


def _number(label: str) -> int | str:
    return label if whole_number(label.removeprefix("-")) is None else int(label)
