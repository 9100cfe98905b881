"""What the measures of #REval have in common: a thesaurus, and the ranks that one pass over it gives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.errors import SpecError
from lydite.matchers.thesaurus import Order, Thesaurus
from lydite.measures.base import Measure
from lydite.measures.phrases.pairing import distinct
from lydite.spec import Resource, param
from lydite.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from lydite.measures.phrases.items import PhraseItems
    from lydite.reading import Ragged

    IntArray = NDArray[np.int64]
    FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Units:
    """The ranks that count: those of item i are ``ranks[starts[i]:starts[i + 1]]``, min(|R|, |G|) of them."""

    ranks: NDArray[np.uint16]
    starts: IntArray
    gold: IntArray
    predicted: IntArray

    @property
    def sizes(self) -> IntArray:
        """min(|R|, |G|) of each item."""
        return np.diff(self.starts)

    @property
    def owner(self) -> IntArray:
        """The item that each rank belongs to."""
        return np.repeat(np.arange(len(self.starts) - 1), self.sizes)


@dataclass(frozen=True)
class SynonymMeasure(Measure):
    """A measure of recommended hashtags in which a synonym of a recommendation is as good as itself.

    The thesaurus is given here, or for all measures of a run at once: ``lydite score --hashtags STORE``.
    """

    of = "phrases"
    undefined = "items without gold phrases are unscored, and items without recommendations unless empty=zero"

    thesaurus: Resource | None = param(
        None, help="a store of lydite build hashtags, or a file: hashtag, TAB, synonyms by tabs"
    )
    order: Order = param(
        "nearest",
        help="synonyms by cosine; csls (hubs held back); popular (the most frequent tags for everybody: "
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
        from lydite.sources.hashtags.small import small_store

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
    def match(self) -> Thesaurus:
        """The matcher behind the measure."""
        if self.thesaurus is None:
            raise SpecError(f"{self.name} needs thesaurus=… (on the command line: --hashtags STORE or FILE)")
        return Thesaurus(self.thesaurus, self.depth, order=self.order, cutoff=self.cutoff, seed=self.seed)

    def units(self, items: PhraseItems) -> Units:
        """Return the ranks that count under this measure's cut; all k share them."""
        deep = max(1, -(-self.depth // 100))  # lists come in hundreds
        key = ("synonyms", self.thesaurus, self.order, self.cutoff, self.seed, deep)
        blocks = items.shared(key, lambda: _blocks(items, self.match))
        return items.shared((*key, self.cut), lambda: _units(blocks, self.cut))

    def scored(self, units: Units) -> NDArray[np.bool_]:
        """Return which items have a value."""
        return (units.gold > 0) & ((units.predicted > 0) | (self.empty == "zero"))


def with_thesaurus(measures: Sequence[Measure], paths: Sequence[str | Path]) -> list[Measure]:
    """Give each thesaurus to the measures that have none: one measure for each, in the order of the paths."""
    found: list[Measure] = []
    for measure in measures:
        if isinstance(measure, SynonymMeasure) and measure.thesaurus is None and paths:
            found += [replace(measure, thesaurus=Resource(str(p))) for p in paths]
        else:
            found.append(measure)
    return found


@dataclass(frozen=True)
class _Blocks:
    """For each item the ranks of all gold hashtags (columns) for all recommendations (rows)."""

    ranks: NDArray[np.uint16]
    starts: IntArray
    predicted: IntArray
    gold: IntArray


def _blocks(items: PhraseItems, match: Thesaurus) -> _Blocks:
    from lydite.sources.hashtags import ranks

    source, index = match.source()
    numbers = source.numbers(items.words.phrases)
    keys = items.words.keys(fold)
    predicted = _compact(items.predicted, keys, numbers)
    if items.gold.concepts is None:
        gold = _compact(items.gold, keys, numbers)
        counts = np.diff(gold[2])
        concept = np.arange(gold[2][-1]) - np.repeat(gold[2][:-1], counts)
    else:
        variants = distinct(items.gold, keys)
        gold = numbers[variants.codes], keys[variants.codes], variants.starts
        counts = variants.concept_counts
        concept = np.asarray(variants.concepts)
    sizes = np.diff(predicted[2])
    starts = np.concatenate([[0], np.cumsum(sizes * counts)])
    out = np.full(starts[-1], ranks.NEVER, np.uint16)
    ranks.blocks.of(len(out))(
        *predicted, *gold, concept, counts,
        index.rows, index.starts, index.entries, index.ranks, index.sieve, out, starts,
    )  # fmt: skip
    return _Blocks(out, starts, sizes, counts)


def _compact(lists: Ragged, keys: IntArray, numbers: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return numbers, keys and starts of the phrases, duplicates dropped."""
    from lydite.sources.hashtags import ranks

    own_keys, own_numbers = np.empty(len(lists.codes), np.int64), np.empty(len(lists.codes), np.int64)
    starts = np.zeros(len(lists) + 1, np.int64)
    ranks.compact.of(len(lists.codes))(
        lists.codes, lists.starts, keys, numbers, own_keys, own_numbers, starts
    )
    return own_numbers, own_keys, starts


def _units(blocks: _Blocks, cut: int | None) -> Units:
    from lydite.sources.hashtags import ranks

    most = cut if cut is not None else int(blocks.predicted.max(initial=0))
    predicted = np.minimum(blocks.predicted, most)
    starts = np.concatenate([[0], np.cumsum(np.minimum(predicted, blocks.gold))])
    found = np.full(starts[-1], ranks.NEVER, np.uint16)
    ranks.units.of(len(blocks.ranks))(
        blocks.ranks, blocks.starts, blocks.predicted, blocks.gold, most, found, starts
    )
    return Units(found, starts, blocks.gold, predicted)
