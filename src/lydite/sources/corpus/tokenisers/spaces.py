"""Whatever white space parts."""

from __future__ import annotations

from dataclasses import dataclass

from lydite.sources.corpus.steps import Tokeniser


@dataclass(frozen=True)
class Spaces(Tokeniser):
    """What stands between white space, for text that was tokenised already.

    >>> Spaces().split("in principio  erat Verbum .")
    ['in', 'principio', 'erat', 'Verbum', '.']
    """

    name = "spaces"
    reference = "white space as Python's str.split has it"
    also = ("whitespace", "white_space", "space")

    def split(self, text: str) -> list[str]:
        """Return what white space parts."""
        return text.split()
