"""From text to words: normalised, split, lemmatised; the same way for a corpus and for its test set."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lydite.signature import write_pairs
from lydite.sources.corpus.steps import Lemmatiser, Normaliser, Tokeniser
from lydite.spec import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LONGEST_WORD = 250  # characters; what is longer is an address, a picture or a damaged file
NORMALISERS = ("nfc", "lower")


@dataclass(frozen=True)
class TextPreparation:
    """Tokeniser, normalisers in the order in which they are applied, and perhaps a lemmatiser.

    >>> latin = TextPreparation.of(normalisers=["nfc", "lower", "latin"])
    >>> latin.words("Veni, vidi, vici."), latin.word("Juppiter")
    (['ueni', 'uidi', 'uici'], 'iuppiter')
    >>> str(latin)
    'words, nfc + lower + latin'
    >>> latin.identity
    'tokeniser:words(revision=2)|normaliser:nfc+lower(language=any)+latin|lemmatiser:none'
    """

    tokeniser: Tokeniser
    normalisers: tuple[Normaliser, ...] = ()
    lemmatiser: Lemmatiser | None = None

    @classmethod
    def of(
        cls,
        tokeniser: str = "words",
        normalisers: Sequence[str] = NORMALISERS,
        lemmatiser: str | None = None,
        let: Mapping[str, str] | None = None,
    ) -> TextPreparation:
        """Make one from specs."""
        return cls(
            parse(tokeniser, "tokeniser", let),
            tuple(parse(n, "normaliser", let) for n in normalisers),
            None if lemmatiser is None else parse(lemmatiser, "lemmatiser", let),
        )

    def __str__(self) -> str:
        parts = [str(self.tokeniser), " + ".join(map(str, self.normalisers)), str(self.lemmatiser or "")]
        return ", ".join(filter(None, parts))

    def policies(self) -> dict[str, str]:
        """Return what signatures say of it."""
        return {
            "tokeniser": self.tokeniser.signature(),
            "normaliser": "+".join(n.signature() for n in self.normalisers) or "none",
            "lemmatiser": "none" if self.lemmatiser is None else self.lemmatiser.signature(),
        }

    def word_policies(self) -> dict[str, str]:
        """Return what signatures say where only words of test sets are prepared."""
        return {k: v for k, v in self.policies().items() if k != "tokeniser" and v != "none"}

    @property
    def identity(self) -> str:
        """All three with every default, and files by digest."""
        return write_pairs(self.policies().items())

    @property
    def unlemmatised(self) -> TextPreparation:
        """The same without its lemmatiser."""
        return replace(self, lemmatiser=None)

    def normalise(self, text: str) -> str:
        """Return a text of any length as the normalisers leave it."""
        for one in self.normalisers:
            text = one.normalise(text)
        return text

    @functools.cached_property
    def lemma(self) -> Callable[[str], str]:
        """From a normalised word to its lemma, normalised as well."""
        if self.lemmatiser is None:
            return lambda word: word
        lookup = self.lemmatiser.lookup(self.normalise)
        return lambda word: self.normalise(lookup(word))

    def words(self, text: str) -> list[str]:
        """Return the words of a line of a corpus."""
        words = self.tokeniser.split(self.normalise(text))
        return words if self.lemmatiser is None else list(map(self.lemma, words))

    def word(self, item: str) -> str:
        """Return an item of a test set as a corpus so prepared has it; several words keep their spaces."""
        return " ".join(map(self.lemma, self.normalise(item).split()))
