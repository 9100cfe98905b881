"""Soft measures: assignment, thresholds, ranks, chance, and what matched what."""

from __future__ import annotations

import csv
import itertools
import json
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from inner import replace_inside
from lydite.core.assignment import AssignmentTables, assign
from lydite.core.errors import InputError
from lydite.measures import ShufflePlan
from lydite.measures.phrases import PhraseItems, align, explain
from lydite.reading import read


def items_of(gold: Any, run: Any) -> PhraseItems:
    return align(read(gold), read(run))


def value(gold: Any, run: Any, measure: str) -> float:
    return lydite.evaluate(gold, run, measure, bootstrap=0)[0].value


def test_two_predictions_cannot_both_be_paid_for_one_gold_phrase() -> None:
    gold, run = {"d": ["red wine"]}, {"d": ["white wine", "red"]}
    assert value(gold, run, "P(match=r_precision, assign=max)") == pytest.approx(0.5)  # Equation 1.4
    assert value(gold, run, "P(match=r_precision)") == pytest.approx(0.25)


def test_the_optimal_assignment_beats_the_greedy_one() -> None:
    """a matches x best, but b has only x: a takes y so that both are paid."""
    gold, run = {"d": ["red wine glass", "red wine"]}, {"d": ["red wine bottle", "glass"]}
    # red wine bottle: 2/3 with both; glass: 1/3 with the first only
    assert value(gold, run, "R(match=r_precision)") == pytest.approx((2 / 3 + 1 / 3) / 2)


@settings(max_examples=60)
@given(
    scores=st.integers(1, 4).flatmap(
        lambda m: st.lists(
            st.lists(st.floats(0, 1, width=16), min_size=m, max_size=m), min_size=1, max_size=4
        )
    )
)
def test_gains_sum_to_the_optimal_assignment_at_every_cut(scores: list[list[float]]) -> None:
    from scipy.optimize import linear_sum_assignment

    block = np.array(scores)
    n, m = block.shape
    out, chosen = assign(AssignmentTables(block.ravel(), np.array([0]), np.array([0, n]), np.array([m])))
    some = chosen >= 0
    assert out.sum() == pytest.approx(block[some, chosen[some]].sum())
    for k in range(1, n + 1):
        rows, columns = linear_sum_assignment(-block[:k])
        assert out[:k].sum() == pytest.approx(block[:k][rows, columns].sum())


def test_a_threshold_turns_grades_into_yes_and_no() -> None:
    gold, run = {"d": ["red wine", "cat"]}, {"d": ["white wine", "cat"]}
    assert value(gold, run, "P(match=r_precision)") == 0.75
    assert value(gold, run, "P(match=r_precision, threshold=0.5)") == 1
    assert value(gold, run, "P(match=r_precision, threshold=0.6)") == 0.5


def test_variants_of_a_gold_phrase_count_once() -> None:
    gold = {"d": [["quality of service", "service quality"], ["cat"]]}
    assert value(gold, {"d": ["service quality", "quality of service"]}, "R(match=stem)") == 0.5
    assert value(gold, {"d": ["service quality", "cat"]}, "F1(match=r_precision)") == 1


@pytest.mark.parametrize("measure", ["nDCG", "AP", "RR", "nDCG@2", "AP@2"])
def test_rank_aware_measures_against_their_formulas(measure: str) -> None:
    gold = {"d": ["a", "b", "c"]}
    for hits in itertools.product([0, 1], repeat=3):
        names = iter("abc")
        run = {"d": [next(names) if h else f"x{i}" for i, h in enumerate(hits)]}
        cut = 2 if "@" in measure else 3
        gains = hits[:cut]
        if measure.startswith("nDCG"):
            ideal = sum(1 / math.log2(i + 2) for i in range(cut))
            expected = sum(g / math.log2(i + 2) for i, g in enumerate(gains)) / ideal
        elif measure.startswith("AP"):
            expected = sum(g * sum(gains[: i + 1]) / (i + 1) for i, g in enumerate(gains)) / cut
        else:
            expected = max((g / (i + 1) for i, g in enumerate(gains)), default=0)
        assert value(gold, run, measure) == pytest.approx(expected)


def test_rank_aware_measures_with_grades() -> None:
    gold, run = {"d": ["red wine"]}, {"d": ["cat", "white wine", "red wine"]}
    assert value(gold, run, "RR(match=r_precision)") == pytest.approx(1 / 3)
    assert value(gold, run, "RR(match=r_precision, threshold=0.5)") == pytest.approx(1 / 2)
    # one gold phrase: white wine earns 1/2, red wine the other half
    dcg = 0.5 / math.log2(3) + 0.5 / math.log2(4)
    assert value(gold, run, "nDCG(match=r_precision)") == pytest.approx(dcg)
    assert value(gold, run, "AP(match=r_precision)") == pytest.approx(0.5 * 0.25 + 0.5 * 1 / 3)
    assert value(gold, run, "hit_rate(match=r_precision)") == 1


