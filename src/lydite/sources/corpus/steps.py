"""What tokenisers, normalisers and lemmatisers are: declared values, found by name, named in signatures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.spec import Declaration

if TYPE_CHECKING:
    from collections.abc import Callable


class Tokeniser(Declaration):
    """A way to split a line of text into words."""

    kind = "tokeniser"

    def split(self, text: str) -> list[str]:
        """Return the words of a line, in order."""
        raise NotImplementedError


class Normaliser(Declaration):
    """A way to write what is written in several ways in one; to do it twice changes nothing more."""

    kind = "normaliser"

    def normalise(self, text: str) -> str:
        """Return a text of any length in its one form."""
        raise NotImplementedError


class Lemmatiser(Declaration):
    """A way from the form of a word to the one in which a dictionary lists it."""

    kind = "lemmatiser"

    def lookup(self, normalise: Callable[[str], str]) -> Callable[[str], str]:
        """Return a function from a normalised word to its lemma; words that it does not know stay."""
        raise NotImplementedError
