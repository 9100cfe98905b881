"""Labels or prevalences from anybody's file, mapping, list or data frame, whatever the labels are.

A table has the columns ``id``, ``topic`` (or none) and ``label``; or ``topic``, one column for each class and
perhaps ``count``. A file without a line of names has two columns (id, label) or three (id, topic, label).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import compress
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.core.whole_numbers import whole_number
from lydite.measures.labels.items import TOLERANCE, off_one
from lydite.measures.labels.scales import whole_scale
from lydite.measures.labels.tables import LabelTable, PrevalenceTable
from lydite.reading.beside import is_counter
from lydite.reading.fields import FieldNames, ReadingContext, first_known, other_cases
from lydite.reading.labels.columns import LABELS, LabelColumns, TextColumns, label_text
from lydite.reading.labels.files import columns_of_file
from lydite.reading.labels.records import columns_of_mapping, columns_of_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.measures.base import Measure
    from lydite.reading.fields import ReadingSummary

_SHARE = "p|pr|prob|probability|proba|prevalence|share"
_SHARES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (rf"(?:{_SHARE})\s*[(\[](.+)[)\]]", rf"(?:{_SHARE})[_ .:=-](.+)", rf"(.+)[_ .-](?:{_SHARE})")
)
COUNTS = ("count", "n", "rows", "tweets")


def read_side(
    data: Any,
    name: str,
    *,
    normalise: bool = False,
    fields: FieldNames | None = None,
    skip_bad: bool = False,
    **how: Any,
) -> LabelTable | PrevalenceTable:
    """Return one side of the evaluation, gold or a run; ``name`` stands in messages, gold is called so.

    ``normalise`` divides the prevalences of a topic by their sum, so that counts and percentages do, too.

    >>> read_side({"1": "cat", "2": "dog"}, "gold").labels
    ['cat', 'dog']
    """
    if isinstance(data, LabelTable | PrevalenceTable):  # read already
        return data
    names = fields or FieldNames()
    context = ReadingContext(name, names, "gold" if name == "gold" else "run", skip_bad)
    columns = _columns(data, name, context=context, **how)
    chosen = LabelColumns.of(list(columns.cells), names, name)
    if chosen.label is not None:
        return _labels(columns, chosen, context)
    if chosen.topic is None:
        there = ", ".join(columns.cells)
        raise InputError(
            f"no column of labels: expected one of {', '.join(LABELS)}, or --phrases FIELD; there is {there}",
            columns.source,
        )
    return _prevalences(columns, chosen, context, normalise=normalise)


def _columns(data: Any, name: str, context: ReadingContext, **how: Any) -> TextColumns:
    if isinstance(data, str | PathLike):
        return columns_of_file(data, role=name, context=context, **how)
    if isinstance(data, Mapping):
        return columns_of_mapping(data, context)
    return columns_of_values(data, context)


def scale_of(tables: Sequence[LabelTable | PrevalenceTable], measures: Sequence[Measure]) -> tuple[str, ...]:
    """Return all labels of gold and runs: columns as they stand, whole numbers in order, texts by alphabet.

    The alphabet is no scale: a measure of distances between classes asks for their order. On an ordinal scale
    the whole numbers between those that occur count, too.
    """
    for table in tables:
        if isinstance(table, PrevalenceTable):
            return table.classes
    labels = sorted({label for table in tables if isinstance(table, LabelTable) for label in table.labels})
    ordinal = [m for m in measures if getattr(m, "ordinal", False)]
    if all(map(_is_whole, labels)):
        numbers = sorted(map(int, labels))
        return tuple(map(str, whole_scale(numbers) or ())) if ordinal else tuple(sorted(labels, key=int))
    if ordinal and (len(labels) > 2 or all(map(_is_number, labels))):
        there = ", ".join(labels)
        raise InputError(
            f"{ordinal[0]} needs the labels in their order: --labels (labels=), ascending; there are {there}"
        )
    return tuple(labels)


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
    return whole_number(label.removeprefix("-")) is not None and label == str(int(label))


def _is_number(label: str) -> bool:
    """Whether a label is spelled as a number, though it may be beyond all floats; the word inf is none."""
    try:
        float(label)
    except ValueError:
        return False
    return "_" not in label and any(map(str.isdecimal, label))


def _labels(columns: TextColumns, chosen: LabelColumns, context: ReadingContext) -> LabelTable:
    topic, label = chosen.topic, str(chosen.label)
    answers = list(map(label_text, columns.cells[label]))
    listed = next((n for n, a in enumerate(answers) if a[:1] == "[" and a[-1:] == "]"), None)
    if listed is not None:
        raise InputError(
            f"expected one label, found a list ({answers[listed]:.40}); lists are for measures of phrases",
            columns.source,
            columns.numbers[listed],
        )
    ids, unnamed = _ids(columns, chosen)
    full = [bool(a and b) for a, b in zip(ids, answers, strict=True)]
    for line, there in zip(columns.numbers, full, strict=True):
        if not there:
            context.fault(InputError("the id or the label is empty", columns.source, line))
    notes = context.raise_faults(sum(full))
    if not all(full):
        columns = columns.where(full)
        ids, answers = list(compress(ids, full)), list(compress(answers, full))
    others = {
        k: v
        for k, v in columns.cells.items()
        if k not in (chosen.id, topic, label) or (unnamed and k == chosen.id)
    }
    understood = replace(chosen, id=None if unnamed else chosen.id).understood(columns)
    left_out = bool(notes)
    notes += tuple(other_cases(understood, context.fields.named, columns.source))
    topics = None if topic is None else columns.cells[topic]
    return LabelTable(
        columns.source, columns.numbers, ids, topics, answers, others, understood, notes, unnamed,
        left_out=left_out,
    )  # fmt: skip


def _ids(columns: TextColumns, chosen: LabelColumns) -> tuple[list[str], bool]:
    """Return the ids; rows are numbered where no column has any, or one of no known name has some twice."""
    if chosen.id is not None:
        ids = columns.cells[chosen.id]
        keys = ids if chosen.topic is None else list(zip(ids, columns.cells[chosen.topic], strict=True))
        if chosen.user_said or (len(set(keys)) == len(keys) and not is_counter(ids)):
            return ids, False
    return [str(n) for n in range(1, len(columns.numbers) + 1)], True


def _prevalences(
    columns: TextColumns, chosen: LabelColumns, context: ReadingContext, *, normalise: bool
) -> PrevalenceTable:
    names, topic = list(columns.cells), str(chosen.topic)
    count = first_known(names, COUNTS)
    classes = tuple(n for n in names if n not in (topic, count))
    labels = _class_names(classes)
    if len(classes) < 2:
        raise InputError("expected a column for each class, two or more, beside the topic", columns.source)
    rows: list[list[float] | None] = []
    counts: list[float] = []
    for n, line in enumerate(columns.numbers):
        rows.append(None)
        with context.keep_fault():
            shares = [_number(columns, c, n) for c in classes]
            total = sum(shares)
            if normalise and total > 0:
                shares = [s / total for s in shares]
            if min(shares) < 0 or off_one(sum(shares)):
                raise InputError(
                    f"prevalences sum to {sum(shares):g}, not to 1 (tolerance {TOLERANCE}); "
                    "normalise (--normalise) divides them by their sum",
                    columns.source,
                    line,
                )
            many = None if count is None else _number(columns, count, n)
            if many is not None and many <= 0:
                raise InputError("every topic needs at least one row", columns.source, line)
            rows[-1] = shares
            counts.append(many or 0)
    full = [row is not None for row in rows]
    notes = context.raise_faults(sum(full))
    columns = columns.where(full)
    return PrevalenceTable(
        columns.source,
        columns.numbers,
        columns.cells[topic],
        np.array([row for row in rows if row is not None]),
        None if count is None else np.array(counts),
        tuple(map(label_text, labels)),
        chosen.understood(columns) if labels == classes else _said_of(labels, chosen.understood(columns)),
        notes,
    )


def _class_names(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return the classes that columns are called after, where all are called so: p(x), p_x, prob_x, x_prob.

    >>> _class_names(("p(positive)", "p(negative)")), _class_names(("pro", "p_con"))
    (('positive', 'negative'), ('pro', 'p_con'))
    """
    for form in _SHARES:
        found = [form.fullmatch(name.strip()) for name in columns]
        classes = tuple(match.group(1).strip() for match in found if match)
        if len(set(classes) - {""}) == len(columns):
            return classes
    return columns


def _said_of(classes: tuple[str, ...], summary: ReadingSummary) -> ReadingSummary:
    return replace(summary, phrases=(f"all others, as {', '.join(classes)}",))


def _number(columns: TextColumns, name: str, place: int) -> float:
    cell = columns.cells[name][place]
    try:
        value = float(cell)
    except ValueError:
        value = np.nan
    if not np.isfinite(value):
        problem = f"expected a number in column {name}, found {cell!r}"
        raise InputError(problem, columns.source, columns.numbers[place])
    return value
