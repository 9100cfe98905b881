"""Tables of labels as columns of texts: files with or without a line of names, JSON, and data frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reading.decoding import decode
from lydite.reading.delimited import rows_of
from lydite.reading.fields import Context, Fields, Understood, named, pick
from lydite.reading.headers import looks_like_names
from lydite.reading.jsons import decode_json, kind_of
from lydite.reading.names import IDS
from lydite.reading.opening import bare_name, read_bytes, source_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

LABELS = ("label", "labels", "class", "category", "sentiment", "polarity", "stance", "emotion", "rating", "y")
TRUE = ("gold", "gold_label", "true_label", "y_true", "target", "answer")
PREDICTED = ("prediction", "predicted", "predicted_label", "pred", "y_pred", "output", "answer")
TOPICS = ("topic", "dataset", "data_set", "query")
_UNNAMED = {2: ("id", "label"), 3: ("id", "topic", "label")}
_KINDS = ("tsv", "csv", "json", "jsonl")


@dataclass(frozen=True)
class Columns:
    """Columns of texts by name, and the line of each row."""

    source: str
    cells: dict[str, list[str]]
    lines: Sequence[int] = field(default=())
    format: str = ""
    """What is said of where they came from."""

    def where(self, keep: Sequence[bool]) -> Columns:
        """Return some of the rows."""
        cells = {k: list(compress(v, keep)) for k, v in self.cells.items()}
        return replace(self, cells=cells, lines=list(compress(self.numbers, keep)))

    @property
    def numbers(self) -> Sequence[int]:
        """The line of each row; rows of what is no file are numbered from 1."""
        return self.lines or range(1, len(next(iter(self.cells.values()))) + 1)


@dataclass(frozen=True)
class LabelColumns:
    """Which columns of a table have ids, topics and labels; without labels, the others are classes."""

    id: str | None
    topic: str | None
    label: str | None

    @classmethod
    def of(cls, names: Sequence[str], fields: Fields, role: str) -> LabelColumns:
        """Choose by what users said, else by known names; where gold and predictions are there, by role.

        >>> LabelColumns.of(["tweet", "gold", "prediction"], Fields(), "gold")
        LabelColumns(id='tweet', topic=None, label='gold')
        """
        mine, other = (TRUE, PREDICTED) if role == "gold" else (PREDICTED, TRUE)
        said = next((n for f in fields.phrases if (n := named(names, f)) is not None), None)
        label = said or pick(names, (*mine, *LABELS, *other))
        topic = named(names, fields.topic) or pick(names, TOPICS)
        item = named(names, fields.id) or pick([n for n in names if n != topic], IDS)
        if item is None and label is not None:  # unknown as it is, the first of the others names the rows
            item = next((n for n in names if n not in (label, topic)), None)
        return cls(item, topic, label)

    def understood(self, columns: Columns) -> Understood:
        """Return what is said of a table."""
        names = tuple(columns.cells)
        if self.label is not None:
            return Understood(columns.format, names, self.id, (self.label,), answers="labels")
        return Understood(columns.format, names, self.topic, ("all others",), answers="prevalences")


def columns_of_file(
    path: str | PathLike[str],
    *,
    role: str = "gold",
    format: str | None = None,
    encoding: str | None = None,
    context: Context | None = None,
) -> Columns:
    """Read a tab- or comma-separated file, of which the first line may name the columns, or JSON.

    Rows that are too short or too long are faults, kept in the ``context``.
    """
    context = context or Context("")
    context.source = source = source_name(str(path))
    content = decode(read_bytes(str(path)), source, encoding)
    kind = format or _kind(bare_name(str(path)).lower(), content)
    if kind not in _KINDS:
        raise InputError(f"labels are read from {', '.join(_KINDS)} files, not from {kind}", source)
    if kind in ("json", "jsonl"):
        return _of_json(content, source, kind)
    rows, lines = rows_of(content, source, kind)
    rows = [[cell.strip() for cell in row] for row in rows]
    for row in rows if kind == "tsv" else ():
        while len(row) > 2 and not row[-1]:  # lines that end in a tab
            del row[-1]
    if not rows:
        raise InputError("is empty", source)
    names = tuple(rows[0])
    if _has_header(rows, source, context.fields, role):
        rows, lines = rows[1:], lines[1:]
    elif len(names) in _UNNAMED:
        names = _UNNAMED[len(names)]
    else:
        raise InputError(
            f"expected 2 or 3 columns (id, topic, label), found {len(names)}; more need a line of names",
            source,
            1,
        )
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(names):
            context.fault(InputError(f"expected {len(names)} columns, found {len(row)}", source, line))
    if context.faults:
        kept = [n for n, row in enumerate(rows) if len(row) == len(names)]
        context.settle(len(kept))
        rows, lines = [rows[n] for n in kept], [lines[n] for n in kept]
    if not rows:
        raise InputError("there are no rows in it, only a line of names", source)
    if len(set(names)) < len(names):
        raise InputError(f"two columns have the same name: {', '.join(names)}", source, lines[0])
    return Columns(source, {n: [row[i] for row in rows] for i, n in enumerate(names)}, lines, kind)


def _kind(name: str, content: str) -> str:
    if name.endswith(".csv"):
        return "csv"
    begin = content.lstrip()[:1]
    if begin in ("{", "["):
        first = content.lstrip().partition("\n")[0].rstrip()
        return "jsonl" if begin == "{" and first.endswith("}") and "\n" in content.strip() else "json"
    return "tsv" if "\t" in content.partition("\n")[0] else "csv"


def _has_header(rows: list[list[str]], source: str, fields: Fields, role: str) -> bool:
    """Whether the first row names columns; refuse one that looks so, and names none of labels."""
    names = rows[0]
    if fields.header is False:
        return False
    chosen = LabelColumns.of(names, fields, role)
    if chosen.label is not None or (chosen.topic is not None and chosen.id is None):
        return True
    if fields.header or looks_like_names(rows):
        raise InputError(
            f"the first row looks like names ({', '.join(names)}), and none is known as a column of labels; "
            "say which it is (--phrases FIELD), or that it is an item (--no-header)",
            source,
            1,
        )
    return False


def _of_json(content: str, source: str, kind: str) -> Columns:
    """Read ``{id: label}``, ``{topic: {class: prevalence}}``, or a list or lines of objects."""
    if kind == "json":
        found = decode_json(content, source)
        if isinstance(found, dict):
            return columns_of_mapping(found, source, kind)
        records, lines = found, list(range(1, len(found) + 1)) if isinstance(found, list) else []
    else:
        there = [(n, line) for n, line in enumerate(content.split("\n"), 1) if line.strip()]
        records, lines = [decode_json(line, source, n) for n, line in there], [n for n, _ in there]
    if not isinstance(records, list) or not records:
        raise InputError("expected objects with an id and a label each", source)
    names: dict[str, None] = {}
    for record, line in zip(records, lines, strict=True):
        if not isinstance(record, dict):
            raise InputError(
                f"expected an object with an id and a label, found {kind_of(record)}", source, line
            )
        names |= dict.fromkeys(record)
    cells = {n: [text(record[n]) if record.get(n) is not None else "" for record in records] for n in names}
    return Columns(source, cells, lines, kind)


def columns_of_mapping(data: Mapping[Any, Any], source: str, kind: str = "mapping") -> Columns:
    """Take ``{id: label}``, ``{id: (topic, label)}``, ``{(id, topic): label}``, ``{topic: {class: p}}``."""
    if not data:
        raise InputError("is empty", source)
    first = next(iter(data.values()))
    if isinstance(first, Mapping):
        if not all(isinstance(row, Mapping) for row in data.values()):
            raise InputError("expected the prevalence of each class for each topic", source)
        rows = [{text(k): v for k, v in row.items()} for row in data.values()]
        cells = {
            c: [text(row.get(c, 0.0)) for row in rows] for c in dict.fromkeys(k for r in rows for k in r)
        }
        return Columns(source, {"topic": _texts(data), **cells}, format=kind)
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
    return Columns(source, cells, format=kind)


def _texts(values: Any) -> list[str]:
    return [text(v) for v in values]


def columns_of_frame(data: Any, source: str) -> Columns | None:
    """Return the columns of a pandas, polars or Arrow frame; nothing for anything else."""
    names = getattr(data, "column_names", None)
    names = getattr(data, "columns", None) if names is None else names
    if names is None or callable(names):
        return None
    found = {str(name): [text(v) for v in _values(data[name])] for name in names}
    if not found or not next(iter(found.values())):
        raise InputError("is empty", source)
    return Columns(source, found, format="data frame")


def text(value: Any) -> str:
    """Write a value as it would stand in a file: 1.0 and 1 are the same label.

    >>> text(np.int64(-1)), text(1.0), text(0.25), text("positive")
    ('-1', '1', '0.25', 'positive')
    """
    if value is None or value != value:  # noqa: PLR0124  no label; only what is no number differs from itself
        return ""
    if isinstance(value, float | np.floating):
        return str(int(value)) if float(value).is_integer() else repr(float(value))
    return str(value)


def _values(column: Any) -> list[Any]:
    if hasattr(column, "to_pylist"):
        return list(column.to_pylist())
    return list(column.to_list() if hasattr(column, "to_list") else column)
