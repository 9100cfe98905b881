"""The gain of each prediction: one pass that all measures of phrases share.

The predictions of an item are taken in rank order, duplicates dropped. The gain of a prediction is how
much it adds to the true positives: its best match (``assign=max``, Equation 1.4), or the growth of the
optimal one-to-one assignment of predictions to gold phrases (``assign=one_to_one``). Since the
assignment grows prediction by prediction, the sum of the first k gains is the optimum for the first k
predictions: one pass serves every cutoff.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.arrays import RaggedArray, RaggedRows, offsets, within
from lydite.core.assignment import AssignmentTables, assign, best_of_rows
from lydite.core.compiled import if_short, kernel, table_of
from lydite.core.notes import Note
from lydite.matchers.base import KeyMatcher, Matcher
from lydite.matchers.custom import Custom
from lydite.matchers.surface.exact import Exact
from lydite.measures.phrases.list_kernels import compare_keys, drop_repeated
from lydite.measures.phrases.pairs import PairScores

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from lydite.core.array_types import AnyArray, BoolArray, FloatArray, Int32Array, IntArray
    from lydite.core.arrays import Vocabulary
    from lydite.measures.phrases.items import PhraseItems

_MOST = 20_000_000  # scores of pairs of phrases that are kept
_EVERY = 2**31 - 1  # of a function of users, which is never asked twice
_TOGETHER = 2_000_000  # pairs that are matched together

Cut = int | Literal["O"] | None
"""How many predictions count: so many, as many as there are gold phrases (O), or all."""


@dataclass(frozen=True)
class Gains(RaggedRows):
    """For each item its distinct predictions and the gain of each."""

    gains: FloatArray
    starts: IntArray
    gold: IntArray
    """How many distinct gold phrases each item has."""
    _cuts: dict[Cut, tuple[FloatArray, IntArray]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def predicted(self) -> IntArray:
        """How many distinct predictions each item has."""
        return self.sizes

    @property
    def ranks(self) -> IntArray:
        """The rank of each prediction in its item, from 1."""
        return self.places + 1

    @functools.cached_property
    def running(self) -> FloatArray:
        """The sum of the gains of an item up to each of its predictions; other items leave no digit in it."""
        return running(self.gains, self.starts)

    def total(self, values: FloatArray) -> FloatArray:
        """Return the sum over the predictions of each item."""
        return np.bincount(self.owners, values, minlength=len(self.gold)).astype(np.float64)

    def clipped(self) -> Gains:
        """Return the gains clipped to one per gold phrase (``assign=max`` may match one twice)."""
        if self.gains.min(initial=0.0) >= 0 and (self.at(None)[0] <= self.gold).all():
            return self
        most = self.gold[self.owners]
        before = np.where(self.ranks > 1, np.roll(self.running, 1), 0.0)
        return Gains(
            np.where(self.running <= most, self.gains, np.maximum(most - before, 0.0)), self.starts, self.gold
        )

    def limits(self, cut: Cut) -> FloatArray:
        """Return how many predictions of each item count."""
        return self.gold.astype(np.float64) if cut == "O" else np.full(len(self.gold), cut or np.inf)

    def within(self, cut: Cut) -> BoolArray:
        """Return which predictions count."""
        if cut != "O" and self.sizes.max(initial=0) <= (cut or np.inf):
            return np.ones(len(self.gains), np.bool_)
        return np.asarray(self.ranks <= self.limits(cut)[self.owners])

    def at(self, cut: Cut) -> tuple[FloatArray, IntArray]:
        """Return the true positives among the first ``cut`` predictions, and how many those are."""
        if cut not in self._cuts:
            self._cuts[cut] = self._at(cut)
        return self._cuts[cut]

    def _at(self, cut: Cut) -> tuple[FloatArray, IntArray]:
        if cut is None:
            return self.total(self.gains), self.sizes
        first = self.starts[:-1]
        ends = np.minimum(first + (self.gold if cut == "O" else cut), self.starts[1:])
        hits = np.zeros(len(first))
        some = ends > first
        hits[some] = self.running[ends[some] - 1]
        return hits, ends - first


def gains(
    items: PhraseItems, match: Matcher, assign: str = "one_to_one", threshold: float | None = None
) -> Gains:
    """Return the gains of all predictions, computed once for each matcher and assignment."""
    if isinstance(match, KeyMatcher) and items.gold.concepts is None:
        return items.shared(("gains", match), lambda: _by_key(items, match))
    return items.shared(
        ("gains", match, assign, threshold), lambda: _by_score(items, match, assign, threshold)
    )


def duplicates(items: PhraseItems, system: str, match: KeyMatcher | None = None) -> list[Note]:
    """Return a note on predictions dropped as duplicates of earlier ones in the same list."""
    count = len(items.predicted.codes) - int(distinct_sizes(items, match).sum())
    sentence = "duplicates dropped from the lists of predictions: {count:,}"
    return [Note(sentence, system, count=count)] if count else []


def distinct_sizes(items: PhraseItems, match: KeyMatcher | None = None) -> IntArray:
    """Return how many different predictions each item has, under the keys of a matcher or folded."""
    if len(items.parts()) == 1:  # whose gains are found once for all
        return items.shared(("gains", match or Exact()), lambda: _by_key(items, match)).predicted
    return distinct_predictions(items, match).sizes


def distinct_predictions(items: PhraseItems, match: KeyMatcher | None = None) -> RaggedArray:
    """Return the predictions without duplicates, under the keys of a matcher or folded."""

    def distinct() -> RaggedArray:
        keys, predicted = items.keys(match), items.predicted
        codes, starts = np.empty(len(predicted.codes), np.int32), np.zeros_like(predicted.starts)
        short = if_short(short_drop_repeated, predicted.sizes)
        run, end = drop_repeated.for_work(len(codes), short), 0
        for part in items.parts():
            lists, ends = predicted.part(part), starts[part.start : part.stop + 1]
            stamps = np.zeros(keys.max(initial=0) + 1, np.int32)
            run(lists.codes, lists.starts, keys, stamps, codes[end:], ends)
            ends[1:] += end
            end = int(ends[-1])
        return RaggedArray(codes[:end], starts)

    return items.shared(("distinct", match), distinct)


def _by_key(items: PhraseItems, match: Matcher | None) -> Gains:
    keys = items.keys(match)
    predicted, gold = items.predicted, items.gold
    gain = np.zeros(len(predicted.codes))
    starts = np.zeros(len(items) + 1, dtype=np.int64)
    sizes = np.zeros(len(items), dtype=np.int64)
    stamps = np.zeros((2, keys.max(initial=0) + 1), dtype=np.int32)
    short = if_short(short_compare_keys, predicted.sizes, gold.sizes)
    run = compare_keys.for_work(len(predicted.codes), short)
    run(keys, predicted.codes, predicted.starts, gold.codes, gold.starts, stamps, gain, starts, sizes)
    return Gains(gain[: starts[-1]], starts, sizes)


def _by_score(items: PhraseItems, match: Matcher, assign_by: str, threshold: float | None) -> Gains:
    keys = items.keys(match)
    kept, gold = items.predicted.distinct(keys), items.gold.distinct(keys)
    scores, starts = items.shared(("blocks", match), lambda: score_blocks(items, match, kept, gold))
    if threshold is not None:
        scores = (scores >= threshold).astype(np.float64)
    counts = gold.concept_counts
    return Gains(
        earned(AssignmentTables(scores, starts, kept.starts, counts), assign_by), kept.starts, counts
    )


def earned(tables: AssignmentTables, assign_by: str) -> FloatArray:
    """Return what each prediction (row) adds to the true positives: one to one, or its best match."""
    return assign(tables).gains if assign_by == "one_to_one" else best_of_rows(tables)


def score_blocks(
    items: PhraseItems, match: Matcher, kept: RaggedArray, gold: RaggedArray
) -> tuple[FloatArray, IntArray]:
    """Return, item after item, the scores of its predictions (rows) with its gold concepts (columns)."""
    return by_concept(scores_of(items, match).score(items.words, match, kept, gold), kept, gold)


def by_concept(scores: FloatArray, kept: RaggedArray, gold: RaggedArray) -> tuple[FloatArray, IntArray]:
    """Return scores of predictions with gold phrases as those with gold concepts: of variants the best."""
    if gold.concepts is None:
        return scores, offsets(kept.sizes * gold.sizes)
    counts = gold.concept_counts
    narrow = offsets(kept.sizes * counts)
    owner, row, place = _cells(kept, gold)
    best = np.zeros(narrow[-1])
    np.maximum.at(best, narrow[owner] + row * counts[owner] + gold.concepts[place], scores)
    return best, narrow


def _cells(kept: RaggedArray, gold: RaggedArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return the item of each score, which of its predictions it is of, and the place of the gold phrase."""
    sizes = kept.sizes * gold.sizes
    owner = np.repeat(np.arange(len(kept)), sizes)
    row, column = np.divmod(within(offsets(sizes)), np.maximum(gold.sizes, 1)[owner])
    return owner, row, gold.starts[owner] + column


