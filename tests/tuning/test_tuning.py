"""Tuning: planted optima, the thesis's schedule, resuming, folds, presets in files, bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import lydite
from lydite.errors import InputError, MissingExtra, SpecError
from lydite.matchers.knowledge.wordnet import WordNetMatcher
from lydite.places.base import place_of
from lydite.probes.agreement import QuestionSet, read_questions
from lydite.probes.agreement.questions import Question, Substitute
from lydite.spec import REGISTRIES, parse
from lydite.tuning import tune
from lydite.tuning.evaluating import Evaluator
from lydite.tuning.figures import HELD_OUT, OPTIMISTIC, TuningFigures
from lydite.tuning.folds import fold_of, trainable
from lydite.tuning.journal import Journal
from lydite.tuning.methods.annealing import Annealing
from lydite.tuning.objective import objectives
from lydite.tuning.space import Space
from sheet_filling import run as run_lydite

METHODS = [name for name, one in REGISTRIES["tuner"].all().items() if not one.partial]
SHORT = {
    "annealing": "annealing(restarts=3, iterations=400, temperature=0.05, cooling=0.985)",
    "pso": "pso(particles=20, iterations=40)",
    "genetic": "genetic(population=30, generations=40)",
    "tpe": "tpe(trials=250)",
    "cmaes": "cmaes(tried=600)",
    "random": "random(samples=20000)",
}
PAIRS = [
    ("animal", ["dog", "poodle", "cat", "stone"]), ("dog", ["animal", "poodle", "wolf", "cat"]),
    ("food", ["cake", "bread", "fruit", "table"]), ("car", ["vehicle", "truck", "wheel", "bicycle"]),
    ("happy", ["glad", "happiness", "cheerful", "sad"]), ("walk", ["move", "stroll", "run", "walker"]),
    ("fruit", ["apple", "orange", "food", "tree"]), ("music", ["song", "jazz", "art", "musician"]),
    ("city", ["town", "capital", "place", "village"]), ("money", ["cash", "coin", "currency", "bank"]),
]  # fmt: skip


@pytest.fixture(scope="module")
def questions() -> QuestionSet:
    """Questions whose votes are those of a matcher with parameters that are to be found again."""
    planted = WordNetMatcher(sim=0.3, der=0.8, sp_min=0.4, sp_max=0.9, gn_max=0.6)
    those = []
    for phrase, others in PAIRS:
        scores = planted.pairs(others, [phrase] * len(others))
        voted = [Substitute(o, float(2 * s - 1) * 100, 100.0) for o, s in zip(others, scores, strict=True)]
        those.append(Question(phrase, phrase, tuple(voted)))
    return QuestionSet("planted", tuple(those))


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
    others = [{}, {"sim": 0.1, "gn_max": 0.99}, {"power": 0.7}, {"preset": "thesis"}, {"prior": "average"},
              {"pos": "noun"}, {"antonyms": False}, {"threshold": 0.3, "below": "thesis"}]  # fmt: skip
    for changes in others:
        other = replace(base, **changes)
        assert score(other).tolist() == replace(base, **changes).pairs(left, right).tolist(), changes
    assert score(lydite.matcher("stem")).tolist() == lydite.matcher("stem").pairs(left, right).tolist()


def test_the_graph_is_never_built_again(questions: QuestionSet, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator = Evaluator(Space.of(WordNetMatcher()), objectives([questions]), threads=1)
    evaluator.value(evaluator.space.start)
    monkeypatch.setattr("lydite.knowledge.graph.Graph.build", None)
    monkeypatch.setattr("lydite.matchers.knowledge.aspects.find_targets", None)
    monkeypatch.setattr("lydite.matchers.knowledge.aspects.find_targets", None)
    points = evaluator.space.random(np.random.default_rng(0), 5)
    assert len(set(evaluator.values(points).tolist())) > 1


@pytest.mark.parametrize("method", METHODS)
def test_a_seed_decides_and_a_batch_equals_one_by_one(method: str, questions: QuestionSet) -> None:
    short = {"annealing": "(restarts=2, iterations=10)", "pso": "(particles=4, iterations=4)",
             "genetic": "(population=6, generations=3)",
             "tpe": "(trials=20)", "cmaes": "(tried=30)", "random": "(samples=20)"}  # fmt: skip
    spec = method + short[method]
    one, same, other = (
        tune([questions], "wordnet", spec, folds=2, seed=seed, on=on)
        for seed, on in ((0, place_of("here")), (0, "here"), (1, "here"))
    )
    assert [t.point.tolist() for t in (one.whole, *one.folds)] == [
        t.point.tolist() for t in (same.whole, *same.folds)
    ]
    assert all((a == b).all() for a, b in zip(one.whole.batches, same.whole.batches, strict=True))
    assert any((a != b).any() for a, b in zip(one.whole.batches, other.whole.batches, strict=True))


@pytest.mark.parametrize(
    "method", ["annealing(restarts=2, iterations=8)", "tpe(trials=20)", "cmaes(tried=30)"]
)
def test_interrupted_and_resumed_equals_uninterrupted(
    method: str, questions: QuestionSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tune([questions], "wordnet", method, folds=2, journal=tmp_path / "whole")
    lines = (tmp_path / "whole").read_text().splitlines(keepends=True)
    for kept in (1, 3, len(lines) // 2, len(lines) - 1):
        cut = tmp_path / f"cut{kept}"
        cut.write_text("".join(lines[:kept]) + lines[kept][: len(lines[kept]) // 2])  # killed while writing
        again = tune([questions], "wordnet", method, folds=2, journal=cut)
        assert again.whole.point.tolist() == whole.whole.point.tolist()
        assert [f.value for f in again.folds] == [f.value for f in whole.folds]
        assert cut.read_text() == (tmp_path / "whole").read_text()
    monkeypatch.setattr(Evaluator, "values", lambda *_: np.arange(8.0))  # nothing is scored again
    done = tune([questions], "wordnet", method, folds=2, journal=tmp_path / "whole")
    assert done.whole.value == whole.whole.value


def test_another_search_does_not_go_on_from_it(questions: QuestionSet, tmp_path: Path) -> None:
    short = "pso(particles=3, iterations=2)"
    tune([questions], "wordnet", short, folds=0, journal=tmp_path / "j")
    with pytest.raises(InputError, match="is of another search: seed was 0, now it is 1"):
        tune([questions], "wordnet", short, folds=0, seed=1, journal=tmp_path / "j")
    (tmp_path / "other").write_text("some notes\n")
    with pytest.raises(InputError, match="other:1: expected"):
        tune([questions], "wordnet", short, folds=0, journal=tmp_path / "other")
    for content in ("some notes", '{"kind": "mine"}'):  # no whole line, and no journal's first line
        (tmp_path / "other").write_text(content)
        with pytest.raises(InputError, match="other:1: is not the journal of a tuning"):
            tune([questions], "wordnet", short, folds=0, journal=tmp_path / "other")
        assert (tmp_path / "other").read_text() == content
    lines = (tmp_path / "j").read_text().splitlines()
    (tmp_path / "short").write_text("\n".join([lines[0], "[0.5]", "[0.5]"]) + "\n")
    with pytest.raises(InputError, match="short:3: is not what this search would have written"):
        tune([questions], "wordnet", short, folds=0, journal=tmp_path / "short")


def test_two_searches_do_not_write_into_one_file(tmp_path: Path) -> None:
    one = Journal(tmp_path / "j", {"seed": 0})
    one.add(np.array([0.5]))
    with pytest.raises(InputError, match="another process is tuning with this file"):
        Journal(tmp_path / "j", {"seed": 0})
    one.add(np.array([0.25]))
    one.close()
    again = Journal(tmp_path / "j", {"seed": 0})
    assert [again.next(1), again.next(1), again.next(1)] == [0.5, 0.25, None]
    again.close()


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


def test_a_preset_file_is_taken_wherever_a_preset_is(questions: QuestionSet, tmp_path: Path) -> None:
    from lydite.spec.preset_file import write_preset

    found = tune([questions], "wordnet", "pso(particles=6, iterations=5)", objective=["spearman"], folds=2)
    record = TuningFigures.of(found).record()
    write_preset(tmp_path / "ours.json", found.matcher, found.space.names, record)
    spec = f'wordnet(preset="{tmp_path}/ours.json")'
    left, right = ["food", "cake", "dog"], ["cake", "food", "animal"]
    by_file = lydite.matcher(spec).pairs(left, right).tolist()
    assert by_file == lydite.matcher(record["spec"]).pairs(left, right).tolist()
    assert by_file != lydite.matcher("wordnet").pairs(left, right).tolist()
    assert lydite.matcher(str(lydite.matcher(spec))) == lydite.matcher(spec)
    signed = lydite.matcher(spec).signature()
    assert str(tmp_path) not in signed
    assert "ours.json:" in signed
    gold = {"a": ["cake"]}
    assert lydite.evaluate(gold, {"a": ["food"]}, f"F1(match={spec})", bootstrap=0)[0].value == by_file[0]
    assert json.loads((tmp_path / "ours.json").read_text())["provenance"]["objectives"][0]["digest"]


def test_presets_of_matchers_that_declare_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``preset=FILE`` gives the values as if they had been typed, and what is typed wins."""
    ours, pairs = tmp_path / "ours.json", tmp_path / "pairs.csv"
    rows = ["big red car,car,3", "car,big red car,1", "old car park,car,2", "red car,big car,0", "x,y,0"]
    pairs.write_text("\n".join(["candidate,reference,rating", *rows]) + "\n", "utf-8")
    asked = ("tune", "matcher", pairs, "--method", "random(samples=4)", "--folds", "0", "--preset", ours)
    plain = ("--objective", "spearman", "--bootstrap", "0")
    assert run_lydite(*asked, "--using", "meteor(synonyms=no)", "-p", "alpha", *plain) == 0
    tuned = json.loads(ours.read_text())["values"]["alpha"]
    by_file = lydite.matcher(f'meteor(synonyms=no, preset="{ours}")')
    assert by_file == lydite.matcher(f"meteor(synonyms=no, alpha={tuned})")
    assert f"alpha={tuned}" in by_file.signature()
    assert lydite.matcher(f'meteor(alpha=0.25, preset="{ours}")').arguments()["alpha"] == 0.25
    with pytest.raises(InputError, match="is a preset of meteor, not of rouge"):
        lydite.matcher(f'rouge(preset="{ours}")')
    with pytest.raises(SpecError, match="there is no file 'nowhere.json' with a preset"):
        lydite.matcher("meteor(preset=nowhere.json)")
    capsys.readouterr()
    assert run_lydite(*asked, "-p", "threshold") == 2
    assert "presets of wordnet do not hold threshold" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{}", "is not a preset that lydite tune wrote"),
        ("[1]", "is not a preset"),
        ("no json", "is not a preset"),
        ('{"kind": "lydite preset", "matcher": "wikipedia", "values": {}}', "is a preset of wikipedia"),
        ('{"kind": "lydite preset", "matcher": "wordnet", "values": {"simm": 1}}', "did you mean sim"),
        ('{"kind": "lydite preset", "matcher": "wordnet", "values": {"sim": 7}}', "sim takes"),
        ('{"kind": "lydite preset", "matcher": "wordnet", "values": {"sim": "x"}}', "sim"),
    ],
)
def test_bad_presets(content: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(content)
    with pytest.raises(InputError, match=said):
        lydite.matcher(f'wordnet(preset="{tmp_path}/p.json")')


def test_bad_input(questions: QuestionSet) -> None:
    short = "pso(particles=3, iterations=1)"
    with pytest.raises(SpecError, match="no parameter 'simm' to tune; did you mean sim"):
        tune([questions], "wordnet", short, parameters=["simm"])
    with pytest.raises(SpecError, match="limits are given as"):
        tune([questions], "wordnet", short, parameters=["sim=high"])
    with pytest.raises(SpecError, match="no limits of it"):
        tune([questions], "wordnet", short, parameters=["sim=0:2"])
    with pytest.raises(SpecError, match="named twice"):
        tune([questions], "wordnet", short, parameters=["sim", "sim"])
    with pytest.raises(SpecError, match="declares no parameter to tune"):
        tune([questions], "exact", short)
    with pytest.raises(InputError, match="11 folds, and only 10"):
        tune([questions], "wordnet", short, folds=11)
    with pytest.raises(InputError, match="one fold leaves nothing"):
        tune([questions], "wordnet", short, folds=1)
    with pytest.raises(InputError, match="is constant"):
        tune([questions], "wordnet(antonyms=no)", short, parameters=["power=0.1:0.1001"], objective=["CW"])
    with pytest.raises(SpecError, match="which no set here has"):
        tune([questions], "wordnet", short, objective=["discrimination", "SR"])
    with pytest.raises(SpecError, match="unknown tuner"):
        tune([questions], "wordnet", "anealing")
    with pytest.raises(SpecError, match="unknown agreement"):
        tune([questions], "wordnet", short, objective=["Combo*SSR"])


@pytest.mark.parametrize(("method", "package"), [("tpe", "optuna"), ("cmaes", "cma")])
def test_a_missing_extra_is_named(method: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=r"extra tune"):
        next(parse(method, "tuner").search(Space.of(WordNetMatcher()), np.random.default_rng(0)))


def test_the_command(tmp_path: Path) -> None:
    asked = ["tune", "matcher", "thesis", "--method", "pso(particles=4, iterations=3)", "--folds", "2"]
    more = ["--preset", str(tmp_path / "p.json"), "--chart", str(tmp_path / "c.svg"), "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-m", "lydite", *asked, *more], capture_output=True, text=True, check=True
    )
    told = json.loads(done.stdout)
    assert told["tuned"]["objectives"][0]["objective"] == "Combo*SR"
    assert len(told["tuned"]["folds"]) == 2
    assert {r["system"] for r in told["results"]} >= {HELD_OUT, OPTIMISTIC, "wordnet"}
    assert (
        json.loads((tmp_path / "p.json").read_text())["values"]["sim"] == told["tuned"]["parameters"]["sim"]
    )
    assert "best of all" in (tmp_path / "c.svg").read_text()
    score = ["match", "food", "cake", "--using", told["tuned"]["spec"]]
    subprocess.run([sys.executable, "-m", "lydite", *score], capture_output=True, text=True, check=True)


