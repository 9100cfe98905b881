"""NIST of two phrases: n-grams weighted by how rare they are."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.spec import Resource, param
from lydite.core.text import stems
from lydite.matchers.surface.base import WordMatcher, longer_second
from lydite.matchers.surface.overlap import shared_weight
from lydite.matchers.surface.words import words_of
from lydite.vectors.corpus.documents import documents

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.matchers.surface.words import PhraseWords


@dataclass(frozen=True)
class Nist(WordMatcher):
    """The information of the n-grams that both phrases have over that of all n-grams of the shorter one.

    NIST(x, y) = exp(1 − |y| / |x|) · Σ Info(g ∈ x ∩ y) / Σ Info(g ∈ x) over all n-grams, y the longer phrase,
    with Info(w₁ … wₙ) = log₂ count(w₁ … wₙ₋₁) / count(w₁ … wₙ) in a corpus of phrases (for single words,
    all words over those). What the corpus does not hold counts as if it stood there once.
    """

    name = "nist"
    reference = "Quantifying Substitutability, Section 2.2; Doddington 2002"
    symmetric = False

    corpus: Resource = param(help="a text file with a phrase on each line")
    n: int = param(5, help="the longest n-grams counted", low=1)
    stem: bool = param(True, help="whether words are compared by their stems")

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a small corpus of phrases."""
        file = folder / "phrases.txt"
        file.write_text("neural network\nneural network model\nlanguage model\nmodel of language", "utf-8")
        return {"corpus": str(file)}

    @functools.cached_property
    def counts(self) -> Counter[tuple[str, ...]]:
        """How often each n-gram stands in the corpus; the empty one counts all words."""
        ngrams: Counter[tuple[str, ...]] = Counter()
        for phrase in documents(self.corpus.file):
            words = stems(words_of(phrase)) if self.stem else words_of(phrase)
            ngrams[()] += len(words)
            for n in range(1, min(self.n, len(words)) + 1):
                ngrams.update(zip(*(words[i:] for i in range(n)), strict=False))
        return ngrams

    def compare(self, words: PhraseWords, left: IntArray, right: IntArray) -> FloatArray:
        """Return the brevity penalty times the share of information."""
        x, y = longer_second(words, left, right)
        matched, every = np.zeros(len(left)), np.zeros(len(words.sizes))
        part = np.zeros(len(left))
        for n in range(1, min(self.n, int(words.sizes.max(initial=0))) + 1):
            grams = words.grams(n)
            info = self._information(words, grams, n)
            shared_weight.for_work(len(left))(grams.ordered, grams.starts, info, x, y, part)
            matched += part
            every += np.bincount(grams.owners, info[grams.codes], minlength=len(every))
        same = x == y  # a phrase whose words carry no information at all is still itself
        share = np.where(every[x] > 0, matched / every[x], same)
        score: FloatArray = np.exp(1 - words.sizes[y] / words.sizes[x]) * np.minimum(share, 1.0)
        return score

    def _information(self, words: PhraseWords, grams: PhraseWords, n: int) -> FloatArray:
        """Return the information of each n-gram by its number."""
        codes, first = np.unique(grams.codes, return_index=True)
        owner = np.searchsorted(grams.starts, first, side="right") - 1
        start = words.starts[owner] + first - grams.starts[owner]
        info = np.zeros(int(codes.max(initial=-1)) + 1)
        for code, at in zip(codes.tolist(), start.tolist(), strict=True):
            gram = tuple(words.names[c] for c in words.codes[at : at + n])
            info[code] = np.log2(max(self.counts[gram[:-1]], 1) / max(self.counts[gram], 1))
        return np.maximum(info, 0.0)
