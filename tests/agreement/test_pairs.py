"""Graded pairs: files, correlations against scipy, Brier scores."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lydite.core.errors import InputError, SpecError
from lydite.core.spec import REGISTRIES, parse
from lydite.inference import Options
from lydite.matchers import Matcher
from lydite.probes import pair_counts, spearman
from lydite.probes.agreement import PairScores, PairSet, agree, parse_pairs
from lydite.probes.agreement.pairs import Pair

Exact = REGISTRIES["matcher"]["exact"]

NONE = Options(bootstrap=0)
HYPERLEX = """WORD1 WORD2 POS TYPE AVG_SCORE AVG_SCORE_0_10 STD SCORES..
sausage food N hyp-2 5.80 9.67 0.40 6 5 6 5
peach pear N cohyp 0.43 0.72 0.62 0 0 4 0
animal cat N r-hyp-1 1.00 1.67 0.40 1 1 1 1
car auto N syn 5.50 9.17 0.40 6 6 5 3
"""


def test_hyperlex() -> None:
    found = parse_pairs(HYPERLEX, "h.txt", "h")
    food = next(p for p in found.pairs if p.reference == "sausage")
    assert (food.candidate, food.rating) == ("food", 5.8)
    assert food.accepted == 1
    assert food.ratings == (6, 5, 6, 5)
    pear = next(p for p in found.pairs if p.reference == "peach")
    assert pear.accepted == 0.25
    assert found.columns["relation"] == ("syn", "r-hyp-1", "hyp-2", "cohyp")


def test_other_tables() -> None:
    simlex = parse_pairs(",word1,word2,similarity\n0,old,new,0.0\n1,a,b,9.5\n203,,,\n", "s.csv", "s")
    assert [(p.candidate, p.rating) for p in simlex.pairs] == [("a", 9.5), ("old", 0.0)]
    men = parse_pairs(",word1,word2,similarity\n0,sun-n,shine-v,50\n", "m.csv", "m")
    assert (men.pairs[0].candidate, men.pairs[0].columns) == ("sun", {"pos": "n-v"})
    bird = parse_pairs(
        "pair\tterm1\tterm2\trelatedness score\trelation\n(a, b)\ta c\tb\t0.5\thyponym\n", "b", "b"
    )
    assert (bird.pairs[0].candidate, bird.pairs[0].columns) == ("a c", {"relation": "hyponym"})
    plain = parse_pairs("cat\tdog\t3\n", "p.tsv", "p")
    assert plain.pairs == (Pair("cat", "dog", 3.0),)
    own = parse_pairs("candidate,reference,rating,accepted\nfood,cake,1,0.75\n", "o.csv", "o")
    assert own.pairs[0].accepted == 0.75
    italian = parse_pairs("Word1 Word2 POS AVG\ncapacità\u00a0_di capacita N 5.75\n", "i.txt", "i")
    assert italian.pairs[0].reference == "capacità\u00a0_di"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "p.csv: .*no pairs"),
        ("word1,word2,similarity\n", "p.csv: .*header"),
        ("a,b\n", "p.csv:1: .*candidate, reference, rating"),
        ("a,b,c\n", "p.csv:1: .*candidate, reference, rating"),
        ("word1,word2,similarity\na,b\n", "p.csv:2: .*3 .*2"),
        ("word1,word2,similarity\na,b,high\n", "p.csv:2: .*rating.*'high'"),
        ("word1,word2,similarity\na,b,nan\n", "p.csv:2: .*rating.*'nan'"),
        ("word1,word2,similarity\na,,5\n", "p.csv:2: .*empty"),
        ("word1,word2,rating,accepted\na,b,5,7\n", "p.csv:2: .*'7'"),
        ("word1,word2,rating,accepted\na,b,5,1.5\n", "p.csv:2: .*'1.5'"),
        ("Word1 Word2 AVG\n\na b high\n", "p.csv:3: .*rating.*'high'"),
        ('word1,word2,similarity\na,"b,5\n', "p.csv:2: .*CSV"),
    ],
)
def test_bad_tables(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_pairs(text, "p.csv", "p")


def _rated(scores: Any, ratings: Any, **more: Any) -> PairScores:
    n = len(scores)
    pairs = [Pair(f"a{i}", "b", float(r)) for i, r in enumerate(ratings)]
    plain = PairScores.of(pairs, np.asarray(scores, float))
    return replace(plain, **({"accepted": np.full(n, np.nan)} | more))


def value(spec: str, rated: PairScores) -> float:
    metric: Any = parse(spec, "agreement")
    rows = metric.statistics(rated)
    return float(metric.value(rows.sum(0)[None] if metric.summable else rows))


def test_correlations_equal_scipy() -> None:
    from scipy import stats

    generator = np.random.default_rng(1)
    for size in (5, 30, 400):
        scores, ratings = generator.integers(0, 6, size) / 5, generator.integers(0, 9, size)
        rated = _rated(scores, ratings)
        assert value("spearman", rated) == pytest.approx(stats.spearmanr(scores, ratings).statistic)
        assert value("kendall", rated) == pytest.approx(stats.kendalltau(scores, ratings).statistic)


def test_correlations_of_constants_are_undefined() -> None:
    rated = _rated([1, 1, 1], [1, 2, 3])
    assert np.isnan(value("spearman", rated))
    assert np.isnan(value("kendall", rated))
    assert value("pairwise", rated) == 0
    assert value("pairwise", _rated([1, 1, 1], [2, 2, 2])) == 1
    assert np.isnan(value("pairwise", _rated([1], [2])))


def test_pairs_are_counted_one_by_one() -> None:
    generator = np.random.default_rng(2)
    x, y = generator.integers(0, 4, 30).astype(float), generator.integers(0, 4, 30).astype(float)
    signs = [(np.sign(x[i] - x[j]), np.sign(y[i] - y[j])) for i, j in itertools.combinations(range(30), 2)]
    counts = pair_counts(x, y)
    assert counts.concordant == sum(a == b != 0 for a, b in signs)
    assert counts.discordant == sum(a == -b != 0 for a, b in signs)
    assert counts.both == sum(a == b == 0 for a, b in signs)
    assert counts.first == sum(a == 0 != b for a, b in signs)
    assert counts.total == len(signs)


def test_chance_of_pairwise_is_the_mean_over_all_orders() -> None:
    scores, ratings = np.array([0.1, 0.1, 0.4, 0.9, 0.9]), np.array([1.0, 2.0, 2.0, 2.0, 5.0])
    metric: Any = parse("pairwise", "agreement")
    rows = metric.statistics(_rated(scores, ratings))
    shuffled = [
        float(metric.value(metric.statistics(_rated(scores[list(order)], ratings))))
        for order in itertools.permutations(range(5))
    ]
    assert float(metric.value(metric.by_chance(rows))) == pytest.approx(np.mean(shuffled))


def test_chance_and_corrected_stand_in_results() -> None:
    pairs = PairSet("p", tuple(Pair(c, "cat", r) for c, r in (("cat", 9.0), ("dog", 3.0), ("car", 1.0))))
    result = agree(pairs, ["exact"], ["pairwise"], baselines=False).results(NONE)[0]
    assert result.value == pytest.approx(2 / 3)
    assert result.chance == pytest.approx((1 - 1 / 3) / 2)
    assert result.corrected == pytest.approx((2 / 3 - 1 / 3) / (1 - 1 / 3))
    assert dict(result.signature.determines)["chance"] == "expectation"


class _Scorer(Exact):
    """Scores candidates by a number in their name."""

    def __init__(self, *scores: float) -> None:
        object.__setattr__(self, "scores", scores)

    def short(self) -> str:
        return f"scorer of {len(set(self.scores))} scores"  # type: ignore[attr-defined]

    def pairs(self, candidates: Any, references: Any) -> Any:
        del references
        return np.array([self.scores[int(c)] for c in candidates])  # type: ignore[attr-defined]


def test_letters_of_pairwise_belong_to_what_is_left_above_chance() -> None:
    """Of 40 pairs 30 are graded 0: who says nothing is right on 435 of 780 comparisons, all by chance."""
    grades = [0.0] * 30 + list(range(1, 11))
    pairs = PairSet("p", tuple(Pair(f"{i}", "x", g) for i, g in enumerate(grades)))
    merit = _Scorer(*range(40))  # right on the other 345
    silent = _Scorer(*[0.0] * 40)
    found = agree(pairs, [merit, silent], ["pairwise"], baselines=False).comparison(Options(bootstrap=200))
    by_name = {r.system.split()[2]: r for r in found.results}
    assert by_name["1"].value == pytest.approx(435 / 780)
    assert by_name["1"].corrected == pytest.approx(0, abs=1e-9)
    assert by_name["40"].value == pytest.approx(345 / 780)
    assert by_name["40"].corrected == pytest.approx((345 - 345 / 2) / (780 - 345 / 2))
    assert found.judged_figures == {"pairwise": "corrected"}
    assert found.tests[0].difference == pytest.approx(by_name["40"].corrected)
    assert found.letters["pairwise"] == {"scorer of 40 scores": "a", "scorer of 1 scores": "b"}


class _Forecaster(Exact):
    """Says what share of people will accept."""

    def acceptance(self, candidates: Any, references: Any) -> Any:
        return np.array([0.9 if c == r else 0.25 for c, r in zip(candidates, references, strict=True)])


def _all_but(expected: Any, place: int) -> Any:
    return np.where(np.arange(len(expected)) == place, np.nan, expected)


def test_calibration_by_hand() -> None:
    expected = np.array([0.25, 0.25, 0.9, 1.0])
    rated = _rated(
        np.zeros(4), np.zeros(4), accepted=np.array([0.0, 0.5, 1.0, np.nan]), accept=lambda: expected
    )
    votes = [0.25**2, 0.25**2 + 0.25, 0.1**2]  # (p − y)² + y(1 − y)
    assert value("brier", rated) == pytest.approx(np.mean(votes))
    some = _rated(np.zeros(4), np.zeros(4), accepted=rated.accepted, accept=lambda: _all_but(expected, 1))
    assert value("brier", some) == pytest.approx((votes[0] + votes[2]) / 2)


def test_matchers_without_acceptance_have_no_calibration() -> None:
    pairs = PairSet("p", (Pair("a", "a", 1, accepted=1.0), Pair("a", "b", 0, accepted=0.25)))
    matchers: list[Matcher] = [_Forecaster(), parse("stem", "matcher")]
    found = agree(pairs, matchers, ["brier"], baselines=False).results(NONE)
    assert found[0].value == pytest.approx((0.01 + 0.1875) / 2)
    assert np.isnan(found[1].value)
    assert found[1].unscored == 2


def test_human_rows_of_single_grades() -> None:
    pairs = parse_pairs(HYPERLEX, "h.txt", "h")
    run = agree(pairs, ["wordnet"])
    assert [s.system for s in run.scored][:2] == ["human", "human, left out"]
    found = run.results(NONE)
    human = {r.measure: r.value for r in found if r.system == "human"}
    assert human["spearman"] > 0.5
    drawn, mean = run.scored[0].statistics[0].T
    assert spearman(drawn, mean) == pytest.approx(human["spearman"])
    assert all(d in p.ratings for d, p in zip(drawn, pairs.pairs, strict=True))
    left_out = run.scored[1].statistics[0][:, 1]
    assert left_out == pytest.approx(
        [(sum(p.ratings) - d) / (len(p.ratings) - 1) for d, p in zip(drawn, pairs.pairs, strict=True)]
    )


def test_metrics_that_do_not_fit_the_data() -> None:
    pairs = PairSet("p", (Pair("a", "b", 1), Pair("a", "c", 2)))
    with pytest.raises(SpecError, match="CW .*questions.* p "):
        agree(pairs, ["exact"], ["CW"])
    with pytest.raises(InputError, match="exact .*twice"):
        agree(pairs, ["exact", "exact"])
    assert [m.name for m in agree(pairs, ["exact"]).scored[0].measures] == ["spearman", "pairwise"]  # type: ignore[attr-defined]


def test_order_of_rows_does_not_matter() -> None:
    lines = HYPERLEX.strip().split("\n")
    turned = parse_pairs("\n".join([lines[0], *lines[:0:-1]]), "h.txt", "h")
    assert turned == parse_pairs(HYPERLEX, "h.txt", "h")
    assert len(set(turned.ids)) == len(turned)
    twice = PairSet("p", (Pair("a", "b", 1), Pair("a", "b", 2)))
    assert twice.ids == ("a → b", "a → b #2")
