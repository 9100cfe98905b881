"""Intervals that are wider than resamples: pairs that share words, classes with few gold rows."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import lydite
from lydite.core.spec import REGISTRIES
from lydite.inference import ExtraVariance, Options, Scorable, compare, linked_variance, widening
from lydite.probes import examine
from lydite.probes.testsets import TestSet
from lydite.vectors import Vectors

macro_recall = REGISTRIES["measure"]["macro_recall"]


def test_what_shares_a_word_varies_together() -> None:
    """An oracle: the sum of the products of all that share a word, each with itself once."""
    draw = np.random.default_rng(0)
    moved = draw.normal(size=40) + 0.5
    codes = np.array([draw.choice(12, 2, replace=False) for _ in range(40)])
    pairs = itertools.product(range(40), repeat=2)
    together = sum(moved[i] * moved[j] * len({*codes[i]} & {*codes[j]}) for i, j in pairs if i != j)
    assert linked_variance(moved, codes) == pytest.approx((moved**2).sum() + together)
    assert linked_variance(np.array([1.0, -1.0]), np.array([[0, 1], [0, 2]])) == 2.0  # no less than apart


def made(seed: int) -> tuple[TestSet, list[str]]:
    """Return pairs of forty words, each in thirty of them, and people who rate some words above others."""
    draw = np.random.default_rng(seed)
    words, liked = [f"w{i}" for i in range(40)], draw.normal(size=40)
    pairs = [draw.choice(40, 2, replace=False) for _ in range(600)]
    scores = ((words[a], words[b], float(liked[a] + liked[b] + draw.normal())) for a, b in pairs)
    return TestSet("made", pairs=tuple(scores)), words


def drawn(words: list[str], seed: int, name: str) -> Vectors:
    """Return vectors that know nothing, some of which lie nearer to all others."""
    draw = np.random.default_rng([seed, 1])
    rows = draw.normal(size=(len(words), 20)) + draw.gamma(1.0, size=(len(words), 1))
    return Vectors.of(dict(zip(words, rows.tolist(), strict=True)), name=name)


def test_correlations_of_pairs_that_share_words() -> None:
    """Pairs taken for independent hold 0 far too seldom; tests of two such vectors find far too much."""
    test, words = made(0)
    held, plain, apart = [], [], []
    for seed in range(30):
        both = {name: drawn(words, 2 * seed + i, name) for i, name in enumerate("ab")}
        options = Options(seed=seed, bootstrap=300)
        found = examine(both, ["similarity"], test)
        result = found.results(options)[0]
        assert result.corrected_low is not None
        assert result.corrected_high is not None
        held.append(result.corrected_low <= 0 <= result.corrected_high)
        plain.append(abs(result.value) <= 1.96 / np.sqrt(600))
        apart.append(compare(found.scored[0], options, "bootstrap").tests[0].p < 0.05)
    assert sum(held) >= 25, sum(held)
    assert sum(plain) <= 18, sum(plain)
    assert sum(apart) <= 6, sum(apart)


def test_resampled_at_once_is_resampled_one_by_one() -> None:
    test, words = made(1)
    known = drawn(words[:30], 1, "a")
    for spec in ("similarity", "similarity(oov=skip)", "similarity(correlation=pearson)"):
        scored = examine(known, [spec], test).scored[0][0]
        measure, rows, chance = scored.measures[0], scored.statistics[0], scored.chance[0]
        weights = np.random.default_rng(2).multinomial(600, [1 / 600] * 600, 20).astype(np.float64)
        for side in (rows, chance):
            one_by_one = Scorable.resampled(measure, side, weights)
            assert measure.resampled(side, weights) == pytest.approx(one_by_one, abs=1e-12)


def test_a_class_with_few_rows_by_hand() -> None:
    """Ten rows of one class, eight of them right, and two right ones of the other."""
    rows = np.array([[1.0, 0, 1, 0], [0, 0, 1, 0], [0, 1, 0, 1]])
    spread = macro_recall().extra_variance(rows, np.array([[8.0, 2, 2]]))
    assert spread is not None
    pooled = 10 / 12
    missing = 0.0
    for right, n in ((8, 10), (2, 2)):
        share = (right + 2 * pooled + 0.5) / (n + 3)
        missing += (share * (1 - share) - right / n * (1 - right / n)) / n / 4
    assert spread.missing == pytest.approx(missing)
    assert spread.units == pytest.approx(4 / (1 / 10 + 1 / 2))
    assert (spread.least, spread.rarest) == (2, 1)


def test_a_class_of_one_row_by_hand() -> None:
    """A right one beside two of three: smoothed it is 3 of 4, so 3/16 over 4; the three stay as they are."""
    rows = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 1]])
    spread = macro_recall().extra_variance(rows, np.array([[1.0, 2, 1]]))
    assert spread is not None
    assert spread.missing == pytest.approx(3 / 16 / 4)
    assert (spread.units, spread.least, spread.rarest) == (pytest.approx(3), 1, 0)


def test_nothing_is_made_narrower() -> None:
    draws = np.random.default_rng(0).normal(size=1_000)
    assert widening(draws, ExtraVariance(missing=-0.5, units=100)) == 1.0
    assert widening(draws, None) == 1.0
    assert widening(np.array([np.nan]), ExtraVariance(1.0, 2)) == 1.0
    assert widening(draws, ExtraVariance(missing=float(3 * draws.var()), units=100)) == pytest.approx(2.0)


def test_few_gold_rows_are_said() -> None:
    gold = ["a"] * 30 + ["b"] * 3
    run = ["a"] * 25 + ["b"] * 8
    found = lydite.evaluate(gold, run, ["macro_recall", "macro_MAE", "accuracy"])
    (said,) = (n for n in found.notes if "gold rows" in n)
    assert said.startswith("macro_recall, macro_MAE: class b has 3 gold rows")
    enough = lydite.evaluate(gold + ["b"] * 2, run + ["b"] * 2, "macro_recall")
    without = lydite.evaluate(gold, run, "macro_recall", bootstrap=0)
    assert not [n for n in (*enough.notes, *without.notes) if "gold rows" in n]


def test_perfect_rows_of_a_rare_class_are_few() -> None:
    """Thirty and two perfect rows say as much as seven and a half, not thirty-two."""
    gold = ["a"] * 30 + ["b"] * 2
    (found,) = lydite.evaluate(gold, gold, "macro_recall")
    units = 4 / (1 / 30 + 1 / 2)
    assert found.low == pytest.approx(units / (units + 1.959964**2), abs=1e-4)


def test_ranks_move_a_rank_correlation_and_nothing_else_does() -> None:
    """Cosines on another scale that rises with them have the same ranks."""
    test, words = made(1)
    scored = examine(drawn(words, 1, "a"), ["similarity"], test).scored[0][0]
    measure, rows = scored.measures[0], scored.statistics[0]
    bent = rows.copy()
    bent[:, 0] = np.exp(3 * rows[:, 0])
    moved, codes = measure.influence(rows)
    again, same = measure.influence(bent)
    assert again == pytest.approx(moved, abs=1e-12)
    assert np.array_equal(codes, same)
