"""Every worked value of chapter 4, and the edges of every threshold."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from lydite.core.spec import REGISTRIES, parse
from lydite.probes.agreement import SubstituteScores, expected_precision, table
from lydite.probes.agreement.questions import Question, Substitute, read_questions


def value(spec: str, judged: SubstituteScores) -> float:
    metric: Any = parse(spec, "agreement")
    return float(metric.value(metric.statistics(judged).sum(0)[None]))


def judged(scores: list[float], votes: list[float], coverage: float | list[float]) -> SubstituteScores:
    covers = coverage if isinstance(coverage, list) else [coverage] * len(votes)
    those = tuple(Substitute(f"s{i}", v, c) for i, (v, c) in enumerate(zip(votes, covers, strict=True)))
    return SubstituteScores.of([Question("q", "x", those)], np.array(scores))


@pytest.mark.parametrize(
    ("spec", "number", "system", "published"),
    [
        ("CW", "4.3", "expected", 1.0),
        ("CW", "4.5", "expected", 0.0),
        ("GS", "4.6", "expected", 0.5),
        ("BS", "4.8", "expected", 2 / 3),
        ("GS", "4.9", "X", 1.0),
        ("BS", "4.9", "X", 1.0),
        ("Combo", "4.9", "X", 1.0),
        ("GS", "4.9", "Y", 1.0),
        ("BS", "4.9", "Y", 0.5),
        ("Combo", "4.9", "Y", 2 / 3),
        ("GS", "4.9", "Z", 0.0),
        ("BS", "4.9", "Z", 1.0),
        ("Combo", "4.9", "Z", 0.0),
        ("SR(form=plain)", "4.10", "X", 5 / 6),
        ("SR(form=plain)", "4.10", "Y", 0.5),
        ("SR(form=plain)", "4.11", "X", 0.5),
        ("SR(form=plain)", "4.11", "Y", 2 / 3),
        ("SR(form=tau)", "4.11", "X", 0.0),
        ("SR(form=tau)", "4.11", "Y", 1 / 3),
        ("SR", "4.11", "X", 1.0),
        ("SR", "4.11", "Y", 0.0),
        ("CW", "4.11", "X", 1.0),
        ("Combo", "4.11", "Y", 0.0),
        ("CW", "5.4", "WordSub", 1.0),
        ("CW", "5.4", "WikiSub", 0.0),
        ("GS", "5.4", "WikiSub", 1.0),
    ],
)
def test_worked_values(spec: str, number: str, system: str, published: float) -> None:
    assert value(spec, table(number, system)) == pytest.approx(published, abs=1e-12)


@pytest.mark.parametrize(("spec", "system", "said", "is_so"), [
    ("BS", "X", 1.0, 2 / 3),  # Process has 0.1, which is not below 0.1 (Equation 4.16)
    ("Combo", "X", 1.0, 0.8),
    ("GS", "Y", 0.0, 1.0),  # Estimate has 0.6, which is at least 0.5 (Equation 4.10)
])  # fmt: skip
def test_what_is_said_of_table_4_11_and_cannot_be(spec: str, system: str, said: float, is_so: float) -> None:
    """Section 4.2.5: X "perfect" and Y "0.0 using all previous metrics"."""
    assert value(spec, table("4.11", system)) == pytest.approx(is_so)
    assert is_so != said


def test_what_tables_5_2_and_5_3_print_and_cannot_be() -> None:
    """62 questions have a clear winner (section 4.2.1); CW is a share of them."""
    possible = {round(k / 62, 3) for k in range(63)}
    printed = {"WikiSub": 0.355, "WordSub": 0.356, "METEOR": 0.065, "ROUGE": 0.058, "WordSub*": 0.419}
    assert {name for name, cw in printed.items() if cw not in possible} == {"WordSub", "ROUGE"}
    assert (round(0.355 / 0.798, 3), round(0.419 / 0.356 - 1, 3)) == (0.445, 0.177)  # each needs its own
    combo = [round(2 * 0.821 * bs / (0.821 + bs), 3) for bs in (0.600, 0.520)]
    assert combo == [0.693, 0.637]  # of people: 0.693 needs the BS of Table 5.2


def test_rouge_is_r_precision_where_no_word_comes_twice() -> None:
    rouge: Any = parse("rouge", "matcher")
    r_precision: Any = parse("r_precision", "matcher")
    asked = [(q.substitutee, p) for q in read_questions("thesis").questions for p in q.phrases]
    asked += [("applied science", "computer science"), ("deep neural network", "network of neurons")]
    pairs = [[p for _, p in asked], [s for s, _ in asked]]
    assert rouge.pairs(*pairs).tolist() == r_precision.pairs(*pairs).tolist()


def test_who_finds_a_clear_winner_finds_a_good_substitute() -> None:
    """So ROUGE cannot have CW 0.058 and GS 0: above two thirds is above one half, of votes and of scores."""
    generator = np.random.default_rng(5)
    for _ in range(200):
        one = judged(generator.random(4).tolist(), generator.integers(-9, 10, 4).tolist(), 9)
        assert not value("CW", one) > 0 or value("GS", one) > 0


def test_table_5_4_is_what_wordnet_computes() -> None:
    """WordSub's published scores for PUBLIC TOILET: toilet .70, room .27, powder room .11, bedroom .00."""
    printed = table("5.4", "WordSub")
    asked = next(q for q in read_questions("thesis").questions if q.columns["table"] == "5.4")
    wordsub: Any = parse("wordnet(preset=thesis)", "matcher")
    scores = wordsub.pairs(asked.phrases, [asked.substitutee] * len(asked.phrases))
    assert np.round(scores, 2).tolist() == printed.scores.tolist() == [0.7, 0.27, 0.11, 0.0]
    path = wordsub.explain("room", "public toilet").path
    assert [s.transition for s in path] == ["specialisation", "specialisation"]  # through toilet
    assert path[0].target.startswith("[toilet,")


