"""Groups with outliers, of which some cannot be tried."""

from __future__ import annotations

from lydite.probes import probe
from lydite.probes.testsets import TestSet
from lydite.vectors import Vectors


def test_a_group_that_cannot_be_tried_does_not_end_the_others() -> None:
    vectors = Vectors.of({"cat": [1, 0], "dog": [1, 0.1], "fox": [0.9, 0], "red": [0, 1]})
    groups = {"a": (("gone", "lost"), ("red",)), "b": (("cat", "dog", "fox"), ("red",))}
    (result,) = probe(vectors, ["outlier"], TestSet("pets", {}, outliers=groups))
    assert (result.value, result.n, result.unscored) == (1.0, 1, 1)


def test_a_category_of_one_word_does_not_end_the_others() -> None:
    vectors = Vectors.of({"cat": [1, 0], "dog": [1, 0.1], "red": [0, 1], "blue": [0.1, 1]})
    categories = {"a": ("cat",), "b": ("cat", "dog"), "c": ("red", "blue")}
    for spec in ("topk(k=1)", "odd_one_out(k=2)"):
        (result,) = probe(vectors, [spec], TestSet("words", categories))
        assert (result.value, result.n, result.unscored) == (1.0, 2, 1)
