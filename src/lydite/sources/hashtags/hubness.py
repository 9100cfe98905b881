"""Hubness: how often a hashtag is somebody's synonym; a few that are everybody's flatter any system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.array_types import IntArray
    from lydite.sources.hashtags.thesaurus import Thesaurus


@dataclass(frozen=True)
class Hubness:
    """N_k: in how many lists of k synonyms each hashtag stands (Radovanović et al. 2010)."""

    tags: Sequence[str]
    counts: IntArray
    k: int

    @property
    def skewness(self) -> float:
        """The third standardised moment of N_k; 0 without hubs, and well above 1 with strong ones."""
        away = self.counts - self.counts.mean() if len(self.counts) else np.zeros(1)
        spread = float(np.mean(away**2)) ** 0.5
        return float(np.mean(away**3)) / spread**3 if spread else 0.0

    @property
    def never(self) -> int:
        """How many hashtags are nobody's synonym."""
        return int((self.counts == 0).sum())

    def hubs(self, n: int) -> list[tuple[str, int]]:
        """Return the n hashtags that stand in most lists."""
        top = np.lexsort((np.arange(len(self.counts)), -self.counts))[:n]
        return [(self.tags[i], int(self.counts[i])) for i in top]


def hubness(thesaurus: Thesaurus, k: int) -> Hubness:
    """Count how often each hashtag is among the k nearest synonyms of another."""
    near = thesaurus.synonyms[thesaurus.rank_of_entries <= k]
    return Hubness(thesaurus.tags, np.bincount(near, minlength=len(thesaurus.tags)).astype(np.int64), k)