def test_inverted_scores_barely_gain() -> None:
    one = table("4.11", "Y")
    turned = SubstituteScores(one.layout, one.votes, one.coverage, one.accepted, 1 - one.scores)
    assert value("SR", turned) == pytest.approx(
        1 / 6
    )  # "would barely increase its substitute rank agreement"
    assert value("SR(form=tau)", turned) == pytest.approx(-1 / 3)


def test_no_clear_winner_has_no_value() -> None:
    assert np.isnan(value("CW", table("4.6")))  # BRIGHT has two substitutes above two thirds


def test_edges_of_the_clear_winner_are_strict() -> None:
    assert np.isnan(value("CW", judged([1, 0], [10, 0], 15)))  # 10 is not above two thirds of 15
    assert value("CW", judged([1, 0], [11, 0], 15)) == 1
    assert value("CW", judged([2 / 3, 0], [11, 0], 15)) == 0
    assert value("CW", judged([2 / 3 + 1e-6, 0], [11, 0], 15)) == 1


def test_edges_of_good_are_not_strict() -> None:
    assert value("GS", judged([0.5, 0], [8, 7], 16)) == 1
    assert value("GS", judged([0.5 - 1e-6, 0], [8, 7], 16)) == 0
    assert value("GS", judged([0.1 + 0.2 + 0.2, 0], [8, 7], 16)) == 1


def test_edges_of_bad_are_strict() -> None:
    assert np.isnan(value("BS", judged([0, 0], [-3, 0], 15)))
    assert value("BS", judged([0, 1], [-4, 0], 15)) == 1
    assert value("BS", judged([0.1, 1], [-4, 0], 15)) == 0
    assert value("BS", judged([0.1 - 1e-6, 1], [-4, 0], 15)) == 1


