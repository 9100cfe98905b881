"""Arabic without points and tatweel."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from lydite.sources.corpus.steps import Normaliser

_MARKS = re.compile(
    "[\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]"
)


@dataclass(frozen=True)
class Arabic(Normaliser):
    """Letters alone: no vowel points, no marks of recitation, no tatweel; hamza and madda stay.

    >>> Arabic().normalise("كِتَابٌ"), Arabic().normalise("كـــتاب")
    ('كتاب', 'كتاب')
    """

    name = "arabic"
    reference = "Unicode Standard, 9.2"

    def normalise(self, text: str) -> str:
        """Return the text without them."""
        return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFC", text)))
