"""ROUGE-N of two phrases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.matchers.surface.base import WordMatcher, longer_second
from lydite.matchers.surface.overlap import covered

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.matchers.surface.words import PhraseWords


@dataclass(frozen=True)
class Rouge(WordMatcher):
    """The share of the n-grams of the longer phrase that the shorter one has.

    ROUGE(x, y) = |{g ∈ y : g ∈ x}| / (|y| − n + 1), y the longer phrase (the reference, of two equally
    long ones). As the equation says, and unlike the ROUGE package, a repeated n-gram of y counts each
    time even where x has it once. Where both phrases have fewer than n words, n is the length of y.

    >>> round(Rouge().score("science", "applied computer science"), 4)
    0.3333
    """

    name = "rouge"
    reference = "Quantifying Substitutability, Equation 2.12; Lin 2004"
    symmetric = False

    n: int = param(1, help="the length of the n-grams", low=1)
    stem: bool = param(True, help="whether words are compared by their stems")

    def compare(self, words: PhraseWords, left: IntArray, right: IntArray) -> FloatArray:
        """Return the share of the n-grams of y that x has."""
        x, y = longer_second(words, left, right)
        long = words.sizes[y]
        orders = np.minimum(self.n, long)
        score = np.zeros(len(left))
        for n in set(orders[long > 0].tolist()):
            at = np.flatnonzero(orders == n)
            grams, shared = words.grams(n), np.zeros(len(at))
            covered.for_work(len(at))(grams.codes, grams.starts, grams.ordered, x[at], y[at], False, shared)
            score[at] = shared / (long[at] - n + 1)
        return score
