"""Includes: the candidate holds the whole reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.matchers.surface.base import WordMatcher
from lydite.matchers.surface.overlap import contains

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.matchers.surface.words import PhraseWords


@dataclass(frozen=True)
class Includes(WordMatcher):
    """Whether the candidate holds the reference whole: all its words, in order, without a gap.

    One of the three strategies of approximate matching of R-precision; a phrase includes itself.

    >>> Includes().score("applied computer science", "computer science")
    1.0
    """

    name = "includes"
    reference = "Quantifying Substitutability, Section 2.2; Zesch and Gurevych 2009"
    symmetric = False
    graded = False

    stem: bool = param(True, help="whether words are compared by their stems")

    def compare(self, words: PhraseWords, left: IntArray, right: IntArray) -> FloatArray:
        """Return 1 where the left phrase holds the right one, else 0."""
        out = np.zeros(len(left))
        contains.for_work(len(left))(words.codes, words.starts, left, right, out)
        return out
