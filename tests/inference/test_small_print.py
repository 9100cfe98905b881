"""What stands beside the numbers: cuts among parameters, columns that explain much, counts of nothing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import lydite
from inner import replace_inside
from lydite.core.spec import parse
from lydite.inference import (
    ItemStatistics,
    Options,
    SwapPatterns,
    bootstrap_p,
    count_drawn,
    linked_differences,
    loss_size,
    note_clustered,
    summarise,
    variance_explained,
)
from lydite.measures.labels import LabelItems, score
from lydite.probes import Category, pairs

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


def test_a_mean_over_topics_is_one_in_every_group() -> None:
    """Of the young, one of one is right under t and one of three under u: (1 + 1/3) / 2, not 2 of 4."""
    right = [True, True, False, False, False]
    items = LabelItems.of(["a"] * 5, np.where(right, "a", "b"), labels=["a", "b"], topics=[*"tuuut"])
    scored = score(items, "s", [parse("accuracy(average=topics)")]).each()
    scored.columns["age"] = ("young",) * 4 + ("old",)
    found = summarise([scored], Options(bootstrap=0, by="age"))
    assert {r.group: r.value for r in found} == pytest.approx({None: 5 / 12, "old": 0, "young": 2 / 3})


def test_differences_on_pairs_that_share_a_word_lie_further_apart() -> None:
    """Two pairs move the difference by 1 each: a variance of 2 if they share no word, of (1 + 1)² if so."""
    draws = np.array([0.4, 0.6])

    def side(influence: tuple[list[float], list[list[int]]] | None) -> Any:
        known = None if influence is None else tuple(map(np.array, influence))
        one = SimpleNamespace(influence=lambda _: known)
        return SimpleNamespace(measures=[one], statistics=[None], rows=None)

    shared, apart = [[0, 1], [0, 2]], [[0, 1], [2, 3]]
    for codes, half in ((shared, 0.1 * np.sqrt(2)), (apart, 0.1)):
        one, two = side(([1.0, 1.0], codes)), side(([0.0, 0.0], codes))
        assert linked_differences(one, two, 0, 0.5, draws) == pytest.approx([0.5 - half, 0.5 + half])
    assert linked_differences(side(([1.0, 1.0], shared)), side(None), 0, 0.5, draws) is draws


def test_one_group_explains_nothing() -> None:
    assert variance_explained(np.array([1.0, 2.0]), np.array([0, 0])) == (0.0, 1.0)


def test_nothing_has_no_pairs() -> None:
    nothing = Category("empty", np.zeros(0, np.int64), 0, 0)
    assert [pairs(nothing, 3, odd, 10) for odd in ("outside_category", "outside_sample")] == [0, 0]


@pytest.mark.parametrize(("threshold", "value"), [(0.3, 1.0), (0.9, (1 / np.log2(3)) / (3 + 1 / np.log2(3)))])
def test_a_threshold_makes_soft_grades_yes_or_no(threshold: float, value: float) -> None:
    """ROUGE gives cat for big cat 0.5: at 0.3 it earns the whole grade of 3, at 0.9 only dog earns its 1."""
    gold = {"a": [("big cat", 3.0), ("dog", 1.0)]}
    measure = f"nDCG(match=rouge, threshold={threshold})"
    (result,) = lydite.evaluate(gold, {"a": ["cat", "dog"]}, [measure], bootstrap=0, chance=0)
    assert result.value == pytest.approx(value)


def test_how_an_interval_was_made_is_signed() -> None:
    one = parse("F1")
    assert Options(bootstrap=0).circumstances(one) == {"bootstrap": "no"}
    made = Options(bootstrap=500, seed=7, cluster="user").circumstances(one, within=True)
    assert made == {
        "bootstrap": "500 expanded 0.95",
        "seed": "7",
        "cluster": "user",
        "drawn": "within topics",
    }


def test_lost_items_count_for_as_much_more_as_the_value_varies_more() -> None:
    """One of four items is lost: differences deviate by 1/2, their mean by 1/4, and the value by 1/2."""
    before, after = np.ones(4), np.array([1.0, 1.0, 1.0, 0.0])
    assert loss_size(before, after, spread=0.25, worst=0.0) == 1.0
    assert loss_size(before, after, spread=0.5, worst=0.0) == 2.0
    assert loss_size(before[:1], after[:1], spread=0.5, worst=0.0) == 1.0  # of one item nothing is known


def test_a_share_of_resamples_beyond_0_counts_what_was_seen_as_one_more() -> None:
    """11 of 100 with the value itself: z = 1.2265, p = 0.22; the gap over the deviation would say 0."""
    differences = np.repeat([-0.001, 1.0], [10, 89])
    assert bootstrap_p(differences, 10.0, 10**6) == pytest.approx(0.22, abs=1e-4)


def test_swaps_are_as_many_topics_as_there_are() -> None:
    """Two items of one topic differ: rows 0 and 1 there, 2 and 1 here."""
    one, two = np.array([0, 2, 1]), np.array([1, 1, 1])
    patterns = SwapPatterns.of(np.zeros(3, np.int64), one, two, 3)
    assert (patterns.topics, patterns.both.tolist(), patterns.there.tolist()) == (1, [1, 1], [1, 0])
    moved = patterns.swapped(np.random.default_rng(0), 50)
    assert moved.shape == (50, 1, 3)
    assert {tuple(m) for m in moved[:, 0].tolist()} == {(0, 0, 0), (-1, 1, 0), (0, 1, -1), (-1, 2, -1)}


def test_a_figure_beyond_its_limit_is_said_and_no_number(tmp_path: Path) -> None:
    """b is the second synonym of a, and z is none: half of the items are reached at k = 2, others never."""
    tags = tmp_path / "tags.txt"
    tags.write_text("a\tx\tb\n", "utf-8")
    gold = {f"{i}": ["b" if i % 2 else "z"] for i in range(10)}
    run = {f"{i}": ["a"] for i in range(10)}
    measure = f'smallest_k(thesaurus="{tags}", most=3, reach=0.5)'
    found = lydite.evaluate(gold, run, [measure], bootstrap=200, chance=0)
    assert any("smallest_k" in note for note in found.notes)
    assert (found[0].low, found[0].high) == (2, None)


def test_a_word_at_the_edge_counts() -> None:
    """Of bounds that are powers of two no word is thrown away, not even the one whose remainder is 0."""
    row = np.zeros(4)
    assert count_drawn(np.array([0, 1 << 30, 5], np.uint32), 4, 0, row) == 3
    assert row.tolist() == [2, 1, 0, 0]


def _halves(column: str) -> ItemStatistics:
    """Made F1 of 60 items, which are of one half or the other."""
    table = np.stack([np.random.default_rng(2).random(60), np.ones(60)], axis=1)
    names = {column: tuple(np.repeat(["first", "second"], 30).tolist())}
    return ItemStatistics("s", tuple(f"{i:02}" for i in range(60)), (parse("F1"),), (table,), names)


def test_topics_are_resampled_each_by_itself_where_the_whole_is_not_drawn_within_topics() -> None:
    scored = _halves("topic")
    _, *halves = summarise([scored], Options(by="topic", bootstrap=200))
    for start, half in zip((0, 30), halves, strict=True):
        (alone,) = summarise([scored.select(np.arange(start, start + 30))], Options(bootstrap=200))
        assert (half.value, half.low, half.high) == pytest.approx((alone.value, alone.low, alone.high))


def test_parts_do_not_say_that_they_were_drawn_as_normal(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(by="half", bootstrap=100)
    drawn, *parts = summarise([_halves("half")], options)
    assert {part.signature for part in parts} == {drawn.signature}
    replace_inside(monkeypatch, "lydite.inference", "NORMAL_FROM", 60)
    replace_inside(monkeypatch, "lydite.inference", "_RARE", 10)
    whole, *halves = summarise([_halves("half")], options)
    assert "normal sums" in str(whole.signature)
    assert {half.signature for half in halves} == {drawn.signature}
