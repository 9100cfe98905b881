"""Intervals of measures of labels, paired tests and leaderboards."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import lydite
from lydite import evaluate, semeval, semeval_leaderboard
from lydite.core.errors import InputError
from lydite.core.spec import REGISTRIES
from lydite.inference import Options, compare, resample
from lydite.measures.labels import LabelItems, score
from lydite.reporting import render

accuracy = REGISTRIES["measure"]["accuracy"]
macro_recall = REGISTRIES["measure"]["macro_recall"]


def test_intervals_hold_the_value_and_do_not_depend_on_order():
    generator = np.random.default_rng(1)
    gold = generator.integers(-2, 3, 300).tolist()
    run = [g if generator.random() < 0.6 else 0 for g in gold]
    topics = generator.integers(0, 5, 300).tolist()
    keys = [str(i) for i in range(300)]
    one, two = ({k: (t, v) for k, t, v in zip(keys, topics, side, strict=True)} for side in (gold, run))
    found = semeval("C", one, two)
    for result in found:
        assert result.low <= result.value <= result.high
    assert list(semeval("C", dict(reversed(one.items())), two)) == list(found)
    by_topic = semeval("C", one, two, cluster="topic")
    assert by_topic["micro_MAE"].low < by_topic["micro_MAE"].value < by_topic["micro_MAE"].high
    assert "cluster:topic" in str(by_topic["micro_MAE"].signature)
    with pytest.raises(InputError, match="no column 'author'"):
        semeval("C", one, two, cluster="author")


def test_intervals_are_of_the_value_and_not_of_its_bias():
    """A tenth of the topics has one negative tweet: resamples without it put RAE above the value."""
    generator = np.random.default_rng(5)
    gold = [("positive", "negative")[i % 20 == 0] for i in range(800)]
    run = generator.choice(["positive", "negative"], 800).tolist()
    found = semeval("D", gold, run, topics=[i // 40 for i in range(800)])
    assert found["RAE"].low < found["RAE"].value < found["RAE"].high
    for result in found:
        assert 0 <= result.low <= result.value <= result.high
    assert "|bootstrap:1000 centred 0.95|" in str(found["RAE"].signature)
    assert "(centred bootstrap, 1,000 resamples)" in render(found, "markdown")


def test_what_is_drawn_alone_has_no_interval():
    """One tweet, or one topic where topics are drawn, comes back every time: that is not certainty."""
    labels = ["positive", "negative", "positive"]
    for found in (
        semeval("B", labels[:1], labels[:1]),
        semeval("B", labels, labels[::-1], topics=[*"xyz"]),
        semeval("B", labels, labels[1:] + labels[:1], topics=[*"xxx"], cluster="topic"),
        semeval("D", {"x": [0.5, 0.5, 10]}, {"x": [0.4, 0.6]}),
    ):
        assert all(r.low is None and r.high is None for r in found)
    mixed = semeval("B", labels, labels[1:] + labels[:1], topics=[*"xxy"])
    assert [r.low is None for r in mixed if r.measure == "accuracy"] == [True, False, True]
    runs = {"one": labels, "two": labels[1:] + labels[:1]}
    (test, *_) = semeval_leaderboard("B", labels, runs, topics=[*"xyz"]).tests
    assert np.isnan(test.low)
    assert np.isnan(test.high)


def test_differences_stay_within_what_two_values_can_differ_by():
    gold = ["positive"] * 9 + ["negative"]
    runs = {"right": gold, "wrong": ["negative"] * 9 + ["positive"]}
    for test in semeval_leaderboard("B", gold, runs, bootstrap=200).tests:
        assert -1 <= test.low <= test.difference <= test.high <= 1


def test_intervals_hold_what_is_to_be_expected_of_such_tweets():
    """Of 60 samples from one population, about 95% of the intervals hold the mean value of such samples."""
    generator = np.random.default_rng(6)
    topics = np.repeat(np.arange(20), 30)

    def scored(times):
        gold = generator.random(600) < np.linspace(0.03, 0.5, 20)[topics]
        run = np.where(generator.random(600) < 0.5, gold, generator.random(600) < 0.4)
        sides = (np.where(side, "negative", "positive").tolist() for side in (gold, run))
        return semeval("D", *sides, topics=topics.tolist(), bootstrap=times)

    names = ["RAE", "KLD", "AE"]
    many = [[found[m].value for m in names] for found in (scored(0) for _ in range(200))]
    samples = [scored(200) for _ in range(60)]
    for name, expected in zip(names, np.mean(many, 0), strict=True):
        assert sum(found[name].low <= expected <= found[name].high for found in samples) >= 50


def test_leaderboard_ties_what_cannot_be_told_apart():
    generator = np.random.default_rng(2)
    gold = generator.choice(["positive", "negative"], 400).tolist()
    flip = {"positive": "negative", "negative": "positive"}
    wrong = lambda start, stop: [flip[g] if start <= i < stop else g for i, g in enumerate(gold)]  # noqa: E731
    runs = {"good": wrong(0, 40), "as good": wrong(40, 81), "bad": wrong(0, 180)}
    found = semeval_leaderboard("B", gold, runs)
    letters = found.letters["macro_recall"]
    assert letters["good"] == letters["as good"] == "a"
    assert letters["bad"] == "b"
    assert found.results[0].system == "good"
    (test,) = (t for t in found.tests if (t.measure, t.first, t.second) == ("macro_recall", "good", "bad"))
    assert 0 < test.low < test.difference < test.high
    with pytest.raises(InputError, match="no runs"):
        semeval_leaderboard("B", gold, {})


def _scored(gold, *sides, measure, topics=None):
    return [
        score(LabelItems.of(gold, side, labels=[0, 1], topics=topics), str(i), [measure])
        for i, side in enumerate(sides)
    ]


def test_swaps_and_resamples_of_counts_are_those_of_rows():
    """p value and interval of the difference from counts, against the same from rows with their own draws."""
    generator = np.random.default_rng(3)
    gold, one, two = generator.integers(0, 2, (3, 60))
    two = np.where(generator.random(60) < 0.3, gold, two)
    systems = _scored(gold, one, two, measure=macro_recall())
    (found,) = compare(systems, Options(bootstrap=4000)).tests
    value = lambda side, at=slice(None): macro_recall().score(gold[at], side[at], labels=[0, 1])  # noqa: E731
    seen = abs(value(one) - value(two))
    extreme, drawn = 0, []
    for _ in range(1000):
        swap = generator.integers(0, 2, 60) > 0
        extreme += abs(value(np.where(swap, two, one)) - value(np.where(swap, one, two))) >= seen - 1e-12
        rows = generator.integers(0, 60, 60)
        drawn.append(value(one, rows) - value(two, rows))
    assert found.p == pytest.approx(extreme / 1000, abs=0.05)
    assert (found.low + found.high) / 2 == pytest.approx(np.mean(drawn), abs=0.03)
    assert found.high - found.low == pytest.approx(2 * 1.96 * np.std(drawn), rel=0.15)


def test_whole_topics_are_swapped_where_whole_topics_are_drawn():
    """Each system is right in one topic only: eighty rows tell them apart, two topics cannot."""
    gold, topics = np.zeros(80, int), np.repeat([0, 1], [60, 20])
    pooled = accuracy(average="pooled")
    systems = _scored(gold, topics, 1 - topics, measure=pooled, topics=topics)
    assert compare(systems, Options(bootstrap=100)).tests[0].p < 0.001
    assert compare(systems, Options(bootstrap=100, cluster="topic")).tests[0].p > 0.4


def test_rows_that_are_shared_give_what_rows_of_their_own_give():
    """The engine on shared rows against the same statistics item by item, values to the digit."""
    generator = np.random.default_rng(4)
    gold, one, two = generator.integers(0, 2, (3, 200))
    topics = generator.integers(0, 7, 200)
    shared = _scored(gold, one, two, measure=macro_recall(), topics=topics)
    for options in (Options(by="topic"), Options(cluster="topic"), Options(interval="bca", by="topic")):
        a, b = compare(shared, options), compare([s.each() for s in shared], options)
        for mine, theirs in zip(a.results, b.results, strict=True):
            assert (mine.value, mine.n, mine.group, mine.items) == (
                theirs.value,
                theirs.n,
                theirs.group,
                theirs.items,
            )
            if mine.low is not None:
                assert mine.low == pytest.approx(theirs.low, abs=0.08)
                assert mine.high == pytest.approx(theirs.high, abs=0.08)
        assert a.tests[0].p == pytest.approx(b.tests[0].p, abs=0.03)


def test_labels_have_every_option():
    """Break-downs and clusters by any column, BCa, and the paired bootstrap."""
    gold = {"id": [str(i) for i in range(60)], "label": ["a", "b"] * 30, "author": ["x", "y", "z"] * 20}
    run = {"id": gold["id"], "label": ["a", "b", "b"] * 15 + ["b", "b", "a"] * 5}
    other = {"id": gold["id"], "label": ["b"] * 60}
    frames = [pl.DataFrame(side) for side in (gold, run, other)]
    for kind in ("bca", "percentile", "centred"):
        found = evaluate(*frames[:2], "macro_recall", by="author", cluster="author", interval=kind)
        assert [r.group for r in found] == [None, "x", "y", "z"]
        assert [r.low is None for r in found] == [False, True, True, True]
        assert kind in str(found[0].signature)
    (test,) = lydite.compare(
        frames[0], {"run": frames[1], "other": frames[2]}, "accuracy", test="bootstrap"
    ).tests
    assert test.difference == pytest.approx(
        30 / 60 - 30 / 60 + (sum(map(str.__eq__, gold["label"], run["label"])) - 30) / 60
    )


def test_drawing_counts_is_drawing_rows():
    gold, run = np.zeros(200, int), np.repeat([0, 1], [150, 50])
    (scored,) = _scored(gold, run, measure=accuracy())
    ((spread,),) = resample([scored], Options(bootstrap=20_000))
    assert spread.overall.mean() == pytest.approx(0.75, abs=0.002)
    assert spread.overall.std() == pytest.approx(np.sqrt(0.75 * 0.25 / 200), rel=0.03)
