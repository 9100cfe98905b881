"""Lemmas by simplemma's dictionaries."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.errors import InputError, MissingExtra, did_you_mean
from lydite.languages import code_of
from lydite.sources.corpus.steps import Lemmatiser
from lydite.spec import param

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Simplemma(Lemmatiser):
    """Dictionaries and rules for some fifty languages, within the package: nothing is fetched."""

    name = "simplemma"
    reference = "Barbaresi 2021, simplemma"
    revision = 2

    language: str = param("en", help="a code or English name: la, de, Finnish, …", alias=code_of)

    def lookup(self, normalise: Callable[[str], str]) -> Callable[[str], str]:
        """Return simplemma's answer for a word, else that for a form which is written so once normalised."""
        try:
            from simplemma import is_known, lemmatize
            from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES
        except ImportError as error:
            raise MissingExtra("simplemma", "train") from error
        code = self.language
        if code not in SUPPORTED_LANGUAGES:
            hint = did_you_mean(self.language, SUPPORTED_LANGUAGES)
            known = ", ".join(sorted(SUPPORTED_LANGUAGES))
            raise InputError(f"simplemma has no language {self.language!r}{hint} (there are {known})")
        table = functools.cache(lambda: _respelled(code, normalise))

        def lemma(word: str) -> str:
            other = table().get(word)
            return lemmatize(word, lang=code) if other is None or is_known(word, lang=code) else other

        return lemma


def _respelled(code: str, normalise: Callable[[str], str]) -> dict[str, str]:
    """Return the lemmas of forms that normalisers spell otherwise: Latin uiros is viros in the dictionary."""
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    lemmas = DefaultDictionaryFactory().get_dictionary(code)
    other = {letter for letter in set("".join(lemmas)) if normalise(letter) not in (letter, letter.lower())}
    lookup: dict[str, str] = {}
    if other:
        for form, lemma in lemmas.items():
            if not other.isdisjoint(form):
                lookup.setdefault(normalise(form), lemma)
    return lookup
