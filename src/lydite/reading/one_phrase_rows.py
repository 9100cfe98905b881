"""Tables of sources that give one phrase a row."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import RaggedArray, Vocabulary, offsets
from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.reading.known_names import SYSTEMS
from lydite.reading.numbering import NumberedColumn, codes_of
from lydite.reading.phrases import Phrases
from lydite.reading.ranking import by_best

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.reading.fields import ReadingContext
    from lydite.reading.phrases import Column


def table_of_rows(
    ids: Column | NumberedColumn,
    phrases: Column | NumberedColumn,
    columns: Mapping[str, Column],
    source: str,
    *,
    scores: FloatArray | None = None,
    grades: FloatArray | None = None,
    dropped: BoolArray | None = None,
) -> Phrases:
    """Return the table of a source that gives one phrase a row.

    With scores, the highest comes first and equal scores keep their order of appearance. Grades are what gold
    has for scores: a phrase of grade 0 or below is none, and others than 1 are kept. Rows marked ``dropped``
    make the item known but not the phrase. A column that differs between the rows of one item is no property
    of the item and is left out.
    """
    owner, names = codes_of(ids)
    if not names:
        raise InputError("there are no items in it", source)
    first = np.empty(len(names), dtype=np.int64)
    first[owner[::-1]] = np.arange(len(owner) - 1, -1, -1)
    kept: dict[str, tuple[str, ...]] = {}
    notes: list[Note] = []
    for name, column in columns.items():
        codes, values = codes_of(column)
        if np.array_equal(codes, codes[first][owner]):
            kept[name] = tuple(values[c] for c in codes[first])
        else:
            notes.append(Note("column {column} differs within items and is left out", source, column=name))
    if grades is not None:
        dropped = (grades <= 0) if dropped is None else dropped | (grades <= 0)
    order = np.arange(len(owner)) if dropped is None else np.flatnonzero(~dropped)
    if scores is not None and _steps(owner, scores)[0].any():
        order = order[np.argsort(-scores[order], kind="stable")]
    if len(names) < len(owner) and (np.diff(owner[order]) < 0).any():
        order = order[np.argsort(owner[order], kind="stable")]
    codes, words = codes_of(phrases)
    starts = offsets(np.bincount(owner[order], minlength=len(names)))
    table = Phrases(names, Vocabulary(words), RaggedArray(codes[order], starts), kept, source, tuple(notes))
    return table if grades is None else _graded(table, grades[order])


def _graded(table: Phrases, grades: FloatArray) -> Phrases:
    """Return the table with grades, which a note tells; none where all are 1."""
    if (grades == 1).all():
        return table
    sentence = "graded from {least:g} to {most:g}; nDCG uses grades, others yes or no"
    note = Note(sentence, table.source, least=float(grades.min()), most=float(grades.max()))
    return replace(table, grades=grades, notes=(*table.notes, note))


def with_grades(table: Phrases, grades: FloatArray) -> Phrases:
    """Return gold of a user's own lists with the grades of its phrases; one of 0 or below makes it none."""
    none = _none(grades, table.source)
    if none:
        table = replace(table, lists=table.lists.where(grades > 0), notes=(*table.notes, *none))
    return _graded(table, grades[grades > 0])


def _none(grades: FloatArray, source: str) -> tuple[Note, ...]:
    """Say how many phrases are none by their grade.

    Where all would be, the numbers are no grades (logarithms of probabilities, say).
    """
    none = int((grades <= 0).sum())
    if none and none == len(grades):
        raise InputError(
            "every score is 0 or below, which makes a gold phrase none; leave the scores of gold out", source
        )
    sentence = "gold phrases left out for a score of 0 or below: {count:,}"
    return (Note(sentence, source, count=none),) if none else ()


def ranked_table_of_rows(
    ids: Column | NumberedColumn,
    phrases: Column | NumberedColumn,
    columns: Mapping[str, Column],
    context: ReadingContext,
    scores: FloatArray | None,
    dropped: BoolArray | None = None,
) -> Phrases:
    """Return the table of one phrase a row with what users' scores are: grades of gold, ranks of a run."""
    if scores is not None and context.role == "gold":
        return graded_table_of_rows(ids, phrases, columns, context.source, scores, dropped)
    ids = NumberedColumn(*codes_of(ids))
    if context.role == "run":
        _ensure_one_system(ids.codes, columns, context.source)
    if scores is not None:
        scores = by_best(scores, ids.codes, context, "rows")
    if scores is not None and context.fields.ties == "trec":
        scores = untie_scores(_strings(phrases), scores)
    return table_of_rows(ids, phrases, columns, context.source, scores=scores, dropped=dropped)


def _ensure_one_system(owners: IntArray, columns: Mapping[str, Column], source: str) -> None:
    """Refuse rows of several systems, whose phrases would be put together."""
    for name, column in columns.items():
        if name.strip().lower() not in SYSTEMS:
            continue
        codes, systems = codes_of(column)
        first = np.empty(len(owners), dtype=np.int64)
        first[owners[::-1]] = codes[::-1]
        if (odd := np.flatnonzero(codes != first[owners])).size:
            one, other = (systems[c] for c in (first[owners[odd[0]]], codes[odd[0]]))
            raise InputError(
                f"column {name} names two systems for one item, {one!r} and {other!r}; give a file for "
                "each system, or leave the column out",
                source,
            )


def _strings(column: Column | NumberedColumn) -> list[str]:
    """Return a column as strings."""
    if isinstance(column, NumberedColumn):
        return [column.strings[code] for code in column.codes.tolist()]
    return column if isinstance(column, list) else column.to_list()


def _steps(owner: IntArray, scores: FloatArray) -> tuple[BoolArray, BoolArray]:
    """Return for each row but the last whether the next of the same item has a higher, or a lower score.

    Rows of an item need not stand together. Scores are compared, not subtracted: they may be infinite.
    """
    if (np.diff(owner) < 0).any():
        together = np.argsort(owner, kind="stable")
        owner, scores = owner[together], scores[together]
    before, after, same = scores[:-1], scores[1:], owner[1:] == owner[:-1]
    return (after > before) & same, (after < before) & same


def graded_table_of_rows(
    ids: Column | NumberedColumn,
    phrases: Column | NumberedColumn,
    columns: Mapping[str, Column],
    source: str,
    grades: FloatArray,
    dropped: BoolArray | None = None,
) -> Phrases:
    """Return gold of a user's own table with grades, and say how many phrases are none by their grade."""
    none = _none(grades, source)
    table = table_of_rows(ids, phrases, columns, source, grades=grades, dropped=dropped)
    return replace(table, notes=(*table.notes, *none))


def untie_scores(phrases: Sequence[str], scores: FloatArray) -> FloatArray:
    """Return scores of the same order without ties: of equal ones, the phrase that comes last is higher.

    Scores are compared in 32 bits, as exact as trec_eval keeps them.

    >>> untie_scores(["a", "c", "b"], np.array([1.0, 1.0, 2.0]))
    array([-2., -1., -0.])
    """
    order = sorted(range(len(phrases)), key=phrases.__getitem__, reverse=True)
    first = np.empty(len(phrases), dtype=np.int64)
    first[order] = np.arange(len(order))
    untied = np.empty(len(phrases))
    largest = np.finfo(np.float32).max  # beyond, all are as large as can be
    narrow = scores.clip(-largest, largest).astype(np.float32)
    untied[np.lexsort((first, -narrow))] = -np.arange(len(phrases), dtype=np.float64)
    return untied
