"""Small versions of the simulations of docs/evidence/statistics.md; all seeds are fixed."""

from __future__ import annotations

import numpy as np
import pytest

from experiment import load

SAMPLES = 50
FEWEST = 43  # of 50: at 95%, fewer would be 1 in 80 for a measure


def test_intervals_of_phrases_hold_the_value_of_the_population() -> None:
    """Exact and graded matches, values and corrected, of twenty items."""
    held = load("interval_coverage").phrases(SAMPLES, (20,), 2_000)
    expanded = {measure: sum(found[20]) for (measure, kind), found in held.items() if kind == "expanded"}
    assert len(expanded) == 22
    assert min(expanded.values()) >= FEWEST, expanded
    assert np.mean([*expanded.values()]) / SAMPLES == pytest.approx(0.95, abs=0.04)


@pytest.mark.parametrize("n", [20, 200])
def test_intervals_of_labels_hold_it_where_a_class_is_rare(n: int) -> None:
    """One row in a hundred is of the first class; plain percentiles hold it in fewer than nine of ten."""
    held = load("interval_coverage").labels(SAMPLES, (n,), 5_000)
    for measure in ("macro_recall", "macro_MAE", "KLD", "average_F1", "accuracy"):
        assert sum(held[f"{measure}, classes rare", "centred"][n]) >= FEWEST, measure
        assert sum(held[f"{measure}, classes even", "centred"][n]) >= FEWEST, measure


@pytest.mark.parametrize("systems", [2, 5])
def test_systems_of_one_quality_are_not_told_apart(systems: int) -> None:
    """Both tests, on values, corrected and labels: p below .05 in about one pair of twenty, or fewer."""
    worlds = 16
    for (figure, test), seen in (
        load("error_rates").rates(systems, worlds, ("randomisation", "bootstrap")).items()
    ):
        single, family = np.mean(seen, axis=0)
        assert single <= 0.16, (figure, test)
        assert family <= 0.25, (figure, test)  # 5 of 16 would be 1 in 1,000


def test_answers_that_know_nothing_are_worth_nothing() -> None:
    """Random, shuffled, constant and popular answers under every soft measure."""
    for (kind, measure), share in load("chance").holds(8).items():
        assert share >= 5 / 8, (kind, measure)  # at 90%, fewer would be 1 in 200
        assert share == 1 or kind in ("random", "shuffled", "others"), (kind, measure)


def test_chance_keeps_lengths_under_every_soft_measure() -> None:
    """Ten worlds of a hundred items; over 200 the means are below 0.01."""
    chance = load("chance")
    with chance.temporary() as folder:
        measures = chance.soft(folder)
        left = chance.left_over(10, {**{m: m for m in chance.MEASURES}, **measures})
    noisy = ("hit_rate", "RR")  # near 1 whatever is said, so that little is left above chance
    cut = {k: np.mean(v) for k, v in left.items() if k[3] == "truncated" and not k[2].startswith(noisy)}
    assert max(map(abs, cut.values())) < 0.025, cut
    assert np.mean(left["random", "matched", "F1", "whole"]) > 0.01
    assert np.mean(left["random", "matched", "hit_ratio", "whole"]) < -0.04
