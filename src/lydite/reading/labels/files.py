"""Files of labels as columns of texts: tables with or without a line of names, JSON, Parquet."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.io.decoding import decode
from lydite.core.io.opening import PARQUET, bare_name, read_bytes, source_name
from lydite.reading.fields import ReadingContext
from lydite.reading.formats.headers import doubtful, has_form_of, is_number, is_numbered, looks_like_names
from lydite.reading.formats.polars_frames import parquet
from lydite.reading.formats.rows import mark_of, rows_of
from lydite.reading.labels.columns import LabelColumns, TextColumns
from lydite.reading.labels.records import columns_of_json, columns_of_values

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

_UNNAMED = {1: ("label",), 2: ("id", "label"), 3: ("id", "topic", "label")}
_KINDS = ("tsv", "csv", "json", "jsonl", "parquet")
_COMMA = re.compile(r"-?\d+,\d+")
USUAL = (
    {"positive", "negative", "neutral", "none"}, {"pos", "neg", "neu"}, {"yes", "no", "none"},
    {"true", "false"}, {"y", "n"},
)  # fmt: skip
"""Labels that come together; y is a usual name of labels, too."""


def columns_of_file(
    path: str | PathLike[str],
    *,
    role: str = "gold",
    format: str | None = None,
    encoding: str | None = None,
    context: ReadingContext | None = None,
    labels: Sequence[str] = (),
    data: bytes | None = None,
) -> TextColumns:
    """Read a table, of which the first line may name the columns, JSON or Parquet; ``data`` is its beginning.

    Rows that are too short or too long are faults, kept in the ``context``. A first row with one of the
    ``labels`` is an item.
    """
    context = context or ReadingContext("")
    context.source = source = source_name(str(path))
    data = read_bytes(str(path)) if data is None else data
    if format not in (None, *_KINDS):
        raise InputError(f"labels are read from {', '.join(_KINDS)} files, not from {format}", source)
    if format == "parquet" or data.startswith(PARQUET):
        columns = columns_of_values(parquet(data, source), context)
        return TextColumns(source, columns.cells, columns.lines, "parquet")
    content = decode(data, source, encoding)
    kind = format or _kind(bare_name(str(path)).lower(), content)
    if kind in ("json", "jsonl"):
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
    form, names = table.called(kind), tuple(n or "index" for n in rows[0])  # data frames do not name theirs
    headed, doubt = _has_header(rows, context, role, lines[0], labels)
    if headed:
        rows, lines = rows[1:], lines[1:]
    elif len(names) in _UNNAMED:
        names = _UNNAMED[len(names)]
        form = f"{form} without names"
    else:
        raise InputError(
            f"expected 1 to 3 columns (id, topic, label), found {len(names)}; more need a line of names",
            source,
            lines[0],
        )
    if doubt is not None:
        raise doubt
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(names):
            context.fault(InputError(f"expected {len(names)} columns, found {len(row)}", source, line))
    if context.faults:
        kept = [n for n, row in enumerate(rows) if len(row) == len(names)]
        context.raise_faults(len(kept))
        rows, lines = [rows[n] for n in kept], [lines[n] for n in kept]
    if not rows:
        raise InputError("there are no rows in it, only a line of names", source)
    if len(set(names)) < len(names):
        raise InputError(f"two columns have the same name: {', '.join(names)}", source, lines[0])
    cells = {n: [row[i] for row in rows] for i, n in enumerate(names)}
    _check_topics(cells, form, source, lines[0])
    return TextColumns(source, cells, lines, form)


def _check_topics(cells: dict[str, list[str]], form: str, source: str, line: int) -> None:
    """Refuse an unnamed column that differs in every row: it holds texts, not topics."""
    topics = cells.get("topic", [])
    if form.endswith("without names") and len(topics) > 3 and len(set(topics)) == len(topics):
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


def _has_header(
    rows: list[list[str]], context: ReadingContext, role: str, line: int, labels: Sequence[str]
) -> tuple[bool, InputError | None]:
    """Whether the first row names columns, and what is said of one that may be names or an item.

    One that looks like names, of which none is known as that of labels, is refused.
    """
    names, fields = rows[0], context.fields
    chosen = LabelColumns.of(names, fields, role)
    prevalences = chosen.label is None and chosen.topic is not None and chosen.id is None
    named = chosen.label is not None and chosen.user_said and chosen.id is not None
    if fields.header is False:  # may be said of another file
        return named, None
    if prevalences or named or (chosen.label is not None and (fields.header or fields.asked(context.role))):
        return True, None
    given = names[-1] in labels and names[-1] != "0"  # what a series without a name is called
    item = fields.header is None and (given or _shows_item(rows, known=chosen.label is not None))
    known = chosen.label is not None and not item
    if known and not (_is_usual(rows) or has_form_of(names[0], [row[0] for row in rows[1:]])):
        return True, None
    sure = bool(fields.header) or looks_like_names(rows)
    rare = not known and _is_no_label(rows)
    series = "a series without a name is called 0, too"
    why = series if names[-1] == "0" else "nothing in the file shows which"
    shares = len(names) > 2 and len(rows) > 1 and all(map(is_number, rows[1][1:]))
    more = "; of prevalences, which column has the topics (--topic FIELD)" if shares else ""
    doubt = doubtful(names, context, line, "labels", sure=sure or rare, why=why, more=more)
    if sure:
        raise doubt
    return False, None if item else doubt


def _shows_item(rows: list[list[str]], *, known: bool) -> bool:
    """Whether the first row shows that it is one like the others, and no names.

    A cell of it comes again in its column; its label is a number, or a usual one; or it is numbered. Where
    its label is a known name of labels, too, that label has to come again. A series without a name is called
    0, and so 0 has to come again, and shows nothing where labels stand alone.
    """
    first, *rest = rows
    label, others = first[-1], [row[-1] for row in rest]
    alone = len(first) == 1
    if label in others:
        return not (alone and label == "0")
    if is_number(label):
        return label != "0" and all(map(is_number, filter(None, others)))
    if _is_usual(rows) and (not rest or label.lower() != "y"):
        return True
    again = any(cell in (row[n] for row in rest if n < len(row)) for n, cell in enumerate(first[:-1]))
    return not known and (again or is_numbered(rows))


def _is_usual(rows: list[list[str]]) -> bool:
    """Whether the last cell of the first row is a usual label beside others of its kind.

    >>> _is_usual([["a", "pos"], ["b", "neg"]]), _is_usual([["who", "y"], ["ann", "spam"]])
    (True, False)
    """
    first, *rest = (row[-1].lower() for row in rows)
    kind = next((kind for kind in USUAL if first in kind), set())
    return first in kind and (not rest or any(label in kind for label in rest))


def _is_no_label(rows: list[list[str]]) -> bool:
    """Whether the last cell of the first row is never seen again, where each of the others is."""
    first, *rest = (row[-1] for row in rows)
    counts = Counter(rest)
    return first not in counts and len(rest) > 3 and min(counts.values()) > 1
