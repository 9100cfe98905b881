"""Nested subsets, the order of lines, and scores against size."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from lydite.cli import main
from lydite.errors import InputError, SpecError
from lydite.places.base import LostTask
from lydite.places.processes import Processes
from lydite.probes.sensitivity.run import FIXED, OWN, UNIQUE, rises, sensitivity
from lydite.probes.sensitivity.scoring import _nothing
from lydite.probes.testsets import TestSet
from lydite.result import Result, Results
from lydite.sources.models.fasttext import FastText
from lydite.sources.models.lines import LONGEST, Lines
from lydite.sources.models.nested import nested_subsets
from lydite.sources.models.permutation import permuted
from lydite.sources.models.training import NothingToLearn
from lydite.sources.models.word2vec import Word2Vec
from planted import PlantedCorpus, failing_worker, planted, planted_set, threads_worker

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


lines_of_words = st.lists(st.lists(st.integers(0, 200), min_size=1, max_size=30), min_size=1, max_size=80)


@given(rows=lines_of_words, seed=st.integers(0, 1_000), smallest=st.integers(1, 4))
@settings(max_examples=150, deadline=None)
def test_subsets_are_nested_and_double(rows: list[list[int]], seed: int, smallest: int) -> None:
    codes = np.array([w for row in rows for w in row], np.int32)
    starts = np.concatenate([[0], np.cumsum([len(r) for r in rows])])
    corpus = PlantedCorpus([str(n) for n in range(201)], codes, starts)
    subsets = nested_subsets(corpus, seed, smallest)
    texts = [[int(c) for a, b in s.lines.spans() for c in codes[a:b]] for s in subsets]
    for subset, text in zip(subsets, texts, strict=True):
        assert len(set(text)) == subset.unique
        assert subset.lines.tokens == len(text)
    for shorter, longer in itertools.pairwise(texts):
        assert longer[: len(shorter)] == shorter
        assert longer[len(shorter)] not in shorter  # each goes on as long as it can
    assert [s.unique for s in subsets[:-1]] == [2 ** (smallest + n) for n in range(len(subsets) - 1)]
    assert sorted(texts[-1]) == sorted(codes.tolist())
    assert subsets[-1].unique <= 2 * subsets[-2].unique if len(subsets) > 1 else True


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


def test_scores_rise_with_size_and_are_the_same_again() -> None:
    corpus, test = planted(), planted_set()
    given = {"model": Word2Vec(dim=20, epochs=3, rate=0.05), "smallest": 3, "seeds": 2}
    run = sensitivity(corpus, test, **given)
    results = run.results()
    assert list(run.sizes) == [OWN, FIXED]
    for kind in (OWN, FIXED):
        assert [s.unique for s in run.sizes[kind]] == [8, 16, 32, 64, 88]
        assert rises(results)[kind, "topk"][1] is not None
    whole = [r for r in results if r.parameters[UNIQUE] == 88]
    for measure in results.measures:  # the whole corpus has the whole vocabulary
        own, fixed = (r for r in whole if r.measure == measure)
        assert own.value == fixed.value
    chances = {r.chance for r in results if r.system == FIXED and r.measure == "topk"}
    assert len(chances) == 1  # questions and words are the same at every size
    again = sensitivity(corpus, test, **given).results()
    assert [r.row() for r in again] == [r.row() for r in results]


def test_rises_is_the_smallest_size_above_chance() -> None:
    def at(size: int, low: float) -> Result:
        return Result("own", "topk", {UNIQUE: size}, 0.5, corrected=0.1, corrected_low=low)

    flicker = Results((at(64, 0.01), at(128, -0.2), at(256, 0.1), at(512, 0.2)))
    assert rises(flicker)["own", "topk"] == (64, 256)
    assert rises(Results((at(64, 0.0), at(128, -0.1))))["own", "topk"] == (None, None)


def test_a_corpus_too_small_for_any_word_has_no_score() -> None:
    corpus = PlantedCorpus(list("abcd"), np.array([0, 1, 2, 3], np.int32), np.array([0, 4]))
    with pytest.raises(NothingToLearn, match="no word occurs 5 times in 4 words"):
        Word2Vec().train(Lines(corpus))
    run = sensitivity(corpus, TestSet.of({"x": ["a", "b", "c"]}), control=False, smallest=1, seeds=1)
    assert [r.value for r in run.results()] == [0.0] * 4
    assert "|seeds:0 to 0|" in str(run.results()[0].signature)
    with pytest.raises(InputError, match="occurs 5 times"):
        sensitivity(corpus, TestSet.of({"x": ["a", "b", "c"]}), smallest=1)


def test_a_model_that_knows_nothing_has_been_asked_all_the_same() -> None:
    """Rows are (rate, 1, right, asked); an analogy has four words."""
    test = TestSet.of_analogies({"r": [("a", "b", "c", "d"), ("a", "b", "e", "f")]}, "x")
    rows, chance, coverage = _nothing(lydite.parse("topk", "probe"), TestSet.of({"x": ["a", "b", "c"]}))
    assert (rows.tolist(), coverage.tolist()) == ([[0, 1, 0, 3]], [[0, 3]])
    assert chance is rows
    rows, _, coverage = _nothing(lydite.parse("analogy", "probe"), test)
    assert (rows.tolist(), coverage.tolist()) == ([[0, 1, 0, 2]], [[0, 8]])


def test_probes_that_the_set_cannot_have() -> None:
    test = TestSet.of({"x": ["t0w1", "t0w2"]})
    with pytest.raises(SpecError, match="analogy needs analogies"):
        sensitivity(planted(lines=50), test, probes=["analogy"])
    with pytest.raises(SpecError, match="n-grams of 5 to 4"):
        lydite.parse("fasttext(min_n=5, max_n=4)", "model")


def test_processes_that_die(tmp_path) -> None:
    """A task whose process is killed is tried again; one that kills each is reported, the others are done."""
    with Processes(2).open(failing_worker, str(tmp_path)) as crew:
        ended = dict(crew.map(iter([0, 1, 2, 3])))
        assert [ended[n] for n in (0, 1, 3)] == [0, 10, 30]
        assert isinstance(ended[2], LostTask)
        assert str(ended[2]) == "its worker died 3 times (killed by SIGKILL)"
        assert dict(crew.map([3, 4])) == {0: 30, 1: 40}
        with pytest.raises(ValueError, match="nine"):
            list(crew.map([9]))
    with Processes(1).open(threads_worker) as crew:
        assert list(crew.map([0])) == [(0, "1")]


def test_the_command(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "c.txt").write_text(planted(lines=200).text())
    (tmp_path / "t.json").write_text(json.dumps({k: list(v) for k, v in planted_set().categories.items()}))
    args = ["sensitivity", f"{tmp_path}/c.txt", "-t", f"{tmp_path}/t.json", "--model", "word2vec(dim=8)"]
    args += ["--seeds", "1", "--smallest", "5", "--bootstrap", "20"]
    with pytest.raises(SystemExit) as ended:
        main([*args, "--chart", f"{tmp_path}/1.svg", "--categories", f"{tmp_path}/2.svg", "-f", "json"])
    assert ended.value.code == 0
    printed = json.loads(capsys.readouterr().out)
    assert {row["parameters"][UNIQUE] for row in printed["results"]} == {32, 64, 88}
    assert len(printed["rises"]) == 4
    assert b"<svg" in (tmp_path / "1.svg").read_bytes()
    assert b"topic 0" in (tmp_path / "2.svg").read_bytes()
    (tmp_path / "none.txt").write_text("nothing of it stands here\n" * 3)
    with pytest.raises(SystemExit) as ended:
        main(["sensitivity", f"{tmp_path}/none.txt", *args[2:]])
    assert ended.value.code == 2
    assert "no word of the test set t is in none.txt" in capsys.readouterr().err
