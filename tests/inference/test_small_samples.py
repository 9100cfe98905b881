"""Intervals of few items: as wide as a t distribution would make them, and honest where all items agree."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import lydite
from lydite.inference import ItemStatistics, Options, agreement_bound, expanded, summarise, t_quantile


@pytest.mark.parametrize("df", [1, 2, 3, 4, 5, 9, 19, 30, 200, 10_000])
@pytest.mark.parametrize("p", [0.75, 0.95, 0.975, 0.995, 0.9995])
def test_quantiles_are_those_of_scipy(p: float, df: int) -> None:
    assert t_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-5)


@pytest.mark.parametrize("n", [5, 10, 50])
def test_of_normal_values_it_is_the_interval_of_t(n: int) -> None:
    """Resamples of n normal values are normal with sd s√((n-1)/n)/√n: expanded, their quantiles are t's."""
    draws = stats.norm.ppf((np.arange(200_000) + 0.5) / 200_000) * np.sqrt((n - 1) / n) / np.sqrt(n)
    low, high = expanded(draws, 0.95, n)
    assert (low, high) == pytest.approx(stats.t.interval(0.95, n - 1, 0, 1 / np.sqrt(n)), abs=1e-3)


def test_where_all_agree_there_is_a_bound_or_nothing() -> None:
    perfect = {str(i): ["cat"] for i in range(5)}
    (found,) = lydite.evaluate(perfect, perfect, "F1")
    wilson = stats.binomtest(5, 5).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high))
    (none,) = lydite.evaluate(perfect, {str(i): ["dog"] for i in range(5)}, "F1")
    assert (none.low, none.high) == pytest.approx((1 - wilson.high, 1 - wilson.low))
    (half,) = lydite.evaluate(perfect, {str(i): ["cat", "dog"] for i in range(5)}, "P")
    assert (half.value, half.low, half.high) == (0.5, None, None)
    assert agreement_bound(0.0, 0.95, 9, 0.0, float("inf")) is None


def test_perfect_systems_are_corrected_as_far_as_they_may_be() -> None:
    gold = {str(i): [f"red w{i}"] for i in range(12)}
    (found,) = lydite.evaluate(gold, gold, "F1(match=r_precision)")
    assert found.low is not None
    assert found.chance is not None
    assert found.corrected_low == pytest.approx((found.low - found.chance) / (1 - found.chance))
    assert found.corrected_high == 1.0


def test_clusters_are_what_is_counted() -> None:
    """Six items of two users are two draws: the interval is that of all resamples."""
    values = np.array([0.1, 0.2, 0.3, 0.7, 0.8, 0.9])
    table = np.stack([values, np.ones(6)], axis=1)
    users = {"user": ("a", "a", "a", "b", "b", "b")}
    scored = ItemStatistics("s", tuple("abcdef"), (lydite.parse("F1"),), (table,), users)
    (by_user,) = summarise([scored], Options(cluster="user"))
    (by_item,) = summarise([scored], Options())
    assert (by_user.low, by_user.high) == pytest.approx((0.2, 0.8))
    assert by_item.low is not None
    assert by_item.low > 0.1


def test_topics_again_or_others() -> None:
    import polars as pl

    from lydite.reporting import render

    gold = pl.DataFrame(
        {
            "id": [f"{i:02d}" for i in range(24)],
            "topic": ["xyz"[i % 3] for i in range(24)],
            "label": ["ab"[i % 2] for i in range(24)],
        }
    )
    run = gold.with_columns(label=pl.Series(["a" if i % 5 == 0 else "ab"[i % 2] for i in range(24)]))
    within = render(lydite.evaluate(gold, run, "macro_recall"))
    others = render(lydite.evaluate(gold, run, "macro_recall", cluster="topic"))
    assert "--cluster topic" in within
    assert "--cluster topic" not in others
