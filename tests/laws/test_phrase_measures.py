"""Laws of every measure of phrases, each read from its declaration."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from full_size import size
from inner import replace_inside
from lydite.core.spec import REGISTRIES, Declaration
from lydite.core.text import fold
from lydite.runs import join
from performing import joined, parts_of, score
from variations import families

Exact = REGISTRIES["matcher"]["exact"]

MEASURES = families("measure", lambda m: m.input_kind == "phrases")
EXAMPLES = settings(max_examples=size(10, 40))

words = st.sampled_from(
    ["cat", "Cat", "cats", "dog", "dogs", "black cat", "naïve", "naive", "", "#tag", "犬", "🐈"]
)
plain = st.lists(words, max_size=5)
variants = st.lists(st.lists(words, min_size=1, max_size=3), max_size=4)
ids = st.text("abc", min_size=1, max_size=3)
golds = st.dictionaries(ids, plain, min_size=1, max_size=6) | st.dictionaries(
    ids, variants, min_size=1, max_size=6
)


@st.composite
def runs(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Gold, and predictions for some of its items (and perhaps others)."""
    gold = draw(golds)
    some = draw(st.lists(st.sampled_from(sorted(gold)), min_size=1, unique=True))
    return gold, {item: draw(plain) for item in some}


def texts(gold: Any, measure: Any, text: str = "A black cat, naïve; 犬") -> dict[str, str] | None:
    """Return a document for each item, where a measure asks for them."""
    return dict.fromkeys(gold, text) if getattr(measure, "part", "all") != "all" else None


def value(gold: Any, run: Any, measure: Declaration) -> float:
    return lydite.evaluate(gold, run, measure, bootstrap=0, documents=texts(gold, measure))[0].value


def flat(gold: dict[str, Any]) -> dict[str, list[str]]:
    """Return one variant of each gold phrase; an empty one is no variant."""
    return {k: [p if isinstance(p, str) else max(p, key=bool) for p in v] for k, v in gold.items()}


@pytest.mark.parametrize("family", MEASURES)
@EXAMPLES
@given(data=st.data(), run=runs())
def test_bounds(data: st.DataObject, family: Any, run: Any) -> None:
    measure = data.draw(st.sampled_from(family))
    result = lydite.evaluate(*run, measure, bootstrap=20, documents=texts(run[0], measure))[0]
    values = [v for v in (result.value, result.low, result.high, *result.items.values()) if v is not None]
    assert all(math.isnan(v) or measure.low - 1e-12 <= v <= measure.high + 1e-12 for v in values)
    assert result.n + result.unscored == len(result.items)
    unreached = measure.limit < math.inf and result.n > 0  # beyond its limit a measure has no number, either
    assert unreached or math.isnan(result.value) == (result.n == 0)


def can_be_perfect(measure: Any) -> bool:
    """Whether gold against itself has the best value, as the measure and its matcher declare."""
    uncut = measure.input_kind == "phrases" and measure.cut is None
    return uncut and measure.perfect and getattr(measure, "match", Exact()).identity


@pytest.mark.parametrize("family", families("measure", can_be_perfect))
@EXAMPLES
@given(data=st.data(), gold=golds)
def test_gold_against_itself_is_perfect(data: st.DataObject, family: Any, gold: Any) -> None:
    measure = data.draw(st.sampled_from(family))
    found = value(gold, flat(gold), measure)
    if math.isnan(found):
        return
    if getattr(measure, "part", "all") != "all" and not all(
        isinstance(p, str) for v in gold.values() for p in v
    ):
        return  # a concept is present with any of its variants, a prediction for itself
    if any(shares_variants(v, getattr(measure, "match", None)) for v in gold.values()):
        assert found <= measure.best + 1e-12  # docs/measures.md: the law's counter-example
    else:
        assert found == pytest.approx(measure.best)


def shares_variants(concepts: list[Any], match: Any) -> bool:
    """Whether two gold phrases have a variant in common and are not plain repetitions of each other.

    Then one string stands for two phrases, or two strings that are predicted stand for one.
    """
    key = getattr(match, "key", fold)
    lists = [[key(v) for v in ([c] if isinstance(c, str) else c) if v] for c in concepts]
    lists = [variants for variants in lists if variants]
    firsts: dict[frozenset[str], set[str]] = {}
    for variants in lists:
        firsts.setdefault(frozenset(variants), set()).add(variants[0])
    together = sum(map(len, firsts)) > len(frozenset().union(*firsts))
    return together or any(len(found) > 1 for found in firsts.values())


def test_the_smallest_gold_that_is_not_perfect_against_itself() -> None:
    gold = {"d": [["cat"], ["cat", "dog"]]}
    assert value(gold, {"d": ["cat", "cat"]}, lydite.parse("R")) == 0.5
    assert value(gold, {"d": ["cat", "dog"]}, lydite.parse("R")) == 1


