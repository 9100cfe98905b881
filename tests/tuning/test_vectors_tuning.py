"""Tuning of vectors: the split of words, the space, resuming, the planted best, bad input."""

from __future__ import annotations

import json
import re
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from inner import replace_inside
from lydite.cli import main
from lydite.core.errors import InputError, OutputError, SpecError
from lydite.core.executors import LostTaskError
from lydite.core.spec import REGISTRIES, parse
from lydite.probes import ProbeInput, probe
from lydite.probes.testsets import TestSet
from lydite.tuning.vectors import (
    DEFAULTS,
    RATES,
    ModelScores,
    VectorSpace,
    WordPart,
    WordSplit,
    chance_of,
    common_words,
    corrected,
    in_both,
    save_best,
    train_best,
    tune_vectors,
)
from lydite.vectors import Vectors
from lydite.vectors.corpus import write_text
from planted import planted, planted_set

Here = REGISTRIES["place"]["here"]

pytest.importorskip("gensim")
TABLE_1 = {"dim": (15, 425), "window": (3, 10), "min_count": (3, 10)}  # least and most of its rows
QUICK = ("dim=8:16", "epochs=1:3", "negative=3", "model=word2vec", "sample=0.5", "window=3:5")


def test_the_defaults_span_table_1() -> None:
    known = {p.name: p for p in DEFAULTS}
    for name, limits in TABLE_1.items():
        assert (known[name].least, known[name].most) == limits
    assert known["model"].words == ("word2vec", "fasttext")
    assert known["type"].words == ("cbow", "skipgram")


@given(st.integers(0, 10_000))
@settings(max_examples=100, deadline=None)
def test_points_are_models(seed: int) -> None:
    space = VectorSpace.of(["dim=16:64"], lemmas=True)
    points = space.random(np.random.default_rng(seed), 4)
    assert np.array_equal(space.repair(points), points)
    for point in points:
        model, lemma = space.at(point)
        assert parse(str(model), "model") == model
        assert isinstance(lemma, bool)
        assert 16 <= model.dim <= 64


