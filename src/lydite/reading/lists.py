"""Lists of phrases on their way into a table, item by item: a run's scores rank them, gold's are grades."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.arrays import encode
from lydite.errors import InputError
from lydite.reading.one_phrase_rows import INFINITE, RISES, with_grades, with_rising_scores
from lydite.reading.phrase_lists import apart, by_score
from lydite.reading.phrases import table_of_lists

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.reading.fields import ReadingContext
    from lydite.reading.phrases import Column, Phrases


@dataclass
class PhraseListBuilder:
    """The phrases of the items of one source so far."""

    context: ReadingContext
    phrases: list[list[Any]] = field(default_factory=list)
    graded: bool = False
    """Whether any phrase of gold has a score."""
    _grades: list[float] = field(default_factory=list)
    _rises: int = 0
    _falls: bool = False
    """How often a score is higher than that before it, and whether one is lower."""

    def add(
        self, values: Sequence[tuple[Any, Any]], item: str, line: int | None, marks: Sequence[Any]
    ) -> None:
        """Take one more item: the phrases and scores of each of its fields, parted as ``marks`` say."""
        gold = self.context.role == "gold"
        phrases: list[Any] = []
        grades: list[float] = []
        scored = False
        for (value, scores), mark in zip(values, marks, strict=True):
            some, worth = apart(value, scores, self.context.source, line, item, mark)
            scored = scored or worth is not None
            if gold and worth is not None and not all(map(math.isfinite, worth)):
                raise InputError(f"item {item!r}: {INFINITE}", self.context.source, line)
            if worth is not None and not self._falls:
                self._rises += sum(map(operator.lt, worth, worth[1:]))
                self._falls = any(map(operator.gt, worth, worth[1:]))
            phrases += (
                by_score(some, worth, self.context.fields.ties) if worth is not None and not gold else some
            )
            grades += worth or [1.0] * len(some)
        self.phrases.append(phrases)
        if gold:
            self.graded = self.graded or scored
            for phrase, grade in zip(phrases, grades, strict=True):
                self._grades += [grade] * (1 if isinstance(phrase, str) else len(phrase))

    def table(
        self, ids: Column, columns: Mapping[str, Sequence[str]], lines: Sequence[int] | None = None
    ) -> Phrases:
        """Return the table of all items."""
        words, (lists,) = encode(self.phrases)
        table = table_of_lists(ids, (words, lists), columns, self.context.source, lines)
        if self.graded:
            return with_grades(table, np.array(self._grades))
        rising = self._rises >= RISES and not self._falls
        return with_rising_scores(table) if rising else table
