"""The recommender of the paper: popular tags among the tweets that are similar enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.hashtags.recommenders.base import Recommender, TagUses, encoded
from lydite.vectors.encoders.base import Encoder
from lydite.vectors.encoders.word2vec import Word2vec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import AnyArray, FloatArray
    from lydite.hashtags.clean import Tweet
    from lydite.hashtags.recommenders.base import Recommendation
    from lydite.vectors.encoders.base import EncoderModel

_ACROSS, _DOWN = 512, 16_384  # texts and training tweets of one product
_VOTES = 1 << 25  # numbers of texts × tags at once: 128 MB


@dataclass(frozen=True)
class Mowe(Recommender):
    """The tags that most of the training tweets with a cosine above the threshold have.

    A tweet is the mean of its words' embeddings (MOWE), by word2vec trained on the training tweets. A text
    that no tweet is so similar to gets no recommendation, and one with few may get fewer than asked for.
    """

    name = "mowe"
    reference = "#REval, 4.2.2; Alsini, Datta and Huynh 2020"

    encoder: Encoder = param(Word2vec(of="tweets"), help="what turns tweets into vectors")
    threshold: float = param(0.5, help="the cosine above which a tweet is similar", low=-1, high=1)

    def fit(self, tweets: Sequence[Tweet]) -> MoweModel:
        """Train the embeddings and encode the training tweets."""
        model, rows = encoded(self.encoder, tweets)
        return MoweModel(model, _unit(rows), TagUses.of(tweets), self.threshold)


@dataclass(frozen=True)
class MoweModel:
    """Unit vectors of the training tweets, and their tags."""

    model: EncoderModel
    rows: FloatArray
    uses: TagUses
    threshold: float

    def recommend(self, texts: Sequence[str], top: int) -> list[list[Recommendation]]:
        """Count tags among the similar tweets, in tiles."""
        lists: list[list[Recommendation]] = []
        across = max(1, min(_ACROSS, _VOTES // len(self.uses.tags)))
        for first in range(0, len(texts), across):
            queries = _unit(self.model.encode(texts[first : first + across]))
            votes = np.zeros((len(queries), len(self.uses.tags)), np.float32)
            for row in range(0, len(self.rows), _DOWN):
                similar = queries @ self.rows[row : row + _DOWN].T > self.threshold
                votes += similar.astype(np.float32) @ self.uses.matrix[row : row + _DOWN]
            lists += [self.uses.best(row, top) for row in votes]
        return lists


def _unit(rows: AnyArray) -> FloatArray:
    rows = rows.astype(np.float64)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
