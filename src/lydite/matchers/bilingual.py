"""What matchers by a wordnet share whose phrases are of one language, or candidates and references of two."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.languages import code_of
from lydite.matchers.aspects import Aspects
from lydite.sources.wordnet import WordNet, open_wordnet
from lydite.spec import Resource, param

if TYPE_CHECKING:
    from typing import Self


def language_param(whose: str) -> Any:
    """Declare a language, by ISO 639 code or English name; signatures without one stay what they were."""
    return param(None, help=f"the language of {whose}, which the store has", alias=code_of, later=True)


class Bilingual(Aspects):
    """Base of matchers by a wordnet: which words it has depends on the language, its graph does not."""

    store: Resource | None
    language: str | None
    candidate: str | None
    reference: str | None

    @functools.cached_property
    def base(self) -> WordNet:
        """The wordnet, with the words of candidates."""
        return open_wordnet(None if self.store is None else self.store.file, self.candidate or self.language)

    @functools.cached_property
    def sides(self) -> tuple[Self, Self]:
        """The matchers that know the words of candidates and of references; one and the same for one language."""
        if self.candidate is None and self.reference is None:
            return self, self
        one, other = (
            replace(self, language=own or self.language, candidate=None, reference=None)  # type: ignore[type-var]
            for own in (self.candidate, self.reference)
        )
        return (one, one if one.base.language == other.base.language else other)
