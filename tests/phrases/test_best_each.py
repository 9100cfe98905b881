"""assign=best_each: each prediction and each gold phrase takes its best match, as in KPEval and BERTScore."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from gaming import demo
from lydite.core.errors import SpecError

PHRASES = ["red wine", "white wine", "wine", "wine glass", "cat", "red cat", "black cat food"]
lists = st.lists(st.sampled_from(PHRASES), max_size=5)


def by_loop(gold: list[Any], run: list[str], match: Any, cut: int | None, threshold: float | None) -> Any:
    """Return precision, recall and F1 of one item: the mean of the best matches of each side."""
    run = list(dict.fromkeys(run))[:cut]

    def worth(phrase: str, concept: Any) -> float:
        variants = [concept] if isinstance(concept, str) else concept
        best = max(match.score(phrase, variant) for variant in variants)
        return best if threshold is None else float(best >= threshold)

    precision = np.mean([max(worth(p, g) for g in gold) for p in run]) if run else 0.0
    recall = np.mean([max((worth(p, g) for p in run), default=0.0) for g in gold])
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


@settings(max_examples=60)
@given(
    gold=st.lists(lists.map(lambda x: list(dict.fromkeys(x)) or ["cat"]), min_size=2, max_size=4),
    data=st.data(),
    spec=st.sampled_from(["rouge", "r_precision", "exact"]),
    cut=st.sampled_from([None, 1, 2]),
    threshold=st.sampled_from([None, 0.5]),
)
def test_the_rule_is_that_of_a_loop(gold: list[Any], data: Any, spec: str, cut: Any, threshold: Any) -> None:
    runs = [data.draw(lists) for _ in gold]
    how = f"match={spec}, assign=best_each" + ("" if threshold is None else f", threshold={threshold}")
    measures = [f"{name}({how}){f'@{cut}' if cut else ''}" for name in ("P", "R", "F1")]
    ids = [str(i) for i in range(len(gold))]
    found = lydite.evaluate(
        dict(zip(ids, gold, strict=True)), dict(zip(ids, runs, strict=True)), measures, bootstrap=0, chance=0
    )
    match: Any = lydite.matcher(spec)
    expected = [by_loop(g, run, match, cut, threshold) for g, run in zip(gold, runs, strict=True)]
    assert [[r.items[i] for r in found] for i in ids] == [pytest.approx(e) for e in expected]


def test_variants_count_once() -> None:
    gold, run = {"a": [["red wine", "claret"], "cat"]}, {"a": ["red wine", "claret", "wine"]}
    found = lydite.evaluate(gold, run, "P(match=rouge, assign=best_each)", bootstrap=0, chance=0)
    assert found[0].value == pytest.approx(
        by_loop(gold["a"], run["a"], lydite.matcher("rouge"), None, None)[0]
    )


@pytest.mark.parametrize("measure", ["P", "R", "F1"])
def test_corrected_is_the_value_above_its_mean_elsewhere(measure: str) -> None:
    spec = f"{measure}(match=rouge, assign=best_each)"
    gold, run = demo("gold"), demo("speller")
    found = lydite.evaluate(gold, run, spec, bootstrap=0)[0]
    own = lydite.evaluate(gold, gold, spec, bootstrap=0)[0]
    room = max(1 - found.chance, 1 - own.chance)
    assert found.corrected == pytest.approx((found.value - found.chance) / room, abs=1e-9)
    assert own.corrected == pytest.approx(1)


def test_matches_are_the_best_of_each_side() -> None:
    gold, run = {"a": ["red wine", "cat"]}, {"a": ["wine", "red wine", "dog"]}
    pairs = {
        m: [
            (x.prediction, x.gold)
            for x in lydite.evaluate(gold, run, f"{m}(match=rouge, assign=best_each)").matches()
        ]
        for m in ("P", "R", "F1")
    }
    assert pairs["P"] == pairs["F1"] == [("wine", "red wine"), ("red wine", "red wine")]
    assert pairs["R"] == [("red wine", "red wine")]


@pytest.mark.parametrize(
    "spec", ["AP(assign=best_each)", "nDCG(assign=best_each)@5", "hit_ratio(assign=best_each)"]
)
def test_other_measures_refuse_it(spec: str) -> None:
    with pytest.raises(SpecError, match="assign takes one_to_one or max, not 'best_each'"):
        lydite.parse(spec)


@pytest.mark.parametrize("name", ["P", "R", "F1"])
def test_it_is_taken_item_by_item(name: str) -> None:
    with pytest.raises(SpecError, match="assign=best_each is taken item by item"):
        lydite.parse(f"{name}(assign=best_each, average=micro)")
