"""Hundreds of classes: as much memory as rows take, and the numbers of counting by hand."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from inner import replace_inside
from lydite.core.spec import parse
from lydite.measures.labels import LabelItems, score

CLASSES = 300


def labels(seed: int) -> list[str]:
    drawn = np.random.default_rng(seed).integers(0, CLASSES, 1_000)
    return [f"c{n}" for n in [*range(CLASSES), *drawn.tolist()]]


def test_as_much_memory_as_rows_take() -> None:
    """A matrix of all pairs of cells would be 65 GB."""
    items = LabelItems.of(labels(1), labels(2))
    tracemalloc.start()
    scored = score(items, "x", [parse("macro_recall", "measure"), parse("accuracy", "measure")])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 << 20
    gold, said = np.array(labels(1)), np.array(labels(2))
    recall = np.mean([(said[gold == c] == c).mean() for c in np.unique(gold)])
    assert scored.measures[0].value(scored.totals(0)) == pytest.approx(recall, abs=1e-12)
    assert scored.measures[1].value(scored.totals(1)) == (gold == said).mean()


@pytest.mark.parametrize("measure", ["accuracy", "macro_recall", "average_F1", "KLD", "one_class(label=c7)"])
def test_rows_of_their_own_give_the_same(measure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether cells or items have the rows of statistics decides nothing about a value."""
    few = [f"c{int(v[1:]) % 12}" for v in labels(1)], [f"c{int(v[1:]) % 12}" for v in labels(2)]
    items = LabelItems.of(*few, topics=[f"t{i % 3}" for i in range(len(few[0]))])
    one = parse(measure, "measure")
    cells = score(items, "x", [one])
    replace_inside(monkeypatch, "lydite.measures.labels", "_CELLS", 1)
    assert cells.rows is not None
    monkeypatch.setattr(LabelItems, "__len__", lambda _: 3)
    assert score(items, "x", [one]).rows is None
    assert np.array_equal(cells.totals(0), score(items, "x", [one]).totals(0))
