"""Words as Unicode has them."""

from __future__ import annotations

from dataclasses import dataclass

from lydite.sources.corpus.steps import Tokeniser
from lydite.text import words_as_written


@dataclass(frozen=True)
class Words(Tokeniser):
    """Runs of letters and digits with their marks, and apostrophes within; all else separates.

    >>> Words().split("L'État, c'est moi! स्वतंत्रता दिवस"), Words().split("state-of-the-art")
    (["L'État", "c'est", 'moi', 'स्वतंत्रता', 'दिवस'], ['state', 'of', 'the', 'art'])
    """

    name = "words"
    reference = "Unicode Standard Annex 29, in outline"
    revision = 2

    def split(self, text: str) -> list[str]:
        """Return the words of a line."""
        return words_as_written(text)
