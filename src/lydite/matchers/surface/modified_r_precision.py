"""Modified R-precision: shared words, the last ones weighing most."""

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
class ModifiedRPrecision(WordMatcher):
    """Shared words weighted by how near they stand to the end of the longer phrase, its head noun.

    The word at place i (from zero) of the longer phrase y weighs 1 / (|y| − i); the sum over the words
    that x has is divided by the sum over all. Of two equally long phrases y is the reference, so that
    the order of the two matters: ``a b`` for ``b c`` is 1/3, ``b c`` for ``a b`` is 2/3.

    >>> round(ModifiedRPrecision().score("applied science", "natural science"), 4)
    0.6667
    """

    name = "modified_r_precision"
    reference = "Quantifying Substitutability, Equation 2.8; Kim, Baldwin and Kan 2010"
    symmetric = False

    stem: bool = param(True, help="whether words are compared by their stems")

    def compare(self, words: PhraseWords, left: IntArray, right: IntArray) -> FloatArray:
        """Return the weight of the words of y that x has over the weight of all words of y."""
        x, y = longer_second(words, left, right)
        out = np.zeros(len(left))
        covered.for_work(len(left))(words.codes, words.starts, words.ordered, x, y, True, out)
        # added up in the kernel's order, the farthest word first, so that a whole phrase is exactly 1
        whole = np.ones(int(words.sizes.max(initial=0)) + 1)
        for size in set(words.sizes.tolist()):
            whole[size] = sum(1.0 / k for k in range(size, 0, -1))
        scores: FloatArray = out / whole[words.sizes[y]]
        return scores
