"""Meta-evaluation, against cases that google-research/mt-metrics-eval's own tests work out, and by hand."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

from inner import name_inside
from lydite.core.errors import InputError
from lydite.inference import Inference
from lydite.runs import Run
from lydite.runs.meta import (
    ScoredSystems,
    all_signs,
    calibrated,
    grouped,
    kendall,
    meta_evaluate,
    pairwise_p,
    rank_correlation,
    read_human_scores,
    soft_accuracy,
)
from performing import score, scored_run

NONE = np.nan


@pytest.mark.parametrize(
    ("metric", "human", "thresholds", "accuracies", "best"),
    [  # tau_optimization_test.py: zero, then another threshold is best
        ([[0, 2, 6, 8]], [[1, 2, 3, 4]], [0, 2, 4, 6, 8], [6 / 6, 4 / 6, 3 / 6, 1 / 6, 0], 0),
        ([[0, 2, 6, 8]], [[1, 1, 1, 4]], [0, 2, 4, 6, 8], [3 / 6, 3 / 6, 4 / 6, 4 / 6, 3 / 6], 4),
        (  # its regression example: rows with gaps
            [[0, 5, 2, 3, 2], [NONE, 2, 1, 5, 3], [9, 1, 5, 3, 8], [9, 3, 4, 4, 1], [NONE] * 5],
            [[1, 5, 2, 1, 1], [4, 2, 2, 1, 4], [5, 9, 2, 8, 7], [7, 6, NONE, 3, 2], [NONE] * 5],
            [0, 1, 2, 3, 4, 5, 6, 7, 8],
            [0.4666666666666667, 0.4916666666666668, 0.38333333333333347, 0.29166666666666674,
             0.2666666666666667, 0.2, 0.15833333333333335, 0.15833333333333335, 0.1166666666666667],
            1,
        ),
    ],
)  # fmt: skip
def test_tie_calibration(metric, human, thresholds, accuracies, best) -> None:
    found = calibrated(np.array(metric, float), np.array(human, float))
    assert found.thresholds.tolist() == thresholds
    assert found.accuracies == pytest.approx(accuracies, abs=1e-12)
    assert (found.threshold, found.accuracy) == (best, pytest.approx(max(accuracies), abs=1e-12))


def test_published_kendalls() -> None:
    """stats_test.py: testKendall, testKendallVariants, testKendallWithTiesOpt, testNaNHandling."""
    gold, metric = np.array([[1.0, 2, 3], [4, 5, 6]]), np.array([[2.0, 1, 4], [3, 3, 7]])
    assert grouped(metric.reshape(1, -1), gold.reshape(1, -1), kendall) == pytest.approx(0.552, abs=5e-4)
    assert grouped(metric, gold, kendall) == pytest.approx(0.575, abs=5e-4)
    assert grouped(metric.T, gold.T, kendall) == pytest.approx(1.0)
    gold, metric = np.array([1.0, 2, 2, 3, 4]), np.array([2, 1, 1.5, 5, 3])
    assert kendall(metric, gold) == pytest.approx(0.316227766)
    assert calibrated(metric[None], gold[None]).accuracies[0] == pytest.approx(0.6)
    assert calibrated(metric[None], gold[None]).accuracy == pytest.approx(0.7)
    same, other = np.array([[2.0, 2, 2], [4, 5, 6]]), np.array([[1.0, 2, 3], [4, 5, 6]])
    assert grouped(same, other, kendall) == pytest.approx(1.0)  # a row without a value is left out
    x, y = np.array([7.0, 1, 2, 7, 4, 3, 2]), np.array([4.0, 1, 3, 6, 1, 5, 6])
    assert kendall(x, y) == pytest.approx(scipy.stats.kendalltau(x, y)[0])
    assert rank_correlation(x, y) == pytest.approx(scipy.stats.spearmanr(x, y)[0])


def test_thresholds_by_enumeration() -> None:
    generator = np.random.default_rng(0)
    for _ in range(30):
        metric, human = generator.integers(0, 6, (4, 5)) / 4, generator.integers(0, 4, (4, 5)).astype(float)
        found = calibrated(metric, human)
        for threshold, accuracy in zip(found.thresholds, found.accuracies, strict=True):
            rows = []
            for m, h in zip(metric, human, strict=True):
                pairs = list(itertools.combinations(range(5), 2))
                right = [
                    (h[i] == h[j])
                    if abs(m[i] - m[j]) <= threshold
                    else np.sign(m[i] - m[j]) == np.sign(h[i] - h[j])
                    for i, j in pairs
                ]
                rows.append(np.mean(right))
            assert accuracy == pytest.approx(np.mean(rows), abs=1e-12)


def test_soft_pairwise_accuracy() -> None:
    """The worked example in pce.py: of ten permutations one reaches the difference of 3.0."""
    scores = np.array([[0.8, 0.9, 0.7, 1.0, 0.6], [0.2, 0.3, 0.1, 0.4, 0.0]])
    signs = np.array([
        [1, 1, -1, -1, -1], [1, -1, 1, -1, 1], [1, -1, 1, 1, -1], [-1, 1, -1, -1, 1], [1, 1, 1, -1, 1],
        [-1, 1, -1, 1, -1], [1, 1, 1, 1, 1], [1, -1, 1, -1, 1], [1, 1, -1, -1, 1], [1, -1, -1, 1, -1],
    ], float)  # fmt: skip
    assert pairwise_p(scores, signs)[0, 1] == pytest.approx(0.1)
    exact = all_signs(5, 1000, 0)
    assert exact.shape == (32, 5)
    assert pairwise_p(scores, exact)[0, 1] == pytest.approx(1 / 32)
    assert soft_accuracy(scores, scores, exact) == 1.0
    # people see the first above the second, the metric the other way: p 1/32 and 1, so 1 − 31/32
    assert soft_accuracy(scores[::-1], scores, exact) == pytest.approx(1 / 32)
    drawn = np.random.default_rng(1).random((4, 40))
    ps = pairwise_p(drawn, all_signs(40, 20_000, 0))
    for i, j in itertools.combinations(range(4), 2):
        test = scipy.stats.permutation_test(
            (drawn[i], drawn[j]), lambda a, b: a.sum() - b.sum(), permutation_type="samples",
            n_resamples=20_000, alternative="greater", random_state=np.random.default_rng(2),
        )  # fmt: skip
        assert ps[i, j] == pytest.approx(test.pvalue, abs=0.02)


def saved(tmp_path: Path, noise: float = 0.0) -> dict[str, Run]:
    """Runs of three systems, of which one finds all, one half, one nothing."""
    gold = {f"d{n}": ["cat", "dog"] for n in range(12)}
    systems = {
        "good": gold,
        "middle": {k: ["cat", "stone"] for k in gold},
        "bad": {k: ["stone", "rock"] for k in gold},
    }
    run = scored_run(*score(gold, systems, ["F1", "F1(match=stem)"]))
    run.save(tmp_path / "all.run")
    return {"all": run}


def human(tmp_path: Path, rows: list[str], head: str = "system\tid\tscore") -> str:
    (tmp_path / "human.tsv").write_text("\n".join([head, *rows]) + "\n")
    return str(tmp_path / "human.tsv")


def test_runs_beside_people(tmp_path: Path) -> None:
    quality = {"good": 5, "middle": 3, "bad": 1}
    rows = [f"{s}\td{n}\t{q}" for s, q in quality.items() for n in range(12)]
    found = meta_evaluate(
        saved(tmp_path), read_human_scores(human(tmp_path, rows)), "item", Inference(bootstrap=50)
    )
    by = {(r.system, r.measure): r for r in found}
    for name in (
        "kendall(item)",
        "spearman(item)",
        "accuracy(item)",
        "kendall(systems)",
        "accuracy(systems)",
    ):
        assert by["F1", name].value == pytest.approx(1.0), name
    assert abs(by["F1", "kendall(item)"].chance) < 0.15
    assert abs(by["F1", "accuracy(systems)"].chance - 0.5) < 0.15
    assert by["F1", "soft_accuracy(systems)"].value == pytest.approx(1.0)
    assert by["F1", "kendall(item)"].low <= 1.0
    turned = [f"{s}\td{n}\t{6 - q}" for s, q in quality.items() for n in range(12)]
    found = meta_evaluate(
        saved(tmp_path), read_human_scores(human(tmp_path, turned)), "item", Inference(bootstrap=0)
    )
    assert found["kendall(item)"].value == pytest.approx(-1.0)
    whole = [f"{s}\t{q}" for s, q in quality.items()]
    scores = read_human_scores(human(tmp_path, whole, "system\tscore"))
    found = meta_evaluate(saved(tmp_path), scores, "item", Inference(bootstrap=20))
    assert {r.measure for r in found} == {"kendall(systems)", "spearman(systems)", "accuracy(systems)"}
    assert found["kendall(systems)"].value == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("rows", "head", "said"),
    [
        (["good\td1\tfine"], "system\tid\tscore", "human.tsv:2: .*'fine'"),
        (["good\td1"], "system\tid\tscore", "human.tsv:2: .*3 columns.* 2"),
        (["good\td1\t3"], "who\tid\twhat", "human.tsv:1: .*columns .*who, id, what"),
        ([], "system\tid\tscore", "human.tsv: .*system, id, score"),
        (["other\td1\t3"], "system\tid\tscore", "human.tsv: .*other.*bad, good, middle"),
        (["good\tx\t3", "bad\tx\t2"], "system\tid\tscore", "human.tsv: .*item"),
        (["good\td1\t3"], "system\tid\tscore", "human.tsv: F1: .*systems"),
        (["good\td1\tnan"], "system\tid\tscore", "human.tsv:2: .*'nan'"),
    ],
)
def test_bad_scores(rows: list[str], head: str, said: str, tmp_path: Path) -> None:
    runs = saved(tmp_path)
    with pytest.raises(InputError, match=said):
        meta_evaluate(runs, read_human_scores(human(tmp_path, rows, head)), "item", Inference(bootstrap=0))


def test_the_command(tmp_path: Path) -> None:
    saved(tmp_path)
    rows = [
        f"{s}\td{n}\t{q + n % 2}" for s, q in {"good": 5, "middle": 3, "bad": 1}.items() for n in range(12)
    ]
    file = human(tmp_path, rows)
    asked = ["agree", str(tmp_path / "all.run"), "--human", file, "--format", "json", "--bootstrap", "20"]
    done = subprocess.run(
        [sys.executable, "-m", "lydite", *asked], capture_output=True, text=True, check=True
    )
    told = json.loads(done.stdout)["results"]
    assert {r["system"] for r in told} == {"F1", "F1(match=stem)"}
    assert all(r["chance"] is not None and r["low"] is not None for r in told)
    wrong = subprocess.run(
        [sys.executable, "-m", "lydite", "agree", "thesis", "--human", str(tmp_path / "no.tsv")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert wrong.returncode == 2
    assert "Traceback" not in wrong.stderr


def test_a_system_without_a_value_is_not_ranked() -> None:
    """Its pairs are no disagreements, and what is said of the others is what it is without it."""
    metric = np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.7, 0.9, 0.8], [NONE] * 3])
    human = np.array([[1.0, 2, 1], [3, 3, 4], [2, 4, 3], [4, 4, 4]])
    all_four = name_inside("lydite.runs.meta", "_figures")(ScoredSystems(metric, human), "item", 0)
    for name, figure in all_four.items():
        if name.endswith("(systems)"):
            assert figure(metric, human) == pytest.approx(figure(metric[:3], human[:3]))
            assert np.isnan(figure(np.where([[True], [False], [False], [False]], metric, NONE), human))
    assert all_four["accuracy(systems)"](metric, human) == pytest.approx(2 / 3)


def test_scores_of_spreadsheets(tmp_path: Path) -> None:
    path = tmp_path / "human.csv"
    path.write_text("system;id;score\na;1;0,5\n\na;2;1\n")
    assert read_human_scores(path).scores == {("a", "1"): 0.5, ("a", "2"): 1.0}
    path.write_text("system,id,score\n\na,1,x\n")
    with pytest.raises(InputError, match=r"human\.csv:3: .*'x'"):
        read_human_scores(path)
