"""Intervals, paired tests and ties, against scipy, by enumeration and by hand."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from lydite.core.errors import InputError
from lydite.core.spec import parse
from lydite.inference import (
    Inference,
    ItemStatistics,
    NetRows,
    ResamplingPlan,
    Scorable,
    compare,
    holm,
    resample,
    suited_test,
    summarise,
    sums,
    tie_letters,
    total,
)
from lydite.inference import PairedTest as Paired
from lydite.measures.labels import LabelItems, score

F1, P = parse("F1"), parse("P")


def scored(values: np.ndarray, system: str = "s", **columns: list[str]) -> ItemStatistics:
    rows = np.stack([values, np.ones(len(values))], axis=1)
    ids = tuple(f"{i:05d}" for i in range(len(values)))
    return ItemStatistics(system, ids, (F1,), (rows,), {k: tuple(v) for k, v in columns.items()})


@pytest.fixture
def skewed() -> np.ndarray:
    return np.random.default_rng(3).beta(0.5, 3, 60)


@pytest.mark.parametrize(("ours", "theirs"), [("percentile", "percentile"), ("bca", "BCa")])
def test_intervals_agree_with_scipy(skewed: np.ndarray, ours: str, theirs: str) -> None:
    mine = summarise([scored(skewed)], Inference(bootstrap=40_000, interval=ours))[0]
    peer = scipy.stats.bootstrap(
        (skewed,), np.mean, n_resamples=40_000, method=theirs, random_state=np.random.default_rng(1)
    ).confidence_interval
    spread = peer.high - peer.low
    assert mine.low == pytest.approx(peer.low, abs=0.02 * spread)
    assert mine.high == pytest.approx(peer.high, abs=0.02 * spread)


def test_same_seed_same_digits(skewed: np.ndarray) -> None:
    first, again, other = (summarise([scored(skewed)], Inference(seed=s))[0] for s in (1, 1, 2))
    assert (first.low, first.high) == (again.low, again.high)
    assert (first.low, first.high) != (other.low, other.high)


def test_the_interval_is_not_symmetric_by_force(skewed: np.ndarray) -> None:
    result = summarise([scored(skewed)])[0]
    assert result.low is not None
    assert result.high is not None
    assert result.low < result.value < result.high


@pytest.mark.parametrize("kind", ["percentile", "bca"])
def test_one_item_or_one_cluster_has_no_interval(skewed: np.ndarray, kind: str) -> None:
    """What is drawn alone comes back every time: that is not certainty."""
    assert summarise([scored(skewed[:1])], Inference(interval=kind))[0].low is None
    parts = scored(skewed[:4], user=list("aabb"))
    found = summarise([parts], Inference(interval=kind, by="user", cluster="user"))
    assert [r.low is None and r.high is None for r in found] == [False, True, True]
    pair = [scored(skewed[i : i + 4], system=f"{i}", user=["a"] * 4) for i in (0, 4)]
    (test,) = compare(pair, Inference(interval=kind, cluster="user")).tests
    assert np.isnan(test.low)
    assert np.isnan(test.high)


def test_clusters_are_drawn_whole() -> None:
    values = np.repeat([0.0, 1.0], 50)
    wide = summarise([scored(values, user=["a"] * 50 + ["b"] * 50)], Inference(cluster="user"))[0]
    narrow = summarise([scored(values)])[0]
    assert (wide.low, wide.high) == (0.0, 1.0)
    assert 0.3 < narrow.low < narrow.high < 0.7


def test_break_down() -> None:
    values = np.array([0.0, 1.0, 1.0, 1.0])
    found = summarise([scored(values, topic=["x", "x", "y", "y"])], Inference(by="topic"))
    assert [(r.group, r.value, r.n) for r in found] == [(None, 0.75, 4), ("x", 0.5, 2), ("y", 1.0, 2)]


def test_unknown_column() -> None:
    with pytest.raises(InputError, match=r"column 'topik'.*topic"):
        summarise([scored(np.ones(2), topic=["x", "y"])], Inference(by="topik"))


def test_unscored_items_are_not_zeros() -> None:
    rows = np.array([[1.0, 1.0], [0.0, 0.0]])
    result = summarise([ItemStatistics("s", ("a", "b"), (F1,), (rows,))])[0]
    assert (result.value, result.n, result.unscored) == (1.0, 1, 1)
    assert np.isnan(result.items["b"])


def test_strata_keep_their_sizes() -> None:
    groups = np.array([1, 0, 1, 0, 1])
    weights = next(iter(ResamplingPlan.of_items(5, strata=groups).weights(50, 0)))
    assert (weights[:, groups == 0].sum(axis=1) == 2).all()
    assert (weights[:, groups == 1].sum(axis=1) == 3).all()


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.integers(1, 3))
def test_group_sums_equal_the_literal_ones(labels: list[int], width: int) -> None:
    groups = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    rows = np.random.default_rng(0).random((len(labels), width))
    literal = np.stack([rows[groups == g].sum(axis=0) for g in range(groups.max() + 1)])
    assert total(rows, groups) == pytest.approx(literal)
    assert sums(np.full((1, len(labels)), 2.0), rows, groups)[0] == pytest.approx(2 * literal)


def test_randomisation_equals_enumeration() -> None:
    one = np.array([0.9, 0.8, 0.7, 0.95, 0.6, 0.85, 0.7, 0.9])
    two = np.array([0.5, 0.7, 0.75, 0.6, 0.5, 0.8, 0.4, 0.7])
    seen = abs(one.mean() - two.mean())
    exact = np.mean(
        [
            abs(np.mean(np.array(s) * (one - two))) >= seen - 1e-12
            for s in itertools.product([1, -1], repeat=8)
        ]
    )
    found = compare([scored(one, "one"), scored(two, "two")], times=40_000).tests[0]
    assert found.p == pytest.approx(exact, abs=0.003)
    assert found.difference == pytest.approx(one.mean() - two.mean())
    assert found.low <= found.difference <= found.high


def test_the_smallest_p_of_swaps() -> None:
    """What was seen counts as one swap that differs as much; no other one of 2⁴⁰ is drawn."""
    ahead = [scored(np.linspace(0.1, 0.4, 40) + gap, str(gap)) for gap in (0.0, 0.5)]
    for times in (10_000, 12_345):
        assert compare(ahead, Inference(bootstrap=2), times=times).tests[0].p == 1 / (times + 1)


def test_equal_systems_are_tied_and_unequal_ones_are_not() -> None:
    good, bad = np.full(40, 0.9), np.random.default_rng(0).random(40) / 2
    found = compare([scored(good, "a"), scored(good, "b"), scored(bad, "c")], test="bootstrap")
    assert found.letters == {"F1": {"a": "a", "b": "a", "c": "b"}}
    assert found.tests[0].p == 1.0


def test_holm_by_hand() -> None:
    # Holm 1979: the smallest of m p values is multiplied by m, the next by m - 1, and so on.
    assert holm([0.01, 0.02, 0.03, 0.005]) == pytest.approx([0.03, 0.04, 0.04, 0.02])
    assert holm([]) == []


def test_letters_overlap_where_the_middle_differs_from_neither() -> None:
    tests = [
        Paired("m", x, y, 0, 0, 0, p, p) for x, y, p in [("a", "b", 0.3), ("b", "c", 0.3), ("a", "c", 0.01)]
    ]
    assert tie_letters({"a": 3, "b": 2, "c": 1}, tests, higher=True, alpha=0.05) == {
        "a": "a",
        "b": "ab",
        "c": "b",
    }
    assert list(tie_letters({"a": 3, "b": 2, "c": 1}, tests, higher=False, alpha=0.05)) == ["c", "b", "a"]


def test_other_items_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="same items"):
        compare([scored(np.ones(2), "a"), scored(np.ones(3), "b")])
    with pytest.raises(InputError, match="a, a"):
        compare([scored(np.ones(2), "a"), scored(np.ones(2), "a")])


def test_corrected_for_chance() -> None:
    rows = np.array([[0.6, 1.0], [0.8, 1.0]])
    chance = np.array([[0.2, 1.0], [0.6, 1.0]])
    net = NetRows(np.array([[0.4, 0.8, 0.7], [0.2, 0.4, 0.7]]), np.zeros((0, 3)))
    scored = ItemStatistics("s", ("a", "b"), (F1,), (rows,), chance={0: chance})
    (result,) = summarise([replace(scored, net={0: net})])
    assert result.chance == pytest.approx(0.4)
    assert result.corrected == pytest.approx(0.6 / 1.4)
    assert summarise([scored])[0].corrected is None  # as in runs of earlier versions


class MeanOfTopics:
    """The mean over topics of each topic's first share."""

    better, summable, grouped, best = "higher", True, True, 1.0

    def value(self, sums: np.ndarray) -> np.ndarray:
        return (sums[..., 0] / sums.sum(-1)).mean(-1)


