"""Equal after folding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lydite.matchers.base import KeyMatcher
from lydite.spec import param
from lydite.text import fold, fold_all


@dataclass(frozen=True)
class Exact(KeyMatcher):
    """Equal after folding case, compatibility forms, accents and white space.

    >>> Exact().score("Naïve  Bayes", "naive bayes")
    1.0
    """

    name = "exact"
    reference = "Unicode NFKC and case folding (UAX #15, #21)"

    accents: bool = param(True, help="whether accents are folded away")

    def key(self, phrase: str) -> str:
        """Return the folded phrase."""
        return fold(phrase, accents=self.accents)

    def keys(self, phrases: Sequence[str]) -> Sequence[str]:
        """Return the folded phrases."""
        return fold_all(phrases, accents=self.accents)
