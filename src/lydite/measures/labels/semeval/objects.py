"""Gold and runs given from Python: paths, mappings, lists and data frames, all read as the files are."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.measures.labels.semeval.formats import parse, read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.measures.labels.semeval.subtasks import Subtask
    from lydite.measures.labels.semeval.tables import LabelTable, PrevalenceTable

    Rows = list[list[str]]

ID, TOPIC, LABEL, COUNT = "id", "topic", "label", "count"


def table(
    task: Subtask, data: Any, name: str, topics: Iterable[Any] | None = None
) -> LabelTable | PrevalenceTable:
    """Return one side of the evaluation from what the caller has; ``name`` stands in messages.

    Taken are a path; ``{id: label}`` or ``{id: (topic, label)}``; ``{topic: prevalences}``, in the order
    of the labels or by label, with a last or named ``count``; a data frame with the columns id, topic and
    label, or topic, one for each label, and count; a list of labels, or of prevalences, in order.
    """
    if isinstance(data, str | PathLike):
        return read(task, data)
    if isinstance(data, Mapping):
        rows = [_row(task, key, value) for key, value in data.items()]
    elif columns := _columns(data):
        rows = _from_frame(task, data, columns, name)
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


def _from_frame(task: Subtask, data: Any, columns: list[str], name: str) -> Rows:
    wanted = [ID, TOPIC, LABEL] if LABEL in columns else [TOPIC, *task.labels, COUNT]
    missing = [c for c in wanted if c not in columns and c not in (TOPIC if LABEL in columns else "", COUNT)]
    if missing:
        raise InputError(f"has no column {missing[0]!r} (columns: {', '.join(columns)})", name)
    found = [[text(v) for v in _values(data, c)] for c in wanted if c in columns]
    return [list(row) for row in zip(*found, strict=True)]


def _from_list(data: Any, topics: Iterable[Any] | None, name: str) -> Rows:
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


def text(value: Any) -> str:
    """Write a value as it would stand in a file: 1.0 and 1 are the same label.

    >>> text(np.int64(-1)), text(1.0), text(0.25), text("positive")
    ('-1', '1', '0.25', 'positive')
    """
    if isinstance(value, float | np.floating):
        return str(int(value)) if float(value).is_integer() else repr(float(value))
    return str(value)


def _number(label: str) -> int | str:
    return int(label) if label.lstrip("-").isdecimal() else label


def _columns(data: Any) -> list[str]:
    """Return the names of the columns of a pandas, polars or Arrow frame; nothing for anything else."""
    names = getattr(data, "column_names", None) or getattr(data, "columns", None)
    return [] if names is None or callable(names) else [str(n) for n in names]


def _values(data: Any, column: str) -> list[Any]:
    chosen = data[next(c for c in (getattr(data, "column_names", None) or data.columns) if str(c) == column)]
    if hasattr(chosen, "to_pylist"):
        return list(chosen.to_pylist())
    return list(chosen.to_list() if hasattr(chosen, "to_list") else chosen)
