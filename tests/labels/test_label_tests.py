"""Paired tests of labels against exact ones: items that cannot be told apart are drawn by number."""

from __future__ import annotations

import functools

import numpy as np
import polars as pl
import pytest
import scipy.stats

import lydite

TIMES = 40_000
GAINS = [(16, 5), (5, 16), (9, 4), (3, 0), (7, 7)]


def frames(wins: int, losses: int) -> list[pl.DataFrame]:
    """Return gold and two systems: so many items only the one has right, so many only the other one has."""
    both, neither = 20, 6
    gold = ["a", "b"] * (both // 2) + ["a"] * (wins + losses) + ["b"] * neither
    one = gold[:both] + ["a"] * wins + ["b"] * losses + ["a", "c"] * (neither // 2)
    two = gold[:both] + ["b"] * wins + ["a"] * losses + ["c", "c"] * (neither // 2)
    ids = [f"{i:03}" for i in range(len(gold))]
    return [pl.DataFrame({"id": ids, "label": side}) for side in (gold, one, two)]


def p_of(wins: int, losses: int, test: str) -> float:
    gold, one, two = frames(wins, losses)
    (found,) = lydite.compare(
        gold,
        {"one": one, "two": two},
        "accuracy",
        test=test,
        times=TIMES,
        bootstrap=TIMES,  # type: ignore[arg-type]
    ).tests
    assert found.difference == pytest.approx((wins - losses) / len(gold))
    return found.p


@pytest.mark.parametrize(("wins", "losses"), GAINS)
def test_swaps_are_the_sign_test(wins: int, losses: int) -> None:
    exact = scipy.stats.binomtest(wins, wins + losses).pvalue
    assert p_of(wins, losses, "randomisation") == pytest.approx(exact, abs=4 * np.sqrt(exact / TIMES) + 1e-4)


def test_the_smallest_p_there_is() -> None:
    """No swap of forty wins loses nothing: what was seen counts as the one swap that differs as much."""
    assert p_of(40, 0, "randomisation") == 1 / (TIMES + 1)
    assert p_of(40, 0, "bootstrap") == 2 / (TIMES + 1)


@pytest.mark.parametrize(("wins", "losses"), GAINS)
def test_resamples_are_sums_of_independent_draws(wins: int, losses: int) -> None:
    """Each draw is a win, a loss or neither; the sum of n of them by convolution."""
    n = wins + losses + 26
    draw = np.array([losses, 26, wins]) / n  # −1, 0, 1
    sums = functools.reduce(np.convolve, [draw] * n)  # from −n to n
    exact = min(1.0, 2 * min(sums[: n + 1].sum(), sums[n:].sum()))
    assert p_of(wins, losses, "bootstrap") == pytest.approx(exact, abs=8 * np.sqrt(exact / TIMES) + 1e-4)
