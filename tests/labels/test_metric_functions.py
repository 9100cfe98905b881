"""Functions of labels and of prevalences: each takes what its name says, and refuses the other."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lydite import metrics
from lydite.core.errors import InputError, LyditeError
from lydite.core.spec import REGISTRIES

KLD = REGISTRIES["measure"]["KLD"]


def test_prevalences_are_no_labels() -> None:
    assert metrics.kld([0.5, 0.5], [0.6, 0.4], n=100) == pytest.approx(
        KLD().compare([0.5, 0.5], [0.6, 0.4], rows=100)
    )
    assert metrics.ae([0.5, 0.5], [0.6, 0.4]) == pytest.approx(0.1)
    assert metrics.emd([1.0, 0.0], [0.0, 1.0]) == 1.0
    assert metrics.emd([1, 0, 0], [0, 0, 1]) == 2.0
    assert metrics.nmd([1, 0, 0], [0, 0, 1]) == 1.0


def test_divergence_by_hand() -> None:
    p, q = np.array([0.3, 0.7]), np.array([0.5, 0.5])
    smooth = 1 / (2 * 40)
    p, q = (p + smooth) / (1 + 2 * smooth), (q + smooth) / (1 + 2 * smooth)
    assert metrics.kld([0.3, 0.7], [0.5, 0.5], n=40) == pytest.approx(float((p * np.log(p / q)).sum()))
    assert metrics.rae([0.3, 0.7], [0.5, 0.5], n=40) == pytest.approx(float((abs(p - q) / p).mean()))
    tiny = metrics.kld([0.3, 0.7], [0.5, 0.5], epsilon=1e-9)
    assert tiny == pytest.approx(0.3 * math.log(0.6) + 0.7 * math.log(1.4), rel=1e-6)


def test_classes_go_by_their_names() -> None:
    expected = metrics.kld([0.3, 0.7], [0.5, 0.5], n=40)
    assert metrics.kld({"a": 0.3, "b": 0.7}, {"b": 0.5, "a": 0.5}, n=40) == expected
    assert metrics.ae({"a": 1.0}, {"b": 1.0}, labels=["a", "b"]) == 1.0
    assert metrics.emd({"good": 1.0, "bad": 0.0}, {"bad": 1.0, "good": 0.0}) == 1.0
    assert metrics.emd({1: 0.5, 3: 0.5}, {1: 1.0, 3: 0.0}) == 1.0  # two steps for half of them
    table = {"low": 1.0, "high": 0.0, "mid": 0.0}
    other = {"low": 0.0, "high": 1.0, "mid": 0.0}
    assert metrics.emd(table, other, labels=["low", "mid", "high"]) == 2.0


def test_topics_in_rows_or_by_name() -> None:
    rows = metrics.kld([[0.3, 0.7], [1, 0]], [[0.5, 0.5], [0.5, 0.5]], n=[40, 10])
    one = metrics.kld([0.3, 0.7], [0.5, 0.5], n=40)
    two = metrics.kld([1, 0], [0.5, 0.5], n=10)
    assert rows == pytest.approx((one + two) / 2)
    true = {"x": {"a": 0.3, "b": 0.7}, "y": {"a": 1, "b": 0}}
    estimated = {"y": {"a": 0.5, "b": 0.5}, "x": {"a": 0.5, "b": 0.5}}
    assert metrics.kld(true, estimated, n={"y": 10, "x": 40}) == pytest.approx(rows)


def test_frames() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    counts = [pandas.Series(list(rows)).value_counts(normalize=True) for rows in ("aabbb", "aaabb")]
    assert metrics.ae(*counts) == pytest.approx(0.2)  # each in the order of its own frequencies
    frame = pandas.DataFrame({"a": [0.5, 0.2], "b": [0.5, 0.8]}, index=["x", "y"])
    assert metrics.ae(frame, frame[["b", "a"]].loc[["y", "x"]]) == 0.0
    table = polars.DataFrame({"a": [0.5, 0.2], "b": [0.5, 0.8]})
    assert metrics.ae(table, table.select("b", "a")) == 0.0


def test_labels_have_functions_of_their_own() -> None:
    true, said = ["yes", "no", "no", "no"], ["yes", "yes", "no", "no"]
    assert metrics.ae_of_labels(true, said) == pytest.approx(metrics.ae([0.25, 0.75], [0.5, 0.5]))
    assert metrics.kld_of_labels(true, said) == pytest.approx(metrics.kld([0.25, 0.75], [0.5, 0.5], n=4))
    assert metrics.rae_of_labels(true, said) == pytest.approx(metrics.rae([0.25, 0.75], [0.5, 0.5], n=4))
    assert metrics.emd_of_labels([1, 2, 3], [1, 1, 3]) == pytest.approx(1 / 3)
    assert metrics.nmd_of_labels([1, 2, 3], [1, 1, 3]) == pytest.approx(1 / 6)


def test_topics_ask_for_the_mean_over_them() -> None:
    true, said, topics = [0, 0, 0, 1], [0, 0, 0, 0], ["big", "big", "big", "small"]
    assert metrics.accuracy(true, said) == 0.75
    assert metrics.accuracy(true, said, topics=topics) == 0.5
    assert metrics.accuracy(true, said, topics=topics, average="pooled") == 0.75


def test_macro_f1_is_that_of_scikit_learn() -> None:
    sk = pytest.importorskip("sklearn.metrics")
    true, said = list("aabbccab"), list("abbacccb")
    expected = pytest.approx(sk.f1_score(true, said, average="macro"))
    assert metrics.macro_f1(true, said) == expected
    assert metrics.average_f1(true, said) == expected


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: metrics.kld([0.5, 0.5], [0.6, 0.4]), "n="),
        (lambda: metrics.kld(["a", "b"], ["a", "a"]), "true: .*kld_of_labels"),
        (lambda: metrics.kld([1, 1, 3], [1, 3, 3]), "true: .* 5.*kld_of_labels"),
        (lambda: metrics.ae([0.5, 0.5], [1.5, -0.5]), "estimated: "),
        (lambda: metrics.ae([math.nan, 1], [0.5, 0.5]), "true: .*NaN"),
        (lambda: metrics.ae(None, [0.5, 0.5]), "true: "),
        (lambda: metrics.ae(0.5, 0.5), "true: "),
        (lambda: metrics.ae([0.5, 0.5], [0.2, 0.3, 0.5]), "true and estimated"),
        (lambda: metrics.ae({"a": 1.0}, [1.0, 0.0]), "true and estimated"),
        (lambda: metrics.ae({"a": 1.0}, {"a": 0.5, "b": 0.5}), "true: .*'b'"),
        (lambda: metrics.ae({"x": {"a": 1.0}}, {"y": {"a": 1.0}}), "true and estimated"),
        (lambda: metrics.emd({"a": 1, "b": 0, "c": 0}, {"a": 0, "b": 1, "c": 0}), "labels="),
        (lambda: metrics.kld([0.5, 0.5], [0.2, 0.8], n=[1, 2]), "n: "),
        (lambda: metrics.kld([0.5, 0.5], [0.2, 0.8], n="10"), "n: "),
        (lambda: metrics.ae([0.5, 0.5], [0.2, 0.8], labels=["a"]), "labels: .*1 .*2"),
        (lambda: metrics.kld_of_labels([0.5, 0.5], [0.6, 0.4]), "y_true: 0.5 "),
        (lambda: metrics.accuracy(np.array([0.4, 1]), [1, 1]), "y_true: 0.4 "),
        (lambda: metrics.accuracy("abc", "abd"), "y_true: .*str"),
        (lambda: metrics.accuracy(["a"], {"a": 1}), "y_pred: .*dict"),
        (lambda: metrics.accuracy([["a"], ["b"]], [["a"], ["b"]]), "y_true: .*list"),
        (lambda: metrics.accuracy([[1, 0], [0, 1]], [[1, 0], [1, 0]]), "y_true: .*list"),
        (lambda: metrics.accuracy([1, 0], ["1", "0"]), "y_pred .*texts .*y_true"),
        (lambda: metrics.accuracy(["True"], np.array([True])), "y_true .*texts .*y_pred"),
        (lambda: metrics.macro_mae(["low", "mid", "high"], ["low", "low", "low"]), "high, low, mid"),
        (lambda: metrics.rae([[0.5, 0.5], [0.2, 0.8]], [[0.5, 0.5], [0.2, 0.8]], n=[10]), "n: "),
        (lambda: metrics.accuracy(None, ["a"]), "y_true: "),
        (lambda: metrics.macro_recall(["a"], ["a"], average="macro"), "average .*'macro'"),
    ],
)  # fmt: skip
def test_wrong_calls_end_in_a_sentence_that_names_the_argument(call: object, said: str) -> None:
    with pytest.raises(LyditeError, match=said) as caught:
        call()  # type: ignore[operator]
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, InputError) or "average" in said
