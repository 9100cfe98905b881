"""Tuning: planted optima, the thesis's schedule, folds, bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import Executor, Future
from dataclasses import replace

import numpy as np
import pytest

import lydite
from inner import replace_inside
from lydite.core.errors import InputError, SpecError
from lydite.core.spec import REGISTRIES, parse
from lydite.probes.agreement import QuestionSet, read_questions
from lydite.probes.agreement.questions import Question, Substitute
from lydite.tuning import (
    HELD_OUT,
    OPTIMISTIC,
    Evaluator,
    Space,
    TuningFigures,
    fold_of,
    objectives,
    trainable,
    tune,
)

WordNetMatcher = REGISTRIES["matcher"]["wordnet"]
Annealing = REGISTRIES["tuner"]["annealing"]

METHODS = list(REGISTRIES["tuner"].all())
SHORT = {
    "annealing": "annealing(restarts=3, iterations=400, temperature=0.05, cooling=0.985)",
    "pso": "pso(particles=20, iterations=40)",
    "genetic": "genetic(population=30, generations=40)",
    "random": "random(samples=20000)",
}


class OneByOne(Executor):
    """An executor that lydite does not know, without threads."""

    def submit(self, task, /, *given, **named) -> Future:
        future: Future = Future()
        future.set_result(task(*given, **named))
        return future


def run(method: str, value, space: Space, seed: int = 0) -> tuple[np.ndarray, float, int]:
    """Return the best point of a search over a plain function, its value, and how often that was asked."""
    asking = parse(method, "tuner").search(space, np.random.default_rng(seed))
    points, best, most, count = next(asking), None, -np.inf, 0
    while True:
        assert ((points >= space.low) & (points <= space.high)).all()
        for less, more in space.ordered:
            assert (points[:, less] <= points[:, more]).all()
        values = np.array([value(p) for p in points])
        count += len(points)
        if values.max() > most:
            best, most = points[values.argmax()].copy(), float(values.max())
        try:
            points = asking.send(values)
        except StopIteration:
            return best, most, count


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_planted_optimum_is_found(method: str, seed: int) -> None:
    space = Space.of(WordNetMatcher())
    planted = np.array([0.7, 0.2, 0.35, 0.85, 0.6])
    best, most, count = run(SHORT[method], lambda p: -float(((p - planted) ** 2).sum()), space, seed)
    assert np.abs(best - planted).max() < 0.12, best
    assert most > -0.02
    assert count == parse(SHORT[method], "tuner").evaluations


@pytest.mark.parametrize("method", METHODS)
def test_planted_parameters_of_wordnet_are_found(method: str, questions: QuestionSet) -> None:
    """By the ranking of all pairs, which is perfect for the parameters that made the votes."""
    short = "random(samples=400)" if method == "random" else SHORT[method]
    found = tune([questions], "wordnet", short, objective=["spearman"], folds=0)
    before = found.evaluator.value(found.space.start)
    assert found.whole.value > 0.99 > before


def test_the_schedule_of_the_thesis() -> None:
    method = Annealing()
    assert (method.temperature, method.cooling, method.iterations, method.variance) == (
        2.0,
        0.995,
        1500,
        0.25,
    )
    assert round(2.0 * 0.995**1500, 3) == 0.001
    space = Space.of(WordNetMatcher())
    point = np.array([0.5, 0.7, 0.2, 0.9, 0.9])
    assert space.step(point, 2, 0.9).tolist() == [0.5, 0.7, 0.9, 0.9, 0.9]  # NewSp_min stops at Sp_max
    assert space.step(point, 3, -0.9).tolist() == [0.5, 0.7, 0.2, 0.2, 0.9]  # NewSp_max stops at Sp_min
    assert space.step(point, 0, -0.9).tolist() == [0.0, 0.7, 0.2, 0.9, 0.9]
    drawn = np.random.default_rng(0).normal(0.0, method.variance**0.5, 100_000)
    assert abs(drawn.var() - 0.25) < 0.01  # a variance, not a standard deviation


def test_worse_points_are_taken_as_equation_5_2_says() -> None:
    """With a constant temperature of 1 a point worse by 1 is taken with probability 1/e."""
    space = Space.of(WordNetMatcher(), ["sim"])
    method = Annealing(restarts=4000, iterations=2, temperature=1.0, cooling=1.0)
    asking = method.search(space, np.random.default_rng(3))
    first = next(asking)
    second = asking.send(np.zeros(len(first)))
    third = asking.send(np.full(len(first), -1.0))
    # a chain that took the worse point moves on from there: its last move is small seen from it
    draws = np.random.default_rng(3).spawn(4000)
    taken = told = 0
    for chain, a, b, c in zip(draws, first, second, third, strict=True):
        space.random(chain, 1)
        chain.integers(1), chain.normal(), chain.random(), chain.integers(1)
        by = chain.normal(0.0, 0.5)
        from_a, from_b = (float(space.step(p, 0, by)[0]) for p in (a, b))
        told += from_a != from_b
        taken += from_a != from_b == float(c[0])
    assert abs(taken / told - np.exp(-1)) < 0.04


def test_preparing_changes_no_score(questions: QuestionSet) -> None:
    base = WordNetMatcher()
    left = [p for q in questions.questions for p in q.phrases]
    right = [q.substitutee for q in questions.questions for _ in q.phrases]
    score = base.prepare(left, right)
    others = [{}, {"sim": 0.1, "gn_max": 0.99}, {"power": 0.7}, {"preset": "thesis"}, {"prior": "uniform"},
              {"pos": "noun"}, {"antonyms": False}, {"threshold": 0.3, "below": "thesis"}]  # fmt: skip
    for changes in others:
        other = replace(base, **changes)
        assert score(other).tolist() == replace(base, **changes).pairs(left, right).tolist(), changes
    assert score(lydite.matcher("stem")).tolist() == lydite.matcher("stem").pairs(left, right).tolist()


def test_the_graph_is_never_built_again(questions: QuestionSet, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator = Evaluator(Space.of(WordNetMatcher()), objectives([questions]), threads=1)
    evaluator.value(evaluator.space.start)
    replace_inside(monkeypatch, "lydite.knowledge", "Graph.build", None)
    replace_inside(monkeypatch, "lydite.matchers.knowledge", "find_targets", None)
    replace_inside(monkeypatch, "lydite.matchers.knowledge", "find_targets", None)
    points = evaluator.space.random(np.random.default_rng(0), 5)
    assert len(set(evaluator.values(points).tolist())) > 1


@pytest.mark.parametrize("method", METHODS)
def test_a_seed_decides_and_a_batch_equals_one_by_one(method: str, questions: QuestionSet) -> None:
    short = {"annealing": "(restarts=2, iterations=10)", "pso": "(particles=4, iterations=4)",
             "genetic": "(population=6, generations=3)",
             "random": "(samples=20)"}  # fmt: skip
    spec = method + short[method]
    one, same, other = (
        tune([questions], "wordnet", spec, folds=2, seed=seed, on=on)
        for seed, on in ((0, OneByOne()), (0, "here"), (1, "here"))
    )
    assert [t.point.tolist() for t in (one.whole, *one.folds)] == [
        t.point.tolist() for t in (same.whole, *same.folds)
    ]
    assert all((a == b).all() for a, b in zip(one.whole.batches, same.whole.batches, strict=True))
    assert any((a != b).any() for a, b in zip(one.whole.batches, other.whole.batches, strict=True))


def test_held_out_items_have_the_parameters_of_other_folds(questions: QuestionSet) -> None:
    found = tune([questions], "wordnet", "pso(particles=6, iterations=5)", folds=5, seed=2)
    folds = fold_of(questions, 5, 2)
    assert np.bincount(folds).tolist() == [2] * 5
    ((combo, sr),) = found.held_out(found.evaluator)
    for k, fold in enumerate(found.folds):
        alone = found.evaluator.statistics(fold.point)[0]
        assert (combo[folds == k] == alone[0][folds == k]).all()
        assert (sr[folds == k] == alone[1][folds == k]).all()
    figures = TuningFigures.of(found)
    assert {HELD_OUT, OPTIMISTIC, "wordnet", "wordnet(preset=thesis)"} <= set(figures.rows)
    assert figures.values()[OPTIMISTIC][0] == found.whole.value  # every phrase is known


def test_what_the_matcher_does_not_know_is_left_out_of_training(questions: QuestionSet) -> None:
    strange = Question("x", "qwxzkv", (Substitute("zzkkv", 3.0, 3.0), Substitute("dog", -3.0, 3.0)))
    more = QuestionSet("more", (*questions.questions, strange))
    assert trainable(more, WordNetMatcher()).sum() == len(questions)
    found = tune([more], "wordnet", "pso(particles=4, iterations=3)", folds=0)
    assert found.left_out == (1,)
    alone = tune([questions], "wordnet", "pso(particles=4, iterations=3)", folds=0)
    assert found.whole.value == alone.whole.value
    assert len(found.objectives[0].data.ids) == len(questions) + 1  # figures count it


def test_several_sets_and_objectives_are_averaged(questions: QuestionSet) -> None:
    asked = objectives([questions, read_questions("thesis")], ["Combo*SR", "SR(form=plain)"])
    assert [str(o) for o in asked] == [
        f"{metric} on {data}" for data in ("planted", "thesis") for metric in ("Combo*SR", "SR(form=plain)")
    ]
    both = objectives([questions], ["Combo*SR", "spearman"])  # substitutes are graded pairs, too
    assert [o.data.offers for o in both] == [("questions",), ("pairs",)]
    evaluator = Evaluator(Space.of(WordNetMatcher()), asked[:2])
    point = evaluator.space.start
    each = [o.value(o.statistics(WordNetMatcher())) for o in asked[:2]]
    assert evaluator.value(point) == pytest.approx(np.mean(each), abs=1e-12)


def test_bad_input(questions: QuestionSet) -> None:
    short = "pso(particles=3, iterations=1)"
    with pytest.raises(SpecError, match="wordnet .*'simm'.*sim"):
        tune([questions], "wordnet", short, parameters=["simm"])
    with pytest.raises(SpecError, match="sim=low:high.*sim=high"):
        tune([questions], "wordnet", short, parameters=["sim=high"])
    with pytest.raises(SpecError, match="sim .*0:2"):
        tune([questions], "wordnet", short, parameters=["sim=0:2"])
    with pytest.raises(SpecError, match="sim .*twice"):
        tune([questions], "wordnet", short, parameters=["sim", "sim"])
    with pytest.raises(SpecError, match="exact .*parameter"):
        tune([questions], "exact", short)
    with pytest.raises(InputError, match="planted: 11 folds.* 10"):
        tune([questions], "wordnet", short, folds=11)
    with pytest.raises(InputError, match="one fold"):
        tune([questions], "wordnet", short, folds=1)
    with pytest.raises(InputError, match="CW on planted.*constant"):
        tune([questions], "wordnet(antonyms=no)", short, parameters=["power=0.1:0.1001"], objective=["CW"])
    with pytest.raises(SpecError, match="order .*comparisons"):
        tune([questions], "wordnet", short, objective=["order", "SR"])
    with pytest.raises(SpecError, match="tuner 'anealing'.*annealing"):
        tune([questions], "wordnet", "anealing")
    with pytest.raises(SpecError, match="agreement 'SSR'.*SR"):
        tune([questions], "wordnet", short, objective=["Combo*SSR"])


def test_the_command() -> None:
    asked = ["tune", "matcher", "thesis", "--method", "pso(particles=4, iterations=3)", "--folds", "2"]
    asked += ["--format", "json"]
    done = subprocess.run(
        [sys.executable, "-m", "lydite", *asked],
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert told["tuned"]["objectives"][0]["objective"] == "Combo*SR"
    assert len(told["tuned"]["folds"]) == 2
    assert {r["system"] for r in told["results"]} >= {HELD_OUT, OPTIMISTIC, "wordnet"}
    score = ["match", "food", "cake", "--using", told["tuned"]["spec"]]
    subprocess.run([sys.executable, "-m", "lydite", *score], capture_output=True, text=True, check=True)
