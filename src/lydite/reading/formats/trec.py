"""TREC files: qrels hold gold, runs hold ranked predictions; the "documents" are the phrases."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reading.fields import ReadingSummary
from lydite.reading.one_phrase_rows import table_of_rows, untie_scores

if TYPE_CHECKING:
    from lydite.reading.fields import ReadingContext
    from lydite.reading.phrases import Phrases


_QRELS = 4  # columns; what they say of a phrase is a finite number


def read_qrels(text: str, context: ReadingContext) -> Phrases:
    """Read ``item 0 phrase relevance``; relevance above 0 makes a gold phrase, other than 0 and 1 grades it.

    Fields are separated by tabs where a line has any (so that phrases may contain spaces), else by spaces.
    """
    rows = list(zip(*_fields(text, context, _QRELS, "item 0 phrase relevance", 3), strict=True))
    judged: dict[tuple[str, str], tuple[str, float]] = {}
    kept = []
    for item, part, phrase, grade, line in rows:
        before = judged.setdefault((item, phrase), (part, grade))
        if max(before[1], 0) == max(grade, 0):  # none by either
            kept.append((item, phrase, grade))
            continue
        problem = f"item {item!r:.80}: {phrase!r:.80} is judged twice, {before[1]:g} and {grade:g}"
        if before[0] != part:
            problem += f", for {before[0]!r:.40} and {part!r:.40} in column 2; subtopics are not read"
        context.fault(InputError(problem, context.source, line))
    if not context.skip_bad:
        context.raise_faults()
    items, phrases, relevance = (list(column) for column in zip(*kept, strict=True))
    table = table_of_rows(items, phrases, {}, context.source, grades=np.array(relevance))
    kind = "qrels" if table.grades is None else "graded qrels"
    return replace(
        table, understood=ReadingSummary(kind), notes=(*context.raise_faults(len(items)), *table.notes)
    )


def read_run(text: str, context: ReadingContext) -> Phrases:
    """Read ``item Q0 phrase rank score system``, ranked as trec_eval does.

    The highest score comes first, equal scores by phrase in descending order; the rank column is not used.
    """
    items, _, phrases, _, scores, _, _ = _fields(text, context, 6, "item Q0 phrase rank score system", 4)
    table = table_of_rows(items, phrases, {}, context.source, scores=untie_scores(phrases, np.array(scores)))
    return replace(table, understood=ReadingSummary("run"), notes=context.raise_faults(len(items)))


def _fields(text: str, context: ReadingContext, width: int, expected: str, numeric: int) -> list[list[Any]]:
    """Return the columns, one of them numbers, and the line of each row."""
    rows: list[list[str]] = []
    numbers: list[float] = []
    lines: list[int] = []
    for line, row in enumerate(text.split("\n"), 1):
        cells = row.rstrip("\r").split("\t") if "\t" in row else row.split()
        if not row.strip():
            continue
        try:
            number = float(cells[numeric]) if len(cells) == width else math.nan
        except ValueError:
            number = math.nan
        if math.isnan(number) or (math.isinf(number) and width == _QRELS):
            context.fault(InputError(_fault(cells, width, expected, numeric), context.source, line))
            continue
        numbers.append(number)
        rows.append(cells)
        lines.append(line)
    if not rows:
        context.raise_faults(0)
        raise InputError("there are no items in it", context.source)
    if not context.skip_bad:
        context.raise_faults()
    columns: list[list[Any]] = [list(column) for column in zip(*rows, strict=True)]
    columns[numeric] = numbers
    return [*columns, lines]


def _fault(cells: list[str], width: int, expected: str, numeric: int) -> str:
    if len(cells) != width:
        return f"expected {width} columns ({expected}), found {len(cells)}"
    instead = "NaN" if cells[numeric].lower().endswith("nan") else f"{cells[numeric]!r:.40}"
    return f"expected a number, found {instead}"
