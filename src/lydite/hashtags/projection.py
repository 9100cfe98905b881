"""Tweets of the most frequent hashtags in two dimensions, by t-SNE (#REval, Figure 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.core.errors import InputError, MissingExtra
from lydite.hashtags.clean import TweetCounts, prepare

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.hashtags.store import HashtagStore
    from lydite.reading.tweets import RawTweet

MOST = 5_000  # points; beyond that a seeded sample is drawn, since t-SNE takes minutes and dots hide dots


class MapPoint(NamedTuple):
    """One tweet under one of its hashtags."""

    x: float
    y: float
    tag: str
    text: str


def project(
    tweets: Iterable[RawTweet], store: HashtagStore, top: int = 10, seed: int = 0, most: int = MOST
) -> list[MapPoint]:
    """Return a point for each (tweet, hashtag) pair of the ``top`` most frequent hashtags of a store.

    Tweets that share a text share a place; those without words have none.
    """
    try:
        from sklearn.manifold import TSNE
    except ImportError as error:
        raise MissingExtra("scikit-learn", "hashtags") from error
    settings = store.settings()
    order = np.lexsort((np.arange(len(store.tags)), -np.asarray(store.counts)))[:top]
    chosen = {store.tags[i] for i in order}
    pairs = [
        (tweet.tagged_text if settings.hashtags == "keep" else tweet.text, tag, tweet.plain)
        for tweet in prepare(tweets, TweetCounts(), settings.preparation)
        for tag in tweet.tags
        if tag in chosen and tweet.text
    ]
    pairs = list(dict.fromkeys(pairs))
    if len(pairs) < 3:
        raise InputError("there are too few tweets with the most frequent hashtags for a map")
    if len(pairs) > most:
        pairs = [
            pairs[i] for i in sorted(np.random.default_rng(seed).choice(len(pairs), most, replace=False))
        ]
    texts = list(dict.fromkeys(text for text, _, _ in pairs))
    vectors = store.model().encode(texts)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    perplexity = min(30.0, (len(texts) - 1) / 3)
    start = "pca" if min(vectors.shape) > 2 else "random"
    places = TSNE(2, perplexity=perplexity, init=start, random_state=seed).fit_transform(vectors)
    where = dict(zip(texts, places.tolist(), strict=True))
    return [MapPoint(where[text][0], where[text][1], tag, plain) for text, tag, plain in pairs]
