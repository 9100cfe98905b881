"""What the measures of #REval have in common: a thesaurus, and the ranks that one pass over it gives."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeGuard

import numpy as np

from lydite.core.arrays import RaggedRows, offsets
from lydite.core.choices import Order
from lydite.core.compiled import run_in_threads
from lydite.core.errors import SpecError
from lydite.core.spec import Resource, param
from lydite.hashtags.example import small_store
from lydite.hashtags.ranks import NEVER
from lydite.matchers.thesaurus import ThesaurusMatcher
from lydite.measures.base import Measure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.core.array_types import BoolArray, IntArray, UInt16Array
    from lydite.hashtags.ranks import Hits
    from lydite.measures.phrases.items import PhraseItems


@dataclass(frozen=True)
class CountedRanks(RaggedRows):
    """Ranks of the matched pairs: item i has ``ranks[starts[i]:starts[i + 1]]``, min(|R|, |G|) of them."""

    ranks: UInt16Array
    starts: IntArray
    gold: IntArray
    predicted: IntArray

    @functools.cached_property
    def near(self) -> tuple[IntArray, UInt16Array]:
        """The item and the rank of each unit that is at a rank at all."""
        at = np.flatnonzero(self.ranks != NEVER)
        return self.owners[at], self.ranks[at]


@dataclass(frozen=True)
class SynonymMeasure(Measure):
    """A measure of recommended hashtags in which a synonym of a recommendation is as good as itself.

    The thesaurus is given here, or for all measures of a run at once: ``lydite score --hashtags STORE``.
    """

    input_kind = "phrases"
    undefined = "items without gold phrases are unscored, and items without recommendations unless empty=zero"

    thesaurus: Resource | None = param(
        None, help="a store of lydite build hashtags, or a file: hashtag, TAB, synonyms by tabs"
    )
    order: Order = param(
        "nearest",
        help="synonyms by cosine; popular (the most frequent tags for everybody: "
        "a baseline without meaning); permuted (every tag has another one's synonyms: chance)",
    )
    cutoff: float | None = param(None, help="synonyms below this cosine do not count", low=-1, high=1)
    empty: Literal["skip", "zero"] = param(
        "skip", help="items with an empty list of recommendations: unscored, or 0"
    )
    seed: int = param(0, help="of order=permuted", low=0)
    cut: int | None = None

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a small store."""
        return {"thesaurus": Resource(str(small_store(folder)))}

    @property
    def soft(self) -> bool:
        """Whether more than equal hashtags count as a match."""
        return True

    @property
    def depth(self) -> int:
        """How many synonyms can matter."""
        raise NotImplementedError

    @property
    def match(self) -> ThesaurusMatcher:
        """The matcher behind the measure."""
        if self.thesaurus is None:
            raise SpecError(f"{self.name} needs thesaurus=… (on the command line: --hashtags STORE or FILE)")
        return ThesaurusMatcher(
            self.thesaurus, self.depth, order=self.order, cutoff=self.cutoff, seed=self.seed
        )

    @property
    def _shares(self) -> tuple[Any, ...]:
        """What decides at which ranks hashtags are; lists come in hundreds."""
        deep = max(1, -(-self.depth // 100))
        return "synonyms", self.thesaurus, self.order, self.cutoff, self.seed, deep

    def units(self, items: PhraseItems) -> CountedRanks:
        """Return the ranks that count under this measure's cutoff; all k share them."""
        hits = items.shared(self._shares, lambda: _hits(items, self.match))
        return items.shared((*self._shares, self.cut), lambda: _units(hits, self.cut))

    def scored(self, units: CountedRanks, items: PhraseItems) -> BoolArray:
        """Return which items have a value: those with gold hashtags; missing ones count as 0."""

        def look() -> BoolArray:
            return (units.gold > 0) & ((units.predicted > 0) | items.absent | (self.empty == "zero"))

        return items.shared((*self._shares, self.cut, self.empty), look)


def with_thesaurus(measures: Sequence[Measure], paths: Sequence[str | Path]) -> list[Measure]:
    """Return the measures with a thesaurus filled in where one is missing: one measure for each path."""
    filled: list[Measure] = []
    for measure in measures:
        if paths and _takes(measure):
            filled += [replace(measure, thesaurus=Resource(str(p))) for p in paths]
        else:
            filled.append(measure)
    if paths and not any(map(_takes, measures)):
        raise SpecError("a thesaurus was given (--hashtags), but no measure asks for one: add -m reval")
    return filled


def _takes(measure: Measure) -> TypeGuard[SynonymMeasure]:
    return isinstance(measure, SynonymMeasure) and measure.thesaurus is None


def _hits(items: PhraseItems, match: ThesaurusMatcher) -> Hits:
    from lydite.hashtags import ranks

    source, index = match.source()
    numbers = source.numbers(items.words.phrases)
    keys = items.keys()
    gold = items.gold if items.gold.concepts is None else items.gold.distinct(keys)
    concepts = np.zeros(0, np.int64) if gold.concepts is None else gold.concepts
    room = items.predicted.sizes * gold.sizes  # at most: duplicates are dropped on the way
    starts = offsets(room)
    row_of = np.where(numbers >= 0, index.rows[np.maximum(numbers, 0)], -1).astype(np.int32)
    predicted = items.predicted
    lists = ranks.TagLists(
        predicted.codes, predicted.starts, gold.codes, gold.starts, concepts, keys, numbers, row_of
    )
    # memory that is never written is never taken
    hits = ranks.Hits(np.empty(starts[-1], np.int64), *np.zeros((4, len(items)), np.int64))
    thesaurus = (index.starts, index.entries, index.ranks, index.sieve)
    run = ranks.find_hits.for_work(len(hits.found))

    def part(first: int, last: int) -> None:
        most = gold.sizes.max(initial=0)
        seen = np.zeros(keys.max(initial=0) + 1, np.int32)
        scratch = ranks.Scratch(seen, np.empty((most, 5), np.int64), np.empty((most, 2), np.uint64))
        run(first, last, lists, thesaurus, starts, hits, scratch)

    run_in_threads(part, len(items), len(hits.found))
    return hits


def _units(hits: Hits, cut: int | None) -> CountedRanks:
    from lydite.hashtags import ranks

    most = cut if cut is not None else int(hits.predicted.max(initial=0))
    predicted = np.minimum(hits.predicted, most)
    starts = offsets(np.minimum(predicted, hits.gold))
    nearest = np.full(starts[-1], ranks.NEVER, np.uint16)
    run = ranks.count_ranks.for_work(len(nearest))
    run_in_threads(
        lambda first, last: run(first, last, hits, most, nearest, starts), len(predicted), len(nearest)
    )
    return CountedRanks(nearest, starts, hits.gold, predicted)
