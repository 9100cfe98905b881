"""What every recommender is: declared with its settings, fitted on tweets, asked for batches of texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from lydite.core.errors import InputError
from lydite.core.spec import Declaration

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from lydite.core.array_types import AnyArray, Float32Array, FloatArray
    from lydite.hashtags.clean import Tweet
    from lydite.vectors.encoders.base import Encoder, EncoderModel


class Recommendation(NamedTuple):
    """One recommended tag and its score; the best has the highest."""

    tag: str
    score: float


class RecommenderModel(Protocol):
    """A recommender that has seen its training tweets."""

    def recommend(self, texts: Sequence[str], top: int) -> list[list[Recommendation]]:
        """Return at most ``top`` tags for each text (clean words), best first; equal ones by the alphabet."""


class Recommender(Declaration):
    """A way to recommend tags for texts, with its settings."""

    kind = "recommender"

    def fit(self, tweets: Sequence[Tweet]) -> RecommenderModel:
        """Return the model, learned from tweets that have words and tags."""
        raise NotImplementedError


@dataclass(frozen=True)
class TagUses:
    """Which tags the training tweets have: tags sorted, and a sparse matrix of tweets × tags."""

    tags: list[str]
    matrix: Any

    @classmethod
    def of(cls, tweets: Sequence[Tweet]) -> TagUses:
        """Collect them."""
        from scipy.sparse import csr_array

        tags = sorted({t for tweet in tweets for t in tweet.tags})
        place = {t: i for i, t in enumerate(tags)}
        columns = [place[t] for tweet in tweets for t in tweet.tags]
        rows = np.repeat(np.arange(len(tweets)), [len(t.tags) for t in tweets])
        ones = np.ones(len(columns), np.float32)
        return cls(tags, csr_array((ones, (rows, columns)), shape=(len(tweets), len(tags))))

    @property
    def counts(self) -> FloatArray:
        """In how many tweets each tag was used."""
        return np.asarray(self.matrix.sum(axis=0), np.float64).ravel()

    def best(self, scores: AnyArray, top: int, numbers: AnyArray | None = None) -> list[Recommendation]:
        """Return the tags of the highest scores above 0; of equal ones the first in the alphabet.

        Scores are those of all tags, or of the tags with these numbers.
        """
        there = np.flatnonzero(scores > 0)
        if len(there) > top:
            least = np.partition(scores[there], len(there) - top)[len(there) - top]
            there = there[scores[there] >= least]
        which = there if numbers is None else numbers[there]
        order = np.lexsort((which, -scores[there]))[:top]
        return [Recommendation(self.tags[which[i]], float(scores[there[i]])) for i in order]


def training(tweets: Iterable[Tweet]) -> list[Tweet]:
    """Return the tweets to learn from: each text once under the same tags, and none without words.

    >>> from lydite.hashtags.clean import Tweet
    >>> twice = [Tweet(str(i), ("cat", "#pet"), ("#pet",), "cat #pet", "cat pet") for i in range(2)]
    >>> [t.id for t in training([*twice, Tweet("2", ("#pet",), ("#pet",), "#pet", "pet")])]
    ['1']
    """
    unique = {(t.key, t.tags): t for t in tweets}
    kept = [t for t in unique.values() if t.text]
    if not kept:
        raise InputError("no tweet to learn from has both words and tags")
    return kept


def encoded(encoder: Encoder, tweets: Sequence[Tweet]) -> tuple[EncoderModel, Float32Array]:
    """Return the encoder, fitted where it learns, and the vectors of the tweets without their tags."""
    texts = [t.text for t in tweets]
    seen = [t.tagged_text for t in tweets] if encoder.tagged else texts
    model = encoder.fit(seen if encoder.learns else ())
    return model, model.encode(texts)