def test_assign_max_never_pays_more_than_there_is() -> None:
    gold, run = {"d": ["wine"]}, {"d": ["wine", "Wines"]}
    for measure in ("R", "AP", "nDCG"):
        assert value(gold, run, f"{measure}(match=r_precision, assign=max)") == 1


@pytest.mark.parametrize("topics", ["abc", "aab"])
def test_items_alone_in_their_topic_do_not_keep_their_gold(topics: str) -> None:
    """It would be taken for chance, and what is corrected by it would be too low, down to 0."""
    import polars as pl

    gold = pl.DataFrame(
        {"id": list("123"), "phrases": [["red wine"], ["cat food"], ["dog"]], "topic": list(topics)}
    )
    found = lydite.evaluate(gold, {"1": ["white wine"], "2": ["cat"], "3": ["dog"]}, "F1(match=rouge)")
    assert (found[0].chance, found[0].corrected) == (0, found[0].value)
    assert any("for chance, topics are ignored there" in note for note in found.notes)


def test_without_another_item_there_is_no_chance() -> None:
    gold = {"a": ["x"], "b": []}
    found = lydite.evaluate(gold, {"a": ["x"], "b": ["y"]}, "F1(match=rouge)")
    assert (found[0].value, found[0].chance, found[0].corrected) == (1, None, None)
    assert any("fewer than two items have gold" in note for note in found.notes)


def test_one_answer_has_chance() -> None:
    found = lydite.evaluate({"a": ["x"], "b": ["y"]}, {"a": ["x"]}, "F1(match=rouge)")[0]
    assert (found.value, found.chance, found.corrected) == (0.5, 0, 0.5)


@pytest.mark.parametrize("measure", ["P", "R", "F1", "AP", "nDCG", "RR", "hit_rate", "hit_ratio"])
def test_the_same_gold_everywhere_leaves_nothing_to_correct(measure: str) -> None:
    gold = {"a": ["x"], "b": ["x"], "c": ["x"]}
    found = lydite.evaluate(gold, {"a": ["x"], "b": ["x"]}, f"{measure}(match=rouge)")
    assert found[0].chance is not None
    assert math.isnan(found[0].corrected or 0)
    assert any("no corrected value" in note for note in found.notes)


def test_few_items_are_told() -> None:
    for n, told in ((19, True), (20, False)):
        gold = {f"{i}": [f"w{i}"] for i in range(n)}
        found = lydite.evaluate(gold, gold, "F1(match=rouge)", bootstrap=0)
        assert any("corrected values are uncertain" in note for note in found.notes) == told


def test_chance_where_matching_is_soft_or_phrases_popular() -> None:
    gold, run = {"a": ["x"], "b": ["y"]}, {"a": ["x"], "b": ["x"]}
    found = lydite.evaluate(gold, run, ["F1", "F1(match=stem)", "F1(match=rouge)"])
    assert [r.chance for r in found] == [0.5, 0.5, 0.5]  # x is popular: exact matching pays for chance, too
    assert [r.corrected for r in found] == [0, 0, 0]
    other = lydite.evaluate(gold, {"a": ["x"], "b": ["z"]}, ["F1", "F1(match=rouge)"])
    assert [r.chance for r in other] == [None, 0]
    none = lydite.evaluate(gold, run, "F1(match=rouge)", chance=0)[0]
    assert none.chance is None
    assert "chance" not in str(none.signature)
    assert (
        lydite.evaluate({"a": ["x"]}, {"a": ["x"]}, "F1(match=rouge)")[0].chance is None
    )  # nobody to swap with


def test_topics_are_shuffled_apart() -> None:
    rows = [
        ("1", "wine", "red wine"),
        ("2", "wine", "white wine"),
        ("3", "cars", "red car"),
        ("4", "cars", "old car"),
    ]
    import polars as pl

    gold = pl.DataFrame(
        {"id": [r[0] for r in rows], "topic": [r[1] for r in rows], "phrases": [[r[2]] for r in rows]}
    )
    run = {r[0]: [r[2]] for r in rows}
    apart = lydite.evaluate(gold, run, "F1(match=r_precision)")[0]
    together = lydite.evaluate({r[0]: [r[2]] for r in rows}, run, "F1(match=r_precision)")[0]
    assert apart.chance == 0.5  # always the other phrase of the topic, which shares one word of two
    assert together.chance is not None
    assert together.chance < 0.5


