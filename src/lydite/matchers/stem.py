"""Equal after folding and stemming each word."""

from __future__ import annotations

from dataclasses import dataclass

from lydite.matchers.base import KeyMatcher
from lydite.spec import param
from lydite.text import stem_fold, stemmers


@dataclass(frozen=True)
class Stem(KeyMatcher):
    """Equal after folding and stemming each word, by the original Porter algorithm unless told otherwise.

    match(c, g) = 1 if stem_fold(c) == stem_fold(g), else 0.

    >>> Stem().score("neural networks", "Neural Network")
    1.0
    """

    name = "stem"
    reference = "Quantifying Substitutability, Equation 1.5; Porter 1980"

    language: str = param(
        "porter", help="the stemmer: porter, or a Snowball stemmer by language", choices=stemmers
    )

    def key(self, phrase: str) -> str:
        """Return the stems of the phrase."""
        return stem_fold(phrase, self.language)
