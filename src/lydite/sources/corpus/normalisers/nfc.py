"""Unicode's composed form."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from lydite.sources.corpus.steps import Normaliser


@dataclass(frozen=True)
class Nfc(Normaliser):
    r"""Letters and their marks as one sign where Unicode has one.

    >>> Nfc().normalise("e\u0301") == "é"
    True
    """

    name = "nfc"
    reference = "Unicode Standard Annex 15"

    def normalise(self, text: str) -> str:
        """Return the composed form."""
        return unicodedata.normalize("NFC", text)
