"""Items drawn one by one within topics: those of a topic are equally likely, and topics keep their size."""

from __future__ import annotations

import numpy as np
import pytest

from lydite.core.spec import parse
from lydite.inference import ItemStatistics, Options, compare, raised_level, summarise
from lydite.measures.labels import LabelItems, score

SIZES, RIGHT = np.array([4, 6, 9]), np.array([1, 4, 2])
TIMES = 20_000


def rows(at_the_end: bool, system: str = "s") -> ItemStatistics:  # noqa: FBT001
    """Return so many right answers in each topic, first or last of it, every item with a row of its own."""
    each = [np.repeat([1, 0], [k, n - k]) for k, n in zip(RIGHT, SIZES, strict=True)]
    right = np.concatenate([e[::-1] if at_the_end else e for e in each])
    topics = np.repeat(["x", "y", "z"], SIZES)
    items = LabelItems.of(["a"] * len(right), np.where(right, "a", "b"), labels=["a", "b"], topics=topics)
    return score(items, system, [parse("accuracy(average=topics)")]).each()


@pytest.mark.parametrize("at_the_end", [True, False])
def test_the_interval_is_that_of_binomial_shares(at_the_end: bool) -> None:  # noqa: FBT001
    drawn = np.random.default_rng(1).binomial(SIZES, RIGHT / SIZES, (200_000, 3)) / SIZES
    level = raised_level(0.9, int(SIZES.sum()))  # as few units make it
    low, high = np.quantile(drawn.mean(axis=1), [(1 - level) / 2, (1 + level) / 2])
    found = summarise([rows(at_the_end)], Options(bootstrap=TIMES, level=0.9))[0]
    assert found.value == pytest.approx((RIGHT / SIZES).mean())
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.015)


def test_the_paired_bootstrap_is_that_of_topics() -> None:
    """Right first against right last: no difference in value, and none in any share of resamples."""
    (test,) = compare([rows(True, "last"), rows(False, "first")], Options(bootstrap=TIMES), "bootstrap").tests
    assert test.difference == 0
    assert test.p == 1.0
    assert test.low == pytest.approx(-test.high, abs=0.03)
