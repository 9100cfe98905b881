"""Labels or prevalences from anybody's file, mapping, list or data frame, whatever the labels are.

A table has the columns ``id``, ``topic`` (or none) and ``label``; or ``topic``, one column for each class and
perhaps ``count``. A file without a line of names has two columns (id, label) or three (id, topic, label).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.measures.labels.items import TOLERANCE, off_one
from lydite.measures.labels.scales import whole_scale
from lydite.measures.labels.tables import LabelTable, PrevalenceTable
from lydite.reading.fields import Context, Fields, pick
from lydite.reading.labelled import (
    LABELS,
    Columns,
    LabelColumns,
    columns_of_file,
    columns_of_frame,
    columns_of_mapping,
    text,
)
from lydite.reading.names import IDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.measures.base import Measure

COUNTS = ("count", "n", "rows", "tweets")


def read_side(
    data: Any,
    name: str,
    *,
    normalise: bool = False,
    fields: Fields | None = None,
    skip_bad: bool = False,
    **how: Any,
) -> LabelTable | PrevalenceTable:
    """Return one side of the evaluation, gold or a run; ``name`` stands in messages, gold is called so.

    ``normalise`` divides the prevalences of a topic by their sum, so that counts and percentages do, too.

    >>> read_side({"1": "cat", "2": "dog"}, "gold").labels
    ['cat', 'dog']
    """
    said = fields or Fields()
    context = Context(name, said, skip_bad=skip_bad)
    columns = _columns(data, name, context=context, **how)
    chosen = LabelColumns.of(list(columns.cells), said, name)
    if chosen.label is not None:
        return _labels(columns, chosen, context)
    if chosen.topic is None:
        there = ", ".join(columns.cells)
        raise InputError(
            f"no column of labels: expected one of {', '.join(LABELS)}, or --phrases FIELD; there is {there}",
            columns.source,
        )
    table = _prevalences(columns, chosen, normalise=normalise)
    return replace(table, notes=context.settle(len(table.topics)))


def _columns(data: Any, name: str, context: Context, **how: Any) -> Columns:
    if isinstance(data, str | PathLike):
        return columns_of_file(data, role=name, context=context, **how)
    if isinstance(data, Mapping):
        return columns_of_mapping(data, name)
    if (columns := columns_of_frame(data, name)) is not None:
        return columns
    values = list(data)
    if not values:
        raise InputError("is empty", name)
    if isinstance(values[0], str) or not hasattr(values[0], "__len__"):
        ids = [str(i + 1) for i in range(len(values))]
        return Columns(name, {"id": ids, "label": [text(v) for v in values]}, format="list")
    raise InputError("expected a path, a mapping, a data frame or a list of labels", name)


def scale_of(tables: Sequence[LabelTable | PrevalenceTable], measures: Sequence[Measure]) -> tuple[str, ...]:
    """Return all labels of gold and runs: columns as they stand, whole numbers in order, texts by alphabet.

    The alphabet is no scale: a measure of distances between classes asks for their order. On an ordinal scale
    the whole numbers between those that occur count, too.
    """
    for table in tables:
        if isinstance(table, PrevalenceTable):
            return table.classes
    found = sorted({label for table in tables if isinstance(table, LabelTable) for label in table.labels})
    ordinal = [m for m in measures if getattr(m, "ordinal", False)]
    if all(map(_is_whole, found)):
        numbers = sorted(map(int, found))
        return tuple(map(str, whole_scale(numbers) or ())) if ordinal else tuple(sorted(found, key=int))
    if ordinal and (len(found) > 2 or all(map(_is_number, found))):
        there = ", ".join(found)
        raise InputError(
            f"{ordinal[0]} needs the labels in their order: --labels (labels=), ascending; there are {there}"
        )
    return tuple(found)


def on_scale(table: LabelTable | PrevalenceTable, labels: Sequence[str]) -> LabelTable | PrevalenceTable:
    """Return a side with its classes in the order of the scale; InputError where it has others."""
    if isinstance(table, PrevalenceTable):
        if sorted(labels) != sorted(table.classes):
            there = ", ".join(table.classes)
            raise InputError(f"columns of classes: {there}; expected {', '.join(labels)}", table.source)
        order = [table.classes.index(label) for label in labels]
        return replace(table, prevalences=table.prevalences[:, order], classes=tuple(labels))
    known = set(labels)
    for line, value in zip(table.lines, table.labels, strict=True):
        if value not in known:
            raise InputError(f"unknown label {value!r}; expected {', '.join(labels)}", table.source, line)
    return table


def _is_whole(label: str) -> bool:
    return label.removeprefix("-").isdecimal() and label == str(int(label))


def _is_number(label: str) -> bool:
    try:
        return np.isfinite(float(label)) and "_" not in label
    except ValueError:
        return False


def _labels(columns: Columns, chosen: LabelColumns, context: Context) -> LabelTable:
    item, topic, label = chosen.id, chosen.topic, str(chosen.label)
    if item is None:
        raise InputError(f"no column of ids beside {label}: expected one of {', '.join(IDS)}", columns.source)
    full = [bool(a and b) for a, b in zip(columns.cells[item], columns.cells[label], strict=True)]
    for line, there in zip(columns.numbers, full, strict=True):
        if not there:
            context.fault(InputError("the id or the label is empty", columns.source, line))
    notes = context.settle(sum(full))
    if not all(full):
        columns = columns.where(full)
    found = columns.cells[label]
    topics = None if topic is None else columns.cells[topic]
    others = {k: v for k, v in columns.cells.items() if k not in (item, topic, label)}
    understood = chosen.understood(columns)
    ids = columns.cells[item]
    return LabelTable(columns.source, columns.numbers, ids, topics, found, others, understood, notes)


def _prevalences(columns: Columns, chosen: LabelColumns, *, normalise: bool) -> PrevalenceTable:
    names, topic = list(columns.cells), str(chosen.topic)
    count = pick(names, COUNTS)
    classes = tuple(n for n in names if n not in (topic, count))
    if len(classes) < 2:
        raise InputError("expected a column for each class, two or more, beside the topic", columns.source)
    shares = np.array([_numbers(columns, c) for c in classes]).T
    if normalise:
        totals = shares.sum(1, keepdims=True)
        shares = np.divide(shares, totals, out=shares, where=totals > 0)
    for line, row in zip(columns.numbers, shares, strict=True):
        if (row < 0).any() or off_one(row.sum()):
            raise InputError(
                f"prevalences sum to {row.sum():g}, not to 1 (tolerance {TOLERANCE}); "
                "normalise (--normalise) divides them by their sum",
                columns.source,
                line,
            )
    counts = None if count is None else np.array(_numbers(columns, count))
    if counts is not None and (counts <= 0).any():
        line = columns.numbers[int(np.flatnonzero(counts <= 0)[0])]
        raise InputError("every topic needs at least one row", columns.source, line)
    understood = chosen.understood(columns)
    return PrevalenceTable(
        columns.source, columns.numbers, columns.cells[topic], shares, counts, classes, understood
    )


def _numbers(columns: Columns, name: str) -> list[float]:
    found = []
    for line, cell in zip(columns.numbers, columns.cells[name], strict=True):
        try:
            value = float(cell)
        except ValueError:
            value = np.nan
        if not np.isfinite(value):
            raise InputError(f"expected a number in column {name}, found {cell!r}", columns.source, line)
        found.append(value)
    return found
