"""Functions of users as matchers: the numbers of the matcher that they wrap; each pair is asked for once."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lydite
from gaming import demo
from lydite.core.errors import InputError, LyditeError

MEASURES = [
    "P", "R@3", "F1", "F1(assign=max)@2", "AP", "nDCG@5", "RR", "hit_rate@1", "hit_ratio",
    "F1(average=micro)",
]  # fmt: skip
GOLD = {"a": ["red wine", "tea"], "b": ["white wine"], "c": [["cat", "feline"], "dog"]}
RUN = {"a": ["wine", "green tea"], "b": ["white wine"], "c": ["feline", "cat", "bird"]}


class Judge:
    """A function that counts what it was asked, and answers as a matcher does."""

    def __init__(self, spec: str) -> None:
        self.matcher: Any = lydite.matcher(spec)
        self.asked: Counter[tuple[str, str]] = Counter()

    def __call__(self, candidates: list[str], references: list[str]) -> Any:
        assert isinstance(candidates, list)
        assert isinstance(references, list)
        self.asked.update(zip(candidates, references, strict=True))
        return self.matcher.pairs(candidates, references)


def figures(results: Any) -> list[Any]:
    names = "value", "low", "high", "chance", "chance_error", "corrected", "corrected_low", "corrected_high"
    return [getattr(r, name) for r in results for name in names]


@pytest.mark.parametrize("spec", ["rouge", "r_precision"])
def test_a_wrapped_matcher_gives_its_own_numbers(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    gold, runs = demo("gold"), {name: demo(name) for name in ("speller", "meaner")}
    judge = Judge(spec)
    wrapped = lydite.compare(gold, runs, MEASURES, match=judge)
    told = capsys.readouterr().err.splitlines()
    named = lydite.compare(gold, runs, MEASURES, match=spec)
    assert figures(wrapped.results) == figures(named.results)
    assert [t.p for t in wrapped.tests] == [t.p for t in named.tests]
    assert len(told) == 1
    assert f" {len(judge.asked):,} distinct pairs" in told[0]  # said before the first call
    assert [m[2:] for m in wrapped.matches()] == [m[2:] for m in named.matches()]
    assert set(judge.asked.values()) == {1}


def test_graded_gold_and_variants_are_asked_for_once() -> None:
    graded = {i: {p: 1 + len(p) % 3 for p in phrases} for i, phrases in demo("gold").items()}
    for gold, run in ((GOLD, RUN), (graded, demo("meaner"))):
        judge = Judge("rouge")
        lydite.evaluate(gold, run, MEASURES, match=judge)
        assert set(judge.asked.values()) == {1}


def test_without_chance_only_the_pairs_of_the_score_are_asked_for() -> None:
    judge = Judge("rouge")
    lydite.evaluate(GOLD, RUN, "F1", match=judge, chance=0)
    variants = {
        i: [v for p in phrases for v in ([p] if isinstance(p, str) else p)] for i, phrases in GOLD.items()
    }
    assert set(judge.asked) == {(p, g) for i, phrases in RUN.items() for p in phrases for g in variants[i]}


def test_match_is_for_measures_that_name_none() -> None:
    judge = Judge("rouge")
    measures = ["F1", "F1(match=stem)", lydite.parse("P@1"), "F1(match=exact)@2"]
    found = lydite.evaluate(GOLD, RUN, measures, match=lydite.custom(judge, name="mine"), bootstrap=0)
    assert [r.measure for r in found] == [
        "F1(match=custom(function=mine))", "F1(match=stem)", "P(match=custom(function=mine))@1", "F1@2",
    ]  # fmt: skip
    assert found["F1"] is found[0]
    assert found["precision@1"] is found[2]
    spelled = lydite.evaluate(GOLD, RUN, ["F1", "P@1"], match="rouge", bootstrap=0)
    assert [r.measure for r in spelled] == ["F1(match=rouge)", "P(match=rouge)@1"]
    assert [found[0].value, found[2].value] == [r.value for r in spelled]


def test_a_function_is_named_and_signed() -> None:
    judge = Judge("rouge")
    bare = lydite.evaluate(GOLD, RUN, match=judge.__call__, bootstrap=0)
    assert bare.measures[2] == "F1(match=custom(function=Judge.__call__))"
    assert "Judge.__call__:unversioned" in str(bare[0].signature)
    named = lydite.custom(judge, name="my judge", version="2026-11")
    assert "my judge:2026-11" in named.signature()
    assert float(lydite.match("red wine", "wine", named)) == float(lydite.match("red wine", "wine", "rouge"))
    with pytest.raises(LyditeError, match="two functions have this name"):
        lydite.evaluate(
            GOLD,
            RUN,
            [lydite.parse("F1"), *_with(lydite.custom(Judge("exact"), name="my judge"))],
            match=named,
        )


def _with(match: Any) -> list[Any]:
    from dataclasses import replace

    return [replace(lydite.parse("F1"), match=match)]


@pytest.mark.parametrize(
    "match", [lydite.custom(Judge("rouge"), version="1"), lydite.cosine(lambda t: np.ones((len(t), 2)))]
)
def test_saved_runs_need_no_function(match: Any, tmp_path: Path) -> None:
    both = lydite.compare(GOLD, {"one": RUN, "two": GOLD}, ["F1", "AP"], match=match)
    run = both.results.run
    assert run is not None
    run.save(tmp_path / "both.run")
    read = lydite.read_run(tmp_path / "both.run")
    assert figures(read.comparison().results) == figures(both.results)
    assert [str(r.signature) for r in read.results()] == [str(r.signature) for r in both.results]
    assert lydite.compare_runs(read, read).results
    with pytest.raises(InputError, match="was used by a saved run"):
        list(read.matches())


def test_results_are_sent_to_other_processes_without_the_function() -> None:
    found = lydite.evaluate(
        GOLD, RUN, MEASURES, match=lambda c, r: [a == b for a, b in zip(c, r, strict=True)]
    )
    sent = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert str(sent) == str(found)
    assert figures(copy.deepcopy(found)) == figures(sent) == figures(found)


@pytest.mark.parametrize("spec", ["cosine(encode=mine)", "F1(match=custom(function=mine))"])
def test_no_spec_names_a_function(spec: str) -> None:
    with pytest.raises(LyditeError, match=r"(encode|function) takes .*a Python function.*'mine'.*lydite\."):
        lydite.parse(spec, "measure" if spec.startswith("F1") else "matcher")


def test_texts_are_encoded_once() -> None:
    asked: Counter[str] = Counter()

    class Model:
        def encode(self, texts: list[str]) -> Any:
            asked.update(texts)
            return np.array([[t.count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] for t in texts])

    model = Model()
    for encode in (model, model.encode):
        asked.clear()
        found = lydite.compare(GOLD, {"one": RUN, "two": GOLD}, MEASURES, match=lydite.cosine(encode=encode))
        assert set(asked.values()) == {1}
        assert found.results[0].coverage == 1
        assert found.results[0].measure.startswith("P(match=cosine(encode=")


BAD_SCORES: list[tuple[str, Any]] = [
    ("returned 5 scores; expected 4 scores for 4 pairs", lambda c, r: [1.0] * 5),
    (r"returned an array of shape \(4, 1\); expected 4 scores", lambda c, r: [[1.0]] * len(c)),
    ("returned a NoneType; expected 4 scores", lambda c, r: None),
    ("returned 'high' for 'wine' with 'red wine'; expected a number .* 1$", lambda c, r: ["high"] * len(c)),
    ("returned 'x' for 'green tea' with 'red wine'", lambda c, r: [0.5 if p == "wine" else "x" for p in c]),
    ("returned nan for 'wine' with 'red wine'; expected a number", lambda c, r: [float("nan")] * len(c)),
    ("returned -0.5 for .* from 0 to 1; clip or rescale it", lambda c, r: [-0.5] * len(c)),
    ("returned 100 for .*; clip or rescale it", lambda c, r: [100] * len(c)),
    ("raised ZeroDivisionError: division by zero for 4 pairs, the first of them 'wine'", lambda c, r: 1 / 0),
    ("raised TypeError: .*1 positional argument but 2 were given", lambda c: []),
]  # fmt: skip
BAD_VECTORS: list[tuple[str, Any]] = [
    ("returned 5 vectors; expected 4 vectors for 4 texts", lambda t: [[1.0]] * 5),
    (r"returned an array of shape \(4,\)", lambda t: [1.0] * len(t)),
    ("returned a list; expected 4 vectors", lambda t: [[1.0] * i for i in range(len(t))]),
    ("returned a vector for 'red wine' that has NaN", lambda t: [[float("nan")]] * len(t)),
    ("returned a vector for 'red wine' that has .*else than numbers", lambda t: [["one"]] * len(t)),
    ("returned vectors of different lengths", lambda t: [[1.0] * len(t)] * len(t)),
    ("raised KeyError: 'key' for 4 texts, the first of them 'red wine'", lambda t: {}["key"]),
]


@pytest.mark.parametrize(("problem", "function"), BAD_SCORES)
def test_bad_scores_are_refused_in_one_sentence(problem: str, function: Any) -> None:
    with pytest.raises(InputError, match=f"^match: <lambda> {problem}"):
        lydite.evaluate(GOLD, RUN, "F1", match=function, chance=0)


@pytest.mark.parametrize(("problem", "function"), BAD_VECTORS)
def test_bad_vectors_are_refused_in_one_sentence(problem: str, function: Any) -> None:
    with pytest.raises(InputError, match=f"^encode: <lambda> {problem}"):
        lydite.evaluate(GOLD, RUN, "F1", match=lydite.cosine(encode=function), chance=0)


@pytest.mark.parametrize(
    ("problem", "call"),
    [
        ("match: expected a matcher, .* or a function", lambda: lydite.evaluate(GOLD, RUN, match=3)),
        ("match: expected .*, not type", lambda: lydite.evaluate(GOLD, RUN, match=float)),
        ("using: expected .* or a function", lambda: lydite.match("a", "b", 3)),
        ("unknown matcher 'rogue'", lambda: lydite.compare(GOLD, {"a": RUN}, match="rogue")),
        ("match: accuracy .*leave match out", lambda: lydite.evaluate(GOLD, RUN, "accuracy", match="rouge")),
        ("match: F1.* has a matcher", lambda: lydite.evaluate(GOLD, RUN, "F1(match=stem)", match="rouge")),
        ("on: len is a function", lambda: lydite.evaluate(GOLD, RUN, match=len, on="processes")),
        ("function: expected a function, not 3", lambda: lydite.custom(3)),
        ("name: expected a text", lambda: lydite.custom(len, name="")),
        ("version: expected a text", lambda: lydite.custom(len, version=3)),
        ("encode: expected a function, not the text", lambda: lydite.cosine(encode="all-MiniLM-L6-v2")),
    ],
)  # fmt: skip
def test_wrong_calls(problem: str, call: Any) -> None:
    with pytest.raises(LyditeError, match=problem):
        call()


def test_scores_just_above_one_are_rounding() -> None:
    assert float(lydite.match("a", "b", lambda c, r: np.full(len(c), 1 + 2e-7))) == 1