def test_a_topic_drawn_twice_counts_twice() -> None:
    rows = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    columns = {"topic": ("x", "x", "y", "y"), "user": ("u", "v", "u", "v")}
    one = ItemStatistics("s", ("a", "b", "c", "d"), (MeanOfTopics(),), (rows,), columns)  # type: ignore[arg-type]
    drawn = resample([one], Inference(bootstrap=200, cluster="topic"))[0][0].overall
    assert set(drawn.tolist()) == {0.0, 0.5, 1.0}
    assert set(resample([one], Inference(bootstrap=200, cluster="user"))[0][0].overall.tolist()) == {0.5}


def test_letters_say_all_that_is_known() -> None:
    """A and C cannot be told apart although B, between them, differs from A."""
    tests = [
        Paired("F1", "A", "B", 0.1, 0, 0, 0.01, 0.01),
        Paired("F1", "A", "C", 0.2, 0, 0, 0.3, 0.3),
        Paired("F1", "B", "C", 0.1, 0, 0, 0.3, 0.3),
    ]
    assert tie_letters({"A": 0.5, "B": 0.4, "C": 0.3}, tests, True, 0.05) == {"A": "a", "B": "b", "C": "ab"}


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda p: p[0] < p[1])))
def test_two_share_a_letter_iff_they_do_not_differ(differ: set[tuple[int, int]]) -> None:
    values = {str(i): 1 - i / 10 for i in range(7)}
    tests = [
        Paired("F1", str(a), str(b), 0, 0, 0, p, p)
        for a, b in itertools.combinations(range(7), 2)
        for p in [0.01 if (a, b) in differ else 0.5]
    ]
    marks = tie_letters(values, tests, True, 0.05)
    for a, b in itertools.combinations(range(7), 2):
        assert bool(set(marks[str(a)]) & set(marks[str(b)])) == ((a, b) not in differ)


