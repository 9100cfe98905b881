"""Hebrew without points."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from lydite.sources.corpus.steps import Normaliser

_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")


@dataclass(frozen=True)
class Hebrew(Normaliser):
    """Letters alone: neither vowel points nor marks of cantillation.

    >>> Hebrew().normalise("בְּרֵאשִׁית")
    'בראשית'
    """

    name = "hebrew"
    reference = "Unicode Standard, 9.1"

    def normalise(self, text: str) -> str:
        """Return the text without them; composed letters are taken apart by NFC."""
        return _POINTS.sub("", unicodedata.normalize("NFC", text))