def scores_of(items: PhraseItems, match: Matcher) -> ScoreCache:
    """Return the scores under a matcher that all items of one evaluation share."""
    if match not in items.pair_scores:
        items.pair_scores[match] = ScoreCache(_MOST if not isinstance(match, Custom) else _EVERY)
    cache: ScoreCache = items.pair_scores[match]
    return cache


class ScoreCache:
    """Scores of pairs of phrases under one matcher, whatever vocabularies they are of; each is asked once."""

    def __init__(self, most: int = _MOST) -> None:
        self.phrases: list[str] = []
        self.collects = False
        """Whether pairs are only collected for now, all with the score 0; :meth:`ask` then asks for them."""
        self._numbers: dict[str, int] = {}
        self._vocabularies: dict[int, tuple[Vocabulary, IntArray]] = {}
        self._pairs = PairScores(most)
        self._collected: dict[Hashable, Int32Array] = {}

    def __len__(self) -> int:
        return len(self._pairs)

    def score(self, words: Vocabulary, match: Matcher, kept: RaggedArray, gold: RaggedArray) -> FloatArray:
        """Return, list after list, the score of each phrase with each of the gold list at the same place."""
        numbers = self._number(words)
        lists = [RaggedArray(numbers[one.codes], one.starts) for one in (kept, gold)]
        if self.collects:
            places = self._pairs.places(*lists)
            self._collected[_content(lists)] = places
            return np.zeros(len(places))
        known = self._collected.pop(_content(lists), None) if self._collected else None
        places = self._pairs.places(*lists) if known is None else known
        self.ask(match)
        return self._pairs.scores[places]

    def unscored(self) -> tuple[IntArray, IntArray]:
        """Return the pairs that no matcher was asked for yet, as places among the phrases."""
        return self._pairs.unscored()

    def ask(self, match: Matcher) -> None:
        """Ask a matcher for the pairs that have no score yet, those of one phrase one after the other."""
        left, right = self.unscored()
        if isinstance(match, Custom):  # it has batches of its own
            self._pairs.add(match.score_coded(self.phrases, left, right))
            return
        for i in range(0, len(left), _TOGETHER):
            one, other = left[i : i + _TOGETHER], right[i : i + _TOGETHER]
            order = np.argsort(one * len(self.phrases) + other)
            scores = np.empty(len(order))
            scores[order] = match.score_coded(self.phrases, one[order], other[order])
            self._pairs.add(scores)

    def _number(self, words: Vocabulary) -> IntArray:
        """Return the number of each phrase of a vocabulary here."""
        if id(words) not in self._vocabularies:
            numbers = self._numbers
            for phrase in words.phrases:
                numbers.setdefault(phrase, len(numbers))
            self.phrases += itertools.islice(numbers, len(self.phrases), None)
            codes = np.fromiter(map(numbers.__getitem__, words.phrases), np.int64, len(words.phrases))
            self._vocabularies[id(words)] = words, codes
        return self._vocabularies[id(words)][1]


