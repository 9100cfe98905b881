"""Polytonic Greek in the monotonic system."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from lydite.sources.corpus.steps import Normaliser
from lydite.spec import param

_DROPPED = dict.fromkeys((0x313, 0x314, 0x343, 0x345, 0x304, 0x306))  # breathings, iota subscript, lengths
_MARKED = re.compile("[\u0370-\u03ff][\u0300-\u036f]+")
_ACUTE = dict.fromkeys((0x300, 0x342), 0x301)  # grave and circumflex


@dataclass(frozen=True)
class Greek(Normaliser):
    """No breathings, no iota below, and one accent for three; or none at all.

    >>> Greek().normalise("ἐν ἀρχῇ ἦν ὁ λόγος"), Greek(accents="none").normalise("λόγος")
    ('εν αρχή ήν ο λόγος', 'λογος')
    """

    name = "greek"
    reference = "Unicode Standard, 7.2"

    accents: Literal["one", "none"] = param("one", help="one sign for acute, grave and circumflex, or none")

    def normalise(self, text: str) -> str:
        """Return the text with the accents of today's Greek."""
        if text.isascii():
            return text
        return unicodedata.normalize("NFC", _MARKED.sub(self._letter, unicodedata.normalize("NFD", text)))

    def _letter(self, letter: re.Match[str]) -> str:
        kept = letter[0].translate(_DROPPED | _ACUTE)
        return kept.replace("\u0301", "") if self.accents == "none" else kept
