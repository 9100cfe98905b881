"""Models of word vectors: the order of lines, and equality with gensim."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from lydite.errors import SpecError
from lydite.sources.models.fasttext import FastText
from lydite.sources.models.lines import LONGEST, Lines
from lydite.sources.models.permutation import permuted
from lydite.sources.models.training import NothingToLearn
from lydite.sources.models.word2vec import Word2Vec
from planted import PlantedCorpus, planted

gensim = pytest.importorskip("gensim")


@given(count=st.integers(0, 200_000), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_the_order_visits_each_line_once(count: int, seed: int) -> None:
    visited = np.concatenate([np.zeros(0, np.int64), *permuted(count, seed)])
    assert len(visited) == count
    assert (np.bincount(visited, minlength=count) == 1).all()


def test_orders_differ_by_seed_and_are_no_ramp() -> None:
    orders = [np.concatenate(list(permuted(5_000, seed))) for seed in range(4)]
    assert len({o.tobytes() for o in orders}) == 4
    for order in orders:
        assert abs(np.corrcoef(order, np.arange(5_000))[0, 1]) < 0.1
        assert abs(order[:500].mean() / 2_500 - 1) < 0.15  # the beginning is drawn from everywhere


@pytest.mark.parametrize(
    "model", [Word2Vec(dim=20), FastText(dim=20, buckets=2_000, type="skipgram", epochs=2)]
)
def test_one_seed_gives_one_set_of_vectors(model) -> None:
    corpus = planted(lines=300)
    one, two, other = (model.train(Lines(corpus), seed) for seed in (3, 3, 4))
    assert one.digest == two.digest != other.digest
    assert one.words.all == two.words.all
    part = model.train(Lines(corpus), 3, share=0.25)
    assert part.words.all == one.words.all  # the whole vocabulary, however little is gone through
    assert part.digest != one.digest


@pytest.mark.parametrize("kind", ["cbow", "skipgram"])
def test_vectors_are_those_of_gensim(kind: str) -> None:
    """Conformance: gensim's own call on the same lines; no two words occur equally often here."""
    draw = np.random.default_rng(5)
    tokens = draw.permutation(np.repeat(np.arange(40), np.arange(40) + 1)).astype(
        np.int32
    )  # 1, 2, … 40 times
    corpus = PlantedCorpus([f"w{n}" for n in range(40)], tokens, np.append(np.arange(0, 820, 10), 820))
    lines = [[f"w{n}" for n in tokens[a : a + 10]] for a in range(0, 820, 10)]
    own = Word2Vec(type=kind, dim=16, epochs=3).train(Lines(corpus), 7)
    sg = int(kind == "skipgram")
    peer = gensim.models.Word2Vec(lines, vector_size=16, sg=sg, epochs=3, seed=8, workers=1)
    assert own.words.all == peer.wv.index_to_key
    assert np.array_equal(own.matrix, peer.wv.vectors)


def test_unknown_words_are_composed_as_gensim_does() -> None:
    corpus = planted(lines=200)
    model = FastText(dim=12, buckets=500)
    vectors = model.train(Lines(corpus), 0)
    assert vectors.subwords is not None
    texts = [line.split() for line in corpus.text().splitlines()]
    peer = gensim.models.FastText(vector_size=12, bucket=500, seed=1, workers=1, min_count=5, epochs=1)
    peer.build_vocab(texts)
    peer.wv.vectors_ngrams = vectors.subwords.buckets
    assert np.allclose(vectors["t9w99"], peer.wv["t9w99"], atol=1e-6)


def test_a_long_line_is_not_cut_off() -> None:
    tokens = np.tile(np.arange(5, dtype=np.int32), LONGEST // 2)
    corpus = PlantedCorpus(list("abcde"), tokens, np.array([0, len(tokens)]))
    spans = list(Lines(corpus).spans())
    assert [b - a for a, b in spans] == [LONGEST, LONGEST, LONGEST // 2]
    assert len(Word2Vec(dim=4).train(Lines(corpus))) == 5


def test_a_corpus_too_small_for_any_word_has_no_score() -> None:
    corpus = PlantedCorpus(list("abcd"), np.array([0, 1, 2, 3], np.int32), np.array([0, 4]))
    with pytest.raises(NothingToLearn, match="no word occurs 5 times in 4 words"):
        Word2Vec().train(Lines(corpus))


def test_lengths_of_ngrams_the_wrong_way_round() -> None:
    with pytest.raises(SpecError, match="n-grams of 5 to 4"):
        lydite.parse("fasttext(min_n=5, max_n=4)", "model")
