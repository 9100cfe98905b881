"""R-precision: shared words over the words of the longer phrase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.matchers.surface.base import WordMatcher
from lydite.matchers.surface.overlap import overlap

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.matchers.surface.words import PhraseWords


@dataclass(frozen=True)
class RPrecision(WordMatcher):
    """Shared words over the number of words of the longer phrase, in any order.

    R-p(x, y) = |x ∩ y| / max(|x|, |y|); a word that both phrases repeat is shared as often.

    >>> RPrecision().score("applied science", "natural science")
    0.5
    """

    name = "r_precision"
    reference = "Quantifying Substitutability, Equation 2.7; Kim, Baldwin and Kan 2010"

    stem: bool = param(True, help="whether words are compared by their stems")

    def compare(self, words: PhraseWords, left: IntArray, right: IntArray) -> FloatArray:
        """Return |x ∩ y| / max(|x|, |y|)."""
        out = np.zeros(len(left))
        overlap.for_work(len(left))(words.ordered, words.starts, left, right, out)
        scores: FloatArray = out / np.maximum(words.sizes[left], words.sizes[right])
        return scores