def _content(lists: Sequence[RaggedArray]) -> Hashable:
    return tuple(side.tobytes() for one in lists for side in (one.codes, one.starts))


def running(values: FloatArray, starts: IntArray) -> FloatArray:
    """Return the sum of each list up to each of its values."""
    out = np.zeros(len(values))
    short = if_short(short_running_sums, np.diff(starts))
    running_sums.for_work(len(out), short)(values, starts, out)
    return out


@kernel
def running_sums(gains: FloatArray, starts: IntArray, out: FloatArray) -> None:
    """Write the running sum of each item's gains."""
    for i in range(len(starts) - 1):
        total = 0.0
        for j in range(starts[i], starts[i + 1]):
            total += gains[j]
            out[j] = total


def short_running_sums(gains: FloatArray, starts: IntArray, out: FloatArray) -> None:
    """Write the running sum of each item's gains."""
    table, used = table_of(gains, starts, 0.0)
    out[:] = np.cumsum(table, axis=0).T[used.T]


def short_compare_keys(
    keys: IntArray, p: IntArray, p_starts: IntArray, g: IntArray, g_starts: IntArray, stamps: Any,  # noqa: ARG001
    gain: FloatArray, starts: IntArray, sizes: IntArray,
) -> None:  # fmt: skip
    """Write for each predicted key that is new in its item whether it is among the gold keys."""
    keys = keys.astype(np.int32)  # half of the work
    predicted, used = table_of(keys[p], p_starts, -1)
    gold, there = table_of(keys[g], g_starts, -2)
    hits = np.zeros(predicted.shape, np.bool_)
    for row in gold:
        hits |= predicted == row
    new = _new(predicted, used)
    sizes[:] = _count(_new(gold, there))
    np.cumsum(_count(new), out=starts[1:])
    gain[: starts[-1]] = hits.T[new.T]


def short_drop_repeated(
    codes: IntArray, starts: IntArray, keys: IntArray, stamps: Any, out: Int32Array, out_starts: IntArray,  # noqa: ARG001
) -> None:  # fmt: skip
    """Write each list without phrases whose keys occur earlier in it."""
    new = _new(*table_of(keys[codes], starts, -1))
    np.cumsum(_count(new), out=out_starts[1:])
    out[: out_starts[-1]] = table_of(codes, starts, -1)[0].T[new.T]


def _count(table: BoolArray) -> IntArray:
    """Return how many cells of each column are true; lists are short, so that a byte holds it."""
    return np.asarray(table.view(np.uint8).sum(axis=0, dtype=np.uint8), np.int64)


def _new(table: AnyArray, used: BoolArray) -> BoolArray:
    """Return which cells hold what is in no earlier one of their column."""
    new = used.copy()
    for place in range(1, len(table)):
        for earlier in range(place):
            new[place] &= table[earlier] != table[place]
    return new
