"""What intervals and tests promise, in few worlds with fixed seeds (many: experiments/chance.py)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lydite
from lydite.vectors import Vectors

SAMPLES, ITEMS = 50, 30
FEWEST = 43  # of 50: at 95%, fewer would be 1 in 80 for a measure
WORDS = ["car", "dog", "cake", "food", "tree", "river", "stone", "bird", "song", "apple", "bread", "road"]
PHRASES = ("F1", "AP", "F1(match=wordnet)")
LABELS = ("accuracy", "macro_recall", "macro_F1", "macro_MAE")


def lists(draw: np.random.Generator, n: int) -> tuple[list[list[str]], list[list[str]]]:
    """Gold of three words, and answers that have each of them in half of the cases."""
    gold = [draw.choice(WORDS, 3, replace=False).tolist() for _ in range(n)]
    return gold, [[w if draw.random() < 0.5 else str(draw.choice(WORDS)) for w in one] for one in gold]


def labels(draw: np.random.Generator, n: int) -> tuple[list[str], list[str]]:
    """Labels of which two of three are right."""
    gold = draw.choice(["-1", "0", "1"], n, p=[0.2, 0.5, 0.3])
    return gold.tolist(), np.where(draw.random(n) < 0.6, gold, draw.choice(["-1", "0", "1"], n)).tolist()


@pytest.mark.parametrize(("world", "measures"), [(lists, PHRASES), (labels, LABELS)])
def test_intervals_hold_the_value_of_the_population(world: Any, measures: tuple[str, ...]) -> None:
    draw = np.random.default_rng(3)
    gold, run = world(draw, 3_000)
    true = [r.value for r in lydite.evaluate(gold, run, measures, chance=0, bootstrap=0)]
    held = np.zeros(len(measures))
    for _ in range(SAMPLES):
        some = draw.integers(0, len(gold), ITEMS * 2)
        found = lydite.evaluate(
            [gold[i] for i in some], [run[i] for i in some], measures, chance=0, bootstrap=300
        )
        held += [r.low <= value <= r.high for r, value in zip(found, true, strict=True)]
    assert (held >= FEWEST).all(), held


@pytest.mark.parametrize(
    ("world", "measure"), [(lists, "F1"), (lists, "F1(match=wordnet)"), (labels, "macro_F1")]
)
def test_systems_of_one_quality_are_not_told_apart(world: Any, measure: str) -> None:
    """Two systems whose answers are exchanged by coins: p below .05 in about one of twenty worlds."""
    draw, found = np.random.default_rng(4), 0
    for _ in range(SAMPLES):
        gold, one = world(draw, ITEMS)
        _, other = world(draw, ITEMS)
        coins = draw.random(ITEMS) < 0.5
        pair = [
            [b if c else a for a, b, c in zip(one, other, coins, strict=True)] for coins in (coins, ~coins)
        ]
        (test,) = lydite.compare(
            gold, dict(zip("ab", pair, strict=True)), measure, bootstrap=50, times=200
        ).tests
        found += test.p < 0.05
    assert found <= 7  # more would be 1 in 100


def test_vectors_that_know_nothing_are_worth_nothing() -> None:
    draw, held = np.random.default_rng(5), []
    for _ in range(8):
        words = [f"w{i}" for i in range(40)]
        vectors = Vectors.of({w: draw.normal(size=8).tolist() for w in words})
        sets = {f"c{i}": words[i::5] for i in range(5)}
        found = lydite.probe(vectors, ["topk(k=3)", "odd_one_out"], sets, bootstrap=300)
        held += [r.corrected_low <= 0 <= r.corrected_high for r in found]
    assert sum(held) >= 12, held
