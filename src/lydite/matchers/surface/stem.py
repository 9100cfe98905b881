"""Equal after folding and stemming each word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lydite.core.languages import stemmer_of
from lydite.core.spec import param
from lydite.core.text import stem_fold, stemmers
from lydite.matchers.base import KeyMatcher


def _stemmer(language: str) -> str:
    """Return the stemmer of a language by code or name; what has none is left for the choices to refuse."""
    stemmer = stemmer_of(language)
    return language if stemmer == "none" else stemmer


@dataclass(frozen=True)
class Stem(KeyMatcher):
    """Equal after folding and stemming each word, by the original Porter algorithm unless told otherwise.

    match(c, g) = 1 if stem_fold(c) == stem_fold(g), else 0.

    >>> Stem().score("neural networks", "Neural Network")
    1.0
    """

    name = "stem"
    revision = 3
    reference = "Quantifying Substitutability, Equation 1.5; Porter 1980"

    language: str = param(
        "porter",
        help="the stemmer: porter, or a Snowball stemmer by language (fr, fra and French are french)",
        choices=stemmers,
        alias=_stemmer,
    )
    accents: Literal["keep", "fold"] = param("keep", help="whether words that differ in accents differ")

    def key(self, phrase: str) -> str:
        """Return the stems of the phrase."""
        return stem_fold(phrase, self.language, accents=self.accents)
