"""Comparisons: Davidson's model by hand and by simulation, unconnected parts, the metric, bad input."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from lydite.core.errors import InputError
from lydite.core.spec import REGISTRIES
from lydite.probes.agreement import APART, OrderScores, agree, fit, parse_comparisons
from lydite.tuning import tune

WordNetMatcher = REGISTRIES["matcher"]["wordnet"]
Order = REGISTRIES["agreement"]["order"]

HEAD = "candidate\treference\tother_candidate\tother_reference\tanswer\n"


def test_strengths_by_hand() -> None:
    """Without a prior, 6 wins of 8 decided say π₁/π₂ = 3; 2 of 10 similar say ν = 2 / √(6 · 2)."""
    answers = np.array([1] * 6 + [-1] * 2 + [0] * 2)
    found = fit(2, np.zeros(10, int), np.ones(10, int), answers, prior=1e4)
    assert np.exp(found.values[0] - found.values[1]) == pytest.approx(3.0, rel=1e-4)
    assert found.tie == pytest.approx(2 / np.sqrt(12), rel=1e-4)


def test_a_certain_win_is_finite_and_nothing_follows_from_one() -> None:
    found = fit(2, np.array([0]), np.array([1]), np.array([1]))
    assert 0 < found.values[0] < 5
    assert not found.established().any()


def test_planted_strengths_are_found() -> None:
    generator = np.random.default_rng(0)
    true = np.linspace(-2, 2, 8)
    pairs = np.array(list(itertools.permutations(range(8), 2)) * 40)
    weights = np.exp(np.stack([true[pairs[:, 0]], true[pairs[:, 1]], true[pairs].mean(1) + np.log(0.7)], 1))
    chances = (weights / weights.sum(1, keepdims=True)).cumsum(1)
    drawn = (generator.random(len(pairs))[:, None] > chances).sum(1)
    found = fit(8, pairs[:, 0], pairs[:, 1], np.array([1, -1, 0])[drawn])
    assert np.abs(found.values - found.values.mean() - true).max() < 0.25
    assert found.tie == pytest.approx(0.7, abs=0.1)
    assert found.established()[0, 7]


def test_the_metric_by_hand() -> None:
    order = np.array([[0, 1, 0, APART], [-1, 0, -1, APART], [0, 1, 0, APART], [APART, APART, APART, 0]])
    rows = Order().statistics(OrderScores(order, np.array([0.9, 0.2, 0.85, 0.5])))
    assert rows.tolist() == [[2, 2], [2, 2], [2, 2], [0, 0]]
    rows = Order().statistics(OrderScores(order, np.array([0.2, 0.9, 0.85, 0.5])))
    assert rows.tolist() == [[0, 2], [0, 2], [0, 2], [0, 0]]


def test_agreement_parts_and_tuning() -> None:
    lines = ["food\tcake\tcake\tstone\tbetter"] * 9 + ["animal\tdog\tdog\tsad\tbetter"] * 9
    lines += ["food\tcake\tanimal\tdog\tsimilar"] * 3 + ["glad\thappy\tlaw\tmoney\tbetter"] * 9
    data = parse_comparisons(HEAD + "\n".join(lines), "x", "x")
    assert "2 parts" in data.notes[0]
    found = agree(data, ["wordnet"], baselines=True).results()
    by = {r.system: r.value for r in found}
    assert by["wordnet"] > by["constant(value=0.0)"]
    tuned = tune([data], WordNetMatcher(sp_min=0.1, sp_max=0.2), "pso(particles=5, iterations=4)", folds=2)
    assert str(tuned.objectives[0]) == "order on x"
    assert tuned.whole.value >= tuned.evaluator.value(tuned.space.start)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a\tb\tc\td\tbeter", "x:2: .*'beter'.*better"),
        ("a\tb\ta\tb\tbetter", "x:2: .*a → b"),
        ("a\tb\tc\tbetter", "x:2: .*5 .*4"),
        ("a\t\tc\td\tbetter", "x:2: .*reference"),
        ("", "no comparisons"),
    ],
)
def test_bad_input(row: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_comparisons(HEAD + row, "x", "x")
    with pytest.raises(InputError, match="x:1: .*columns"):
        parse_comparisons(HEAD.replace("answer", "say") + row, "x", "x")


def test_what_people_say_of_each_is_shown() -> None:
    data = parse_comparisons(HEAD + "food\tcake\tcake\tstone\tbetter", "x", "x")
    assert [(j.candidate, j.reference, j.value > 0) for j in data.judgements] == [
        ("cake", "stone", False),
        ("food", "cake", True),
    ]


def test_an_open_quote_swallows_no_comparisons() -> None:
    head = HEAD.replace("\t", ",").replace("answer", "answer,by")
    with pytest.raises(InputError, match=r"x\.csv:2: .*CSV"):
        parse_comparisons(
            f'{head}food,cake,cake,food,better,"ann\nfood,pie,pie,food,worse,bob\n', "x.csv", "x"
        )


def test_what_nothing_joins_is_marked_in_the_order() -> None:
    """Nine times food is better than stone for cake; sad and law are compared with each other only."""
    lines = ["food\tcake\tstone\tcake\tbetter"] * 9 + ["sad\tcake\tlaw\tcake\tsimilar"] * 9
    data = parse_comparisons(HEAD + "\n".join(lines), "x", "x")
    assert [candidate for candidate, _ in data.substitutions] == ["food", "law", "sad", "stone"]
    assert data.order.tolist() == [[0, 2, 2, 1], [2, 0, 0, 2], [2, 0, 0, 2], [-1, 2, 2, 0]]