def test_each_pair_is_matched_once_over_all_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    from lydite.core.spec import REGISTRIES

    Rouge = REGISTRIES["matcher"]["rouge"]

    seen: list[tuple[str, str]] = []
    original = Rouge.score_coded

    def count(self: Any, phrases: Any, left: Any, right: Any) -> Any:
        seen.extend((phrases[a], phrases[b]) for a, b in zip(left, right, strict=True))
        return original(self, phrases, left, right)

    monkeypatch.setattr(Rouge, "score_coded", count)
    words = [f"w{i}" for i in range(8)]
    gold = {str(i): words[i : i + 3] for i in range(6)}
    lydite.evaluate(gold, gold, ["F1(match=rouge)", "nDCG(match=rouge)", "P(match=rouge, assign=max)@2"])
    assert len(seen) == len(set(seen)) <= 64


def test_shuffles_in_blocks_give_the_same_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = {str(i): [f"red w{i}", f"w{i + 1} x"] for i in range(12)}
    items = items_of(gold, {k: v[::-1] for k, v in gold.items()})
    measures = [lydite.parse("F1(match=rouge)"), lydite.parse("AP(match=r_precision)")]
    chance = sys.modules[ShufflePlan.__module__].chance
    whole = chance(items, measures, ShufflePlan(), [m.statistics(items) for m in measures])
    replace_inside(monkeypatch, "lydite.measures", "_PAIRS", 1)
    again = items_of(gold, {k: v[::-1] for k, v in gold.items()})
    parts = chance(again, measures, ShufflePlan(), [m.statistics(again) for m in measures])
    for one, other in zip(whole.measures, parts.measures, strict=True):
        assert np.array_equal(one.means, other.means)
        assert one.net is not None
        assert other.net is not None
        assert np.array_equal(one.net.rows, other.net.rows)


def test_corrected_score_of_shuffled_predictions_is_zero(shared_data: Path) -> None:
    """The law on real data: predictions of other documents are worth nothing, whatever the matcher pays."""
    folder = shared_data / "keyphrases" / "inspec"
    gold = json.loads((folder / "test.contr.json").read_text("utf-8"))
    run = {
        k: [v[0] for v in p] for k, p in json.loads((folder / "test.uncontr.json").read_text("utf-8")).items()
    }
    ids = np.random.default_rng(7).permutation(sorted(run)).tolist()
    shuffled = dict(zip(ids, (run[i] for i in [*ids[1:], ids[0]]), strict=True))
    for match in ("r_precision", "modified_r_precision", "meteor(synonyms=no)"):
        real = lydite.evaluate(gold, run, f"F1(match={match})", bootstrap=200)[0]
        fake = lydite.evaluate(gold, shuffled, f"F1(match={match})", bootstrap=200)[0]
        assert fake.low is not None
        assert fake.high is not None
        assert fake.chance is not None
        assert fake.low <= fake.chance <= fake.high
        assert real.corrected is not None
        assert real.corrected > 0.1
        assert abs(fake.corrected or 0) < 0.01


def test_the_recorded_table(shared_data: Path) -> None:
    """Figures of docs/evidence/soft-scoring.md: readers against authors, chance of the default seed."""
    folder = shared_data / "keyphrases" / "semeval2010"
    figures = {
        "includes": (0.2535, 0.0055, 0.2491),
        "bleu": (0.2192, 0.0045, 0.2155),
        "r_precision": (0.2786, 0.0206, 0.2620),
        "modified_r_precision": (0.2808, 0.0233, 0.2620),
        "rouge": (0.2788, 0.0207, 0.2621),
        "meteor": (0.2335, 0.0198, 0.2167),
    }
    measures = [f"F1(match={m})" for m in figures]
    found = lydite.evaluate(
        folder / "train.author.json", folder / "train.reader.json", measures, missing="skip", bootstrap=0
    )
    for result, expected in zip(found, figures.values(), strict=True):
        assert (result.value, result.chance, result.corrected) == pytest.approx(expected, abs=5e-5)


