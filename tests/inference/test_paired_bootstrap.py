"""The paired bootstrap test against the whole distribution of resamples, and where nothing differs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats

import lydite
from lydite.inference import Options, compare
from lydite.spec import parse
from lydite.statistics import ItemStatistics

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
    whole = max(whole, 2 / 2 ** len(values))  # fewer items than a coin would need
    error = np.sqrt(2 * whole * (1 - whole / 2) / TIMES)  # standard error of twice a share
    assert p_of(values) == pytest.approx(whole, abs=4 * error + 1e-12)
    assert p_of(-values) == pytest.approx(whole, abs=4 * error + 1e-12)


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
        (differences,), np.mean, n_resamples=TIMES, method="percentile", rng=np.random.default_rng(1)
    ).bootstrap_distribution
    peer = 2 * min((drawn <= 0).mean(), (drawn >= 0).mean())
    assert 0.02 < peer < 0.3
    assert p_of(differences) == pytest.approx(peer, abs=0.01)


def test_errors_of_the_first_kind() -> None:
    """Where systems do not differ, p is even from 0 to 1: as often below a level as the level says."""
    draw = np.random.default_rng(0)
    found = np.array([p_of(draw.normal(0, 0.1, 50), times=199, seed=i) for i in range(400)])
    for level in (0.1, 0.2, 0.5):
        assert (found < level).mean() == pytest.approx(level, abs=4 * np.sqrt(level * (1 - level) / 400))
    assert found.mean() == pytest.approx(0.5, abs=4 * np.sqrt(1 / 12 / 400))


def test_whole_clusters_are_drawn() -> None:
    """Eight items of two users are two draws: one resample of four has only the user with the loss."""
    differences = np.array([0.3] * 4 + [-0.1] * 4)
    user = {"user": ["a"] * 4 + ["b"] * 4}
    pair = [scored(0.4 + differences, "one", **user), scored(np.full(8, 0.4), "two", **user)]
    (test,) = compare(pair, Options(bootstrap=TIMES, cluster="user"), "bootstrap").tests
    assert test.p == pytest.approx(0.5, abs=0.02)


def test_from_the_library() -> None:
    """The same through the front door: three of four items are won, by one phrase each, and one is lost."""
    gold = {str(i): ["cat"] for i in range(4)}
    good = {str(i): ["cat" if i else "dog"] for i in range(4)}
    bad = {str(i): ["dog" if i else "cat"] for i in range(4)}
    found = lydite.compare(gold, {"good": good, "bad": bad}, "F1", test="bootstrap", bootstrap=TIMES)
    # a mean of at most 0 takes two or more draws of the lost item out of four
    lost = scipy.stats.binom(4, 1 / 4).sf(1)
    assert found.tests[0].p == pytest.approx(2 * lost, abs=0.03)
