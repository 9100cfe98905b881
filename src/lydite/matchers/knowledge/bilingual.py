"""What matchers by a wordnet share: which words it has depends on the language, its graph does not."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.matchers.bilingual import BilingualMatcher
from lydite.matchers.knowledge.aspects import EntityMatcher
from lydite.sources.wordnet import WordNet, open_wordnet

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class BilingualEntityMatcher(BilingualMatcher, EntityMatcher):
    """Base of matchers that score the synsets of words, of one language or of two."""

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