def test_every_value_can_be_drawn() -> None:
    space = VectorSpace.of()
    points = space.random(np.random.default_rng(0), 4_000)
    windows = np.bincount([space.values(p)["window"] for p in points])[3:]
    assert len(windows) == 8
    assert windows.min() > 0.8 * windows.mean()  # the ends as often as the others
    dims = {space.values(p)["dim"] for p in points}
    assert min(dims) == 15
    assert max(dims) == 425


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dims=3", "'dims'.*dim"),
        ("type=glove", "type .*cbow .*skipgram.*'glove'"),
        ("dim=a:b", "dim=low:high"),
        ("dim=30:20", "dim: .*'30:20'"),
        ("window=2.5", r"window: .*'2\.5'"),
        ("rate=0", "rate: .*'0'"),
    ],
)
def test_limits_that_are_none(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        VectorSpace.of([text])


def test_a_word_is_on_one_side_in_all_its_categories() -> None:
    shared = {"a": [f"w{n}" for n in range(12)], "b": [f"w{n}" for n in range(6, 18)], "c": ["w1", "x"]}
    split = WordSplit.of(TestSet.of(shared), [f"w{n}" for n in range(30)], seed=1)
    tuning, held = (
        {w for v in p.test.categories.values() for w in v} for p in (split.tuning, split.held_out)
    )
    assert not tuning & held
    assert tuning | held == {f"w{n}" for n in range(18)}
    assert split.skipped == ("c",)
    assert (split.known, split.asked, split.vocabulary) == (18, 19, 30)
    assert not held & set(split.tuning.vocabulary)
    assert not tuning & set(split.held_out.vocabulary)
    for category in ("a", "b"):
        sizes = [len(p.test.categories[category]) for p in (split.tuning, split.held_out)]
        assert sum(sizes) == 12
        assert min(sizes) >= 4


def test_combined_picks_the_planted_best_where_the_probes_disagree() -> None:
    """One model has the best topk, another the best odd_one_out, the third is good at both."""
    draw = np.random.default_rng(1)
    categories = {f"c{c}": [f"c{c}w{w}" for w in range(12)] for c in range(4)}
    words = [w for own in categories.values() for w in own]
    other = [f"o{n}" for n in range(4000)]
    noise = {w: draw.normal(size=30) for w in [*words, *other]}
    centre = {c: draw.normal(size=30) for c in categories}
    knots = {w: draw.normal(size=30) for w in words[::4]}
    near, far, both = dict(noise), dict(noise), dict(noise)
    for c, own in categories.items():
        for i, word in enumerate(own):
            near[word] = 4 * knots[own[i - i % 4]] + 0.1 * noise[word]  # fours of words, far from one another
            far[word] = 4 * centre[c] + noise[word]
            both[word] = 0.85 * centre[c] + noise[word]
    for n, word in enumerate(words):  # every word has strangers as its nearest
        for k in range(3):
            far[other[3 * n + k]] = far[word] + 0.01 * draw.normal(size=30)
    models = {"near": Vectors.of(near), "far": Vectors.of(far), "both": Vectors.of(both)}
    test = TestSet.of(categories)
    scores = {
        name: (probe(v, ["topk"], test)[0].value, probe(v, ["odd_one_out"], test)[0].value)
        for name, v in models.items()
    }
    assert max(scores, key=lambda m: scores[m][0]) == "near"
    assert max(scores, key=lambda m: scores[m][1]) == "far"
    chance = chance_of(WordPart(test, tuple(noise)))
    chosen = {n: corrected(RATES.examine(ProbeInput(v, test)).statistics, chance) for n, v in models.items()}
    assert max(chosen, key=lambda m: chosen[m]) == "both"


def _told(tuning) -> list:
    """Return everything but how long it took."""
    samples = [(s.name, s.scores.counts, s.scores.tuning.tolist(), s.objective) for s in tuning.samples]
    best = [(f.sample.name, f.tuning, f.held_out) for f in tuning.finalists]
    return [samples, best]


def test_processes_and_seeds_give_the_same() -> None:
    text, test = planted(lines=200).prepared(), planted_set()
    given = {"parameters": QUICK, "finalists": 1, "seeds": 1}
    here, there = (
        tune_vectors(text, test, "random(samples=3)", on=f"processes({n})", **given) for n in (1, 2)
    )
    assert _told(here) == _told(there)
    assert _told(here) != _told(tune_vectors(text, test, "random(samples=3)", seed=1, **given))


def test_the_search_finds_what_learns() -> None:
    """Of rates between one that learns nothing and one that does, the best is one that does."""
    text, test = planted(lines=800).prepared(), planted_set()
    found = tune_vectors(
        text, test, "random(samples=8)", parameters=[*QUICK[:5], "rate=0.00001:0.1"], finalists=3, seeds=2
    )
    assert found.best.sample.model.rate > 0.005
    assert min(found.best.held_out) > 0.3
    worst = min(found.samples, key=lambda s: s.model.rate)
    assert worst.objective < 0.2
    assert found.words.vocabulary == 88
    assert [f.tuning for f in found.finalists] == sorted(
        (f.tuning for f in found.finalists), key=np.mean, reverse=True
    )


def test_lemmas_are_tried_beside_forms() -> None:
    forms = planted(lines=300)
    text = forms.prepared()
    lemma = dict.fromkeys(forms.words[80:88], forms.words[79])  # eight words of the filling become one
    lemmas = write_text([[lemma.get(w, w) for w in words] for words in forms.sentences])
    asked = [*QUICK, "lemma=yes|no"]
    found = tune_vectors(text, planted_set(), "random(samples=6)", lemmas=lemmas, parameters=asked, seeds=1)
    assert {s.lemma for s in found.samples} == {True, False}
    assert found.words.vocabulary == 80
    assert len(train_best(found, text, lemmas)) == (80 if found.best.sample.lemma else 88)
    assert in_both(TestSet.of({"x": ["dogs", "cat"]}), lambda w: w.rstrip("s")).categories == {"x": ("cat",)}
    with pytest.raises(SpecError, match="hyperparameter 'lemma'"):
        tune_vectors(text, planted_set(), parameters=["lemma=yes"])


def test_what_cannot_be_tuned() -> None:
    text = planted(lines=200).prepared()
    with pytest.raises(InputError, match="category of few .*6 words"):
        tune_vectors(text, TestSet.of({"x": ["t0w1", "t0w2"]}, "few"))
    with pytest.raises(InputError, match="corpus .*10 times"):
        common_words({False: planted(lines=1, words=2).prepared()}, 10)
    assert ModelScores((1.0, 2.0), (3.0, 4.0), np.zeros((2, 6))).combined == pytest.approx(2 * 4 * 5 / 9)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "c.txt").write_text(planted(lines=400).text())
    (tmp_path / "t.json").write_text(json.dumps({k: list(v) for k, v in planted_set().categories.items()}))
    given = [a for p in QUICK for a in ("-p", p)]
    return ["tune", "vectors", f"{tmp_path}/c.txt", "-t", f"{tmp_path}/t.json", *given, "--bootstrap", "50"]


