"""BLEU of two phrases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.spec import param
from lydite.matchers.surface.base import WordMatcher, longer_second
from lydite.matchers.surface.overlap import contains, overlap

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.matchers.surface.words import PhraseWords


@dataclass(frozen=True)
class Bleu(WordMatcher):
    """The geometric mean of the n-gram precisions of the shorter phrase, times a brevity penalty.

    BLEU(x, y) = exp(1 − |y| / |x|) · exp(Σ log p_n / |x|) over n = 1 … |x|, y the longer phrase and p_n the
    share of the n-grams of x that y has (as often). The last factor, n = |x|, is 1 where x stands
    whole in y and 0 elsewhere: with all orders BLEU is the brevity penalty or nothing.

    >>> round(Bleu().score("computer science", "applied computer science"), 4)
    0.6065
    >>> Bleu().score("applied science", "applied computer science")
    0.0
    >>> round(Bleu(n=1).score("applied science", "applied computer science"), 4)
    0.6065
    """

    name = "bleu"
    reference = "Quantifying Substitutability, Equations 2.9 to 2.11; Papineni et al. 2002"

    n: int | Literal["all"] = param(
        "all", help="the longest n-grams counted (all: as long as the shorter phrase)", low=1
    )
    stem: bool = param(True, help="whether words are compared by their stems")

    def compare(self, words: PhraseWords, left: IntArray, right: IntArray) -> FloatArray:
        """Return the brevity penalty times the geometric mean of p_1 … p_n."""
        x, y = longer_second(words, left, right)
        short, long = words.sizes[x], words.sizes[y]
        brevity = np.exp(1 - long / short)
        if self.n == "all":
            whole = np.zeros(len(left))
            contains.for_work(len(left))(words.codes, words.starts, y, x, whole)
            return brevity * whole
        logs, shared = np.zeros(len(left)), np.zeros(len(left))
        orders = np.minimum(self.n, short)
        for n in range(1, min(self.n, int(short.max(initial=0))) + 1):
            grams = words.grams(n)
            overlap.for_work(len(left))(grams.ordered, grams.starts, x, y, shared)
            logs += np.where(n <= orders, np.log(shared / (short - n + 1)), 0.0)
        score: FloatArray = brevity * np.exp(logs / orders)
        return score