def test_what_matched_what() -> None:
    gold = {"d": [["quality of service", "service quality"], ["red wine"], ["cat"]]}
    items = items_of(gold, {"d": ["white wine", "service quality", "service quality", "unicorn"]})
    lines = list(
        explain(items, "run", [lydite.parse("F1(match=r_precision)"), lydite.parse("P(match=r_precision)")])
    )
    assert [(p.status, p.rank, p.prediction, p.gold, p.score) for p in lines] == [
        ("matched", 1, "white wine", "red wine", 0.5),
        ("matched", 2, "service quality", "service quality", 1.0),
        ("spurious", 3, "unicorn", "", 0.0),
        ("missed", None, "", "cat", 0.0),
    ]


WINES = st.sampled_from(["red wine", "white wine", "wine", "cat", "red cat"])


@settings(max_examples=80)
@given(
    gold=st.lists(st.lists(WINES, min_size=1, max_size=2), min_size=1, max_size=4),
    run=st.lists(st.sampled_from(["red wine", "wine glass", "wine", "cat", "dog"]), max_size=4),
    assign=st.sampled_from(["max", "one_to_one"]),
    cut=st.sampled_from(["", "@1", "@2", "@O"]),
    threshold=st.sampled_from([None, 0.5, 0.6]),
)
def test_the_lines_of_an_item_add_up_to_its_score(
    gold: list[list[str]], run: list[str], assign: str, cut: str, threshold: float | None
) -> None:
    at = "" if threshold is None else f", threshold={threshold}"
    measure = lydite.parse(f"P(match=r_precision, assign={assign}{at}){cut}")
    lines = list(explain(items_of({"d": gold}, {"d": run}), "run", [measure]))
    predicted = [p for p in lines if p.rank is not None]
    worth = [p.score if threshold is None else float(p.score >= threshold) for p in predicted]
    expected = sum(worth) / len(predicted) if predicted else 0
    assert value({"d": gold}, {"d": run}, str(measure)) == pytest.approx(expected)
    assert all(p.score == measure.match.score(p.prediction, p.gold) for p in predicted if p.gold)


@pytest.mark.parametrize("measure", ["hit_rate(match=r_precision)", "RR(match=r_precision)"])
def test_the_lines_of_a_measure_of_one_hit_show_the_hit(measure: str) -> None:
    """One to one, the first prediction would leave the only gold phrase to the second."""
    gold, run = {"d": ["red wine"]}, {"d": ["wine", "red wine"]}
    lines = list(explain(items_of(gold, run), "run", [lydite.parse(measure)]))
    assert [(p.prediction, p.gold, p.score) for p in lines] == [
        ("wine", "red wine", 0.5),
        ("red wine", "red wine", 1.0),
    ]


@pytest.mark.parametrize(("more", "expected"), [(0.0, [1, 2, 0]), (0.3, [0, 1, 2])])
def test_with_a_threshold_as_many_are_matched_as_count(more: float, expected: list[int]) -> None:
    """Two matches of 1 must not crowd out three at the threshold; of equally many, the better are taken."""
    table = {"a": [1.0, 0.3, 0.0], "b": [0.0, 1.0, 0.3], "c": [0.3, 0.0, more]}
    match = lydite.custom(lambda left, right: [table[c][int(r)] for c, r in zip(left, right, strict=True)])
    measure = replace(lydite.parse("P(threshold=0.3)"), match=match)
    lines = explain(items_of({"d": ["0", "1", "2"]}, {"d": ["a", "b", "c"]}), "run", [measure], why=False)
    assert [int(line.gold) for line in lines] == expected


def test_tables_of_items_on_disk(tmp_path: Path) -> None:
    from lydite.cli import main

    gold, run = tmp_path / "gold.json", tmp_path / "run.json"
    gold.write_text(json.dumps({"<d>": ["automobile", "wine"]}), "utf-8")
    run.write_text(json.dumps({"<d>": ["car", "<script>alert(1)</script>"]}), "utf-8")
    for name in ("items.csv", "items.html"):
        with pytest.raises(SystemExit) as ended:
            main(["score", str(gold), str(run), "-m", "F1(match=meteor)", "--items", str(tmp_path / name)])
        assert ended.value.code == 0
    with (tmp_path / "items.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [r["status"] for r in rows] == ["matched", "spurious", "missed"]
    assert rows[0]["path"] == "car → automobile (synonym); chunks: 1"
    page = (tmp_path / "items.html").read_text("utf-8")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    with pytest.raises(SystemExit) as ended:
        main(["score", str(gold), str(run), "--items", str(tmp_path / "items.docx")])
    assert ended.value.code == 2


def test_a_table_of_items_of_an_unknown_kind(tmp_path: Path) -> None:
    from lydite.reporting import write_items

    with pytest.raises(InputError, match=r"items\.txt: .*\.csv .*\.html"):
        write_items([], tmp_path / "items.txt")
