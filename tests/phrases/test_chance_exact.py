"""Chance and coverage against what follows without any shuffle: others are as likely as one another."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lydite

GOLD = {
    "a": ["red wine", "white wine"], "b": ["red grape"], "c": ["green tea", "black tea", "red tea"],
    "d": ["wine glass"], "e": ["tea", "red wine glass"],
}  # fmt: skip
RUN = {
    "a": ["red wine", "grape"], "b": ["red", "tea"], "c": ["white tea"],
    "d": ["wine", "glass", "red wine glass"], "e": ["black tea", "wine"],
}  # fmt: skip
TOPICS = {"a": "x", "b": "x", "c": "y", "d": "y", "e": "y"}
MEASURES = ["P(match=r_precision)", "R(match=r_precision, assign=max)", "nDCG(match=r_precision)@2"]


def value(measure: str, gold: list[str], run: list[str]) -> float:
    return lydite.evaluate({"i": gold}, {"i": run}, measure, bootstrap=0, chance=0)[0].value


def expected(measure: str, topics: dict[str, str]) -> float:
    """Take the mean over all others of the same topic, item by item."""
    others = {i: [j for j in RUN if j != i and topics[j] == topics[i]] for i in GOLD}
    return float(
        np.mean([np.mean([value(measure, GOLD[i], RUN[j]) for j in js]) for i, js in others.items()])
    )


@pytest.mark.parametrize("measure", MEASURES)
def test_chance_is_the_mean_over_all_other_items(measure: str) -> None:
    exact = expected(measure, dict.fromkeys(GOLD, "all"))
    found = [
        lydite.evaluate(GOLD, RUN, measure, bootstrap=0, chance=400, seed=seed)[0].chance for seed in range(3)
    ]
    assert found == pytest.approx([exact] * 3, abs=0.015)
    assert len(set(found)) == 3
    single = [lydite.evaluate(GOLD, RUN, measure, bootstrap=0, chance=1, seed=s)[0].chance for s in range(3)]
    assert max(abs(float(one or 0) - exact) for one in single) > 0.03  # one shuffle would not do


@pytest.mark.parametrize("measure", MEASURES)
def test_within_topics(measure: str) -> None:
    import polars as pl

    gold = pl.DataFrame({"id": list(GOLD), "phrases": list(GOLD.values()), "topic": list(TOPICS.values())})
    (found,) = lydite.evaluate(gold, RUN, measure, bootstrap=0, chance=400)
    assert found.chance == pytest.approx(expected(measure, TOPICS), abs=0.015)


def test_coverage_counts_gold_and_predictions(tmp_path: Path) -> None:
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("red 1 0\nwine 0 1\ntea 1 1\n", "utf-8")
    gold = {"a": ["red wine", "grape"], "b": ["tea"]}  # two of three are known
    run = {"a": ["glass", "bottle", "wine"], "b": ["cup"]}  # one of four
    (found,) = lydite.evaluate(gold, run, f'F1(match=cosine(vectors="{vectors}"))', bootstrap=0)
    assert found.coverage == pytest.approx((2 + 1) / (3 + 4))
