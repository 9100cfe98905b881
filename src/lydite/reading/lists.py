"""Lists of phrases on their way into a table, item by item: a run's scores rank them, gold's are grades."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import encode
from lydite.reading.one_phrase_rows import with_grades
from lydite.reading.phrase_lists import Ranks, apart, by_score
from lydite.reading.phrases import table_of_lists
from lydite.reading.ranking import Steps

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    _scores: list[float] = field(default_factory=list)
    """Those of runs, and how many each list and each mapping has: what says whether they are in order."""
    _sizes: list[tuple[int, bool]] = field(default_factory=list)

    def add(
        self, values: Sequence[tuple[Any, Any]], item: str, line: int | None, marks: Sequence[Any]
    ) -> None:
        """Take one more item: the phrases and scores of each of its fields, parted as ``marks`` say."""
        gold, fields = self.context.role == "gold", self.context.fields
        phrases: list[Any] = []
        grades: list[float] = []
        scored = False
        for (value, scores), mark in zip(values, marks, strict=True):
            some, worth = apart(value, scores, self.context.source, line, item, mark)
            if gold and isinstance(worth, Ranks):
                worth = None
            scored = scored or worth is not None
            if worth is not None and not gold:
                self.context.scored = True
                best = "lowest" if isinstance(worth, Ranks) and fields.best != "order" else fields.best
                if best is None:
                    self._scores += worth
                    self._sizes.append((len(worth), isinstance(value, Mapping)))
                if best == "lowest":
                    worth = [-score for score in worth]
                if best != "order":
                    some = by_score(some, worth, fields.ties)
            phrases += some
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
        self._check_order()
        return table

    def _check_order(self) -> None:
        """Refuse lists that are not in the order of their scores, where nobody said what counts."""
        if not self._sizes:
            return
        sizes, mappings = (np.array(column) for column in zip(*self._sizes, strict=True))
        owners, scores, steps = np.repeat(np.arange(len(sizes)), sizes), np.array(self._scores), Steps()
        for mapping in (False, True):
            some = (mappings == mapping)[owners]
            steps.add(scores[some], owners[some], "mapping" if mapping else "list")
        steps.check(self.context.source)
