"""Lists of phrases with scores, all at once: a run's are ranked by them, gold's are grades."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import RaggedArray, Vocabulary
from lydite.reading.one_phrase_rows import with_grades
from lydite.reading.ranking import by_best

if TYPE_CHECKING:
    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.reading.fields import ReadingContext
    from lydite.reading.phrases import Phrases


def with_scores(table: Phrases, scores: FloatArray, context: ReadingContext) -> Phrases:
    """Return a table of lists whose phrases have scores: ranked, the highest first, or graded.

    It is what :class:`lydite.reading.lists.PhraseListBuilder` makes item by item.
    """
    if context.role == "gold":
        return with_grades(table, scores)
    worth = by_best(scores, table.lists.owners, context)
    if worth is None or not ((worth[1:] > worth[:-1]) & _inside(table.lists.starts, len(worth))).any():
        return table
    order = np.lexsort((-worth, table.lists.owners))
    return _renumbered(table, table.lists.codes[order])


def _inside(starts: IntArray, size: int) -> BoolArray:
    """Return for each phrase but the last whether the next one is in the same list."""
    inside = np.ones(max(size - 1, 0), dtype=np.bool_)
    ends = starts[1:-1]
    inside[ends[(ends > 0) & (ends < size)] - 1] = False
    return inside


def _renumbered(table: Phrases, codes: IntArray) -> Phrases:
    """Return the table with its phrases in another order, numbered by where they come first."""
    phrases = table.words.phrases
    first = np.empty(len(phrases), dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)
    by_place = np.argsort(first, kind="stable")
    numbers = np.empty(len(phrases), dtype=np.int64)
    numbers[by_place] = np.arange(len(phrases))
    words = Vocabulary([phrases[n] for n in by_place.tolist()])
    return replace(table, words=words, lists=RaggedArray(numbers[codes], table.lists.starts))
