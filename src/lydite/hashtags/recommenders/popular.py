"""The most used tags, whatever the tweet says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.hashtags.recommenders.base import Recommender, TagUses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.hashtags.clean import Tweet
    from lydite.hashtags.recommenders.base import Recommendation


@dataclass(frozen=True)
class Popular(Recommender):
    """The tags that most training tweets have, for every tweet the same: what knowing nothing is worth."""

    name = "popular"
    reference = "Kywe et al. 2012, as a baseline"

    def fit(self, tweets: Sequence[Tweet]) -> PopularModel:
        """Count the tags."""
        return PopularModel(TagUses.of(tweets))


@dataclass(frozen=True)
class PopularModel:
    """Tags and how often they were used."""

    uses: TagUses

    def recommend(self, texts: Sequence[str], top: int) -> list[list[Recommendation]]:
        """Return the same tags for each text."""
        best = self.uses.best(self.uses.counts, top)
        return [best for _ in texts]
