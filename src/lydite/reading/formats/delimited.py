"""TSV and CSV: one phrase a row (long), or all phrases of an item in one cell, separated by semicolons."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.reading.beside import is_counter
from lydite.reading.fields import FieldChoice, ReadingContext, ReadingSummary
from lydite.reading.formats.headers import has_header, is_number
from lydite.reading.formats.rows import rows_of
from lydite.reading.lists import PhraseListBuilder
from lydite.reading.one_phrase_rows import ranked_table_of_rows
from lydite.reading.phrase_lists import one_a_row, phrases_of_string, unread_numbers
from lydite.reading.separators import NO_SEPARATOR, string_separator
from lydite.reading.spelled_lists import list_of_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.reading.formats.rows import TableRows
    from lydite.reading.phrases import Phrases

_FIRST = 1_000  # rows that may show scores of no known name


def read_delimited(text: str, context: ReadingContext, kind: str) -> Phrases:
    """Read ``id, phrase[, score]`` by row, or ``id, a;b;c``.

    A header is a first row that names a column of phrases, by a name that is known or that was given: a
    plural holds all phrases of an item in one cell, a singular one phrase a row; others are kept. Without a
    header there are two columns or three (a score), and an item that comes again makes the file long.
    Cells are read as :func:`lydite.reading.formats.rows.rows_of` does.
    """
    table = rows_of(text, context.source, kind)
    rows, lines = table.cells, table.lines
    if not rows:
        raise InputError("there are no items in it", context.source)
    names = rows[0]
    headed, doubt = has_header(rows, context, lines[0])
    if not headed and len(names) not in {2, 3}:
        raise InputError(
            f"expected 2 or 3 columns (id, phrase, score), found {len(names)}; "
            "more need a line that names them",
            context.source,
            lines[0],
        )
    if not headed and table.mark == ";" and context.fields.header is None and not _ids(rows):
        raise InputError(
            "may be lines of phrases, or rows of a table with ids: say which (--input-format lines, "
            f"--no-header, or --phrases FIELD if the first row is names: {', '.join(names)})",
            context.source,
            lines[0],
        )
    if doubt is not None:
        raise doubt
    return _from_rows(table, context, kind, headed=headed)


def _from_rows(table: TableRows, context: ReadingContext, kind: str, *, headed: bool) -> Phrases:
    """Make the table from rows, of which the first may be names."""
    names = table.cells[0]
    rows, lines = _even(table.cells, table.lines, context, kind)
    if headed:
        rows, lines = rows[1:], lines[1:]
        if not rows:
            context.raise_faults()
            raise InputError("there are no items in it, only a header", context.source)
        if len(set(names)) < len(names):
            raise InputError(f"two columns have the same name: {', '.join(names)}", context.source, 1)
        blank = "column 1" if "index" in names else "index"  # data frames write their index without a name
        names = [name or (f"column {n}" if n else blank) for n, name in enumerate(names)]
    else:
        names = ["id", "", "score"][: len(names)]
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    return _from_columns(columns, context, replace(table, lines=lines), table.called(kind))


def _ids(rows: list[list[str]]) -> bool:
    """Whether the first cells of all rows have a digit, as ids mostly do, and not all others have."""
    firsts = all(any(map(str.isdigit, row[0])) for row in rows)
    return firsts and not all(any(map(str.isdigit, cell)) for row in rows for cell in row)


def _even(
    rows: list[list[str]], lines: list[int], context: ReadingContext, kind: str
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
        context.raise_faults()
    kept = [n for n, row in enumerate(rows) if len(row) == width]
    return [rows[n] for n in kept], [lines[n] for n in kept]


def _from_columns(
    columns: dict[str, list[str]], context: ReadingContext, rows: TableRows, kind: str
) -> Phrases:
    """Make the table from columns of strings."""
    names, source, lines = list(columns), context.source, rows.lines
    chosen = context.fields.choose(names, context.role)
    context = context.ranking(chosen)
    known = "" not in columns
    if not known:
        chosen = FieldChoice("id", ("",), "score" if "score" in columns else None, None, user_said=False)
    guessed = known and chosen.id is None and names[0] not in {*chosen.phrases, chosen.scores, chosen.topic}
    if guessed:
        chosen = replace(chosen, id=names[0])
    single = len(chosen.phrases) == 1 and one_a_row(
        chosen, columns.get(chosen.id or ""), columns[chosen.phrases[0]], context
    )
    if guessed and not single and is_counter(columns[names[0]]):
        chosen = replace(chosen, id=None)  # rows that are counted: another column tells them, or their line
    if chosen.id is None and single:
        raise InputError("no column with ids beside the phrases; name it (--id)", source, lines[0])
    ids = columns[chosen.id] if chosen.id is not None else list(map(str, range(1, len(lines) + 1)))
    bad = {n for n, item in enumerate(ids) if not item.strip()}
    for n in sorted(bad):
        context.fault(InputError("there is no id", source, lines[n]))
    summary = ReadingSummary(kind, tuple(names), chosen.id, chosen.phrases, chosen.scores, topic=chosen.topic)
    if not known:
        summary = ReadingSummary(f"{kind} without names", scores=chosen.scores)
    scores = lists = None
    if single and chosen.scores is not None:
        scores = _numbers(list(map(rows.number, columns[chosen.scores])), context, lines, bad)
    elif not single:
        lists, summary = _lists(columns, chosen, ids, context, lines, bad, summary)
    notes = context.raise_faults(len(ids) - len(bad))
    others = {
        k: v
        for k, v in columns.items()
        if k not in chosen.taken or (k == chosen.scores and not summary.scores)
    }
    if bad:
        keep = [n for n in range(len(ids)) if n not in bad]
        ids, lines = [ids[n] for n in keep], [lines[n] for n in keep]
        columns, others = ({k: [v[n] for n in keep] for k, v in c.items()} for c in (columns, others))
        scores = None if scores is None else scores[keep]
    others = {chosen.called(k): v for k, v in others.items()}
    if lists is None:
        table = _one_each(ids, columns[chosen.phrases[0]], scores, others, context, None if known else lines)
    else:
        table = lists.table(ids, others, lines)
        rows_by_name = zip(*(column[:_FIRST] for column in columns.values()), strict=True)
        records = [dict(zip(columns, row, strict=True)) for row in rows_by_name]
        notes += unread_numbers(records, chosen, context, summary.separator or ";")
    return replace(table, understood=summary, unnamed=chosen.id is None, notes=(*notes, *table.notes))


def _one_each(
    ids: list[str],
    cells: list[str],
    scores: FloatArray | None,
    others: dict[str, list[str]],
    context: ReadingContext,
    unnamed: Sequence[int] | None,
) -> Phrases:
    """Make the table of rows with one phrase each; ``unnamed`` are the lines where nothing names columns."""
    asked = unnamed is not None and scores is None and context.fields.separator != NO_SEPARATOR
    several = _first(";" in c for c in cells) if asked else None
    if several is not None and unnamed is not None:
        raise InputError(
            "items come again, and there are cells with several phrases; begin the file with a line that"
            " names the columns: id and phrases (one line an item), or id and phrase (one line a phrase), or"
            " say that each cell is one phrase (--separator none)",
            context.source,
            unnamed[several],
        )
    empty = np.fromiter((not c.strip() for c in cells), np.bool_, len(cells))
    dropped = empty if empty.any() else None
    return ranked_table_of_rows(ids, cells, others, context, scores, dropped)


def _lists(
    columns: dict[str, list[str]],
    chosen: FieldChoice,
    ids: list[str],
    context: ReadingContext,
    lines: Sequence[int],
    bad: set[int],
    summary: ReadingSummary,
) -> tuple[PhraseListBuilder, ReadingSummary]:
    """Return the phrases of each good row: lists as cells spell them, or what a separator parts.

    Scores are a list of as many, spelled or parted likewise; one number a row ranks nothing.
    """
    cells: list[list[Any]] = []
    for name in chosen.phrases:
        column = _unbracketed(columns[name])
        if column is columns[name]:
            separator, summary = parting(column, context, summary)
        else:
            separator, summary = ",", replace(summary, separator=",", noticed=True)
        cells.append([phrases_of_string(cell, separator) for cell in column])
    weights: list[Any] = [None] * len(ids)
    if chosen.scores is not None and len(cells) == 1:
        mark, _ = string_separator(columns[chosen.scores], ReadingContext(context.source), summary)
        weights = [
            phrases_of_string(cell, mark if mark is not None else ";") for cell in columns[chosen.scores]
        ]
        fits = all(len(w) == len(p) for w, p in zip(weights, cells[0], strict=True))
        if not fits and all(len(w) < 2 for w in weights):
            weights, summary = [None] * len(ids), replace(summary, scores=None)
    lists = PhraseListBuilder(context)
    for n, (item, line, weight) in enumerate(zip(ids, lines, weights, strict=True)):
        if n in bad:
            continue
        try:
            lists.add([(c[n], weight) for c in cells], item, line, [None] * len(cells))
        except InputError as error:
            context.fault(error)
            bad.add(n)
    return lists, summary


def parting(
    cells: Sequence[str], context: ReadingContext, summary: ReadingSummary
) -> tuple[str, ReadingSummary]:
    """Return what parts the phrases of cells, semicolons where nothing else does, and the summary with it."""
    separator, summary = string_separator(cells, context, summary)
    if separator is not None:
        return separator, summary
    if any(";" in cell and list_of_cell(cell) is None for cell in cells):
        summary = replace(summary, separator=";", noticed=True)
    return ";", summary


def _unbracketed(cells: list[str]) -> list[str]:
    """Return cells without brackets, where all are ``[cat, dog]``: lists without quotes."""
    full = [c.strip() for c in cells if c.strip()]
    if not full or not all(c[0] == "[" and c[-1] == "]" and not set("[]{}'\"") & set(c[1:-1]) for c in full):
        return cells
    return [c.strip()[1:-1] for c in cells]


def _numbers(cells: list[str], context: ReadingContext, lines: Sequence[int], bad: set[int]) -> FloatArray:
    """Return the scores; rows without one are faults."""
    try:
        numbers = np.array(cells, dtype=np.float64)
    except ValueError:
        numbers = np.array([float(c) if is_number(c) else np.nan for c in cells])
    odd = ~np.isfinite(numbers)
    for n in np.flatnonzero(odd).tolist():
        context.fault(
            InputError(f"expected a finite number, found {cells[n]!r:.40}", context.source, lines[n])
        )
        bad.add(n)
    return numbers


def _first(marks: Iterable[bool]) -> int | None:
    return next((n for n, mark in enumerate(marks) if mark), None)
