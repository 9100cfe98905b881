"""What the matchers of words have in common."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from lydite.matchers.base import Match, Matcher, code_pairs, code_phrases
from lydite.matchers.surface.words import PhraseWords, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray, IntArray


SHOWN = 20  # words that an explanation names


class WordMatcher(Matcher):
    """A matcher that compares the words of two phrases, as numbers.

    A subclass writes :meth:`compare`. A phrase without words matches only its like.
    """

    revision = 3

    def compare(self, words: PhraseWords, left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of each pair; ``left`` and ``right`` are places of phrases in ``words``."""
        raise NotImplementedError

    def words(self, phrases: Sequence[str]) -> PhraseWords:
        """Return the words of phrases, as this matcher compares them."""
        return PhraseWords.of(phrases, stem=getattr(self, "stem", False))

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each candidate with the reference at the same place."""
        return self.score_coded(*code_pairs(candidates, references))

    def score_coded(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of each pair of places in a list of distinct phrases."""
        words = self.words(phrases)
        empty = words.sizes == 0
        with np.errstate(invalid="ignore", divide="ignore"):
            scores = self.compare(words, left, right)
        nothing = empty[left] | empty[right]
        if nothing.any():
            scores[nothing] = (empty[left] & empty[right])[nothing] if self.identity else 0.0
        return scores

    def matrix(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of every candidate (row) with every reference (column)."""
        phrases, rows, columns = code_phrases(candidates, references)
        left, right = np.repeat(rows, len(columns)), np.tile(columns, len(rows))
        return self.score_coded(phrases, left, right).reshape(len(rows), len(columns))

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score of a pair; the note says which words both have."""
        words = self.words([candidate, reference])
        left, right = np.split(words.codes, [words.sizes[0]])
        both = dict.fromkeys(w for w, c in zip(words_of(candidate), left, strict=True) if c in right)
        shared = ", ".join([*itertools.islice(both, SHOWN), *(["…"] if len(both) > SHOWN else [])])
        note = f"both have {shared}" if shared else "no word in common"
        return self._match(candidate, reference, self.score(candidate, reference), note=note)


def longer_second(words: PhraseWords, left: IntArray, right: IntArray) -> tuple[IntArray, IntArray]:
    """Return each pair as (x, y), y the longer phrase; of two equally long ones y is the reference."""
    swap = words.sizes[left] > words.sizes[right]
    return np.where(swap, right, left), np.where(swap, left, right)
