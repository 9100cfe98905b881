"""Probes against gensim on its own small vectors, and against the published table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lydite.core.spec import parse
from lydite.probes import harmonic, probe
from lydite.probes.testsets import TestSet, load_test_set
from lydite.vectors import Vectors, load_vectors

# Table 1 of "OddOneOut and Topk": language, OddOneOut, Topk, Combined as printed
TABLE = [
    ("ancient greek", 1140, 8, "17.86"),
    ("modern greek", 300, 9, "19.36"),
    ("latin", 2748, 48, "96.28"),
    ("old french", 1, 7, "3.20"),
    ("middle english", 239, 7, "15.48"),
    ("middle high german", 9, 19, "13.33"),
    ("old english", 0, 1, "1.33"),
    ("old norse", 968, 2, "5.98"),
    ("old swedish", 50, 1, "3.85"),
    ("bengali", 0, 2, "1.50"),
    ("gujarati", 0, 7, "1.78"),
    ("hindi", 263, 2, "5.93"),
    ("marathi", 342, 1, "3.98"),
    ("punjabi", 0, 1, "1.3"),
    ("sanskrit", 1530, 1, "3.99"),
    ("telugu", 50, 0, "1.96"),
    ("hebrew", 1098, 6, "13.91"),
]


@pytest.mark.parametrize(("language", "odd", "top", "printed"), TABLE, ids=[row[0] for row in TABLE])
def test_combined_column_of_table_1(language: str, odd: int, top: int, printed: str) -> None:
    digits = len(printed.partition(".")[2])
    assert f"{float(harmonic(odd + 1, top + 1)):.{digits}f}" == printed


@pytest.fixture(scope="module")
def data() -> Path:
    gensim = pytest.importorskip("gensim")
    return Path(gensim.__file__).parent / "test" / "test_data"


@pytest.fixture(scope="module")
def theirs(data: Path):  # type: ignore[no-untyped-def]
    from gensim.models import KeyedVectors

    return KeyedVectors.load_word2vec_format(str(data / "euclidean_vectors.bin"), binary=True)


@pytest.fixture(scope="module")
def ours(data: Path) -> Vectors:
    return load_vectors(data / "euclidean_vectors.bin", cache=False)


def categories(words: list[str]) -> dict[str, list[str]]:
    draw = np.random.default_rng(0)
    return {f"c{i}": [*draw.choice(words, 15, replace=False), "notaword"] for i in range(12)}


@pytest.mark.parametrize("k", [1, 3, 10])
def test_topk_is_the_loop_over_most_similar(theirs, ours: Vectors, k: int) -> None:  # type: ignore[no-untyped-def]
    sets = categories(ours.words.all)
    right = {
        name: sum(x in words for w in words if w in theirs for x, _ in theirs.most_similar(w, topn=k))
        for name, words in sets.items()
    }
    found = probe(ours, [f"topk(k={k})", f"topk(k={k}, oov=skip)", f"topk(k={k}, of=counts)"], sets)
    assert found[2].value == sum(right.values())
    assert found[0].value == pytest.approx(np.mean([r / (16 * k) for r in right.values()]))
    assert found[1].value == pytest.approx(np.mean([r / (15 * k) for r in right.values()]))
    assert found[0].coverage == pytest.approx(15 / 16)


def test_analogies_are_evaluate_word_analogies(data: Path, theirs, ours: Vectors) -> None:  # type: ignore[no-untyped-def]
    google = load_test_set("google")
    for dummy, oov in ((False, "skip"), (True, "wrong")):
        score, sections = theirs.evaluate_word_analogies(
            str(data / "questions-words.txt"), case_insensitive=False, dummy4unknown=dummy
        )
        found = probe(ours, [f"analogy(oov={oov})", f"analogy(oov={oov}, of=counts)"], google)
        assert found[0].value == pytest.approx(score)
        assert found[1].value == len(sections[-1]["correct"])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # inside gensim
def test_analogies_by_hand_and_by_cosmul(ours: Vectors, theirs) -> None:  # type: ignore[no-untyped-def]
    draw = np.random.default_rng(1)
    words = ours.words.all
    threes = [list(draw.choice(words, 3, replace=False)) for _ in range(60)]
    added = [
        (a, b, c, theirs.most_similar(positive=[b, c], negative=[a], topn=1)[0][0]) for a, b, c in threes
    ]
    times = [
        (a, b, c, theirs.most_similar_cosmul(positive=[b, c], negative=[a], topn=1)[0][0])
        for a, b, c in threes
    ]
    for questions, method in ((added, "3CosAdd"), (times, "3CosMul")):
        test = TestSet.of_analogies({"drawn": tuple(questions)}, "drawn")
        assert probe(ours, [f"analogy(method={method})"], test)[0].value == 1.0


@pytest.mark.parametrize("name", ["wordsim353.tsv", "simlex999.txt"])
def test_similarity_is_evaluate_word_pairs(data: Path, theirs, ours: Vectors, name: str) -> None:  # type: ignore[no-untyped-def]
    for dummy, oov in ((False, "skip"), (True, "wrong")):
        pearson, spearman, _ = theirs.evaluate_word_pairs(
            str(data / name), case_insensitive=False, dummy4unknown=dummy
        )
        specs = [f"similarity(oov={oov})", f"similarity(correlation=pearson, oov={oov})"]
        found = probe(ours, specs, data / name)
        assert found[0].value == pytest.approx(spearman[0], abs=1e-6)
        assert found[1].value == pytest.approx(pearson[0], abs=1e-6)


def test_outlier_positions_by_hand() -> None:
    """Compactness as printed by Camacho-Collados and Navigli, word by word."""
    draw = np.random.default_rng(2)
    matrix = draw.normal(size=(12, 5)).astype(np.float32)
    words = [f"w{i}" for i in range(12)]
    vectors = Vectors.of(dict(zip(words, matrix, strict=True)))
    unit = matrix / np.linalg.norm(matrix, axis=1)[:, None]
    hits, positions = 0, 0.0
    for outlier in range(8, 12):
        group = [*range(8), outlier]
        compact = []
        for left in group:
            rest = [i for i in group if i != left]
            compact.append(np.mean([unit[a] @ unit[b] for a in rest for b in rest if a != b]))
        position = sum(c < compact[-1] for c in compact[:-1])
        hits += position == 8
        positions += position / 8
    test = TestSet("hand", outliers={"g": (tuple(words[:8]), tuple(words[8:]))})
    found = probe(vectors, ["outlier", "outlier(score=position)"], test)
    assert found[0].value == pytest.approx(hits / 4)
    assert found[1].value == pytest.approx(positions / 4)


def test_purity_by_hand() -> None:
    vectors = Vectors.of({"a": [1, 0], "b": [1, 0.1], "c": [1, 0.2], "d": [0, 1], "e": [0.1, 1]})
    sets = {"one": ["a", "b", "d"], "two": ["c", "e"]}
    for clusters in ("ward", "average", "kmeans"):
        found = probe(vectors, [f"categorise(clusters={clusters})"], sets)
        assert found[0].value == pytest.approx(3 / 5)  # {a, b, c} is mostly one; {d, e} a tie, one of the two


def test_rates_have_a_best_and_counts_have_none() -> None:
    assert parse("combined(of=rates)", "probe").best == 1
    assert parse("combined", "probe").best == float("inf")


@pytest.mark.parametrize("correlation", ["spearman", "pearson"])
@pytest.mark.parametrize("codes", [(1, 1, 1, 1, 1), (2, 2, 3, 2, 2)], ids=["cosines", "chance"])
def test_resampled_correlations_are_those_of_the_rows_as_often_as_they_were_drawn(
    correlation: str, codes: tuple[int, ...]
) -> None:
    """Also where codes say which rows are 0 for an unknown word (3), which chance must not shuffle."""
    cosines, ratings = [0.9, 0.1, 0.0, 0.4, 0.7], [9.0, 2.0, 5.0, 3.0, 8.0]
    rows = np.column_stack([cosines, ratings, codes, range(5), range(5, 10)]).astype(float)
    times = np.array([[1, 1, 1, 1, 1], [2, 0, 1, 1, 1], [1, 3, 1, 0, 0]])
    one = parse(f"similarity(correlation={correlation})", "probe")
    drawn = [one.value(np.repeat(rows, t, axis=0)).item() for t in times]
    assert one.resampled(rows, times.astype(float)) == pytest.approx(drawn)
