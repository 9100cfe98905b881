"""Paired tests of labels against exact ones, and their BCa intervals against others made from rows.

Items that cannot be told apart are drawn and swapped by number; here they are rows like all others.
"""

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
    """Each draw is a win, a loss or neither; the sum of n of them by convolution.

    p has the tails of t for n items: by the share of sums on the other side of 0, or by the t test.
    """
    n = wins + losses + 26
    draw = np.array([losses, 26, wins]) / n  # −1, 0, 1
    sums = functools.reduce(np.convolve, [draw] * n)  # from −n to n
    exact = min(1.0, 2 * min(sums[: n + 1].sum(), sums[n:].sum()))
    z = scipy.stats.norm.isf(exact / 2)
    by_share = 2 * scipy.stats.t(n - 1).sf(z * np.sqrt((n - 1) / n))
    by_spread = scipy.stats.ttest_1samp([1] * wins + [-1] * losses + [0] * 26, 0).pvalue
    p = max(by_share, by_spread)
    assert p_of(wins, losses, "bootstrap") == pytest.approx(p, abs=8 * np.sqrt(exact / TIMES) + 1e-4)


def test_bca_of_a_mean_over_topics() -> None:
    """Accuracy drawn within topics is a mean of binomial shares; Efron 1987 written anew from the rows.

    The small topic has most of the skewness: rows that were left out of another one would show.
    """
    sizes, right = np.array([12, 100, 100]), np.array([1, 93, 90])
    shares = right / sizes
    drawn = (np.random.default_rng(0).binomial(sizes, shares, (200_000, 3)) / sizes).mean(axis=1)
    # without a row of a topic that is right, or wrong, its share moves, and the mean by a third of that
    move = {True: ((right - 1) / (sizes - 1) - shares) / 3, False: (right / (sizes - 1) - shares) / 3}
    left = np.concatenate([np.repeat(move[True], right), np.repeat(move[False], sizes - right)])
    away = left.mean() - left
    skew = (away**3).sum() / (6 * (away**2).sum() ** 1.5)
    value = shares.mean()
    bias = scipy.stats.norm.ppf(((drawn < value - 1e-9).mean() + (drawn < value + 1e-9).mean()) / 2)
    z = bias + scipy.stats.norm.ppf([0.025, 0.975])
    expected = np.quantile(drawn, scipy.stats.norm.cdf(bias + z / (1 - skew * z)))

    labels = {"topic": np.repeat(["x", "y", "z"], sizes), "label": ["a"] * 212}
    said = np.concatenate([np.repeat(["a", "b"], [k, n - k]) for k, n in zip(right, sizes, strict=True)])
    gold = pl.DataFrame({"id": [f"{i:03}" for i in range(212)], **labels})
    run = gold.with_columns(label=pl.Series(said))
    found = lydite.evaluate(gold, run, "accuracy(average=topics)", interval="bca", bootstrap=20_000)[0]
    assert found.value == pytest.approx(value)
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=0.006)
