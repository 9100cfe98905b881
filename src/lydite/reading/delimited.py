"""TSV and CSV: one phrase a row (long), or all phrases of an item in one cell, separated by semicolons."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reading.fields import Chosen, Understood
from lydite.reading.headers import has_header, is_number
from lydite.reading.long import long, untied
from lydite.reading.names import LISTS, SINGLES
from lydite.reading.phrases import listed
from lydite.reading.ragged import encode
from lydite.reading.shapes import listed_cell, one_each, ranked, split, string_separator

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from lydite.reading.fields import Context
    from lydite.reading.phrases import Phrases


def read_delimited(text: str, context: Context, kind: str) -> Phrases:
    """Read ``id, phrase[, score]`` by row, or ``id, a;b;c``.

    A header is a first row that names a column of phrases, by a name that is known or that was given: a
    plural holds all phrases of an item in one cell, a singular one phrase a row; others are kept. Without a
    header there are two columns or three (a score), and an item that comes again makes the file long.
    TSV knows no quotes; CSV quotes with ``"``.
    """
    rows, lines = rows_of(text, context.source, kind)
    if not rows:
        raise InputError("there are no items in it", context.source)
    names = rows[0]
    headed = has_header(rows, context, lines[0])
    if not headed and len(names) not in {2, 3}:
        raise InputError(
            f"expected 2 or 3 columns (id, phrase, score), found {len(names)}; "
            "more need a line that names them",
            context.source,
            lines[0],
        )
    rows, lines = _even(rows, lines, context, kind)
    if headed:
        rows, lines = rows[1:], lines[1:]
        if not rows:
            context.settle()
            raise InputError("there are no items in it, only a header", context.source)
        if len(set(names)) < len(names):
            raise InputError(f"two columns have the same name: {', '.join(names)}", context.source, 1)
        blank = "column 1" if "index" in names else "index"  # data frames write their index without a name
        names = [name or (f"column {n}" if n else blank) for n, name in enumerate(names)]
    else:
        names = ["id", "", "score"][: len(names)]
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    return from_columns(columns, context, lines, kind)


def _even(
    rows: list[list[str]], lines: list[int], context: Context, kind: str
) -> tuple[list[list[str]], list[int]]:
    """Return the rows that are as wide as the first; the others are faults."""
    width = len(rows[0])
    if all(len(row) == width for row in rows):
        return rows, lines
    for row, line in zip(rows, lines, strict=True):
        if len(row) != width:
            hint = "; quote cells that have commas" if kind == "csv" and len(row) > width else ""
            context.fault(
                InputError(
                    f"expected {width} columns as on line {lines[0]}, found {len(row)}{hint}",
                    context.source,
                    line,
                )
            )
    if not context.skip_bad:
        context.settle()
    kept = [n for n, row in enumerate(rows) if len(row) == width]
    return [rows[n] for n in kept], [lines[n] for n in kept]


def from_columns(columns: dict[str, list[str]], context: Context, lines: Sequence[int], kind: str) -> Phrases:
    """Make the table from columns of strings."""
    names, source = list(columns), context.source
    chosen = context.fields.choose(names, context.role)
    known = "" not in columns
    if not known:
        chosen = Chosen("id", ("",), "score" if "score" in columns else None, None, told=False)
    elif chosen.id is None and names[0] not in {*chosen.phrases, chosen.scores, chosen.topic}:
        chosen = replace(chosen, id=names[0])
    cells = columns[chosen.phrases[0]]
    single = len(chosen.phrases) == 1 and _one_a_row(columns, chosen, context)
    if chosen.id is None and single:
        raise InputError("no column with ids beside the phrases; name it (--id)", source, lines[0])
    ids = columns[chosen.id] if chosen.id is not None else list(map(str, range(1, len(lines) + 1)))
    bad = {n for n, item in enumerate(ids) if not item.strip()}
    for n in sorted(bad):
        context.fault(InputError("there is no id", source, lines[n]))
    scores = None
    if single and chosen.scores is not None:
        scores = _numbers(columns[chosen.scores], context, lines, bad)
    notes = context.settle(len(ids) - len(bad))
    others = {k: v for k, v in columns.items() if k not in chosen.taken}
    if not single and chosen.scores is not None:
        others[chosen.scores] = columns[chosen.scores]
    if bad:
        keep = [n for n in range(len(ids)) if n not in bad]
        ids, lines = [ids[n] for n in keep], [lines[n] for n in keep]
        columns = {k: [v[n] for n in keep] for k, v in columns.items()}
        others = {k: columns[k] for k in others}
        cells = columns[chosen.phrases[0]]
        scores = None if scores is None else scores[keep]
    others = {chosen.called(k): v for k, v in others.items()}
    said = Understood(kind, tuple(names), chosen.id, chosen.phrases, chosen.scores)
    if not known:
        said = Understood(f"{kind} without names", scores=chosen.scores)
    if single:
        if not known and not chosen.scores and (place := _first(";" in c for c in cells)) is not None:
            raise InputError(
                "items come again, and there are cells with several phrases; begin the file with a line that"
                " names the columns: id and phrases (one line an item), or id and phrase (one line a phrase)",
                source,
                lines[place],
            )
        if scores is not None and context.fields.ties == "trec":
            scores = untied(cells, scores)
        empty = np.fromiter((not c.strip() for c in cells), np.bool_, len(cells))
        table = long(ids, cells, others, source, scores=scores, dropped=empty if empty.any() else None)
    else:
        lists, said = _parts([columns[n] for n in chosen.phrases], context, said)
        weights = columns[chosen.scores] if chosen.scores and len(chosen.phrases) == 1 else None
        used = False
        if weights is not None or _spelled(columns, chosen):
            lists, used = _ranked_cells(lists, weights, ids, source, lines)
        if used:
            others.pop(chosen.called(chosen.scores or ""), None)
        words, (column,) = encode(lists)
        table = listed(ids, (words, column), others, source, lines)
    return replace(table, understood=said, unnamed=chosen.id is None, notes=(*notes, *table.notes))


def _one_a_row(columns: dict[str, list[str]], chosen: Chosen, context: Context) -> bool:
    """Whether a row has one phrase: where items come again, else by the name of the column."""
    name = chosen.phrases[0].strip().lower()
    if not name and chosen.scores:
        return True
    if name in LISTS and not chosen.told:
        return False
    ids = columns.get(chosen.id or "", [])
    if len(set(ids)) < len(ids) or (name in SINGLES and not chosen.told and not ids):
        return True
    return not chosen.told and one_each(name, columns[chosen.phrases[0]], context)


def _parts(cells: list[list[str]], context: Context, said: Understood) -> tuple[list[list[Any]], Understood]:
    """Return the phrases of each row: lists as JSON or Python spell them, else what a separator parts."""
    found: list[list[Any]] = [[] for _ in cells[0]]
    for column in cells:
        spelled = [listed_cell(c) if "[" in c else None for c in column]
        plain = [c for c, s in zip(column, spelled, strict=True) if s is None]
        separator, said = string_separator(plain, context, said)
        for place, (cell, value) in enumerate(zip(column, spelled, strict=True)):
            found[place] += split(cell, separator or ";") if value is None else value
    return found, said


def _spelled(columns: dict[str, list[str]], chosen: Chosen) -> bool:
    """Whether any cell may spell a list, in which may be anything."""
    return any("[" in cell for name in chosen.phrases for cell in columns[name])


def _ranked_cells(
    parts: list[list[Any]], weights: list[str] | None, ids: list[str], source: str, lines: Sequence[int]
) -> tuple[list[list[Any]], bool]:
    """Return the phrases of each row best first, and whether lists of scores were used for that."""
    scores: list[Any] = [None] * len(parts)
    if weights is not None and all(w.strip().startswith("[") for w in weights):
        scores = [listed_cell(w) for w in weights]
    rows = zip(parts, scores, ids, lines, strict=True)
    used = any(s is not None for s in scores)
    return [ranked(p, s, source, line, item) for p, s, item, line in rows], used


def rows_of(text: str, source: str, kind: str) -> tuple[list[list[str]], list[int]]:
    """Return the rows of a tsv or csv text that have anything in them, and the line of each."""
    if kind == "tsv":
        pairs = enumerate(text.split("\n"), 1)
        cut = [(n, row.rstrip("\r").split("\t")) for n, row in pairs if row.strip()]
        return [row for _, row in cut], [n for n, _ in cut]
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise InputError(f"invalid CSV: {error}", source, line) from error
        if row is None:
            return rows, lines
        if row:
            rows.append(row)
            lines.append(line)


def _numbers(cells: list[str], context: Context, lines: Sequence[int], bad: set[int]) -> NDArray[np.float64]:
    """Return the scores; rows without one are faults."""
    try:
        found = np.array(cells, dtype=np.float64)
    except ValueError:
        found = np.array([float(c) if is_number(c) else np.nan for c in cells])
    for n in np.flatnonzero(np.isnan(found)).tolist():
        context.fault(InputError(f"expected a score, found {cells[n]!r:.40}", context.source, lines[n]))
        bad.add(n)
    return found


def _first(marks: Iterable[bool]) -> int | None:
    return next((n for n, mark in enumerate(marks) if mark), None)
