"""What stands beside the numbers: cuts among parameters, columns that explain much, counts of nothing."""

from __future__ import annotations

import numpy as np
import pytest

import lydite
from lydite.inference import Options
from lydite.inference.resampling import note_clustered
from lydite.measures.labels.items import LabelItems
from lydite.measures.labels.scoring import score
from lydite.probes.categories import Category
from lydite.probes.odd_one_out import pairs
from lydite.probes.run import _count
from lydite.spec import parse
from lydite.statistics import ItemStatistics

GOLD = {"a": ["cat", "dog"], "b": ["cow"]}
RUN = {"a": ["cat", "pig"], "b": ["cow"]}


def test_a_cut_is_a_parameter_only_where_there_is_one() -> None:
    whole, first = lydite.evaluate(GOLD, RUN, ["F1", "F1@1"], bootstrap=0, chance=0)
    assert "cut" not in whole.parameters
    assert first.parameters["cut"] == 1


def _by_user(share: float, column: str) -> ItemStatistics:
    """40 users with 10 answers each: a share of the users are right or wrong in all of them."""
    rng = np.random.default_rng(3)
    same = rng.random(40) < share
    always = rng.random(40) < 0.5
    right = np.where(same[:, None], always[:, None], rng.random((40, 10)) < 0.5).ravel()
    items = LabelItems.of(["a"] * 400, np.where(right, "a", "b"), labels=["a", "b"])
    scored = score(items, "s", [parse("accuracy")]).each()
    scored.columns[column] = np.repeat([f"u{i}" for i in range(40)], 10)
    return scored


@pytest.mark.parametrize(
    ("share", "column", "noted"), [(0.8, "user", True), (0.0, "user", False), (0.8, "match", False)]
)
def test_columns_that_explain_much_are_named(share: float, column: str, noted: bool) -> None:  # noqa: FBT001
    """How a pair was matched explains much of its score, and is no cluster."""
    notes = list(note_clustered([_by_user(share, column)], Options()))
    assert bool(notes) == noted
    assert all("user" in note for note in notes)


def test_nothing_is_plural_and_has_no_pairs() -> None:
    nothing = Category("empty", np.zeros(0, np.int64), 0, 0)
    assert [_count(n, ("word", "words")) for n in (0, 1, 2)] == ["0 words", "1 word", "2 words"]
    assert [pairs(nothing, 3, odd, 10) for odd in ("outside_category", "outside_sample")] == [0, 0]


@pytest.mark.parametrize(("threshold", "value"), [(0.3, 1.0), (0.9, (1 / np.log2(3)) / (3 + 1 / np.log2(3)))])
def test_a_threshold_makes_soft_grades_yes_or_no(threshold: float, value: float) -> None:
    """ROUGE gives cat for big cat 0.5: at 0.3 it earns the whole grade of 3, at 0.9 only dog earns its 1."""
    gold = {"a": [("big cat", 3.0), ("dog", 1.0)]}
    measure = f"nDCG(match=rouge, threshold={threshold})"
    (result,) = lydite.evaluate(gold, {"a": ["cat", "dog"]}, [measure], bootstrap=0, chance=0)
    assert result.value == pytest.approx(value)
