"""Tables of labels as columns of texts: files with or without a line of names, and data frames."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reading.delimited import rows_of
from lydite.reading.fields import pick
from lydite.reading.names import IDS
from lydite.reading.opening import bare_name, decoded, read_bytes, source_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

LABELS = (
    "label",
    "labels",
    "class",
    "sentiment",
    "polarity",
    "prediction",
    "predicted",
    "gold",
    "answer",
    "y",
)
_UNNAMED = {2: ("id", "label"), 3: ("id", "topic", "label")}


@dataclass(frozen=True)
class Columns:
    """Columns of texts by name, and the line of each row."""

    source: str
    cells: dict[str, list[str]]
    lines: Sequence[int] = field(default=())

    @property
    def numbers(self) -> Sequence[int]:
        """The line of each row; rows of what is no file are numbered from 1."""
        return self.lines or range(1, len(next(iter(self.cells.values()))) + 1)


def columns_of_file(
    path: str | PathLike[str], *, format: str | None = None, encoding: str | None = None
) -> Columns:
    """Read a tab- or comma-separated file; the first line may name the columns."""
    source = source_name(str(path))
    content = decoded(read_bytes(str(path)), source, encoding)
    first = content.partition("\n")[0]
    by_name = "csv" if bare_name(str(path)).lower().endswith(".csv") else None
    kind = format or by_name or ("tsv" if "\t" in first else "csv")
    if kind not in ("tsv", "csv"):
        raise InputError(f"labels are read from tsv and csv files, not from {kind}", source)
    rows, lines = rows_of(content, source, kind)
    rows = [[cell.strip() for cell in row] for row in rows]
    for row in rows if kind == "tsv" else ():
        while len(row) > 2 and not row[-1]:  # lines that end in a tab
            del row[-1]
    if not rows:
        raise InputError("is empty", source)
    names = tuple(rows[0])
    if pick(names, LABELS) is not None or (pick(names, ("topic",)) and not pick(names, IDS)):
        rows, lines = rows[1:], lines[1:]
    elif pick(names, IDS) is not None:
        raise InputError(
            f"no column of labels: expected one of {', '.join(LABELS)}; there is {', '.join(names)}",
            source,
            1,
        )
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
            raise InputError(f"expected {len(names)} columns, found {len(row)}", source, line)
    if not rows:
        raise InputError("there are no rows in it, only a line of names", source)
    if len(set(names)) < len(names):
        raise InputError(f"two columns have the same name: {', '.join(names)}", source, lines[0])
    return Columns(source, {n: [row[i] for row in rows] for i, n in enumerate(names)}, lines)


def columns_of_frame(data: Any, source: str) -> Columns | None:
    """Return the columns of a pandas, polars or Arrow frame; nothing for anything else."""
    names = getattr(data, "column_names", None)
    names = getattr(data, "columns", None) if names is None else names
    if names is None or callable(names):
        return None
    found = {str(name): [text(v) for v in _values(data[name])] for name in names}
    if not found or not next(iter(found.values())):
        raise InputError("is empty", source)
    return Columns(source, found)


def text(value: Any) -> str:
    """Write a value as it would stand in a file: 1.0 and 1 are the same label.

    >>> text(np.int64(-1)), text(1.0), text(0.25), text("positive")
    ('-1', '1', '0.25', 'positive')
    """
    if isinstance(value, float | np.floating):
        return str(int(value)) if float(value).is_integer() else repr(float(value))
    return str(value)


def _values(column: Any) -> list[Any]:
    if hasattr(column, "to_pylist"):
        return list(column.to_pylist())
    return list(column.to_list() if hasattr(column, "to_list") else column)