def test_edges_of_ranking_stand_on_paper_not_in_floating_point() -> None:
    assert 0.8 > 0.7 + 0.1  # in floating point
    assert value("SR", judged([0.8, 0.7], [3, 0], 15)) == 1  # a fifth of 15 apart: equal; 0.1 apart: equal
    assert value("SR(tolerance=0)", judged([0.8, 0.7], [3, 0], 15)) == 0
    assert value("SR", judged([0.81, 0.7], [3, 0], 15)) == 0
    assert value("SR", judged([0.81, 0.7], [4, 0], 15)) == 1
    assert value("SR", judged([0.7, 0.81], [4, 0], 15)) == 0


def test_every_threshold_stands_on_paper() -> None:
    """What differs from a threshold in the last bit stands on it: of scores, and of shares of votes."""
    third, tenth, half = 1 - 1 / 3, 0.3 - 0.2, 0.7 - 0.2
    assert value("CW", judged([third, 0], [11, 0], 15)) == 0
    assert value("BS", judged([tenth, 1], [-4, 0], 15)) == 0
    assert value("GS", judged([half, 0], [8, 7], 16)) == 1
    assert value("Combo", judged([half, tenth], [8, -4], 16)) == 0
    assert value("CW(tolerance=0)", judged([third, 0], [11, 0], 15)) == 1
    assert value("BS(tolerance=0)", judged([tenth, 1], [-4, 0], 15)) == 1
    assert value("GS(tolerance=0)", judged([half, 0], [8, 7], 16)) == 0
    below, above = 1 - 0.9, 0.1 + 0.2  # of shares: a little below 1/10, a little above 3/10
    assert np.isnan(value(f"CW(votes={below!r})", judged([1, 0], [1, 0], 10)))
    assert value(f"GS(votes={above!r})", judged([1, 0], [3, 0], 10)) == 1
    assert np.isnan(value(f"BS(votes={-below!r})", judged([0, 0], [-1, 0], 10)))
    assert value(f"SR(votes={below!r})", judged([1, 1], [1, 0], 10)) == 1


def test_thresholds_are_parameters() -> None:
    one = table("4.9", "Y")
    assert value("BS(score=0.3)", one) == 1
    assert value("Combo(bad_score=0.3)", one) == 1
    assert value("GS(score=0.8)", one) == 0
    assert value("CW(score=0.75)", one) == 0
    assert value("SR(votes=0.6, score=0.5)", one) != value("SR", one)


def test_combo_takes_means_before_the_harmonic_one() -> None:
    questions = [
        Question("a", "x", (Substitute("p", 4, 4), Substitute("q", -4, 4))),
        Question("b", "x", (Substitute("p", 4, 4), Substitute("q", 0, 4))),  # nothing bad here
    ]
    both = SubstituteScores.of(questions, np.array([1.0, 1.0, 0.0, 0.0]))
    assert value("GS", both) == 0.5
    assert value("BS", both) == 0
    assert value("Combo", both) == 0
    assert value("Combo", judged([0, 1], [8, -8], 8)) == 0  # all wrong: neither has anything
    better = SubstituteScores.of(questions, np.array([1.0, 0.0, 0.0, 0.0]))
    assert value("Combo", better) == pytest.approx(2 * 0.5 / 1.5)


def test_coverage_is_each_substitutes_own() -> None:
    one = judged([0.9, 0.0, 0.0], [3, 5, -1], [3, 10, 3])  # 3 of 3, 5 of 10, −1 of 3
    assert value("CW", one) == 1
    assert value("GS", one) == 0.5
    assert value("BS", one) == 1


def test_what_nobody_judged_is_left_out() -> None:
    one = judged([0.9, 0.9, 0.0], [3, 0, -3], [3, 0, 3])
    assert value("CW", one) == 1
    assert value("SR", one) == 1
    nothing = judged([0.9, 0.9], [0, 0], 0)
    assert all(np.isnan(value(spec, nothing)) for spec in ("CW", "GS", "BS", "Combo", "SR", "GAP", "best"))


def test_one_substitute_and_equal_scores_everywhere() -> None:
    assert np.isnan(value("SR", judged([1.0], [3], 3)))
    assert value("CW", judged([1.0], [3], 3)) == 1
    same = judged([0.4, 0.4, 0.4], [1, 1, 1], 3)
    assert value("SR", same) == 1
    assert value("SR(form=tau)", same) == 0


