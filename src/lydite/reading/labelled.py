"""Files of labels as columns of texts: tables with or without a line of names, JSON, Parquet."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.reading.decoding import decode
from lydite.reading.fields import Context
from lydite.reading.headers import doubtful, is_number, looks_like_item, looks_like_names
from lydite.reading.label_columns import Columns, LabelColumns
from lydite.reading.opening import PARQUET, bare_name, read_bytes, source_name
from lydite.reading.rows import mark_of, rows_of

if TYPE_CHECKING:
    from os import PathLike

_UNNAMED = {1: ("label",), 2: ("id", "label"), 3: ("id", "topic", "label")}
_KINDS = ("tsv", "csv", "json", "jsonl", "parquet")
_COMMA = re.compile(r"-?\d+,\d+")
_USUAL = {
    "positive",
    "negative",
    "neutral",
    "pos",
    "neg",
    "neu",
    "yes",
    "no",
    "true",
    "false",
    "y",
    "n",
    "none",
}


def columns_of_file(
    path: str | PathLike[str],
    *,
    role: str = "gold",
    format: str | None = None,
    encoding: str | None = None,
    context: Context | None = None,
) -> Columns:
    """Read a table, of which the first line may name the columns, JSON or Parquet.

    Rows that are too short or too long are faults, kept in the ``context``.
    """
    context = context or Context("")
    context.source = source = source_name(str(path))
    data = read_bytes(str(path))
    if format not in (None, *_KINDS):
        raise InputError(f"labels are read from {', '.join(_KINDS)} files, not from {format}", source)
    if data.startswith(PARQUET):
        from lydite.reading.dataframes import parquet
        from lydite.reading.label_records import columns_of_values

        found = columns_of_values(parquet(data, source), context)
        return Columns(source, found.cells, found.lines, "parquet")
    content = decode(data, source, encoding)
    kind = format or _kind(bare_name(str(path)).lower(), content)
    if kind in ("json", "jsonl"):
        from lydite.reading.label_records import columns_of_json

        return columns_of_json(content, kind, context)
    table = rows_of(content, source, kind)
    rows, lines = [[cell.strip() for cell in row] for row in table.cells], table.lines
    for row in rows if kind == "tsv" else ():
        while len(row) > 2 and not row[-1]:  # lines that end in a tab
            del row[-1]
    if table.mark == ";":  # where it parts cells, a comma is that of decimals
        rows = [[c.replace(",", ".") if _COMMA.fullmatch(c) else c for c in row] for row in rows]
    if not rows:
        raise InputError("is empty", source)
    said, names = table.called(kind), tuple(n or "index" for n in rows[0])  # data frames do not name theirs
    if _has_header(rows, context, role):
        rows, lines = rows[1:], lines[1:]
    elif len(names) in _UNNAMED:
        names = _UNNAMED[len(names)]
        said = f"{said} without names"
    else:
        raise InputError(
            f"expected 1 to 3 columns (id, topic, label), found {len(names)}; more need a line of names",
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
    cells = {n: [row[i] for row in rows] for i, n in enumerate(names)}
    _check_topics(cells, said, source, lines[0])
    return Columns(source, cells, lines, said)


def _check_topics(cells: dict[str, list[str]], said: str, source: str, line: int) -> None:
    """Refuse what nothing names and what is no topic, since it differs in every row: a text."""
    topics = cells.get("topic", [])
    if said.endswith("without names") and len(topics) > 3 and len(set(topics)) == len(topics):
        raise InputError(
            "the second of three columns, which would be the topic, differs in every row; begin the file "
            "with a line that names the columns, such as id, text and label",
            source,
            line,
        )


def _kind(name: str, content: str) -> str:
    if name.endswith(".csv"):
        return "csv"
    begin = content.lstrip()[:1]
    if begin in ("{", "["):
        first = content.lstrip().partition("\n")[0].rstrip()
        more = begin == "{" or content.lstrip().partition("\n")[2].lstrip()[:1] == "["
        return "jsonl" if more and first[-1:] in ("}", "]") and "\n" in content.strip() else "json"
    return "tsv" if mark_of(content) == "\t" else "csv"


def _has_header(rows: list[list[str]], context: Context, role: str) -> bool:
    """Whether the first row names columns; refuse one that may, and names none of labels."""
    names, fields = rows[0], context.fields
    chosen = LabelColumns.of(names, fields, role)
    prevalences = chosen.label is None and chosen.topic is not None and chosen.id is None
    named = chosen.label is not None and chosen.told and chosen.id is not None
    if fields.header is False:  # may be said of another file
        return named
    item = fields.header is None and _is_label(rows)
    if prevalences or named or (chosen.label is not None and (fields.phrases or not item)):
        return True
    sure = bool(fields.header) or looks_like_names(rows) or _is_no_label(rows)
    if sure or not (item or looks_like_item(rows)):
        raise doubtful(names, context, 1, "labels", sure=sure)
    return False


def _is_label(rows: list[list[str]]) -> bool:
    """Whether the last cell of the first row is a label: one that comes again, a number, or a usual one."""
    first, *rest = (row[-1] for row in rows)
    return first in rest or is_number(first) or first.lower() in _USUAL


def _is_no_label(rows: list[list[str]]) -> bool:
    """Whether the last cell of the first row is never seen again, where each of the others is."""
    first, *rest = (row[-1] for row in rows)
    counts = Counter(rest)
    return first not in counts and len(rest) > 3 and min(counts.values()) > 1
