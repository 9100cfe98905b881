"""Intervals of measures of labels, paired tests and leaderboards."""

from __future__ import annotations

import numpy as np
import pytest

from lydite import semeval, semeval_leaderboard
from lydite.errors import InputError
from lydite.reporting import render


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
    with pytest.raises(InputError, match="clustered by topic"):
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
        semeval("B", labels, labels[::-1], topics="xyz"),
        semeval("B", labels, labels[1:] + labels[:1], topics="xxx", cluster="topic"),
        semeval("D", {"x": [0.5, 0.5, 10]}, {"x": [0.4, 0.6]}),
    ):
        assert all(r.low is None and r.high is None for r in found)
    mixed = semeval("B", labels, labels[1:] + labels[:1], topics="xxy")
    assert [r.low is None for r in mixed if r.measure == "accuracy"] == [False, False, True]
    runs = {"one": labels, "two": labels[1:] + labels[:1]}
    (test, *_) = semeval_leaderboard("B", labels, runs, topics="xyz").tests
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


def test_swaps_and_resamples_of_counts_are_those_of_rows():
    """p value and interval of the difference from counts, against the same from rows with their own draws."""
    from lydite.measures.labels.items import Labelled
    from lydite.measures.labels.macro_recall import macro_recall
    from lydite.measures.labels.pairing import pair

    generator = np.random.default_rng(3)
    gold, one, two = generator.integers(0, 2, (3, 60))
    two = np.where(generator.random(60) < 0.3, gold, two)
    items = [Labelled.of(gold, side, labels=[0, 1]) for side in (one, two)]
    (found,) = pair([macro_recall()], *items, times=4000, seed=0)
    score = lambda side, at=slice(None): macro_recall().score(gold[at], side[at], labels=[0, 1])  # noqa: E731
    seen = abs(score(one) - score(two))
    extreme, drawn = 0, []
    for _ in range(1000):
        swap = generator.integers(0, 2, 60) > 0
        extreme += abs(score(np.where(swap, two, one)) - score(np.where(swap, one, two))) >= seen - 1e-12
        rows = generator.integers(0, 60, 60)
        drawn.append(score(one, rows) - score(two, rows))
    assert found.p == pytest.approx(extreme / 1000, abs=0.05)
    assert found.differences.mean() == pytest.approx(np.mean(drawn), abs=0.02)
    assert found.differences.std() == pytest.approx(np.std(drawn), rel=0.15)


def test_whole_topics_are_swapped_where_whole_topics_are_drawn():
    """Each system is right in one topic only: eighty rows tell them apart, two topics cannot."""
    from lydite.measures.labels.accuracy import accuracy
    from lydite.measures.labels.items import Labelled
    from lydite.measures.labels.pairing import pair

    gold, topics = np.zeros(80, int), np.repeat([0, 1], [60, 20])
    one, two = topics, 1 - topics
    items = [Labelled.of(gold, side, labels=[0, 1], topics=topics) for side in (one, two)]
    pooled = [accuracy(average="pooled")]
    assert pair(pooled, *items, times=100, seed=0)[0].p < 0.001
    assert pair(pooled, *items, times=100, seed=0, topics=True)[0].p > 0.4


def test_options_that_labels_do_not_have():
    for options, message in (({"interval": "bca"}, "not bca"), ({"by": "author"}, "broken down by topic")):
        with pytest.raises(InputError, match=message):
            semeval("B", ["positive"], ["positive"], **options)


def test_drawing_counts_is_drawing_rows():
    from lydite.measures.labels.accuracy import accuracy
    from lydite.measures.labels.items import Labelled
    from lydite.measures.labels.resampling import resample

    gold, run = np.zeros(200, int), np.repeat([0, 1], [150, 50])
    items = Labelled.of(gold, run, labels=[0, 1])
    (spread,) = resample([accuracy()], items, 20_000, 0, topics=False)
    assert spread.overall.mean() == pytest.approx(0.75, abs=0.002)
    assert spread.overall.std() == pytest.approx(np.sqrt(0.75 * 0.25 / 200), rel=0.03)
