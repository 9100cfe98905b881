"""Part of: the candidate stands whole in the reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.matchers.surface.includes import Includes

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.matchers.surface.words import PhraseWords


@dataclass(frozen=True)
class PartOf(Includes):
    """Whether the candidate stands whole in the reference: all its words, in order, without a gap.

    One of the three strategies of approximate matching of R-precision; a phrase is part of itself.

    >>> PartOf().score("computer science", "applied computer science")
    1.0
    """

    name = "part_of"

    def compare(self, words: PhraseWords, left: IntArray, right: IntArray) -> FloatArray:
        """Return 1 where the reference includes the candidate, else 0."""
        return super().compare(words, right, left)
