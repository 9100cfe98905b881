"""scikit-learn and QuaPy agree where they have the measure."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite import metrics
from lydite.core.spec import REGISTRIES

AE = REGISTRIES["measure"]["AE"]
KLD = REGISTRIES["measure"]["KLD"]
NMD = REGISTRIES["measure"]["NMD"]
RAE = REGISTRIES["measure"]["RAE"]

QUAPY = Path(__file__).parent / "quapy.json"  # made by tools/quapy_reference.py


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=60))
def test_scikit_learn(pairs):
    sk = pytest.importorskip("sklearn.metrics")
    gold, predicted = np.array(pairs).T
    scale = [-2, -1, 0, 1, 2]
    present = sorted(set(gold.tolist()))
    common = {"labels": present, "average": "macro", "zero_division": 0}
    ours = {"labels": scale}
    assert metrics.macro_recall(gold, predicted, **ours) == pytest.approx(
        sk.recall_score(gold, predicted, **common)
    )
    assert metrics.average_f1(gold, predicted, **ours) == pytest.approx(
        sk.f1_score(gold, predicted, **common)
    )
    assert metrics.accuracy(gold, predicted, **ours) == pytest.approx(sk.accuracy_score(gold, predicted))
    assert metrics.micro_mae(gold, predicted, **ours) == pytest.approx(
        sk.mean_absolute_error(gold, predicted)
    )
    by_class = [sk.mean_absolute_error(gold[gold == c], predicted[gold == c]) for c in present]
    assert metrics.macro_mae(gold, predicted, **ours) == pytest.approx(np.mean(by_class))
    chosen = [c for c in (-1, 1) if c in present]
    if chosen:
        f1 = sk.f1_score(gold, predicted, labels=chosen, average="macro", zero_division=0)
        assert metrics.f1_pn(gold, predicted, positive="1", negative="-1", **ours) == pytest.approx(f1)


def test_scikit_learn_makes_scorers_of_them():
    sk = pytest.importorskip("sklearn.metrics")
    from sklearn.dummy import DummyClassifier
    from sklearn.model_selection import cross_val_score

    scorer = sk.make_scorer(metrics.macro_mae, greater_is_better=False, labels=[1, 2, 3])
    x, y = np.zeros((30, 1)), np.tile([1, 2, 3], 10)
    found = cross_val_score(DummyClassifier(strategy="constant", constant=2), x, y, scoring=scorer, cv=3)
    assert found == pytest.approx([-2 / 3] * 3)


@pytest.mark.parametrize(
    "case", json.loads(QUAPY.read_text())["cases"], ids=lambda c: f"{len(c['true'])} classes"
)
def test_quapy(case):
    p, q, rows = case["true"], case["estimated"], case["rows"]
    assert KLD().compare(p, q, rows=rows) == pytest.approx(case["kld"], abs=1e-9)
    assert AE().compare(p, q) == pytest.approx(case["ae"], abs=1e-12)
    assert RAE().compare(p, q, rows=rows) == pytest.approx(case["rae"], abs=1e-9)
    assert NMD().compare(p, q) == pytest.approx(case["nmd"], abs=1e-12)
