"""Rows of many classes: statistics without a matrix for each, sums of what is not zero, to the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lydite.core.errors import InputError
from lydite.core.spec import REGISTRIES
from lydite.inference import Options, SparseColumns, summarise
from lydite.measures.labels import LabelItems, LabelMeasure, QuantificationMeasure, score

LABELS = ("negative", "neutral", "positive", "other")
MEASURES = [m for m in REGISTRIES["measure"].all().values() if issubclass(m, LabelMeasure)]


def test_there_are_measures() -> None:
    assert len(MEASURES) > 9


@pytest.mark.parametrize("unanswered", [0, 1])
@pytest.mark.parametrize("kind", MEASURES, ids=lambda kind: kind.name)
def test_totals_are_what_rows_add_up_to(kind: Any, unanswered: int) -> None:
    draw, measure = np.random.default_rng(3), kind()
    gold, predicted = (draw.choice([*LABELS, *[""] * n], 300).tolist() for n in (0, unanswered))
    items = LabelItems.of(gold, [p or None for p in predicted], labels=LABELS, unanswered=True)
    if unanswered and issubclass(kind, QuantificationMeasure):
        with pytest.raises(InputError, match=f"^{kind.name} .*--missing"):
            measure.totals(items)
        return
    rows = measure.statistics(items)
    assert rows.dtype == np.float64
    assert measure.totals(items).tolist() == [rows.sum(0).tolist()]


def test_sums_of_sparse_tables() -> None:
    draw = np.random.default_rng(4)
    tables = [np.zeros((700, 200)), np.zeros((700, 1)), np.zeros((700, 90))]
    for table in tables:
        table[draw.integers(700, size=300), draw.integers(table.shape[1], size=300)] = draw.integers(
            -9, 9, 300
        )
    weights = draw.integers(0, 5, (6, 700)).astype(float)
    sparse = SparseColumns.of(tables)
    assert sparse is not None
    assert np.array_equal(sparse.product(weights), weights @ np.concatenate(tables, axis=1))


def test_intervals_of_many_classes_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    draw, size = np.random.default_rng(5), 190
    gold = draw.integers(size, size=40_000)
    predicted = np.where(draw.random(40_000) < 0.6, gold, draw.integers(size, size=40_000))
    items = LabelItems.of(gold, predicted, labels=list(range(size)))
    measures = [kind() for kind in MEASURES if kind.name in ("accuracy", "macro_recall", "average_F1", "KLD")]
    made = summarise([score(items, "a", measures)], Options(bootstrap=20))
    monkeypatch.setattr(SparseColumns, "of", lambda _: None)
    assert summarise([score(items, "a", measures)], Options(bootstrap=20)).results == made.results