def test_the_command(files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = ["--samples", "4", "--again", "2", "--seeds", "2", "--on", "here"]
    with pytest.raises(SystemExit) as ended:
        main([*files, *more, "--into", f"{tmp_path}/best", "-f", "json"])
    assert ended.value.code == 0
    printed = json.loads(capsys.readouterr().out)
    best = printed["tuned"]["best"][0]["model"]
    assert len(printed["tuned"]["samples"]) == 4
    assert len(printed["results"]) == 2
    store, plain = (
        lydite.load_vectors(tmp_path / "best/store"),
        lydite.load_vectors(tmp_path / "best/vectors.bin"),
    )
    assert store.words.all == plain.words.all
    assert np.array_equal(store.matrix, plain.matrix)
    assert store.name == best
    import gensim

    peer = gensim.models.KeyedVectors.load_word2vec_format(str(tmp_path / "best/vectors.bin"), binary=True)
    assert np.array_equal(peer.vectors, store.matrix)
    with pytest.raises(SystemExit):
        main([*files, *more])
    table = capsys.readouterr().out
    assert "held-out words (combined(of=rates), corrected for chance)" in table
    assert "best  word2vec" in table


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"c.txt": "ten words are here and they are not of it\n"}, r"word .* t .*c\.txt"),
        (
            {"c.txt": "t0w1 t0w2 t0w3 t0w4 t0w5 t0w6 t0w7 t0w8 t0w9 t1w1\n"},
            "corpus .*10 times",
        ),
        ({"t.json": '{"x": ["слово", "другое"]}'}, "Cyrillic"),
    ],
)
def test_bad_input(files, change, message, tmp_path, capsys) -> None:
    for name, text in change.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(SystemExit) as ended:
        main([*files, "--into", f"{tmp_path}/best"])
    assert ended.value.code == 2
    assert re.search(message, capsys.readouterr().err)
    assert not (tmp_path / "best").exists()


def test_no_space_is_left_for_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = Vectors.of({"a": [1.0, 2.0]})
    replace_inside(monkeypatch, "lydite.tuning.vectors", "save", lambda *_: None)
    full = partial(Path("/dev/full").open, "wb", buffering=0)
    replace_inside(monkeypatch, "lydite.tuning.vectors", "writing", lambda *_: full())
    with pytest.raises(OutputError, match=r"vectors\.bin: .*No space left"):
        save_best(vectors, tmp_path / "best")
    monkeypatch.undo()
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="file: .*File exists"):
        save_best(vectors, tmp_path / "file")


def test_a_model_that_kills_its_process_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are scored, and it is in no place among the best."""

    done = Here.submit

    def deadly(self, task, one):
        if one.model.window != 3:
            return done(self, task, one)
        future: Future = Future()
        future.set_exception(LostTaskError("killed by SIGKILL"))
        return future

    monkeypatch.setattr(Here, "submit", deadly)
    text, test = planted(lines=200).prepared(), planted_set()
    found = tune_vectors(text, test, "random(samples=8)", parameters=QUICK, finalists=2, seeds=1)
    lost = [s for s in found.samples if s.model.window == 3]
    assert 0 < len(lost) < 8
    assert all(s.objective == -np.inf for s in lost)
    assert all(f.sample.model.window != 3 for f in found.finalists)
    assert any("SIGKILL" in note for note in found.notes)
    with pytest.raises(InputError, match=r"word2vec\(dim=12.*SIGKILL"):
        tune_vectors(text, test, "random(samples=2)", parameters=[*QUICK[:-1], "window=3"])


def test_lemmas_from_the_command(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lemmas.tsv").write_text("".join(f"f{n}\tf0\n" for n in range(1, 9)))
    more = ["--samples", "4", "--again", "4", "--seeds", "1", "--on", "here", "-f", "json"]
    with pytest.raises(SystemExit) as ended:
        main([*files, *more, "--lemmas", f"{tmp_path}/lemmas.tsv"])
    assert ended.value.code == 0
    printed = json.loads(capsys.readouterr().out)
    assert {sample["lemma"] for sample in printed["tuned"]["samples"]} == {"yes", "no"}
    assert len(printed["tuned"]["corpus"]) == 2
    assert any("on lemmas" in best["model"] for best in printed["tuned"]["best"])
