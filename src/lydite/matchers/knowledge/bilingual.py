"""What matchers share whose phrases are of one language, or candidates and references of two."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.core.languages import code_of
from lydite.core.spec import param
from lydite.matchers.base import Matcher
from lydite.matchers.knowledge.aspects import EntityMatcher, language_sides, spoken_wordnet

if TYPE_CHECKING:
    from pathlib import Path


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

    sides = functools.cached_property(language_sides)
    """The matchers that know the words of candidates and of references."""


@dataclass(frozen=True)
class BilingualEntityMatcher(BilingualMatcher, EntityMatcher):
    """Base of matchers by a wordnet: which words it has depends on the language, its graph does not."""

    @property
    def file(self) -> Path | None:
        """Where the store of the wordnet is; none: it is the embedded one."""
        raise NotImplementedError

    knowledge = functools.cached_property(spoken_wordnet)
    """The wordnet, with the words of candidates."""

    @property
    def spoken(self) -> str:
        """The language of the phrases, where it is one."""
        return self.knowledge.language
