"""Laws of every metric of agreement, each read from its declaration."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite.probes.agreement import PairScores, SubstituteScores
from lydite.probes.agreement.pairs import Pair
from lydite.probes.agreement.questions import Question, Substitute
from variations import families

EXAMPLES = settings(max_examples=40)
OF_QUESTIONS = families("agreement", lambda m: m.needs == "questions")
OF_PAIRS = families("agreement", lambda m: m.needs == "pairs")
scores = st.sampled_from([0.0, 0.1, 0.4, 0.5, 2 / 3, 0.7, 0.8, 1.0]) | st.floats(0, 1)
RELATIONS = ["hyp-1", "r-hyp-2", "syn", "cohyp", "no-rel", ""]


@st.composite
def questions(draw: st.DrawFn) -> tuple[list[Question], list[list[float]]]:
    made, given_scores = [], []
    for number in range(draw(st.integers(1, 4))):
        those = []
        for place in range(draw(st.integers(1, 5))):
            coverage = draw(st.integers(0, 6))
            circled = draw(st.integers(0, coverage))
            crossed = draw(st.integers(0, coverage - circled))
            known = draw(st.booleans())
            those.append(Substitute(f"{place}", circled - crossed, coverage, circled if known else None))
        made.append(Question(f"{number}", "x", tuple(those)))
        given_scores.append([draw(scores) for _ in those])
    return made, given_scores


def value(metric: Any, rows: Any) -> float:
    return float(metric.value(rows.sum(0)[None] if metric.summable else rows))


def same(one: float, two: float) -> bool:
    return one == pytest.approx(two, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("family", OF_QUESTIONS)
@EXAMPLES
@given(data=st.data(), asked=questions())
def test_questions(data: st.DataObject, family: Any, asked: Any) -> None:
    metric = data.draw(st.sampled_from(family))
    made, given_scores = asked
    rows = metric.statistics(SubstituteScores.of(made, np.concatenate(given_scores)))
    assert rows.shape[0] == len(made)
    whole = value(metric, rows)
    assert np.isnan(whole) or metric.low - 1e-9 <= whole <= metric.high + 1e-9
    turned = SubstituteScores.of(made[::-1], np.concatenate(given_scores[::-1]))
    assert metric.statistics(turned)[::-1] == pytest.approx(rows)  # the order of questions does not matter
    parts = [
        metric.statistics(SubstituteScores.of([q], np.array(s)))
        for q, s in zip(made, given_scores, strict=True)
    ]
    assert np.concatenate(parts) == pytest.approx(rows)  # nor what else is asked: shards join to the whole
    assert set(np.unique(rows[:, 1::2])) <= {0.0, 1.0}  # what is unscored is a row of zeros
    assert (rows[:, ::2][rows[:, 1::2] == 0] == 0).all()


@pytest.mark.parametrize("family", OF_QUESTIONS)
def test_who_answers_as_people_vote_is_perfect(family: Any) -> None:
    """One winner whom all circled, the others crossed out by all: nobody can object."""
    those = tuple(Substitute(f"{i}", 6 if i == 1 else -6, 6, 6 if i == 1 else 0) for i in range(4))
    perfect = SubstituteScores.of([Question("q", "x", those)], np.array([0.0, 1.0, 0.0, 0.0]))
    for metric in family:
        found = value(metric, metric.statistics(perfect))
        tied = (
            metric.name == "SR" and metric.form != "tolerant"
        )  # which know no ties, or pay nothing for them
        extreme = metric.name == "SR" and metric.votes >= 2
        assert found == 1 or tied or extreme or np.isnan(found), metric


@pytest.mark.parametrize("family", OF_PAIRS)
@EXAMPLES
@given(data=st.data(), ratings=st.lists(st.integers(0, 6), min_size=1, max_size=12))
def test_pairs(data: st.DataObject, family: Any, ratings: list[int]) -> None:
    metric = data.draw(st.sampled_from(family))
    shares = st.none() | st.floats(0, 1)
    pairs = [
        Pair("a", "b", r, (), data.draw(shares), {"relation": relation})
        for r in ratings
        for relation in [data.draw(st.sampled_from(RELATIONS))]
    ]
    columns = [np.array([data.draw(scores) for _ in pairs]) for _ in range(2)]

    def rated(order: Any) -> PairScores:
        mine, expected = (c[order] for c in columns)
        plain = PairScores.of([pairs[i] for i in order], mine)
        return replace(plain, accept=lambda: expected)

    forwards = np.arange(len(pairs))
    rows = metric.statistics(rated(forwards))
    assert len(rows) == len(pairs)
    whole = value(metric, rows)
    assert np.isnan(whole) or metric.low - 1e-9 <= whole <= metric.high + 1e-9
    assert same(whole, value(metric, metric.statistics(rated(forwards[::-1]))))
    chance = metric.by_chance(rows)
    assert chance is None or metric.low <= value(metric, chance) <= metric.high or len(pairs) < 2