def test_an_interrupted_command_goes_on(tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "lydite", "tune", "matcher", "thesis", "--folds", "2", "--format", "json"]
    asked += ["--method", "annealing(restarts=2, iterations=150)", "--bootstrap", "0"]
    whole = subprocess.run([*asked], capture_output=True, text=True, check=True).stdout
    journal = tmp_path / "journal"
    child = subprocess.Popen(
        [*asked, "--resume", str(journal)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for _ in range(600):
        if journal.exists() and journal.read_text().count("\n") > 20:
            break
        time.sleep(0.05)
    os.kill(child.pid, signal.SIGINT)
    _, said = child.communicate(timeout=60)
    assert child.returncode in (0, 2)  # a fast machine may have ended before
    assert "Traceback" not in said
    again = subprocess.run(
        [*asked, "--resume", str(journal)], capture_output=True, text=True, check=True
    ).stdout
    assert again == whole


def test_halving_keeps_the_better_third_for_longer() -> None:
    method = parse("halving(samples=27, factor=3, rounds=3)", "tuner")
    space = Space.of(WordNetMatcher(), ["sim"])
    asking = method.search(space, np.random.default_rng(0))
    first = next(asking)
    assert first.shape == (27, 2)
    assert np.allclose(first[:, 1], 1 / 9)
    second = asking.send(first[:, 0])
    assert sorted(second[:, 0]) == sorted(first[:, 0])[-9:]
    third = asking.send(-second[:, 0])
    assert sorted(third[:, 0]) == sorted(second[:, 0])[:3]
    assert (third[:, 1] == 1).all()
    with pytest.raises(StopIteration):
        asking.send(third[:, 0])
    assert method.evaluations == 39
    work = parse("halving(samples=100, factor=3, rounds=4)", "tuner")
    assert sum(n * 3.0 ** (k - 3) for k, n in enumerate((100, 33, 11, 3))) < 100 / 3 / 2
    assert work.evaluations == 147


def test_halving_is_for_what_can_be_trained_in_part(questions: QuestionSet) -> None:
    with pytest.raises(SpecError, match="scored in one go"):
        tune([questions], "wordnet", "halving")
