"""Latin with one letter for u and v, one for i and j."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from lydite.sources.corpus.steps import Normaliser

_LETTERS = str.maketrans("vVjJ", "uUiI")
_LENGTHS = dict.fromkeys((0x304, 0x306))  # macron and breve


@dataclass(frozen=True)
class Latin(Normaliser):
    """Editions of Latin write u or v, i or j, and length or not: here u and i, without length.

    >>> Latin().normalise("Jūlius vēnit"), Latin().normalise("IVLIVS UENIT").lower()
    ('Iulius uenit', 'iulius uenit')
    """

    name = "latin"
    reference = "CLTK's JVReplacer (Johnson et al. 2014-2019), and marks of length"

    def normalise(self, text: str) -> str:
        """Return the text in these letters."""
        text = text.translate(_LETTERS)
        if text.isascii():
            return text
        bare = unicodedata.normalize("NFD", text).translate(_LENGTHS)
        return unicodedata.normalize("NFC", bare)
