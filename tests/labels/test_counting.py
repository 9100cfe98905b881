"""Counting: integers by their range, anything else by name, and both the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite import metrics
from lydite.core.errors import InputError
from lydite.measures.labels import GRID, ConfusionCounts, LabelItems, count, distinct, encode, integer_counts

DTYPES = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64]


@settings(max_examples=60)
@given(
    st.lists(st.tuples(*[st.integers(0, 6)] * 3), min_size=1, max_size=60),
    st.sampled_from(DTYPES),
    st.integers(0, 100),
)
def test_integers_are_counted_as_their_names_are(rows, dtype, shift):
    gold, predicted, topics = (np.array(c, dtype) + dtype(shift) for c in zip(*rows, strict=True))
    fast = count(gold, predicted, topics=topics)
    slow = LabelItems.of(*([str(v).zfill(3) for v in c] for c in (gold, predicted)), topics=topics.tolist())
    assert isinstance(fast, ConfusionCounts)
    assert fast.confusion.tolist() == slow.confusion.tolist()
    assert [str(v).zfill(3) for v in fast.labels] == list(slow.labels)
    assert list(fast.topics) == list(slow.topics)


def test_integers_far_apart_are_not_spread_out():
    far = np.array([0, 10 * GRID])
    assert integer_counts(far, far, None) is None
    assert metrics.accuracy(far, far) == 1.0


def test_labels_may_be_given_in_any_order_and_with_gaps():
    gold, predicted = np.array([5, 1, 5]), np.array([1, 1, 5])
    assert count(gold, predicted, labels=[5, 3, 1]).confusion.tolist() == [[[1, 0, 1], [0, 0, 0], [0, 0, 1]]]
    assert metrics.micro_mae(gold, predicted, labels=[1, 3, 5]) == pytest.approx(2 / 3)
    with pytest.raises(InputError, match="label 5.* 1, 2"):
        count(gold, predicted, labels=[1, 2])


def test_negative_and_boolean_labels():
    assert metrics.accuracy([True, False], [True, True]) == 0.5
    assert metrics.macro_mae(np.array([-2, 2]), np.array([2, 2]), labels=range(-2, 3)) == 2.0


def test_labels_below_zero_have_places():
    assert encode(np.array([-2, 0]), (-2, -1, 0), "gold").tolist() == [0, 2]
    assert distinct(np.array([-2, 2, 2])) == (-2, 2)


def test_columns_of_frames():
    pandas, polars, pyarrow = (pytest.importorskip(m) for m in ("pandas", "polars", "pyarrow"))
    for column in (pandas.Series, polars.Series, pyarrow.array):
        assert metrics.accuracy(column(["a", "b"]), column(["a", "a"])) == 0.5
        assert metrics.accuracy(column([1, 2]), column([1, 1])) == 0.5


@pytest.mark.parametrize(
    ("gold", "predicted", "topics", "message"),
    [
        ([], [], None, "no rows"),
        ([1, 2], [1], None, "2 gold, 1 predicted"),
        ([1, 2], [1, 2], ["x"], "2 gold, 2 predicted, 1 topic"),
        ([1.0, float("nan")], [1.0, 1.0], None, "None or NaN"),
        (["a", None], ["a", "a"], None, "None or NaN"),
        (np.zeros((2, 2)), np.zeros((2, 2)), None, r"\(2, 2\)"),
    ],
)
def test_bad_columns(gold, predicted, topics, message):
    with pytest.raises(InputError, match=message):
        metrics.accuracy(gold, predicted, topics=topics)


def test_unknown_label_names_the_nearest():
    with pytest.raises(InputError, match=r"label negativ; .*negative\?"):
        metrics.accuracy(["negative"], ["negativ"], labels=["positive", "negative"])


def test_mixed_types_have_an_order():
    assert distinct(["b", 1, "a"]) == (1, "a", "b")
    assert encode(["b", 1], (1, "a", "b"), "gold").tolist() == [2, 0]


def test_unknown_function():
    with pytest.raises(AttributeError, match="'macro_mea'.*macro_mae"):
        metrics.macro_mea  # noqa: B018


def test_functions_are_those_of_the_registry():
    assert {"macro_mae", "kld", "f1_pn"} <= set(dir(metrics))
    assert "f1" not in dir(metrics)
