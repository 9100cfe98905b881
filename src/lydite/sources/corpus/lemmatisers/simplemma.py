"""Lemmas by simplemma's dictionaries."""

from __future__ import annotations

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

    language: str = param("en", help="a code or English name: la, de, Finnish, …", alias=code_of)

    def lookup(self, normalise: Callable[[str], str]) -> Callable[[str], str]:
        """Return simplemma's answer for a word."""
        del normalise  # it looks a word up as it is, then in small letters
        try:
            from simplemma import lemmatize
            from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES
        except ImportError as error:
            raise MissingExtra("simplemma", "train") from error
        code = self.language
        if code not in SUPPORTED_LANGUAGES:
            hint = did_you_mean(self.language, SUPPORTED_LANGUAGES)
            known = ", ".join(sorted(SUPPORTED_LANGUAGES))
            raise InputError(f"simplemma has no language {self.language!r}{hint} (there are {known})")
        return lambda word: lemmatize(word, lang=code)
