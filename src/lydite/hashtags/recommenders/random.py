"""Tags drawn at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.hashtags.recommenders.base import Recommendation, Recommender, TagUses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.hashtags.clean import Tweet


@dataclass(frozen=True)
class RandomRecommender(Recommender):
    """Different tags drawn at random, each as likely as any other, or by how often it is used."""

    name = "random"
    reference = "chance"

    by_use: bool = param(False, help="whether a tag is the likelier the more tweets have it")
    seed: int = param(0, help="of the draws", low=0)

    def fit(self, tweets: Sequence[Tweet]) -> RandomModel:
        """Collect the tags."""
        uses = TagUses.of(tweets)
        weights = uses.counts if self.by_use else np.ones(len(uses.tags))
        return RandomModel(uses.tags, weights, np.random.default_rng(self.seed))


@dataclass(frozen=True)
class RandomModel:
    """Tags, their weights and where draws come from; texts are answered in order, however batched."""

    tags: list[str]
    weights: np.ndarray[tuple[int], np.dtype[np.float64]]
    generator: np.random.Generator

    def recommend(self, texts: Sequence[str], top: int) -> list[list[Recommendation]]:
        """Draw for each text, without replacement: the largest of weight-scaled exponential waits."""
        lists = []
        top = min(top, len(self.tags))
        for _ in texts:
            waits = self.generator.exponential(size=len(self.tags)) / self.weights
            first = np.argpartition(waits, top - 1)[:top]
            order = first[np.argsort(waits[first], kind="stable")]
            lists.append([Recommendation(self.tags[i], 1 / (rank + 1)) for rank, i in enumerate(order)])
        return lists
