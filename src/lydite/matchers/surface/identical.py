"""Equal to the last character."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lydite.matchers.base import KeyMatcher


@dataclass(frozen=True)
class Identical(KeyMatcher):
    """Equal as written: nothing is folded, neither case nor white space. So trec_eval compares names.

    >>> Identical().score("D-7", "D-7"), Identical().score("D-7", "d-7")
    (1.0, 0.0)
    """

    name = "identical"
    reference = "trec_eval, strcmp of document names"

    def key(self, phrase: str) -> str:
        """Return the phrase."""
        return phrase

    def keys(self, phrases: Sequence[str]) -> Sequence[str]:
        """Return the phrases."""
        return phrases
