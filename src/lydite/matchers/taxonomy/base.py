"""What plain relatedness by WordNet's hierarchy shares; path, wup, lch and hso are files of their own."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.progress import track
from lydite.core.spec import Resource, param
from lydite.knowledge.wordnet.taxonomy import Taxonomy
from lydite.matchers.knowledge.bilingual import BilingualEntityMatcher

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.matchers.base import Match


@dataclass(frozen=True)
class TaxonomyMatcher(BilingualEntityMatcher):
    """The best score over all pairs of senses of one part of speech; subclasses score two sets of senses.

    Phrases that WordNet does not know whole are divided into aspects, as for ``wordnet``, so that the
    two can be compared.
    """

    revision = 2

    store: Resource | None = param(None, help="a store made by lydite build wordnet; none: WordNet 3.1")
    surface: bool = param(True, help="whether phrases equal after folding and stemming score 1")

    def senses(self, left: Sequence[int], right: Sequence[int]) -> float:
        """Return the score of two sets of senses."""
        raise NotImplementedError

    @property
    def file(self) -> Path | None:
        """Where the store of the wordnet is; none: it is the embedded one."""
        return None if self.store is None else self.store.file

    @functools.cached_property
    def taxonomy(self) -> Taxonomy:
        """Its hierarchy."""
        return Taxonomy(self.knowledge)

    @property
    def by_surface(self) -> bool:
        """Whether phrases that are equal after folding and stemming have the highest score."""
        return self.surface

    def score_sets(self, sets: list[Any], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of set ``left[i]`` with set ``right[i]``."""
        pairs = track(list(zip(left.tolist(), right.tolist(), strict=True)), "pairs")
        return np.array([self.senses(sets[a], sets[b]) for a, b in pairs], np.float64)

    def sources(self) -> Mapping[str, str]:
        """Return the wordnet, and the words that are left out."""
        return {"store": self.knowledge.identity, **super().sources()}

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score of a pair, and which phrase is unknown if one is."""
        score = self.score(candidate, reference)
        return self._match(
            candidate, reference, score, note="" if score else self.why_none(candidate, reference)
        )
