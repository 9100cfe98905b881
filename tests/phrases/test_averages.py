"""Averages over items and over all phrases together, against scikit-learn on the same labels."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import precision_recall_fscore_support
from sklearn.preprocessing import MultiLabelBinarizer

import lydite


@pytest.mark.parametrize(("ours", "theirs"), [("macro", "samples"), ("micro", "micro")])
def test_averages_are_those_of_scikit_learn(ours: str, theirs: str) -> None:
    draw = np.random.default_rng(0)
    names = [f"tag{i}" for i in range(8)]
    gold, run = (
        {f"d{i}": draw.permutation(names)[: draw.integers(1, 6)].tolist() for i in range(40)}
        for _ in range(2)
    )
    encode = MultiLabelBinarizer(classes=names)
    sides = [encode.fit_transform(list(side.values())) for side in (gold, run)]
    expected = precision_recall_fscore_support(*sides, average=theirs, zero_division=0)[:3]
    measures = [f"{name}(match=exact, average={ours})" for name in ("P", "R", "F1")]
    found = lydite.evaluate(gold, run, measures, bootstrap=200)
    assert [r.value for r in found] == pytest.approx(expected)
    assert all(r.low < r.value < r.high for r in found)
