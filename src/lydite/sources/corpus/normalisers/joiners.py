"""Text without signs that nobody sees."""

from __future__ import annotations

from dataclasses import dataclass

from lydite.sources.corpus.steps import Normaliser

_UNSEEN = dict.fromkeys(
    [0xAD, 0x61C, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065),
     *range(0x2066, 0x206A)]
)  # fmt: skip


@dataclass(frozen=True)
class Joiners(Normaliser):
    r"""No joiners and non-joiners, soft hyphens and marks of direction, which some write and some do not.

    >>> Joiners().normalise("می\u200cخواهم") == "میخواهم"
    True
    """

    name = "joiners"
    reference = "Unicode Standard, 23.2"

    def normalise(self, text: str) -> str:
        """Return the text without them."""
        return text if text.isascii() else text.translate(_UNSEEN)
