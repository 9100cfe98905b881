"""What the document says of its measures, held for data of any shape."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance

from lydite import metrics
from lydite.core.spec import REGISTRIES
from lydite.measures.labels import LabelItems, Prevalences

EMD = REGISTRIES["measure"]["EMD"]
KLD = REGISTRIES["measure"]["KLD"]
NMD = REGISTRIES["measure"]["NMD"]
RAE = REGISTRIES["measure"]["RAE"]

MEASURES = [m() for m in REGISTRIES["measure"].all().values() if m.input_kind == "labels"]
NAMED = {"F1_PN", "one_class", "class_MAE"}  # are about classes of certain names
EXAMPLES = settings(max_examples=50)


@st.composite
def rows(draw, classes=None, topics=None):
    """Return gold, predicted and topic codes, and the number of classes."""
    c = draw(st.integers(2, 5) if classes is None else classes)
    t = draw(st.integers(1, 4) if topics is None else topics)
    n = draw(st.integers(1, 40))
    column = lambda k: np.array(draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n)))  # noqa: E731
    return column(c), column(c), column(t), c


@st.composite
def distributions(draw, pairs=2, low=2, high=6):
    """Return several distributions over the same classes."""
    c = draw(st.integers(low, high))
    found = []
    for _ in range(pairs):
        counts = np.array(draw(st.lists(st.integers(0, 50), min_size=c, max_size=c)), float)
        assume(counts.sum() > 0)
        found.append(counts / counts.sum())
    return found


def items_of(data):
    gold, predicted, topics, c = data
    return LabelItems.of(gold, predicted, labels=range(c), topics=topics)


def value(measure, items):
    return float(measure.value(measure.totals(items)))


@EXAMPLES
@given(rows())
@pytest.mark.parametrize("average", ["topics", "pooled"])
def test_statistics_of_rows_add_up_to_the_totals(average, data):
    items = items_of(data)
    for measure in MEASURES:
        if measure.name in NAMED:
            names = {"positive": "0", "negative": "1"} if measure.name == "F1_PN" else {"label": "0"}
            measure = type(measure)(average=average, **names)  # noqa: PLW2901
        each = measure.statistics(items)
        sums = np.stack([each[items.topic == t].sum(0) for t in range(len(items.topics))])
        assert sums == pytest.approx(measure.totals(items))


@EXAMPLES
@given(rows(), st.randoms(use_true_random=False))
def test_order_of_rows_does_not_matter(data, random):
    gold, predicted, topics, c = data
    order = list(range(len(gold)))
    random.shuffle(order)
    moved = (gold[order], predicted[order], topics[order], c)
    for measure in MEASURES:
        if measure.name not in NAMED:
            assert value(measure, items_of(data)) == pytest.approx(
                value(measure, items_of(moved)), nan_ok=True
            )


@EXAMPLES
@given(rows())
def test_bounds_hold_and_gold_against_itself_is_perfect(data):
    items = items_of(data)
    perfect = LabelItems.of(data[0], data[0], labels=range(data[3]), topics=data[2])
    for measure in MEASURES:
        if measure.name in NAMED:
            continue
        assert measure.low <= value(measure, items) <= measure.high
        assert value(measure, perfect) == pytest.approx(measure.best)


@EXAMPLES
@given(st.lists(st.booleans(), min_size=2, max_size=50), st.booleans())
def test_macro_recall_of_a_trivial_classifier_is_one_half(gold, constant):
    assume(len(set(gold)) == 2)
    assert metrics.macro_recall(gold, [constant] * len(gold)) == 0.5


@EXAMPLES
@given(st.integers(1, 4), st.integers(1, 4))
def test_macro_recall_of_a_random_classifier_is_one_half_in_expectation(positive, negative):
    """All 2^n answers, each as likely as the other."""
    gold = np.array([1] * positive + [0] * negative)
    answers = (np.arange(2 ** len(gold))[:, None] >> np.arange(len(gold))) & 1
    assert np.mean([metrics.macro_recall(gold, a, labels=[0, 1]) for a in answers]) == pytest.approx(0.5)


@EXAMPLES
@given(rows(classes=st.just(2)))
def test_macro_recall_does_not_mind_swapped_classes(data):
    gold, predicted, topics, _ = data
    one = metrics.macro_recall(gold, predicted, topics=topics, labels=[0, 1])
    assert one == pytest.approx(metrics.macro_recall(1 - gold, 1 - predicted, topics=topics, labels=[0, 1]))


@EXAMPLES
@given(rows(classes=st.just(2), topics=st.just(1)))
def test_macro_recall_is_1_only_for_the_perfect_and_0_only_for_the_perverse(data):
    gold, predicted, _, _ = data
    found = metrics.macro_recall(gold, predicted, labels=[0, 1])
    assert (found == 1) == bool((gold == predicted).all())
    assert (found == 0) == bool((gold != predicted).all())


@EXAMPLES
@given(st.integers(2, 6), st.integers(1, 8), st.data())
def test_macro_mae_is_micro_mae_on_balanced_data(classes, each, data):
    gold = np.repeat(np.arange(classes), each)
    predicted = data.draw(st.lists(st.integers(0, classes - 1), min_size=len(gold), max_size=len(gold)))
    scale = range(classes)
    macro, micro = (f(gold, predicted, labels=scale) for f in (metrics.macro_mae, metrics.micro_mae))
    assert macro == pytest.approx(micro)


@EXAMPLES
@given(distributions(), st.integers(1, 10_000))
def test_kld_is_finite_and_0_only_where_the_smoothed_distributions_agree(pair, count):
    p, q = pair
    found = KLD().compare(p, q, rows=count)
    assert np.isfinite(found)
    assert found >= 0
    assert KLD().compare(p, p, rows=count) == 0
    smooth = [(x + 1 / (2 * count)) / (1 + len(x) / (2 * count)) for x in (p, q)]
    apart = np.abs(smooth[0] - smooth[1]).sum()
    assert found >= apart**2 / 2 - 1e-12  # Pinsker: 0 only where they agree
    assert apart > 0 or found == pytest.approx(0, abs=1e-12)


@EXAMPLES
@given(distributions())
def test_emd_lies_on_the_scale_and_is_the_wasserstein_distance(pair):
    p, q = pair
    places = np.arange(len(p))
    found = EMD().compare(p, q)
    assert -1e-12 <= found <= len(p) - 1 + 1e-12
    assert found == pytest.approx(wasserstein_distance(places, places, p, q), abs=1e-9)
    assert NMD().compare(p, q) == pytest.approx(found / (len(p) - 1))


@EXAMPLES
@given(distributions(pairs=3))
def test_emd_is_a_metric(three):
    p, q, r = three
    assert EMD().compare(p, q) == pytest.approx(EMD().compare(q, p))
    assert EMD().compare(p, r) <= EMD().compare(p, q) + EMD().compare(q, r) + 1e-9


@EXAMPLES
@given(rows())
def test_counted_labels_are_their_prevalences(data):
    items = items_of(data)
    for measure in (KLD(), RAE(), EMD(), NMD()):
        assert value(measure, items) == pytest.approx(value(measure, items.prevalences()))


@EXAMPLES
@given(rows(classes=st.integers(3, 5), topics=st.just(1)))
def test_an_absent_class_is_skipped_or_counts_as_zero(data):
    gold, predicted, _, c = data
    present = len(set(gold.tolist()))
    for name in ("macro_recall", "average_f1", "macro_mae"):
        skip, zero = (
            getattr(metrics, name)(gold, predicted, labels=range(c), absent=a) for a in ("skip", "zero")
        )
        assert zero == pytest.approx(skip * present / c)


def test_a_topic_of_other_classes_only_has_no_f1_pn():
    """Left out of the mean where absent classes are skipped, 0 as in the scorers where they count."""
    gold, topics = ["neutral", "positive"], ["x", "y"]
    assert metrics.f1_pn(gold, gold, topics=topics) == 1.0
    assert metrics.f1_pn(gold, gold, topics=topics, absent="zero") == 0.25


def test_average_over_topics_and_pooled_differ_as_the_topics_do():
    gold, predicted = [0, 0, 0, 1], [0, 0, 0, 0]
    topics = ["big", "big", "big", "small"]
    assert metrics.accuracy(gold, predicted, topics=topics) == 0.5
    assert metrics.accuracy(gold, predicted, topics=topics, average="pooled") == 0.75


def test_prevalences_know_no_rows():
    from lydite.core.errors import InputError
    from lydite.core.spec import REGISTRIES

    accuracy = REGISTRIES["measure"]["accuracy"]

    items = Prevalences.of([0.5, 0.5], [1.0, 0.0])
    with pytest.raises(InputError, match="accuracy .*labels"):
        accuracy().totals(items)
    with pytest.raises(InputError, match="KLD .*epsilon"):
        KLD().totals(items)
    assert KLD(epsilon=0.01).compare([0.5, 0.5], [1.0, 0.0]) > 0