def test_many_systems_are_tested_as_two_are(skewed: np.ndarray) -> None:
    generator = np.random.default_rng(0)
    many = [scored(np.clip(skewed + generator.normal(0, 0.1, 60), 0, 1), str(i)) for i in range(4)]
    together = {(t.first, t.second): t for t in compare(many, times=2_000).tests}
    for a, b in itertools.combinations(many, 2):
        (alone,) = compare([a, b], times=2_000).tests
        assert alone.p == together[a.system, b.system].p
        other = together[a.system, b.system]
        assert (alone.low, alone.high) == pytest.approx((other.low, other.high), abs=1e-12)


def test_what_has_no_value_does_not_differ() -> None:
    nothing = ItemStatistics("nothing", tuple("abcd"), (F1,), (np.zeros((4, 2)),))
    something = ItemStatistics("something", tuple("abcd"), (F1,), (np.ones((4, 2)),))
    (test,) = compare([nothing, something]).tests
    assert np.isnan([test.difference, test.p, test.p_holm]).all()


@pytest.mark.parametrize(
    ("given", "message"),
    [({"level": 1.5}, r"level: .*1\.5"), ({"interval": "bcA"}, "'bcA'.*bca"), ({"seed": -1}, "seed: .*-1")],
)
def test_options_are_checked(given: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Inference(**given)  # type: ignore[arg-type]


def test_an_unknown_test_is_refused(skewed: np.ndarray) -> None:
    with pytest.raises(InputError, match="test 'bootstrp'.*bootstrap"):
        compare([scored(skewed), scored(skewed, "t")], test="bootstrp")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="bootstrap .*resamples"):
        compare([scored(skewed), scored(skewed, "t")], Inference(bootstrap=0), "bootstrap")


