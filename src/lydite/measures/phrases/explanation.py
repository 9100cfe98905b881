"""What matched what: for each item its predictions with the gold phrases assigned to them."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.assignment import AssignmentTables, assign
from lydite.matchers.base import Matcher
from lydite.measures.phrases.gains import by_concept, scores_of
from lydite.measures.phrases.graded import graded_columns
from lydite.measures.phrases.parts import part_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.matchers.base import Match
    from lydite.measures.base import Measure
    from lydite.measures.phrases.gains import Cut
    from lydite.measures.phrases.items import PhraseItems


_TIE = 1e-6  # by how much the highest score decides between pairs of equal worth


@dataclass(frozen=True, slots=True)
class ItemMatch:
    """One line of an item: a prediction that matched, a spurious one, or a gold phrase that was missed."""

    system: str
    item: str
    measure: str
    status: Literal["matched", "spurious", "missed"]
    rank: int | None
    prediction: str
    gold: str
    score: float
    why: Match | None = None
    """The matcher's own account of a match."""
    concept: int | None = None
    """Which of the item's gold concepts it is about: variants of a phrase are one."""


@dataclass(frozen=True)
class _MatchView:
    """How a measure looks at an item: measures with equal views have the same lines."""

    match: Matcher
    assign: str
    threshold: float | None
    cut: Cut
    part: str
    graded: bool
    """Whether a pair is worth its score times the grade of the gold phrase."""

    @classmethod
    def of(cls, measure: Any, items: PhraseItems) -> _MatchView | None:
        """Return the view of a measure; None for one that matches no phrases."""
        match = getattr(measure, "match", None)
        if not isinstance(match, Matcher):
            return None
        graded = items.grades is not None and getattr(measure, "by_grade", False)
        return cls(
            match,
            getattr(measure, "assigned", "max"),
            getattr(measure, "threshold", None),
            getattr(measure, "cut", None),
            getattr(measure, "part", "all"),
            graded,
        )


def explain(
    items: PhraseItems, system: str, measures: Sequence[Measure], *, why: bool = True, every: bool = False
) -> Iterator[ItemMatch]:
    """Yield what matched what, item by item, once for each matcher, assignment, threshold and cutoff.

    The assignment is that of the score. ``why`` adds the matcher's own account of each match; ``every``
    repeats lines under each measure that has the same.
    """
    views: dict[_MatchView, list[Any]] = {}
    for measure in measures:
        if (view := _MatchView.of(measure, items)) is not None:
            views.setdefault(view, []).append(measure)
    for view, (measure, *others) in views.items():
        parted = items if view.part == "all" else measure.parted(items)
        lines = _explain(parted, system, str(measure), view, why)
        if not (every and others):
            yield from lines
            continue
        found = list(lines)
        for one in (measure, *others):
            yield from (replace(line, measure=str(one)) for line in found)


def _explain(
    items: PhraseItems,
    system: str,
    name: str,
    view: _MatchView,
    why: bool,  # noqa: FBT001
) -> Iterator[ItemMatch]:
    text = items.words.phrases
    account = functools.cache(view.match.explain) if why else _no_account  # a pair matches in many items
    for part in items.parts():
        piece = part_of(items, part)
        for item, matched in zip(piece.ids, _matched(piece, view), strict=True):
            taken = set()
            for row, code, column, score in matched.pairs:
                prediction = text[code]
                if column < 0:
                    yield ItemMatch(system, item, name, "spurious", row, prediction, "", 0.0)
                    continue
                concept, gold = int(matched.concepts[column]), text[matched.gold[column]]
                taken.add(concept)
                told = account(prediction, gold)
                yield ItemMatch(system, item, name, "matched", row, prediction, gold, score, told, concept)
            for concept in sorted(set(matched.concepts.tolist()) - taken):
                first = text[matched.gold[int(np.argmax(matched.concepts == concept))]]
                yield ItemMatch(system, item, name, "missed", None, "", first, 0.0, None, concept)


def _no_account(candidate: str, reference: str) -> None:  # noqa: ARG001
    return None


class _Matched(NamedTuple):
    """What is matched in an item: its gold phrases, their concepts, and the pairs."""

    gold: IntArray
    concepts: IntArray
    pairs: list[tuple[int, int, int, float]]
    """Rank and phrase of a prediction, the place of the gold phrase, and the score; place -1 for none."""


def _matched(items: PhraseItems, view: _MatchView) -> Iterator[_Matched]:
    """Yield what is matched in each item: the assignment with which it was scored.

    Of assignments that are worth the same under a threshold, it is one with the highest scores.
    """
    keys = items.keys(view.match)
    gold = items.gold.distinct(keys)
    kept = items.predicted.distinct(keys)
    counts = gold.concept_counts
    if view.cut is not None:
        limits = counts if view.cut == "O" else np.full(len(items), view.cut)
        kept = kept.where(kept.places < limits[kept.owners])
    cells = scores_of(items, view.match).score(items.words, view.match, kept, gold)
    scores, starts = by_concept(cells, kept, gold)
    worth = scores
    if view.threshold is not None:
        worth = (scores >= view.threshold) * (1 + _TIE * scores)
    if view.graded:
        worth = worth * graded_columns(items, keys, kept, gold, starts)
    tables = AssignmentTables(worth, starts, kept.starts, counts)
    assigned = assign(tables).columns if view.assign == "one_to_one" else None
    all_starts = offsets(kept.sizes * gold.sizes)
    for i, (first, end) in enumerate(itertools.pairwise(kept.starts.tolist())):
        columns = slice(gold.starts[i], gold.starts[i + 1])
        phrases = gold.codes[columns]
        concepts = np.arange(len(phrases)) if gold.concepts is None else gold.concepts[columns]
        table = worth[starts[i] : starts[i + 1]].reshape(end - first, counts[i])
        pairs = cells[all_starts[i] : all_starts[i + 1]].reshape(end - first, len(phrases))
        taken = _pairs(table, view.assign, None if assigned is None else assigned[first:end])
        found = []
        for row, code in enumerate(kept.codes[first:end].tolist()):
            for concept in taken.get(row, ()):
                column = int(np.where(concepts == concept, pairs[row], -1.0).argmax())  # best of its variants
                found.append((row + 1, code, column, float(pairs[row, column])))
            if row not in taken:
                found.append((row + 1, code, -1, 0.0))
        yield _Matched(phrases, concepts, found)


def _pairs(worth: FloatArray, assign_by: str, assigned: IntArray | None) -> dict[int, list[int]]:
    """Return the columns that each row of a table is matched with, of those that are matched at all."""
    rows, columns = (np.arange(size) for size in worth.shape)
    chosen: list[tuple[int, int]] = []
    if assigned is not None:
        chosen = [(r, c) for r, c in enumerate(assigned.tolist()) if c >= 0]
    elif worth.size:
        if assign_by != "best_of_gold":
            chosen += zip(rows.tolist(), worth.argmax(axis=1).tolist(), strict=True)
        if assign_by != "max":
            chosen += zip(worth.argmax(axis=0).tolist(), columns.tolist(), strict=True)
    found: dict[int, list[int]] = {}
    for row, column in sorted(set(chosen)):
        if worth[row, column] > 0:
            found.setdefault(row, []).append(column)
    return found