def test_constants() -> None:
    for number, system in (("4.9", "X"), ("4.10", "X"), ("4.11", "X")):
        one = table(number, system)
        yes, no = (
            SubstituteScores(one.layout, one.votes, one.coverage, one.accepted, np.full(4, s))
            for s in (1.0, 0.0)
        )
        assert (value("GS", yes), value("BS", yes), value("Combo", yes)) == (1, 0, 0)
        assert (value("GS", no), value("BS", no), value("Combo", no)) == (0, 1, 0)
        assert value("SR", yes) == value("SR", no)


def _every_order(scores: np.ndarray, weights: np.ndarray) -> float:
    found = []
    for order in itertools.permutations(range(len(scores))):
        if all(scores[a] >= scores[b] for a, b in itertools.pairwise(order)):
            x = weights[list(order)]
            means = np.cumsum(x) / np.arange(1, len(x) + 1)
            found.append(means[x > 0].sum())
    return float(np.mean(found))


def test_gap_is_the_mean_over_all_orders_of_ties() -> None:
    generator = np.random.default_rng(0)
    for _ in range(40):
        size = int(generator.integers(1, 7))
        scores = generator.integers(0, 3, size).astype(float)
        weights = generator.integers(0, 4, size).astype(float)
        assert expected_precision(scores, weights) == pytest.approx(_every_order(scores, weights))


def test_gap_by_hand() -> None:
    """Weights 3, 0, 1 (of 4 people) ranked b a c: (3/2 + 4/3) / (3 + 2) of the best order a c b."""
    one = judged([0.5, 0.9, 0.1], [3, 0, 1], 4)
    assert value("GAP", one) == pytest.approx((3 / 2 + 4 / 3) / (3 + 4 / 2))
    assert value("GAP(above=0.25)", one) == pytest.approx(0.5)
    assert value("GAP", judged([0.9, 0.2, 0.5], [3, 0, 1], 4)) == 1


def test_best_and_oot_of_ties_in_expectation() -> None:
    tied = judged([0.7, 0.7, 0.1], [3, 1, 0], 4)
    assert value("best", tied) == pytest.approx((3 / 4 + 1 / 4) / 2)
    assert value("best(credit=mode)", tied) == 0.5
    many = judged([0.0] * 20, [4] + [0] * 19, 4)
    assert value("oot", many) == 0.5
    assert value("oot(credit=mode)", many) == 0.5
    assert value("best", many) == pytest.approx(1 / 20)
    assert np.isnan(value("best(credit=mode)", judged([1, 0], [2, 2], 4)))


def test_best_and_oot_leave_out_what_nobody_was_asked_about() -> None:
    """What was judged and not accepted takes a guess, as in the organisers' scorer; coverage 0 does not."""
    taken = judged([0.9, 0.5], [0, 4], [4, 4])
    assert value("best", taken) == 0
    unseen = judged([0.9, 0.5], [0, 4], [0, 4])
    assert value("best", unseen) == value("best(credit=mode)", unseen) == value("oot", unseen) == 1
    crowd = judged([0.9] * 10 + [0.5], [0] * 10 + [4], [0] * 10 + [4])
    assert value("oot", crowd) == 1
    assert value("oot", judged([0.9] * 10 + [0.5], [0] * 10 + [4], 4)) == 0


def test_only_shares_of_pairs_are_judged_above_chance() -> None:
    """Lenient raters agree on most pairs by chance; all other figures say something by themselves."""
    assert {name for name, one in REGISTRIES["agreement"].all().items() if one.soft} == {"pairwise"}


def test_without_equality_two_that_are_equal_agree_with_people_who_make_no_difference() -> None:
    """Equation 4.22 asks which is less: of equal ones, neither."""
    assert value("SR(form=plain)", judged([0.5, 0.5], [2, 2], 4)) == 1.0
    assert value("SR(form=plain)", judged([0.5, 0.5], [1, 2], 4)) == 0.0