def test_many_systems_can_be_told_apart() -> None:
    """One of 40 is far better than all the others: 780 comparisons must not hide it."""
    generator = np.random.default_rng(0)
    noise = [scored(generator.random(50), str(i)) for i in range(39)]
    letters = compare([scored(np.full(50, 2.0), "best"), *noise], Inference(bootstrap=50)).letters["F1"]
    assert letters["best"] == "a"
    assert all("a" not in marks for system, marks in letters.items() if system != "best")


class Median(Scorable):
    """A value that no sums give."""

    summable = False

    def value(self, rows: np.ndarray) -> np.ndarray:
        return np.median(rows[..., 0], axis=-1)

    def arguments(self) -> dict[str, object]:
        return {}

    def signature(self) -> str:
        return "median"


def test_what_cannot_be_summed_signs_the_interval_it_has(skewed: np.ndarray) -> None:
    one = ItemStatistics("s", tuple(f"{i:03d}" for i in range(60)), (Median(),), (skewed[:, None],))  # type: ignore[arg-type]
    found = summarise([one], Inference(interval="bca"))[0]
    assert found.value == np.median(skewed)
    assert "expanded" in str(found.signature)
    assert "bca" not in str(found.signature)


def test_zeros_are_numbers_where_rows_are_not_summed() -> None:
    one = ItemStatistics("s", ("a", "b", "c"), (Median(),), (np.array([[0.0], [1.0], [2.0]]),))  # type: ignore[arg-type]
    found = summarise([one])[0]
    assert (found.n, found.unscored) == (3, 0)


def test_swaps_suit_what_follows_from_sums() -> None:
    """Anything else would be computed anew for every swap; the bootstrap has its draws already."""
    median = Median()
    assert suited_test([F1, P], Inference()) == "randomisation"
    assert suited_test([F1, median], Inference()) == "bootstrap"  # type: ignore[list-item]
    assert suited_test([F1, median], Inference(bootstrap=0)) == "randomisation"  # type: ignore[list-item]


def test_every_measure_is_broken_down_by_topic() -> None:
    """Measures that differ in their average only are the same within a topic, and stand there once."""
    topics, right = list("aabbb"), np.array([1, 0, 1, 1, 0])
    items = LabelItems.of(["x"] * 5, np.where(right, "x", "y"), labels=["x", "y"], topics=topics)
    classes = [f"one_class(label=x, figure={figure})" for figure in ("recall", "precision")]
    named = ["accuracy", "accuracy(average=pooled)", *classes]
    measures = [parse(m) for m in named]
    found = summarise([score(items, "s", measures)], Inference(bootstrap=0, by="topic"))
    parts = {(r.group, str(r.measure)): r.value for r in found if r.group}
    accuracy, _, recall, precision = map(str, measures)
    shares = {"a": 1 / 2, "b": 2 / 3}
    expected = {(topic, m): share for topic, share in shares.items() for m in (accuracy, recall)}
    assert parts == pytest.approx(expected | {(topic, precision): 1.0 for topic in shares})
