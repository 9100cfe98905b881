"""Discounted gains where gold phrases have grades: a match is worth the grade of what it matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.assignment import AssignmentTables
from lydite.measures.phrases.gains import Gains, earned, score_blocks

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, FloatArray, IntArray
    from lydite.core.arrays import RaggedArray
    from lydite.matchers.base import KeyMatcher, Matcher
    from lydite.measures.phrases.gains import Cut
    from lydite.measures.phrases.items import PhraseItems


@dataclass(frozen=True)
class GradedGains:
    """The gain of each prediction, worth the grade of what it matches, and the grades of gold, best first."""

    gains: Gains
    owners: IntArray
    grades: FloatArray

    def discounted(self, cut: Cut) -> tuple[FloatArray, FloatArray]:
        """Return for each item its DCG up to a rank, and the best there could be."""
        limit, count = self.gains.limits(cut), len(self.gains.gold)
        best = _discounted(self.owners, self.grades, count, limit)
        return _discounted(self.gains.owners, self.gains.gains, count, limit), best


def graded(items: PhraseItems, match: KeyMatcher) -> GradedGains:
    """Return graded gains where equal keys match.

    Duplicates count once: of predictions the first, of gold phrases the one of the highest grade.
    """
    count = len(items)
    keys = items.keys(match)
    width = int(keys.max(initial=0)) + 1
    owner = items.gold.owners
    grades = np.zeros(len(owner)) if items.grades is None else items.grades
    best_first = np.lexsort((-grades, owner))
    pairs = (owner * width + keys[items.gold.codes])[best_first]
    gold, place = np.unique(pairs, return_index=True)
    grades = grades[best_first][place]
    order = np.lexsort((-grades, gold // width))
    many = np.bincount(gold // width, minlength=count)
    asker = items.predicted.owners
    keyed = asker * width + keys[items.predicted.codes]
    _, first = np.unique(keyed, return_index=True)
    keyed = keyed[np.sort(first)]
    where = np.minimum(np.searchsorted(gold, keyed), max(len(gold) - 1, 0))
    hit = gold[where] == keyed if len(gold) else np.zeros(len(keyed), dtype=bool)
    gains = np.where(hit, grades[where], 0.0) if len(gold) else np.zeros(len(keyed))
    starts = offsets(np.bincount(keyed // width, minlength=count))
    return GradedGains(Gains(gains, starts, many), (gold // width)[order], grades[order])


def softly_graded(items: PhraseItems, match: Matcher, assign_by: str, threshold: float | None) -> GradedGains:
    """Return the same where matches are graded, too: a pair is worth its score times the gold phrase's grade.

    Each prediction earns what it adds to the best assignment, or with ``assign=max`` its best pair, until the
    sum of all grades is reached.
    """
    keys = items.keys(match)
    kept, gold = items.predicted.distinct(keys), items.gold.distinct(keys)
    scores, starts = items.shared(("blocks", match), lambda: score_blocks(items, match, kept, gold))
    if threshold is not None:
        scores = (scores >= threshold).astype(np.float64)
    grades, holder = _grades(items, keys, gold), gold.owners
    worth = scores * graded_columns(items, keys, kept, gold, starts)
    added = earned(AssignmentTables(worth, starts, kept.starts, gold.sizes), assign_by)
    order = np.lexsort((-grades, holder))
    total = np.bincount(holder, grades, minlength=len(items))
    gains = Gains(added, kept.starts, gold.sizes)
    before = np.where(gains.ranks > 1, np.roll(gains.running, 1), 0.0)
    clipped = np.minimum(np.maximum(total[gains.owners] - before, 0.0), added)
    return GradedGains(Gains(clipped, kept.starts, gold.sizes), holder, grades[order])


def graded_columns(
    items: PhraseItems, keys: IntArray, kept: RaggedArray, gold: RaggedArray, starts: IntArray
) -> FloatArray:
    """Return for each pair of a prediction and a gold phrase the grade of the gold phrase."""
    asker = np.repeat(np.arange(len(items)), kept.sizes * gold.sizes)
    column = (np.arange(len(asker)) - starts[asker]) % np.maximum(gold.sizes[asker], 1)
    return _grades(items, keys, gold)[gold.starts[asker] + column]


def _grades(items: PhraseItems, keys: IntArray, gold: RaggedArray) -> FloatArray:
    """Return the grade of each distinct gold phrase: the highest of those with its key."""
    width = int(keys.max(initial=0)) + 1
    owner = items.gold.owners
    pairs, where = np.unique(owner * width + keys[items.gold.codes], return_inverse=True)
    best_of = np.zeros(len(pairs))
    np.maximum.at(best_of, where, np.zeros(len(owner)) if items.grades is None else items.grades)
    return best_of[np.searchsorted(pairs, gold.owners * width + keys[gold.codes])]


def _discounted(owner: IntArray, gains: FloatArray, count: int, limit: AnyArray) -> FloatArray:
    """Return Σ gain / log₂(rank + 1) of each item; gains stand item by item, in rank order."""
    sizes = np.bincount(owner, minlength=count)
    starts = np.cumsum(sizes) - sizes
    ranks = np.arange(1, len(gains) + 1) - starts[owner]
    worth = np.where(ranks <= limit[owner], gains / np.log2(ranks + 1), 0.0)
    return np.bincount(owner, worth, minlength=count).astype(np.float64)
