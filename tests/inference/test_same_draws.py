"""The same statistics and seed give the same draws, whatever the command and the order of things."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import polars as pl
import pytest

import lydite
from lydite.core.spec import parse
from lydite.inference import ItemStatistics, Options, compare
from lydite.measures.labels import LabelItems, score

LABELS = ("negative", "neutral", "positive")
MEASURES = ("macro_recall", "accuracy(average=topics)", "macro_F1", "F1_PN")


def systems(labels: tuple[str, ...], measures: tuple[str, ...] = MEASURES) -> list[ItemStatistics]:
    """Return three systems on 60 rows of three topics, with labels in some order."""
    draw = np.random.default_rng(4)
    gold = draw.choice(LABELS, 60)
    topics = draw.choice(list("xyz"), 60)
    made = []
    for name, wrong in (("a", 0.2), ("b", 0.4), ("c", 0.5)):
        said = np.where(draw.random(60) < wrong, draw.choice(LABELS, 60), gold)
        items = LabelItems.of(gold, said, labels=labels, topics=topics)
        made.append(score(items, name, [parse(m) for m in measures]))
    return made


def figures(compared: Any) -> dict[Any, Any]:
    """Return intervals by measure and system, and p values by measure and pair."""
    ends = {(r.measure, r.system): (r.value, r.low, r.high) for r in compared.results}
    tests = {(t.measure, frozenset({t.first, t.second})): (abs(t.difference), t.p) for t in compared.tests}
    return ends | tests


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_no_order_changes_draws(test: Any) -> None:
    options = Options(bootstrap=50, seed=3)
    expected = figures(compare(systems(LABELS), options, test, 200))
    for labels in itertools.permutations(LABELS):
        found = figures(compare(systems(labels), options, test, 200))
        assert found.keys() == expected.keys()
        assert all(found[k] == pytest.approx(expected[k], abs=1e-12) for k in expected)
    for turned in (systems(LABELS)[::-1], systems(LABELS, MEASURES[::-1])):
        found = figures(compare(turned, options, test, 200))
        assert all(found[k] == pytest.approx(expected[k], abs=1e-12) for k in expected)


def test_labels_that_no_row_has_change_no_draw() -> None:
    options = Options(bootstrap=50, by="topic")
    measures = ("accuracy", "macro_recall")
    few, many = (compare(systems(s, measures), options).results for s in (LABELS, ("x", *LABELS, "y")))
    for one, other in zip(few, many, strict=True):
        assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=1e-12)


def test_every_command_draws_alike() -> None:
    """A subtask has its labels in another order than a table of labels has."""
    rng = np.random.default_rng(0)
    gold = {str(i): ("xyz"[i % 3], ("positive", "negative")[i % 2]) for i in range(60)}
    run = {i: (t, v if rng.random() < 0.8 else "positive") for i, (t, v) in gold.items()}
    rows = [
        pl.DataFrame([(i, *both) for i, both in side.items()], ["id", "topic", "label"], orient="row")
        for side in (gold, run)
    ]
    measures = ["macro_recall(average=topics)", "macro_recall", "accuracy"]
    asked = {"bootstrap": 200, "seed": 5}
    task = lydite.semeval("B", gold, run, **asked)  # type: ignore[arg-type]
    plain = lydite.evaluate(*rows, measures, **asked)  # type: ignore[arg-type]
    beside = lydite.compare(rows[0], {"system": rows[1], "gold": rows[0]}, measures, same=True, **asked)  # type: ignore[call-overload]
    for name in measures:
        assert (plain[name].low, plain[name].high) == (task[name].low, task[name].high)
        assert (plain[name].low, plain[name].high) == (beside.results[name].low, beside.results[name].high)


def test_orders_of_phrase_systems_and_measures() -> None:
    rng = np.random.default_rng(1)
    gold = {str(i): ["cat", "dog"] for i in range(40)}
    runs = {s: {i: rng.choice(["cat", "dog", "cow"], 2).tolist() for i in gold} for s in "abc"}
    expected = figures(lydite.compare(gold, runs, ["F1", "R", "P"], bootstrap=50, times=200))
    turned = dict(reversed(runs.items()))
    found = figures(lydite.compare(gold, turned, ["P", "F1", "R"], bootstrap=50, times=200))
    assert all(found[k] == pytest.approx(expected[k], abs=1e-12) for k in expected)
