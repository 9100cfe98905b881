"""The paired bootstrap test against the whole distribution of resamples, and where nothing differs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats

import lydite
from lydite.core.spec import parse
from lydite.inference import ItemStatistics, Options, compare

TIMES = 20_000


def scored(values: np.ndarray, system: str, **columns: list[str]) -> ItemStatistics:  # type: ignore[type-arg]
    rows = np.stack([values, np.ones(len(values))], axis=1)
    ids = tuple(f"{i:05d}" for i in range(len(values)))
    return ItemStatistics(system, ids, (parse("R"),), (rows,), {k: tuple(v) for k, v in columns.items()})


def p_of(differences: np.ndarray, times: int = TIMES, seed: int = 0) -> float:  # type: ignore[type-arg]
    """Return p of two systems that differ so; what they have in common says nothing."""
    common = np.linspace(0.2, 0.6, len(differences))
    pair = [scored(common + differences, "one"), scored(common, "two")]
    return compare(pair, Options(bootstrap=times, seed=seed), "bootstrap").tests[0].p


def exact(differences: np.ndarray) -> float:  # type: ignore[type-arg]
    """Take every resample there is: p is twice the share of those on the other side of zero."""
    means = np.array([np.mean(r) for r in itertools.product(differences, repeat=len(differences))]).round(12)
    return min(1.0, 2 * min((means <= 0).mean(), (means >= 0).mean()))


def of_few(p: float, n: int) -> float:
    """Return what a share of resamples is worth of n units: the tails of t, a little wider than resamples."""
    z = scipy.stats.norm.isf(p / 2)
    return float(2 * scipy.stats.t(n - 1).sf(z * np.sqrt((n - 1) / n)))


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        ([0.3, -0.1], 2 * 1 / 4),  # the second twice: one resample of four
        ([0.3, 0.3, -0.1], 2 * 1 / 27),  # the third three times; twice still leaves 1/3 of 0.1
        ([0.2, -0.1, -0.1], 1.0),  # no difference at all
        ([0.4, 0.1, -0.2, 0.3], None),
        ([-0.4, -0.1, 0.25, 0.0, -0.1], None),
    ],
)
def test_all_resamples(differences: list[float], p: float | None) -> None:
    values = np.array(differences)
    whole = exact(values)
    assert p is None or whole == pytest.approx(p)
    error = 4 * np.sqrt(2 * whole * (1 - whole / 2) / TIMES) + 2 / TIMES  # standard errors of twice a share
    least = max(scipy.stats.ttest_1samp(values, 0).pvalue, 2 / 2 ** len(values))
    low, high = (max(of_few(min(1.0, p), len(values)), least) for p in (whole - error, whole + error))
    assert 0.98 * low <= p_of(values) <= 1.02 * high
    assert 0.98 * low <= p_of(-values) <= 1.02 * high


@pytest.mark.parametrize("times", [99, 1_000])
def test_the_smallest_p_there_is(times: int) -> None:
    """No resample on the other side: the data counts as one itself, on both sides."""
    values = np.array([0.1, 0.2, 0.15, 0.05] * 4)
    assert p_of(values, times) == p_of(-values, times) == 2 / (times + 1)


@pytest.mark.parametrize("n", [2, 4, 5])
def test_few_items_say_no_more_than_coins(n: int) -> None:
    """All resamples agree that one system is better; so would n tossed coins, twice in 2ⁿ."""
    assert p_of(np.linspace(0.1, 0.2, n)) == 2 / 2**n


def test_scipy_s_resamples() -> None:
    noise = np.random.default_rng(5).normal(0, 0.25, 40)
    differences = noise - noise.mean() + 0.06
    drawn = scipy.stats.bootstrap(
        (differences,), np.mean, n_resamples=TIMES, method="percentile", random_state=np.random.default_rng(1)
    ).bootstrap_distribution
    peer = 2 * min((drawn <= 0).mean(), (drawn >= 0).mean())
    assert 0.02 < peer < 0.3
    assert p_of(differences) == pytest.approx(of_few(peer, 40), abs=0.01)


@pytest.mark.parametrize("n", [4, 6, 12, 40])
def test_p_agrees_with_the_interval_of_the_difference(n: int) -> None:
    """Where p is below .05, the expanded 95% interval of the difference excludes 0, and hardly elsewhere."""
    draw = np.random.default_rng(n)
    agreed = []
    for seed in range(40):
        differences = draw.normal(0.05, 0.1, n)
        pair = [scored(0.4 + differences, "one"), scored(np.full(n, 0.4), "two")]
        (test,) = compare(pair, Options(bootstrap=5_000, seed=seed), "bootstrap").tests
        excluded = not test.low <= 0 <= test.high
        assert excluded or test.p > 0.0499  # but for the last resample
        agreed.append((test.p < 0.05) == excluded)
    assert np.mean(agreed) > 0.9 or n == 4  # four items have no p below 1/8


def test_far_apart_it_is_the_t_test() -> None:
    """Where hardly any resample is on the other side of 0, the standard deviation of resamples decides."""
    differences = np.random.default_rng(2).normal(0, 0.1, 12)
    differences += 0.12 - differences.mean()
    peer = scipy.stats.ttest_1samp(differences, 0).pvalue
    assert 1e-4 < peer < 0.01
    assert p_of(differences) == pytest.approx(peer, rel=0.1)


def test_errors_of_the_first_kind() -> None:
    """Where systems do not differ, p is even from 0 to 1: as often below a level as the level says."""
    draw = np.random.default_rng(0)
    found = np.array([p_of(draw.normal(0, 0.1, 50), times=199, seed=i) for i in range(400)])
    for level in (0.05, 0.1, 0.2, 0.5):
        assert (found < level).mean() == pytest.approx(level, abs=4 * np.sqrt(level * (1 - level) / 400))
    assert found.mean() == pytest.approx(0.5, abs=4 * np.sqrt(1 / 12 / 400))


def test_whole_clusters_are_drawn() -> None:
    """Eight items of two users are two draws: one resample of four has only the user with the loss."""
    differences = np.array([0.3] * 4 + [-0.1] * 4)
    user = {"user": ["a"] * 4 + ["b"] * 4}
    pair = [scored(0.4 + differences, "one", **user), scored(np.full(8, 0.4), "two", **user)]
    (test,) = compare(pair, Options(bootstrap=TIMES, cluster="user"), "bootstrap").tests
    assert test.p == pytest.approx(of_few(0.5, 2), abs=0.02)


def test_from_the_library() -> None:
    """The same through the front door: three of four items are won, by one phrase each, and one is lost."""
    gold = {str(i): ["cat"] for i in range(4)}
    good = {str(i): ["cat" if i else "dog"] for i in range(4)}
    bad = {str(i): ["dog" if i else "cat"] for i in range(4)}
    found = lydite.compare(gold, {"good": good, "bad": bad}, "F1", test="bootstrap", bootstrap=TIMES)
    # a mean of at most 0 takes two or more draws of the lost item out of four
    lost = scipy.stats.binom(4, 1 / 4).sf(1)
    assert found.tests[0].p == pytest.approx(of_few(2 * lost, 4), abs=0.03)
