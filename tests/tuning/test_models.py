"""Models of word vectors: equality with gensim."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lydite
from lydite.core.errors import InputError, SpecError
from lydite.core.spec import REGISTRIES
from lydite.vectors.corpus import write_text
from planted import planted

FastText = REGISTRIES["model"]["fasttext"]
Word2Vec = REGISTRIES["model"]["word2vec"]

gensim = pytest.importorskip("gensim")


@pytest.mark.parametrize(
    "model", [Word2Vec(dim=20), FastText(dim=20, buckets=2_000, type="skipgram", epochs=2)]
)
def test_one_seed_gives_one_set_of_vectors(model) -> None:
    text = planted(lines=300).prepared()
    one, two, other = (model.train(text, seed) for seed in (3, 3, 4))
    assert one.digest == two.digest != other.digest
    assert one.words.all == two.words.all


@pytest.mark.parametrize("kind", ["cbow", "skipgram"])
def test_vectors_are_those_of_gensim(kind: str) -> None:
    """Conformance: gensim's own call on the same lines; no two words occur equally often here."""
    draw = np.random.default_rng(5)
    tokens = draw.permutation(np.repeat(np.arange(40), np.arange(40) + 1))  # 1, 2, … 40 times
    lines = [[f"w{n}" for n in tokens[a : a + 10]] for a in range(0, 820, 10)]
    own = Word2Vec(type=kind, dim=16, epochs=3).train(write_text(lines), 7)
    sg = int(kind == "skipgram")
    peer = gensim.models.Word2Vec(lines, vector_size=16, sg=sg, epochs=3, seed=8, workers=1)
    assert own.words.all == peer.wv.index_to_key
    assert np.array_equal(own.matrix, peer.wv.vectors)


def test_unknown_words_are_composed_as_gensim_does() -> None:
    corpus = planted(lines=200)
    model = FastText(dim=12, buckets=500)
    vectors = model.train(corpus.prepared(), 0)
    assert vectors.subwords is not None
    texts = [line.split() for line in corpus.text().splitlines()]
    peer = gensim.models.FastText(vector_size=12, bucket=500, seed=1, workers=1, min_count=5, epochs=1)
    peer.build_vocab(texts)
    peer.wv.vectors_ngrams = vectors.subwords.buckets
    assert np.allclose(vectors["t9w99"], peer.wv["t9w99"], atol=1e-6)


def test_a_long_line_is_not_cut_off() -> None:
    text = write_text([["a", "b", "c", "d", "e"] * 5_000])
    lines = Path(text.file.path).read_text("utf-8").splitlines()
    assert [len(line.split()) for line in lines] == [10_000, 10_000, 5_000]
    assert text.lines == 3
    assert len(Word2Vec(dim=4).train(text)) == 5


def test_a_corpus_too_small_for_any_word_has_no_score() -> None:
    with pytest.raises(InputError, match="5 times in 4 words"):
        Word2Vec().train(write_text([["a", "b", "c", "d"]]))


def test_lengths_of_ngrams_the_wrong_way_round() -> None:
    with pytest.raises(SpecError, match="fasttext: .*5 to 4"):
        lydite.parse("fasttext(min_n=5, max_n=4)", "model")
