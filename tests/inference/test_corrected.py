"""Corrected figures have intervals, tests and letters of their own: value and chance are drawn together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import lydite
from lydite.core.errors import InputError
from lydite.core.spec import parse
from lydite.inference import (
    CorrectedMeasure,
    Inference,
    ItemStatistics,
    NetMeasure,
    NetRows,
    error_of_chance,
    error_of_net,
    summarise,
    with_corrected,
)
from lydite.reporting import render
from lydite.runs import Block, Run
from performing import score

Lists = dict[str, list[str]]
Answers = tuple[Lists, dict[str, Lists]]
WORDS = ["dog", "cat", "tree", "house", "car", "road", "river", "cake", "bread", "food", "plant", "stone"]
WORDS += ["water", "fire", "king", "queen"]


@pytest.fixture(scope="module")
def answers() -> Answers:
    """Gold, the same phrases for every item, and half of gold with noise."""
    draw = np.random.default_rng(0)
    gold = {f"{i:02d}": [*draw.choice(WORDS, 4, replace=False)] for i in range(40)}
    constant = dict.fromkeys(gold, WORDS[:6])
    honest = {name: [*phrases[:2], *draw.choice(WORDS, 2)] for name, phrases in gold.items()}
    return gold, {"constant": constant, "honest": honest}


def test_letters_follow_what_is_judged(
    answers: Answers,
) -> None:
    gold, systems = answers
    measure = "R(match=part_of, assign=max)"
    lenient = {"constant": {name: [" ".join(WORDS)] for name in gold}, "honest": systems["honest"]}
    by_value = lydite.compare(gold, lenient, measure, judge="value")
    by_corrected = lydite.compare(gold, lenient, measure)
    assert by_value.judged_figures == {measure: "value"}
    assert by_corrected.judged_figures == {measure: "corrected"}
    assert {t.figure for t in by_corrected.tests} == {"corrected"}
    assert by_corrected.letters[measure] == {"honest": "a", "constant": "b"}


def test_no_interval_is_narrower_than_shuffles_are_apart() -> None:
    """One item in forty is right by luck: resamples of all the others do not vary, shuffles do."""
    gold = {f"{i:02d}": [f"w{i}"] for i in range(40)}
    run = {f"{i:02d}": [f"w{(i + 1) % 40}"] for i in range(40)} | {"00": ["w0"]}
    (scored,), _ = score(gold, {"lucky": run}, "F1", chance=50)
    net, own, of_gold = scored.net[0].sums.T
    values = net / np.maximum(own, of_gold)
    half = 2.0096 * values.std(ddof=1) * np.sqrt(1 + 1 / 50)  # t of 49 degrees of freedom
    (found,) = summarise([scored], Inference(judge="corrected"))
    (plain,) = summarise([scored], Inference(judge="corrected", interval="percentile"))
    assert found.corrected is not None
    assert found.corrected_low == pytest.approx(found.corrected - half, rel=1e-4)
    assert plain.corrected_low is not None
    assert plain.corrected_low > found.corrected - half
    assert found.corrected_high is not None
    assert found.corrected_high <= 1


@pytest.mark.parametrize(("right", "ends"), [
    (1, (None, None)),  # one of two right in each: nothing is known of others, of corrected neither
    (2, (0.34, 1.0)),  # perfect, or never right: Wilson's bound of the value, as far from chance
    (0, (0.0, 0.66)),
])  # fmt: skip
def test_where_all_agree_corrected_knows_no_more_than_the_value(right: int, ends: Any) -> None:
    counts, chance = np.array([[right / 2, 1.0]] * 2), np.array([[0.1, 1.0]] * 2)
    net = NetRows(np.array([[right / 2 - 0.1, 0.9, 0.9]] * 2), np.zeros((0, 3)))
    measure = parse("F1(match=includes)")
    scored = ItemStatistics("s", ("a", "b"), (measure,), (counts,), chance={0: chance}, net={0: net})
    (found,) = summarise([scored])
    assert (found.low, found.high) == tuple(e if e is None else pytest.approx(e, abs=0.01) for e in ends)
    corrected = tuple(e if e is None else pytest.approx((e - 0.1) / 0.9, abs=0.01) for e in ends)
    assert (found.corrected_low, found.corrected_high) == corrected


def test_digits_of_differences_are_those_that_chance_is_known_to(answers: Answers) -> None:
    gold, systems = answers
    compared = lydite.compare(gold, systems, "F1(match=includes)")
    exact = max(r.corrected_error or 0 for r in compared.results)
    assert exact > 0.0001
    (test,) = compared.tests
    shown = render(compared.results, comparison=compared, digits=4).splitlines()[-3]  # before the verdict
    digits = int(np.floor(-np.log10(exact)))
    assert f" {test.difference:.{digits}f} [" in shown


def test_interval_is_that_of_the_pair_of_values(
    answers: Answers,
) -> None:
    """An oracle: resample items, take the corrected value of each resample, and the quantiles of these."""
    gold, systems = answers
    (scored,), _ = score(gold, {"honest": systems["honest"]}, "F1(match=includes)")
    (result,) = summarise([scored], Inference(interval="percentile"))
    drawn = np.random.default_rng(0)
    n = len(gold)
    values = []
    for _ in range(1_000):
        places = drawn.integers(0, n, n, dtype=np.uint32)
        net, own, of_gold = scored.net[0].rows[places].sum(0)
        values.append(net / max(own, of_gold))
    assert (result.corrected_low, result.corrected_high) == pytest.approx(
        tuple(np.quantile(values, [0.025, 0.975])), abs=1e-12
    )


def test_constant_predictions_are_worth_nothing(
    answers: Answers,
) -> None:
    gold, systems = answers
    (result,) = lydite.evaluate(gold, systems["constant"], "F1(match=includes)")
    assert result.corrected == pytest.approx(0, abs=1e-9)  # gold lists are as long, and each is given once
    assert result.corrected_low < 0 < result.corrected_high


def test_the_more_the_better() -> None:
    (scored,), _ = score(
        {"a": ["cat"], "b": ["dog"]}, {"s": {"a": ["cat"], "b": ["cow"]}}, "F1(match=includes)"
    )
    found = with_corrected(scored).measures[1]
    assert isinstance(found, NetMeasure)
    assert found.better == "higher"
    assert str(found) == "F1(match=includes), corrected"
    assert found.value(np.array([[0.5, 1.0, 0.25]])) == pytest.approx(0.5)
    assert found.value(np.array([[0.5, 0.5, 2.0]])) == pytest.approx(0.25)
    assert np.isnan(found.value(np.array([[0.5, 0.5, 0.0]])))  # gold has no room
    plain = CorrectedMeasure(parse("F1"))
    assert plain.value(np.array([[0.5, 1.0, 0.25, 1.0]])) == pytest.approx((0.5 - 0.25) / 0.75)


def test_broken_down_by_a_column(
    answers: Answers,
) -> None:
    gold, systems = answers
    rows = [{"id": k, "phrases": v, "topic": "even" if int(k) % 2 == 0 else "odd"} for k, v in gold.items()]
    import polars as pl

    found = lydite.evaluate(pl.DataFrame(rows), systems["honest"], "F1(match=includes)", by="topic")
    assert [r.group for r in found] == [None, "even", "odd"]
    for result in found:
        assert result.corrected_low is not None
        assert result.corrected_high is not None
        assert result.corrected is not None
        assert result.corrected_low < result.corrected < result.corrected_high


def test_groups_are_no_surer_than_shuffles_of_their_items() -> None:
    """Two of twenty items are right by luck: in the group that lacks them, resamples do not vary at all."""
    gold = pl.DataFrame(
        {
            "id": [f"{i:02d}" for i in range(20)],
            "phrases": [[WORDS[i % 4]] for i in range(20)],
            "part": ["lucky" if i < 10 else "unlucky" for i in range(20)],
        }
    )
    said = {f"{i:02d}": [WORDS[i % 4] if i < 2 else WORDS[(i + 1) % 4]] for i in range(20)}
    (scored,), _ = score(gold, {"s": said}, "F1(match=part_of)")
    (result,) = (r for r in summarise([scored], Inference(by="part")) if r.group == "unlucky")
    assert result.corrected < 0
    assert result.corrected_low < result.corrected
    assert result.corrected_high >= 0
    assert result.chance_error > 0
    assert result.corrected_error > 0


def test_spread_of_items_is_that_of_shuffles(answers: Answers, tmp_path: Path) -> None:
    """The error of chance by items, each given lists by itself, is that of shuffles or a little more."""
    gold, systems = answers
    table = pl.DataFrame({"id": [*gold], "phrases": [*gold.values()], "part": ["a", "b"] * 20})
    measures = ["F1(match=part_of)", "F1(match=part_of, average=micro)", "AP(match=includes)"]
    ((scored,), _) = score(table, {"s": systems["honest"]}, measures, chance=300)
    nets = {i: net._replace(sums=net.sums[:0]) for i, net in scored.net.items()}
    apart = replace(scored, chance_sums={}, net=nets)
    for error in (error_of_chance, error_of_net):
        for place in range(3):
            (whole, times), (by_items, same) = (error(s, place) for s in (scored, apart))
            assert times == same == 300
            assert whole is not None
            assert by_items is not None
            assert 0.9 * whole < by_items < 1.5 * whole
    Run("phrases", (Block((scored,)),)).save(tmp_path / "run")
    (again,) = lydite.read_run(tmp_path / "run").blocks[0].systems
    ends = [[r.corrected_low for r in summarise([s], Inference(by="part"))] for s in (scored, again)]
    assert ends[0] == ends[1]


def test_shown_and_read_back(answers: Answers) -> None:
    gold, systems = answers
    found = lydite.compare(gold, systems, "F1(match=includes)")
    text = render(found.results, comparison=found)
    assert "] a" in next(line for line in text.splitlines() if line.startswith("honest"))
    again = lydite.Results.from_json(render(found.results, "json"))
    assert again[0].corrected_low == found.results[0].corrected_low


def test_unknown_judge() -> None:
    with pytest.raises(InputError, match="judge: .*'correct'.*corrected"):
        Inference(judge="correct")  # type: ignore[arg-type]


def test_a_corrected_measure_is_drawn_as_the_measure_itself() -> None:
    for spec in ("F1@5", "AP", "macro_recall", "average_F1"):
        measure = parse(spec)
        corrected = CorrectedMeasure(measure)
        for name in ("interval", "summable", "grouped", "stratified", "widened"):
            assert getattr(corrected, name) == getattr(measure, name), (spec, name)