@pytest.mark.parametrize("family", MEASURES)
@EXAMPLES
@given(data=st.data(), run=runs(), order=st.randoms(use_true_random=False))
def test_order_of_items_does_not_matter(data: st.DataObject, family: Any, run: Any, order: Any) -> None:
    measure = data.draw(st.sampled_from(family))
    gold, predictions = run
    shuffled = list(gold.items())
    order.shuffle(shuffled)
    both = (gold, predictions), (dict(shuffled), dict(reversed(predictions.items())))
    one, two = (
        lydite.evaluate(*pair, measure, bootstrap=20, documents=texts(pair[0], measure))[0] for pair in both
    )
    assert one.row() == two.row()


@pytest.mark.parametrize("family", MEASURES)
@EXAMPLES
@given(data=st.data(), run=runs(), place=st.integers(0, 10))
def test_exact_duplicates_never_raise_a_score(data: st.DataObject, family: Any, run: Any, place: int) -> None:
    measure = data.draw(st.sampled_from(family))
    gold, predictions = run
    padded = {
        k: [*v[: (at := place % len(v)) + 1], v[at], *v[at + 1 :]] if v else v for k, v in predictions.items()
    }
    before, after = value(gold, predictions, measure), value(gold, padded, measure)
    sign = 1 if measure.better == "higher" else -1
    assert math.isnan(before) or sign * after <= sign * before + 1e-12


@pytest.mark.parametrize("family", MEASURES)
@EXAMPLES
@given(data=st.data(), run=runs(), parts=st.integers(1, 4), seed=st.integers(0, 9))
def test_joined_parts_equal_the_whole(
    data: st.DataObject, family: Any, run: Any, parts: int, seed: int
) -> None:
    """Value, chance and corrected, whatever is joined first."""
    measure = data.draw(st.sampled_from(family))
    given = (run[0], {"s": run[1]}, [measure])
    with pytest.MonkeyPatch.context() as patch:
        replace_inside(patch, "lydite.measures", "SUM_BLOCK", 2)
        replace_inside(patch, "lydite.runs", "SUM_BLOCK", 2)
        if getattr(measure, "part", "all") != "all":
            parts = 1
        (whole,), _ = score(*given, documents=texts(run[0], measure))
        results = parts_of(*given, parts, documents=texts(run[0], measure))
    np.random.default_rng(seed).shuffle(results)
    (found,) = joined([join(results[:2]), *results[2:]], [measure])
    figures = ("statistics", "rows", "chance", "chance_sums", "chance_spread", "coverage", "shuffles")
    for name in figures:
        assert repr(getattr(found, name)) == repr(getattr(whole, name)), name
    assert repr(found.net) == repr(whole.net)


@pytest.mark.parametrize("family", MEASURES)
def test_the_undefined_policy(family: Any) -> None:
    for measure in family:
        gold = {"a": ["cat"], "none": []}
        text = "cats, dogs" if getattr(measure, "part", "") == "present" else "fish"
        documents = texts(gold, measure, text)
        result = lydite.evaluate(gold, {"a": ["cat"], "none": ["dog"]}, measure, documents=documents)[0]
        assert "unscored" in measure.undefined
        assert (result.n, result.unscored) == (1, 1)
        assert math.isnan(result.items["none"])
        gold = {"a": ["cat"], "b": ["dog"]}
        absent = lydite.evaluate(gold, {"a": ["cat"]}, measure, documents=texts(gold, measure, text))[0]
        assert absent.n == 2
        if measure.better == "higher":
            assert absent.items["b"] == 0.0
        elif measure.limit < math.inf:  # no answer reaches nothing
            assert [math.isnan(absent.items[item]) for item in "ab"] == [False, True]
        else:  # no answer is never as good as the right one
            assert absent.items["b"] > absent.items["a"]


@pytest.mark.parametrize("family", MEASURES)
@EXAMPLES
@given(data=st.data(), run=runs())
def test_one_to_one_never_exceeds_max(data: st.DataObject, family: Any, run: Any) -> None:
    measure = data.draw(st.sampled_from(family))
    if not hasattr(measure, "assign"):
        return
    strict, loose = (
        type(measure)(**{**measure.arguments(), "cut": measure.cut, "assign": a})
        for a in ("one_to_one", "max")
    )
    one, many = value(*run, strict), value(*run, loose)
    assert math.isnan(one) or one <= many + 1e-12


@given(run=runs())
def test_all_items_unscored_is_not_a_number(run: Any) -> None:
    result = lydite.evaluate({item: [] for item in run[0]}, run[1], "F1")[0]
    assert math.isnan(result.value)
    assert result.row()["value"] is None
    assert np.isnan(list(result.items.values())).all()
