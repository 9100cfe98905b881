"""TREC files: qrels hold gold, runs hold ranked predictions; the "documents" are the phrases."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.reading.fields import ReadingSummary
from lydite.reading.numbering import codes_of
from lydite.reading.one_phrase_rows import table_of_rows, untie_scores
from lydite.reading.ranking import by_best, directed

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.reading.fields import ReadingContext
    from lydite.reading.phrases import Phrases


_QRELS = 4  # columns


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

    The highest score comes first, equal scores by phrase in descending order; the rank column is used where
    ``best`` is ``order``. A run is of one system.
    """
    items, _, phrases, ranks, scores, tags, lines = _fields(
        text, context, 6, "item Q0 phrase rank score system", 4
    )
    other = next((n for n, tag in enumerate(tags) if tag != tags[0]), None)
    if other is not None:
        raise InputError(
            f"two systems in one run, {tags[0]!r:.40} and {tags[other]!r:.40}; give a file for each",
            context.source,
            lines[other],
        )
    worth = _by_best(items, ranks, np.array(scores), context)
    worth = untie_scores(phrases, worth) if context.fields.best != "order" else worth
    table = table_of_rows(items, phrases, {}, context.source, scores=worth)
    return replace(table, understood=ReadingSummary("run"), notes=context.raise_faults(len(items)))


def _by_best(items: list[str], ranks: list[str], scores: FloatArray, context: ReadingContext) -> FloatArray:
    """Return scores of which the highest is the best; ranks that contradict them are asked about."""
    context.scored = True
    try:
        ranked = np.array(ranks, np.float64)
    except ValueError:
        ranked = np.zeros(len(ranks))
    if context.fields.best is not None:
        directed_scores = directed(scores, context.fields.best)
        return -ranked if directed_scores is None else directed_scores
    owners, _ = codes_of(items)
    order = np.lexsort((ranked, owners))
    together = owners[order[1:]] == owners[order[:-1]]
    if context.role != "gold" and (ranked[order[1:]] > ranked[order[:-1]])[together].all():
        by_best(scores[order], owners[order], context)
    return scores


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
        if not math.isfinite(number):
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
    return f"expected a finite number, found {instead}"
