"""METEOR of two phrases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.spec import param
from lydite.core.text import stems
from lydite.knowledge.wordnet import open_wordnet
from lydite.matchers.base import Match, PathStep
from lydite.matchers.surface.alignment import LEVELS, align, places
from lydite.matchers.surface.base import WordMatcher, longer_second
from lydite.matchers.surface.words import PhraseWords, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import FloatArray, IntArray


@dataclass(frozen=True)
class Meteor(WordMatcher):
    """Words aligned as they are, by stem and by WordNet synonyms, with a penalty for broken order.

    P = m / |x|, R = m / |y|, F = P R / (α P + (1 − α) R), score = (1 − γ (chunks / m)^β) F, where m words are
    mapped in the fewest unbroken chunks and y is the longer phrase. One chunk is penalised too, so that
    identical phrases of n words have 1 − γ / n^β: 0.72, 0.842, 0.888 for one, two, three words.

    >>> round(Meteor(synonyms=False).score("a b x y", "a b c x y"), 4)  # fragmentation 0.5
    0.7006
    """

    name = "meteor"
    reference = "Quantifying Substitutability, Equations 2.13 to 2.18; Lavie and Agarwal 2007"
    identity = False

    alpha: float = param(0.81, help="how much recall weighs against precision", low=0, high=1)
    beta: float = param(0.83, help="how steeply fragmentation is penalised", low=0)
    gamma: float = param(0.28, help="the highest penalty for fragmentation", low=0, high=1)
    synonyms: bool = param(True, help="whether words of one WordNet synset are mapped")

    def compare(self, words: PhraseWords, left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of each pair from its best alignment."""
        x, y = longer_second(words, left, right)
        mapped, chunks = np.zeros(len(left)), np.zeros(len(left))
        work = max(len(left), int((words.sizes[x] * words.sizes[y]).sum()) // 8)
        align.for_work(work)(words.codes, words.starts, *self._relations(words.names), x, y, mapped, chunks)
        precision, recall = mapped / words.sizes[x], mapped / words.sizes[y]
        mean = precision * recall / (self.alpha * precision + (1 - self.alpha) * recall)
        penalty = self.gamma * (chunks / mapped) ** self.beta
        return np.where(mapped > 0, (1 - penalty) * mean, 0.0)

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score of a pair with the words that were mapped, and how."""
        words = self.words([candidate, reference])
        x, y = longer_second(words, np.array([0]), np.array([1]))
        levels_by_word = places(words.codes, words.starts, *self._relations(words.names), x=x[0], y=y[0])
        sides = [words_of(candidate), words_of(reference)]
        path, chunks, last = [], 0, -1
        for i, (j, level) in enumerate(levels_by_word):
            if j >= 0:
                ends = (i, j) if x[0] == 0 else (j, i)
                path.append(PathStep(sides[0][ends[0]], sides[1][ends[1]], LEVELS[level], 1.0))
                chunks += last < 0 or j != last + 1
            last = j
        mapped = ", ".join(f"{s.source} → {s.target} ({s.transition})" for s in path)
        note = f"{mapped}; chunks: {chunks}" if path else "no word mapped"
        return self._match(candidate, reference, self.score(candidate, reference), path, note)

    def sources(self) -> Mapping[str, str]:
        """Return the WordNet whose synsets are used."""
        return {"wordnet": open_wordnet().identity} if self.synonyms else {}

    def _relations(self, names: Sequence[str]) -> tuple[IntArray, IntArray, IntArray]:
        """Return the stem of each word as a number, and its synsets in order, one list after another."""
        _, stem_of = np.unique(np.array(stems(names), dtype=object), return_inverse=True)
        senses: list[list[int]] = [[] for _ in names]
        if self.synonyms:
            senses = [sorted(open_wordnet().match([word])) for word in names]
        starts = offsets([len(s) for s in senses])
        flat = np.fromiter((s for synsets in senses for s in synsets), np.int64, int(starts[-1]))
        return stem_of.astype(np.int64), flat, starts.astype(np.int64)
