"""Small letters."""

from __future__ import annotations

from dataclasses import dataclass

from lydite.languages import code_of
from lydite.sources.corpus.steps import Normaliser
from lydite.spec import param
from lydite.text import lower_case


@dataclass(frozen=True)
class Lower(Normaliser):
    """Small letters, in Turkish and Azeri with their two letters i.

    >>> Lower().normalise("ISTANBUL"), Lower("tr").normalise("ISPARTA İZMİR")
    ('istanbul', 'ısparta izmir')
    """

    name = "lower"
    reference = "Unicode Standard, 3.13"
    also = ("lowercase", "lower_case", "case")

    language: str = param("any", help="a code or English name", alias=code_of)

    def normalise(self, text: str) -> str:
        """Return small letters."""
        return lower_case(text, self.language)
