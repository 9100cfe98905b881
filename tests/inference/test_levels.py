"""The level that was asked for: of intervals against scipy, of letters against the corrected p values."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from lydite.core.spec import parse
from lydite.inference import Comparison, ItemStatistics, Options, compare, summarise

TIMES = 20_000
LEVELS = [0.5, 0.8, 0.99]


def scored(values: np.ndarray, system: str = "s") -> ItemStatistics:  # type: ignore[type-arg]
    rows = np.stack([values, np.ones(len(values))], axis=1)
    return ItemStatistics(system, tuple(f"{i:05d}" for i in range(len(values))), (parse("R"),), (rows,))


def peer(values: np.ndarray, level: float, method: str) -> tuple[float, float]:  # type: ignore[type-arg]
    found = scipy.stats.bootstrap(
        (values,),
        np.mean,
        n_resamples=TIMES,
        confidence_level=level,
        method=method,
        random_state=np.random.default_rng(1),
    ).confidence_interval
    return float(found.low), float(found.high)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("ours", "theirs"), [("percentile", "percentile"), ("bca", "BCa")])
def test_intervals_of_values(ours: str, theirs: str, level: float) -> None:
    skewed = np.random.default_rng(3).beta(0.5, 3, 60)
    found = summarise([scored(skewed)], Options(bootstrap=TIMES, interval=ours, level=level))[0]  # type: ignore[arg-type]
    low, high = peer(skewed, level, theirs)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.03 * (high - low))


@pytest.mark.parametrize("level", LEVELS)
def test_intervals_of_differences(level: float) -> None:
    one, two = np.random.default_rng(4).beta(2, 3, (2, 60))
    (test,) = compare([scored(one, "one"), scored(two, "two")], Options(bootstrap=TIMES, level=level)).tests
    low, high = peer(one - two, level, "percentile")
    assert (test.low, test.high) == pytest.approx((low, high), abs=0.03 * (high - low))


@pytest.mark.parametrize("right", [2, 4, 7, 10])
def test_values_that_resamples_hit(right: int) -> None:
    """Of few items many resamples have just the value: half of those count as below it, as in scipy."""
    values = np.repeat([1.0, 0.0], [right, 12 - right])
    found = summarise([scored(values)], Options(bootstrap=TIMES, interval="bca", level=0.9))[0]
    low, high = peer(values, 0.9, "BCa")
    assert (found.low, found.high) == pytest.approx((low, high), abs=1 / 12 / 3)  # no step of a twelfth apart


@pytest.fixture(scope="module")
def close() -> list[ItemStatistics]:
    """Five systems that are a little better than one another."""
    draw = np.random.default_rng(8)
    common = draw.random(50) * 0.5
    return [scored(common + 0.022 * i + draw.normal(0, 0.08, 50), str(i)) for i in range(5)]


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_letters_are_of_corrected_tests_at_this_level(close: list[ItemStatistics], level: float) -> None:
    found: Comparison = compare(close, Options(bootstrap=50, level=level))
    marks = found.letters["R"]
    for test in found.tests:
        together = bool(set(marks[test.first]) & set(marks[test.second]))
        assert together == (test.p_holm >= 1 - level)


def test_letters_differ_by_level_and_by_correction(close: list[ItemStatistics]) -> None:
    """The example above tells corrected p values from others, and a level from half of it."""
    tests = compare(close, Options(bootstrap=50)).tests
    assert any(t.p < 1 - level <= t.p_holm for t in tests for level in (0.8, 0.95, 0.99))
    assert any((1 - level) / 2 <= t.p_holm < 1 - level for t in tests for level in (0.8, 0.95, 0.99))


def test_holm_s_correction_of_real_tests(close: list[ItemStatistics]) -> None:
    """Step by step as Holm 1979 has it, written anew: reject while p ≤ α / (m − i)."""
    tests = compare(close, Options(bootstrap=50)).tests
    order = sorted(tests, key=lambda t: t.p)
    for alpha in (0.01, 0.05, 0.2):
        passed = [t.p <= alpha / (len(order) - i) for i, t in enumerate(order)]
        rejected = order[: [*passed, False].index(False)]
        assert [t for t in order if t.p_holm <= alpha] == rejected
