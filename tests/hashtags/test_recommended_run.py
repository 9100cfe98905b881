"""MOWE recommends what a plain loop over tweets recommends from the same vectors of words."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from lydite.core.spec import parse
from lydite.hashtags import Preparation, clean_tweet, split
from lydite.hashtags.recommenders import learn, recommend
from lydite.reading import read_raw_tweets
from tweet_files import TWEETS

TOP = 3


def test_mowe_equals_the_plain_loop() -> None:
    for package in ("nltk", "py3langid", "gensim"):
        pytest.importorskip(package, reason="needs the extras hashtags and train")
    german = Preparation("de")
    parts = split(read_raw_tweets(TWEETS / "de.txt"), 0.3, seed=0, preparation=german)
    recommender = parse("mowe(encoder=word2vec(of=tweets, dimensions=20, epochs=5))", "recommender")
    model, known = learn(parts.train, recommender, german)
    vectors = dict(zip(model.model.words, model.model.rows.astype(float), strict=True))

    def mean(text: str) -> np.ndarray:
        return np.mean([vectors[word] for word in text.split() if word in vectors], axis=0)

    expected = {}
    for tweet in (clean_tweet(raw, german) for raw in parts.test):
        query, votes = mean(tweet.text), Counter[str]()
        for other in known:
            row = mean(other.text)
            if query @ row / np.linalg.norm(query) / np.linalg.norm(row) > recommender.threshold:
                votes.update(other.tags)
        expected[tweet.id] = sorted(votes.items(), key=lambda vote: (-vote[1], vote[0]))[:TOP]
    found = {i: [tuple(r) for r in answer] for i, answer in recommend(model, parts.test, TOP, german)}
    assert found == expected
    assert len({len(votes) for votes in expected.values()}) > 1  # few tweets are above the threshold of some
