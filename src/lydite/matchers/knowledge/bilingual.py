"""What matchers share whose phrases are of one language, or candidates and references of two."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lydite.languages import code_of
from lydite.matchers.base import Matcher
from lydite.matchers.knowledge.aspects import EntityMatcher
from lydite.sources.wordnet import WordNet, open_wordnet
from lydite.spec import param

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Self


def _language(whose: str) -> Any:
    """Declare a language, by ISO 639 code or English name; signatures without one stay what they were."""
    help_text = f"the language of {whose}; none: that of the store"
    return param(None, help=help_text, alias=code_of, later=True)


@dataclass(frozen=True, kw_only=True)
class BilingualMatcher(Matcher):
    """Base of matchers whose words depend on the language: one, or one for each side."""

    language: str | None = _language("phrases")
    candidate: str | None = _language("candidates, where references are of another")
    reference: str | None = _language(  # type: ignore[misc, assignment]  # no citation
        "references, where candidates are of another"
    )

    @property
    def spoken(self) -> str:
        """The language of the phrases, where it is one."""
        raise NotImplementedError

    @functools.cached_property
    def sides(self) -> tuple[Self, Self]:
        """The matchers that know the words of candidates and of references: one, for one language."""
        if self.candidate is None and self.reference is None:
            return self, self
        one, other = (
            replace(self, language=own or self.language, candidate=None, reference=None)
            for own in (self.candidate, self.reference)
        )
        return (one, one if one.spoken == other.spoken else other)


@dataclass(frozen=True)
class BilingualEntityMatcher(BilingualMatcher, EntityMatcher):
    """Base of matchers by a wordnet: which words it has depends on the language, its graph does not."""

    @property
    def file(self) -> Path | None:
        """Where the store of the wordnet is; none: it is the embedded one."""
        raise NotImplementedError

    @functools.cached_property
    def knowledge(self) -> WordNet:
        """The wordnet, with the words of candidates."""
        return open_wordnet(self.file, self.candidate or self.language)

    @property
    def spoken(self) -> str:
        """The language of the phrases, where it is one."""
        return self.knowledge.language
