"""Wrong calls from Python: one sentence that names the argument and says what to do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lydite
from lydite.core.errors import LyditeError
from lydite.runs import Run
from performing import score, scored_run

GOLD = {"a": ["cat"], "b": ["dog"]}
MINE = {"a": ["cat"], "b": ["cow"]}
VECTORS = {"cat": [1, 0], "dog": [1, 0.1], "red": [0, 1], "blue": [0.1, 1]}
SET = {"pets": ["cat", "dog"], "colours": ["red", "blue"]}


def run() -> Run:
    return scored_run(*score(GOLD, {"m": MINE}, ["F1"]))


def vectors() -> Any:
    return lydite.load_vectors(list(VECTORS), list(VECTORS.values()))


def levels() -> Any:
    """Return a frame of pandas whose index has two levels."""
    pandas = pytest.importorskip("pandas")
    index = pandas.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["id", "n"])
    return pandas.DataFrame({"phrases": [["cat"], ["dog"]]}, index=index)


def frame() -> Any:
    return pytest.importorskip("pandas").DataFrame({"id": ["a"], "phrases": [["cat"]]})


def twice() -> Any:
    return pytest.importorskip("pandas").concat([frame(), frame()], axis=1)[["id", "phrases"]].iloc[:, 1:]


CALLS: list[tuple[str, Any]] = [
    ("candidate: expected a text, not 1", lambda: lydite.match(1, 2)),  # type: ignore[arg-type]
    ("candidate: ", lambda: lydite.match(None, "a")),  # type: ignore[arg-type]
    ("reference: ", lambda: lydite.match("a", ["b"])),  # type: ignore[arg-type]
    ("using: ", lambda: lydite.match("a", "b", using=3)),  # type: ignore[arg-type]
    ("spec: ", lambda: lydite.matcher(None)),  # type: ignore[arg-type]
    ("text: ", lambda: lydite.parse(3)),  # type: ignore[arg-type]
    ("kind: ", lambda: lydite.parse("F1", "x")),
    ("text: ", lambda: lydite.expand(None)),  # type: ignore[arg-type]
    ("systems: .*by the name", lambda: lydite.compare(GOLD, [MINE, MINE], "F1")),  # type: ignore[arg-type]
    ("systems: .*evaluate", lambda: lydite.compare(GOLD, MINE, "F1")),
    ("systems: .*read_run", lambda: lydite.compare("a.run", "b.run")),  # type: ignore[arg-type]
    ("runs: ", lambda: lydite.compare_runs([run(), run()])),  # type: ignore[arg-type]
    ("systems: ", lambda: lydite.compare(GOLD, None)),  # type: ignore[arg-type]
    ("systems: .*compare_runs.run, run", lambda: lydite.compare(run(), [run()])),  # type: ignore[arg-type]
    ("systems: .*compare_runs.run, run", lambda: lydite.compare(run(), run(), "F1")),  # type: ignore[arg-type]
    ("runs: ", lambda: lydite.compare_runs({"a": run(), "b": MINE})),  # type: ignore[dict-item]
    ("times: ", lambda: lydite.compare(GOLD, {"a": MINE}, "F1", times="many")),  # type: ignore[arg-type]
    ("predictions: .*compare", lambda: lydite.evaluate(GOLD, [MINE, MINE], "F1")),
    ("vectors: .*by name", lambda: lydite.probe([vectors(), vectors()], "topk(k=1)", SET)),  # type: ignore[arg-type]
    ("vectors: .*by name", lambda: lydite.probe({}, "topk(k=1)", SET)),
    ("gold: its index is a MultiIndex; reset_index", lambda: lydite.evaluate(levels(), MINE, "F1")),
    ("gold: its index is a MultiIndex", lambda: lydite.evaluate(levels(), {"a": "x"}, "accuracy")),
    ("bootstrap: .*'10'", lambda: lydite.evaluate(GOLD, MINE, bootstrap="10")),  # type: ignore[arg-type]
    ("bootstrap: .*10.5", lambda: lydite.evaluate(GOLD, MINE, bootstrap=10.5)),  # type: ignore[arg-type]
    ("bootstrap: ", lambda: lydite.evaluate(GOLD, MINE, bootstrap=True)),
    ("seed: ", lambda: lydite.evaluate(GOLD, MINE, seed="x")),  # type: ignore[arg-type]
    ("level: ", lambda: lydite.evaluate(GOLD, MINE, level="0.95")),  # type: ignore[arg-type]
    ("chance: ", lambda: lydite.evaluate(GOLD, MINE, chance="many")),  # type: ignore[arg-type]
    ("by: ", lambda: lydite.evaluate(GOLD, MINE, by=3)),  # type: ignore[arg-type]
    ("id: ", lambda: lydite.evaluate(GOLD, MINE, id=3)),  # type: ignore[arg-type]
    ("phrases: ", lambda: lydite.evaluate(GOLD, MINE, phrases=3)),  # type: ignore[arg-type]
    ("labels: ", lambda: lydite.evaluate(GOLD, MINE, labels="abc")),
    ("let: ", lambda: lydite.evaluate(GOLD, MINE, let="x")),  # type: ignore[arg-type]
    ("predictions: .*compare", lambda: lydite.evaluate(GOLD, {"A": run()})),
    ("predictions: .*compare", lambda: lydite.evaluate(GOLD, run())),  # type: ignore[arg-type]
    ("predictions: .*compare", lambda: lydite.evaluate(GOLD, {"A": GOLD, "B": MINE})),
    ("predictions: .*compare", lambda: lydite.evaluate(GOLD, {"A": frame()})),
    ("predictions: .*compare", lambda: lydite.evaluate(GOLD, {"A": __file__})),
    ("gold: the column 'phrases' is there twice", lambda: lydite.evaluate(twice(), MINE, "F1")),
    ("gold: ", lambda: lydite.evaluate(3, {"a": "x"}, "accuracy")),  # type: ignore[arg-type]
    ("path: ", lambda: lydite.read_run(None)),  # type: ignore[arg-type]
    ("path: ", lambda: lydite.read_run(b"a.run")),  # type: ignore[arg-type]
    ("vectors: ", lambda: lydite.probe(None, "topk", SET)),  # type: ignore[arg-type]
    ("probes: ", lambda: lydite.probe(vectors(), 3, SET)),  # type: ignore[arg-type]
    ("test_set: ", lambda: lydite.probe(vectors(), "topk", ["cat", "dog"])),  # type: ignore[arg-type]
    ("judgements: ", lambda: lydite.agree(3)),  # type: ignore[arg-type]
    ("using: ", lambda: lydite.agree("thesis", 3)),  # type: ignore[arg-type]
    ("metrics: ", lambda: lydite.agree("thesis", "exact", 3)),  # type: ignore[arg-type]
    ("sample: ", lambda: lydite.agree("thesis", "exact", sample="x")),  # type: ignore[arg-type]
    ("task: ", lambda: lydite.semeval(3, ["positive"], ["positive"])),  # type: ignore[arg-type]
    ("gold: ", lambda: lydite.semeval("B", None, None)),  # type: ignore[arg-type]
    ("topics: ", lambda: lydite.semeval("B", ["positive"], ["positive"], topics="x")),
    ("systems: ", lambda: lydite.semeval_leaderboard("B", ["positive"], [["positive"]])),  # type: ignore[arg-type]
    ("sets: ", lambda: lydite.tune(None)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("place", range(len(CALLS)), ids=lambda n: f"{n} {CALLS[n][0][:20]}")
def test_one_sentence_names_the_argument(place: int) -> None:
    said, call = CALLS[place]
    with pytest.raises(LyditeError, match=f"^{said}") as caught:
        call()
    assert "\n" not in str(caught.value)


def test_right_calls_that_look_like_wrong_ones() -> None:
    """Predictions with the names of items, scores by phrase, numbers of numpy."""
    assert lydite.evaluate(GOLD, {"a": {"cat": 0.5, "dog": 0.7}}, "F1", bootstrap=0)
    assert lydite.compare(GOLD, {"a": GOLD, "b": MINE}, "F1", bootstrap=0)
    assert lydite.compare_runs({"x": run(), "y": run()}, bootstrap=0)
    assert lydite.compare_runs(run(), run(), bootstrap=0)
    assert lydite.evaluate(GOLD, MINE, "F1", bootstrap=np.int64(5), seed=np.int64(1))  # type: ignore[arg-type]
    shares = {"x": {"pos": 0.5, "neg": 0.5}}
    assert lydite.evaluate(shares, {"x": {"pos": 0.4, "neg": 0.6}}, "AE", bootstrap=0)


def test_vectors_of_gensim_are_taken() -> None:
    gensim = pytest.importorskip("gensim")
    held = gensim.models.KeyedVectors(2)
    held.add_vectors(list(VECTORS), np.array(list(VECTORS.values()), dtype=np.float32))
    for given in (held, {"mine": held}):
        assert lydite.probe(given, "Topk(k=1)", SET, bootstrap=0)[0].value == 1.0
    model = gensim.models.Word2Vec([["cat", "dog", "red", "blue"]], min_count=1, vector_size=4)
    assert len(lydite.load_vectors(model)) == 4
