"""A matcher that two threads use at once scores as it does in one thread."""

from __future__ import annotations

import itertools
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import lydite
from lydite.knowledge.wordnet import Taxonomy, open_wordnet

WORDS = [
    "neural", "unusual", "red", "wine", "dog", "network", "learning", "machine", "encrypted", "unencrypted",
    "big", "small", "car", "fast", "art", "cake", "food", "graph", "theory", "public", "private", "key",
    "update", "night", "school", "river", "music", "paper", "stone", "blood", "heart", "attack", "tax",
    "law", "bank", "fish", "bird", "tree", "garden", "road", "train", "happy", "unhappy", "sugar", "salt",
    "water", "fire", "stem", "cell",
]  # fmt: skip


@pytest.fixture
def hasty():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("spec", ["meaning", "meaning(ask=kind)"])
def test_two_threads_get_the_scores_of_one(spec):
    rng = np.random.default_rng(1)
    phrases = [" ".join(rng.choice(WORDS, size)) for size in rng.integers(1, 4, size=240)]
    pairs = list(itertools.pairwise(phrases))
    parts = [pairs[i : i + 10] for i in range(0, len(pairs), 10)]
    want = lydite.matcher(spec).pairs(*zip(*pairs, strict=True))
    shared = lydite.matcher(spec)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda part: shared.pairs(*zip(*part, strict=True)), parts))
    assert np.concatenate(found).tolist() == want.tolist()


@pytest.mark.usefixtures("hasty")
def test_two_threads_encode_each_text_right():
    def encode(texts):
        return np.array([[len(text), text.count("a"), 1] for text in texts], np.float32)

    phrases = [f"{word}{'a' * i}" for i in range(8) for word in WORDS]
    pairs = list(itertools.pairwise(phrases))
    parts = [pairs[i : i + 5] for i in range(0, len(pairs), 5)]
    cosine = lydite.cosine(encode=encode)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda part: cosine.pairs(*zip(*part, strict=True)), parts))
    want = lydite.cosine(encode=encode).pairs(*zip(*pairs, strict=True))
    assert np.allclose(np.concatenate(found), want)


@pytest.mark.usefixtures("hasty")
def test_two_threads_find_the_same_distances_in_a_hierarchy():
    base = open_wordnet()
    synsets = [base.targets([word]) for word in WORDS]
    pairs = [pair for pair in itertools.pairwise(synsets) for _ in range(2)]  # both threads ask for each
    shared, alone = Taxonomy(base), Taxonomy(base)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda pair: shared.nearest(*pair), pairs))
    assert found == [alone.nearest(*pair) for pair in pairs]
