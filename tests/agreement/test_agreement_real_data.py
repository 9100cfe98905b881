"""Published data: the organisers' scorer to the last digit, sizes, and how far the known figures hold."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lydite
from experiment import load
from lydite.core.spec import parse
from lydite.inference import Options
from lydite.probes.agreement import (
    QuestionSet,
    agree,
    judge_run,
    read_pairs,
    read_questions,
    read_run,
    sample,
)

NONE = Options(bootstrap=0)


@pytest.fixture(scope="module")
def folder(shared_data: Path) -> Path:
    return shared_data / "substitution"


@pytest.fixture(scope="module")
def gold(folder: Path) -> QuestionSet:
    return read_questions(folder / "lexsub2007" / "lst_test.gold")


@pytest.mark.parametrize("name", ["best.run", "best3.run", "oot.run"])
def test_best_and_oot_equal_the_organisers_scorer(folder: Path, gold: QuestionSet, name: str) -> None:
    """reference.json holds what score.pl of SemEval-2007 Task 10 prints for these runs."""
    published = json.loads((folder / "lexsub2007" / "reference.json").read_text())[name]
    judged = judge_run(gold, read_run(folder / "lexsub2007" / name))
    found = {}
    for key, over, credit in (
        ("precision", "attempted", "answers"),
        ("recall", "all", "answers"),
        ("mode_precision", "attempted", "mode"),
        ("mode_recall", "all", "mode"),
    ):
        metric: Any = parse(f"{published['type']}(over={over}, credit={credit})", "agreement")
        rows = metric.statistics(judged)
        found[key] = (round(100 * float(metric.value(rows.sum(0)[None])), 2), int(rows[:, 1].sum()))
    assert {k: v[0] for k, v in found.items()} == {k: published[k] for k in found}
    counts = ("attempted", "total", "attempted_with_mode", "with_mode")
    assert [v[1] for v in found.values()] == [published[c] for c in counts]


def test_the_two_forms_of_semeval_agree(folder: Path, gold: QuestionSet) -> None:
    other = read_questions(folder / "semeval07_test.json.gz")
    assert len(other) == len(gold) == 1696
    assert set(gold.ids) == set(other.ids)
    assert all(s.score >= 0 for q in other.questions for s in q.substitutes)


def test_swords(folder: Path) -> None:
    swords = read_questions(folder / "swords-v1.1_dev.json.gz")
    assert len(swords) == 370
    coverage = [s.coverage for q in swords.questions for s in q.substitutes]
    assert (coverage.count(3), coverage.count(10)) == (15_406, 7_572)
    whole = agree(swords, ["exact"], ["SR", "GAP"])
    found = {(r.system, r.measure): r.value for r in whole.results(NONE)}
    # on whole targets most pairs are ties: who says nothing ranks better than a person
    assert found["constant(value=0.0)", "SR"] == pytest.approx(0.517, abs=5e-4)
    assert found["human, left out", "SR"] == pytest.approx(0.455, abs=5e-4)
    assert found["human, left out", "GAP"] == pytest.approx(0.696, abs=5e-4)
    drawn = sample(swords)
    assert {len(q.substitutes) for q in drawn.questions} == {4}
    four = {(r.system, r.measure): r.value for r in agree(drawn, ["exact"], ["SR"]).results(NONE)}
    assert four["constant(value=0.0)", "SR"] < four["human, left out", "SR"] / 1.9


def test_the_rule_for_ties_alone_moves_gap(folder: Path) -> None:
    """docs/evidence/agreement.md: equal scores put worst first, in expectation, and best first."""
    swords = read_questions(folder / "swords-v1.1_dev.json.gz")
    judged = swords.judge(lydite.matcher("wordnet(preset=tuned)"))
    metric: Any = parse("GAP(above=0.1)", "agreement")
    found = []
    for lift in (-1e-9, 0.0, 1e-9):
        scores = judged.scores.round(6) + lift * judged.acceptance
        found.append(float(metric.value(metric.statistics(replace(judged, scores=scores)).sum(0)[None])))
    assert found == pytest.approx([0.298, 0.370, 0.498], abs=5e-4)


def test_a_row_of_the_table_is_what_the_data_gives(folder: Path) -> None:
    """The rows of r_precision, of people and of a constant."""
    script = load("agreement")
    kept, rows = json.loads(script.FIGURES.read_text("utf-8")), dict[str, Any]()
    script.make("r_precision", folder, rows)
    for row in ("r_precision", "human, left out", "constant(value=0.0)"):
        assert rows[row] == {title: pytest.approx(cell, abs=1e-6) for title, cell in kept[row].items()}, row


def test_pairs(folder: Path) -> None:
    sizes = {
        "hyperlex_training_all_random.txt": 1831,
        "hyperlex_dev_all_random.txt": 130,
        "hyperlex-it.txt": 2616,
        "simlex999.csv": 999,
        "BiRD.txt": 3345,
        "men.csv": 3000,
        "wordsim353-sim.csv": 203,
        "wordsim353-rel.csv": 252,
    }
    assert {name: len(read_pairs(folder / name)) for name in sizes} == sizes
    hyperlex = agree(read_pairs(folder / "hyperlex_dev_all_random.txt"), ["wordnet"], baselines=False)
    found = {(r.system, r.measure): r.value for r in hyperlex.results(NONE)}
    assert found["human, left out", "spearman"] > found["wordnet", "spearman"] > 0.5
