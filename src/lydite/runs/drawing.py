"""Pairs of a run to ask people about: where matchers disagree, with the probability that each was drawn."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import RaggedArray
from lydite.errors import InputError
from lydite.measures.phrases.gains import score_blocks
from lydite.probes.agreement.sheets.items import VerdictItem
from lydite.progress import track

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lydite.array_types import FloatArray, IntArray
    from lydite.matchers.base import Matcher
    from lydite.measures.phrases.items import PhraseItems

Pair = tuple[str, str]
PAID = 0.2  # of what is not drawn at random: where matchers pay, whether or not they disagree


@dataclass(frozen=True)
class PairPopulation:
    """Pairs that any matcher scores above 0: each prediction with its best gold phrase under each matcher.

    Phrases that are the same but for letter case are left aside: nobody need be asked about them.
    """

    pairs: tuple[Pair, ...]
    """Candidate and reference, sorted."""
    occurrences: IntArray
    """In how many items of all systems the pair is one of these."""
    scores: FloatArray
    """Matchers by pairs."""

    @classmethod
    def of(cls, systems: Mapping[str, PhraseItems], matchers: Sequence[Matcher]) -> PairPopulation:
        """Collect the pairs of the items of all systems."""
        counts: Counter[Pair] = Counter()
        for items in track(list(systems.values()), "pairs of systems"):
            paid = {key for matcher in matchers for key in _paid(items, matcher)}
            text = items.words.phrases
            counts.update((text[left], text[right]) for _, left, right in paid)
        counts = Counter({p: c for p, c in counts.items() if p[0].casefold() != p[1].casefold()})
        if not counts:
            raise InputError("no prediction is worth anything to any matcher beside those that equal gold")
        pairs = tuple(sorted(counts))
        candidates, references = zip(*pairs, strict=True)
        scores = [np.asarray(m.pairs(list(candidates), list(references)), np.float64) for m in matchers]
        return cls(pairs, np.array([counts[p] for p in pairs], np.int64), np.stack(scores))

    def __len__(self) -> int:
        return len(self.pairs)

    def parts(self) -> tuple[FloatArray, FloatArray]:
        """Return the probability of each pair where all occurrences are alike, and where matchers decide.

        c / Σ c, and 0.8 mean over any two matchers of c |s − s′| / Σ c |s − s′| + 0.2 mean over matchers of
        c s / Σ c s, with c occurrences and s, s′ scores: any two matchers have the same share of what is
        drawn, however near they are to one another, and what matchers pay is seen where they agree, too.
        """
        alike = self.occurrences / self.occurrences.sum()

        def mean(stakes: Iterable[FloatArray]) -> FloatArray:
            shares = [alike * stake for stake in stakes]
            return np.asarray(np.mean([s / s.sum() if s.sum() > 0 else alike for s in shares], axis=0))

        apart = [np.abs(one - other) for one, other in itertools.combinations(self.scores, 2)]
        return alike, np.asarray((1 - PAID) * mean(apart or [np.zeros(len(self))]) + PAID * mean(self.scores))

    def draw(self, count: int, random: float, seed: int) -> list[VerdictItem]:
        """Draw pairs with replacement, each once in the list; all of them where there are no more than that.

        With probability ρ a draw takes all occurrences alike, so that no pair stands for more than 1 / ρ
        times the mean (a defensive mixture, Hesterberg 1995). With q = ρ c / Σ c + (1 − ρ) m, where m is what
        matchers decide, a draw stands for w = (c / Σ c) / q pairs: Σ w x / Σ w over draws estimates the mean
        of x over all occurrences (Owen and Zhou 2000).
        """
        shares, decided = self.parts()
        if count >= len(self):
            drawn = np.ones(len(self), np.int64)
            probabilities, weights = np.full(len(self), 1 / len(self)), shares * len(self)
        else:
            generator = np.random.default_rng([seed, count])
            probabilities = random * shares + (1 - random) * decided
            drawn = generator.multinomial(count, probabilities / probabilities.sum())
            weights = shares / probabilities
        columns = (self.occurrences, probabilities, weights, drawn)
        rows = zip(self.pairs, *(column.tolist() for column in columns), strict=True)
        return [VerdictItem(*pair, *figures) for pair, *figures in rows if figures[-1]]


def _paid(items: PhraseItems, matcher: Matcher) -> Iterable[tuple[int, int, int]]:
    """Yield item, prediction and gold of each prediction whose best gold phrase scores above 0."""
    distinct = np.arange(len(items.words.phrases))
    kept = RaggedArray(items.predicted.codes, items.predicted.starts).distinct(distinct)
    gold = RaggedArray(items.gold.codes, items.gold.starts).distinct(distinct)
    scores, starts = score_blocks(items, matcher, kept, gold)
    for i in range(len(items)):
        rows = kept.codes[kept.starts[i] : kept.starts[i + 1]]
        columns = gold.codes[gold.starts[i] : gold.starts[i + 1]]
        if not len(rows) or not len(columns):
            continue
        table = scores[starts[i] : starts[i + 1]].reshape(len(rows), len(columns))
        best = table.argmax(axis=1)
        for row in np.flatnonzero(table[np.arange(len(rows)), best] > 0).tolist():
            yield i, int(rows[row]), int(columns[best[row]])
