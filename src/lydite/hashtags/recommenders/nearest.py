"""The tags of the nearest tweets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.hashtags.neighbours import ExactSearch, unit_rows
from lydite.hashtags.recommenders.base import Recommender, TagUses, encoded
from lydite.vectors.encoders.base import Encoder
from lydite.vectors.encoders.lsa import LsaEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.hashtags.clean import Tweet
    from lydite.hashtags.recommenders.base import Recommendation
    from lydite.vectors.encoders.base import EncoderModel


@dataclass(frozen=True)
class Nearest(Recommender):
    """The tags of the k nearest training tweets, each weighted by the sum of its tweets' cosines."""

    name = "nearest"
    reference = "after Zangerle, Gassler and Specht 2011"

    k: int = param(20, help="how many training tweets are looked at", low=1, high=10_000)
    encoder: Encoder = param(LsaEncoder(), help="what turns tweets into vectors")

    def fit(self, tweets: Sequence[Tweet]) -> NearestModel:
        """Encode the training tweets and make them ready to be searched."""
        model, rows = encoded(self.encoder, tweets)
        return NearestModel(model, ExactSearch(unit_rows(rows)), TagUses.of(tweets), self.k)


@dataclass(frozen=True)
class NearestModel:
    """Training tweets that can be searched, and their tags."""

    model: EncoderModel
    search: ExactSearch
    uses: TagUses
    k: int

    def recommend(self, texts: Sequence[str], top: int) -> list[list[Recommendation]]:
        """Let the nearest tweets vote, each with its cosine."""
        from scipy.sparse import csr_array

        ids, cosines = self.search.query(self.model.encode(texts), self.k)
        owner, column = np.nonzero((ids >= 0) & (cosines > 0))
        shape = (len(texts), self.uses.matrix.shape[0])
        weights = cosines[owner, column].astype(np.float64)
        votes = csr_array((weights, (owner, ids[owner, column])), shape=shape) @ self.uses.matrix
        spans = zip(votes.indptr, votes.indptr[1:], strict=False)
        return [self.uses.best(votes.data[a:b], top, votes.indices[a:b]) for a, b in spans]
