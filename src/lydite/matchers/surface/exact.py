"""Equal after folding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lydite.core.languages import code_of
from lydite.core.spec import param
from lydite.core.text import fold, fold_all
from lydite.matchers.base import KeyMatcher


@dataclass(frozen=True)
class Exact(KeyMatcher):
    """Equal after folding case, compatibility forms and white space, and accents where asked.

    >>> Exact().score("Naïve  Bayes", "naïve bayes"), Exact().score("Año", "ano")
    (1.0, 0.0)
    >>> Exact(accents="fold").score("Naïve Bayes", "naive bayes")
    1.0
    """

    name = "exact"
    revision = 2
    reference = "Unicode NFKC and case folding (UAX #15, #21)"

    accents: Literal["keep", "fold"] = param("keep", help="whether words that differ in accents differ")

    language: str = param(
        "any",
        help="whose capitals are folded, by code or name: in tr and az the small letter of I is ı",
        alias=code_of,
    )

    def key(self, phrase: str) -> str:
        """Return the folded phrase."""
        return fold(phrase, accents=self.accents, language=self.language)

    def keys(self, phrases: Sequence[str]) -> Sequence[str]:
        """Return the folded phrases."""
        return fold_all(phrases, accents=self.accents, language=self.language)
