"""Phrases by their aspects: what a knowledge base knows whole, or the fewest parts that it knows.

Algorithm 3 of the thesis on substitutability, for any way to score two sets of entities.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import RaggedArray, blocks, number_used, offsets
from lydite.core.assignment import CoverTables, mean_covers, number_cells
from lydite.core.text import stem_fold, stop_words, stop_words_identity
from lydite.knowledge.graph import EntitySets
from lydite.knowledge.labels import Targets, find_targets
from lydite.knowledge.search import DIGITS
from lydite.knowledge.wordnet import open_wordnet
from lydite.matchers.base import Matcher, code_pairs, code_phrases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Self

    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.knowledge.base import KnowledgeBase
    from lydite.knowledge.search import Search
    from lydite.knowledge.wordnet import WordNet

REMEMBERED = 500_000  # phrases whose targets are kept
CELLS = 20_000_000  # pairs of target sets that are looked at together
SEARCHED = 400_000  # distinct ones between which paths are sought together


def with_weights(ends: Iterable[Any]) -> dict[int, float]:
    """Return entities with their weights, the highest of which is 1; entities alone all weigh 1.

    >>> with_weights((7, 3)), with_weights(((7, 0.5), (3, 0.25)))
    ({7: 1.0, 3: 1.0}, {7: 1.0, 3: 0.5})
    """
    weights: dict[int, float] = dict(e if isinstance(e, tuple) else (e, 1.0) for e in ends)
    most = max(weights.values(), default=1.0)
    return {e: w / most for e, w in weights.items()}


class EntityMatcher(Matcher):
    """Base of the matchers that score sets of entities: by best path where :meth:`between` is not written."""

    @property
    def knowledge(self) -> KnowledgeBase:
        """The knowledge base."""
        raise NotImplementedError

    @property
    def lookup(self) -> KnowledgeBase:
        """The knowledge base as phrases are looked up in it: perhaps only one part of it."""
        return self.knowledge

    def score_sets(self, sets: list[Any], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of set ``left[i]`` with set ``right[i]``: that of the best path between them."""
        return self.search.pairs(EntitySets.of(sets), left, right)

    def weighted_targets(self, targets: Targets) -> Sequence[Any]:
        """Return the distinct target sets of a phrase, as :meth:`score_sets` takes them."""
        return targets.sets

    @property
    def search(self) -> Search:
        """The search for best paths, with its scores and thresholds."""
        raise NotImplementedError

    @property
    def sides(self) -> tuple[Self, Self]:
        """The matchers that know candidates and references: this one, unless they are of two languages."""
        return self, self

    @property
    def across(self) -> bool:
        """Whether candidates and references are of two languages."""
        return self.sides[0] is not self.sides[1]

    @property
    def identity(self) -> bool:  # type: ignore[override]  # follows from parameters
        """Whether a phrase matches itself with 1: only by surface, for not every phrase has targets."""
        return self.by_surface and not self.across

    @property
    def by_surface(self) -> bool:
        """Whether phrases that are equal after folding and stemming score 1 without a search."""
        raise NotImplementedError

    def surface_key(self, phrase: str, *, stemmed: bool = True) -> str:
        """Return what phrases equal by surface share: folded words, stemmed as their language is."""
        base = self.knowledge
        stemmer = base.stemmer if stemmed else "none"
        return stem_fold(phrase, stemmer, accents=base.accents, spelling=base.language)

    def same_surface(self, candidate: str, reference: str) -> bool:
        """Whether two phrases are equal by surface; words of two languages where one of them is unknown.

        Names and loan words are written alike in many languages, and so are words that mean different things.
        """
        one, other = self.sides
        if not self.across:
            return self.surface_key(candidate) == self.surface_key(reference)
        spelled = one.surface_key(candidate, stemmed=False) == other.surface_key(reference, stemmed=False)
        return spelled and not (one.targets_of(candidate) and other.targets_of(reference))

    @property
    def stop_words(self) -> frozenset[str]:
        """Words that are left out when a phrase is divided into aspects: stop words of its language."""
        return stop_words("en" if self.knowledge.english else self.knowledge.language)

    def sources(self) -> Mapping[str, str]:
        """Return which words are left out."""
        lists = [
            stop_words_identity("en" if s.knowledge.english else s.knowledge.language) for s in self.sides
        ]
        return {"stopwords": "+".join(dict.fromkeys(lists))}

    def targets_of(self, phrase: str) -> Targets:
        """Return the target sets of a phrase (remembered)."""
        found = self._targets.get(phrase)
        if found is None:
            if len(self._targets) >= REMEMBERED:
                self._targets.clear()
            found = self._targets[phrase] = self.find(phrase)
        return found

    def find(self, phrase: str) -> Targets:
        """Return the target sets of a phrase, looked up now."""
        return self.ranked(find_targets(self.lookup, phrase, self.stop_words))

    def ranked(self, targets: Targets) -> Targets:
        """Return targets with how likely each is, where the matcher weighs them by it."""
        return targets

    @functools.cached_property
    def _targets(self) -> dict[str, Targets]:
        return {}

    def known(self, phrases: Sequence[str]) -> BoolArray:
        """Return which phrases have targets; of two languages, those that have some in either."""
        sides = set(self.sides)
        return np.array([any(side.targets_of(phrase) for side in sides) for phrase in phrases], dtype=bool)

    def known_as(self, phrases: Sequence[str]) -> list[str]:
        """Return whether each phrase has targets whole, part by part, or not at all (Figure 5.1)."""
        target_sets = map(self.targets_of, phrases)  # of two languages, in that of candidates
        return [
            "none" if not targets else "direct" if targets.direct else "aspects" for targets in target_sets
        ]

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each candidate with the reference at the same place (Algorithm 3).

        Phrases, target sets and searches that occur more than once are worked out once.
        """
        return self._scores(*code_pairs(candidates, references))

    def score_coded(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of each pair of places in a list of distinct phrases; only those are looked up."""
        used, places = number_used(len(phrases), left, right)
        left, right = places[left], places[right]  # the others may go
        return self._scores([phrases[i] for i in used.tolist()], left, right)

    def matrix(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of every candidate (row) with every reference (column)."""
        phrases, left, right = code_phrases(candidates, references)
        flat = self._scores(phrases, np.repeat(left, len(right)), np.tile(right, len(left)))
        return flat.reshape(len(left), len(right))

    def _scores(self, phrases: list[str], left: IntArray, right: IntArray) -> FloatArray:
        plan = PairPlan.of(self, phrases, left, right)
        return plan.scores(functools.partial(self.score_sets, plan.sets))

    def opposed(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> BoolArray | None:
        """Return which pairs of places in a list of phrases are opposites, where the base knows of any."""
        del phrases, left, right
        return None

    def equal_by_surface(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> BoolArray:
        """Return which pairs of places in a list of phrases are equal by surface, whatever they mean."""
        keys: dict[str, int] = {}
        across = self.across
        alike = [
            np.array([keys.setdefault(side.surface_key(p, stemmed=not across), len(keys)) for p in phrases])
            for side in (self.sides if across else self.sides[:1])
        ]
        equal: BoolArray = alike[0].astype(np.int64)[left] == alike[-1].astype(np.int64)[right]
        return equal

    def find_all(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> list[list[Targets]]:
        """Return what phrases mean; of two languages, what they mean as candidates and as references."""
        if not self.across:
            return [[self.sides[0].targets_of(phrase) for phrase in phrases]]
        used = set(left.tolist()), set(right.tolist())
        return [
            [side.targets_of(p) if i in own else Targets(p) for i, p in enumerate(phrases)]
            for side, own in zip(self.sides, used, strict=True)
        ]

    def why_none(self, *phrases: str) -> str:
        """Return which of candidate and reference has no target, and why; nothing where both have some."""
        for side, phrase in zip(self.sides, phrases, strict=True):
            targets = side.targets_of(phrase)
            if not targets:
                return f"no targets for {targets.phrase[:80]!r}: {targets.note}"
        return ""


@dataclass(frozen=True)
class PairPlan:
    """Pairs of phrases by the numbers of their target sets: what stays while parameters change."""

    sets: list[Any]
    """The distinct target sets."""
    ours: RaggedArray
    theirs: RaggedArray
    """The sets of each phrase as a candidate, and as a reference."""
    left: IntArray
    right: IntArray
    """Distinct pairs of phrases."""
    equal: BoolArray
    """Distinct pairs that score 1 by surface."""
    opposed: BoolArray | None
    pairs: IntArray | None
    """The distinct pair of each pair; None where they are the same."""

    @classmethod
    def of(cls, matcher: EntityMatcher, phrases: Sequence[str], left: IntArray, right: IntArray) -> PairPlan:
        """Look all phrases up, and number their target sets."""
        left, right, pairs = _distinct(left, right, len(phrases))
        numbers: dict[Any, int] = {}
        coded = [
            [[numbers.setdefault(s, len(numbers)) for s in side.weighted_targets(t)] for t in some]
            for side, some in zip(matcher.sides, matcher.find_all(phrases, left, right), strict=False)
        ]
        ours, *theirs = (_ragged(lists) for lists in coded)
        other = theirs[0] if theirs else ours
        equal = np.zeros(len(left), np.bool_)
        if matcher.by_surface:
            equal = matcher.equal_by_surface(phrases, left, right)
            if matcher.across:  # equal by chance where both have targets
                equal &= (ours.sizes[left] == 0) | (other.sizes[right] == 0)
        opposed = matcher.opposed(phrases, left, right)
        return cls(list(numbers), ours, other, left, right, equal, opposed, pairs)

    def scores(self, search: Callable[[IntArray, IntArray], FloatArray]) -> FloatArray:
        """Return the score of each pair; ``search`` scores pairs of sets, by their numbers."""
        rows, columns = self.ours.sizes, self.theirs.sizes
        scores = np.zeros(len(self.left))
        for some in blocks(rows[self.left] * columns[self.right], CELLS):
            found = number_cells(self.ours, self.theirs, self.left[some], self.right[some])
            if len(found.rows):
                searched = np.empty(len(found.rows))
                for few in found.by_column(SEARCHED):
                    pairs = found.rows[few], found.columns[few]
                    searched[few] = search(*(side.astype(np.int64) for side in pairs))
                sizes = rows[self.left[some]], columns[self.right[some]]
                tables = CoverTables(searched, found.cells, *sizes)
                scores[some] = mean_covers(tables, DIGITS)
        scores[self.equal] = 1.0
        if self.opposed is not None:
            scores[self.opposed] = 0.0
        return scores if self.pairs is None else np.asarray(scores[self.pairs])


def language_sides(matcher: Any) -> tuple[Any, Any]:
    """Return the matchers that know the words of candidates and of references: one, for one language."""
    if matcher.candidate is None and matcher.reference is None:
        return matcher, matcher
    one, other = (
        replace(matcher, language=own or matcher.language, candidate=None, reference=None)
        for own in (matcher.candidate, matcher.reference)
    )
    return one, one if one.spoken == other.spoken else other


def spoken_wordnet(matcher: Any) -> WordNet:
    """Return the wordnet of a matcher, with the words of its candidates."""
    return open_wordnet(matcher.file, matcher.candidate or matcher.language)


def _distinct(left: IntArray, right: IntArray, count: int) -> tuple[IntArray, IntArray, IntArray | None]:
    """Return the distinct pairs of pairs of numbers below a count, sorted, and which each is."""
    keys = left * count + right
    if (keys[1:] > keys[:-1]).all():
        return left, right, None
    distinct, places = np.unique(keys, return_inverse=True)
    return *np.divmod(distinct, max(1, count)), places.reshape(-1)


def _ragged(lists: list[list[int]]) -> RaggedArray:
    starts = offsets([len(numbers) for numbers in lists])
    codes = np.fromiter((n for numbers in lists for n in numbers), np.int64, int(starts[-1]))
    return RaggedArray(codes, starts)
