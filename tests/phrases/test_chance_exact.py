"""Chance, corrected values and coverage against what follows without any shuffle, or by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lydite
from lydite.measures import draw_orders
from lydite.measures.phrases import align
from lydite.reading import read

GOLD = {
    "a": ["red wine", "white wine"], "b": ["red grape", "cup"], "c": ["green tea", "black tea"],
    "d": ["wine glass", "water"], "e": ["tea", "red wine glass"],
}  # fmt: skip
RUN = {
    "a": ["red wine", "grape"], "b": ["red", "tea"], "c": ["white tea"],
    "d": ["wine", "glass", "red wine glass"], "e": ["black tea", "wine"],
}  # fmt: skip
TOPICS = {"a": "x", "b": "x", "c": "y", "d": "y", "e": "y"}
MEASURES = [
    "P(match=r_precision)", "R(match=r_precision, assign=max)", "F1(match=r_precision)",
    "nDCG(match=r_precision)@2", "RR(match=r_precision)", "F1(match=r_precision, average=micro)",
]  # fmt: skip


def value(measure: str, gold: list[str], run: list[str]) -> float:
    return lydite.evaluate({"i": gold}, {"i": run}, measure, bootstrap=0, chance=0)[0].value


def expected(measure: str, topics: dict[str, str]) -> float:
    """Take the mean over the gold of all others of the same topic, item by item."""
    others = {i: [j for j in GOLD if j != i and topics[j] == topics[i]] for i in GOLD}
    return float(
        np.mean([np.mean([value(measure, GOLD[j], RUN[i]) for j in js]) for i, js in others.items()])
    )


@pytest.mark.parametrize("measure", MEASURES[:5])
def test_chance_is_the_mean_over_the_gold_of_all_others(measure: str) -> None:
    exact = expected(measure, dict.fromkeys(GOLD, "all"))
    many = [lydite.evaluate(GOLD, RUN, measure, bootstrap=0, chance=400, seed=s)[0] for s in range(2)]
    assert [one.chance for one in many] == pytest.approx([exact] * 2, abs=0.015)
    assert many[0].chance_error is not None
    assert abs((many[0].chance or 0) - exact) < 4 * many[0].chance_error + 1e-9
    assert many[0].chance != many[1].chance


@pytest.mark.parametrize("measure", MEASURES[:5])
def test_within_topics(measure: str) -> None:
    gold = pl.DataFrame({"id": list(GOLD), "phrases": list(GOLD.values()), "topic": list(TOPICS.values())})
    (found,) = lydite.evaluate(gold, RUN, measure, bootstrap=0, chance=400)
    assert found.chance == pytest.approx(expected(measure, TOPICS), abs=0.015)


def test_two_items_by_hand() -> None:
    """Of two items each gets the gold of the other; this is the example of docs/chance.md."""
    gold, run = (
        {"a": ["red wine"], "b": ["white wine"]},
        {"a": ["red wine"], "b": ["white cat", "white wine"]},
    )
    by_name = {m: lydite.evaluate(gold, run, f"{m}(match=r_precision)")[0] for m in ("P", "R", "F1", "RR")}
    # a: net 1 - 1/2, room 1/2; b: white cat 1/2 - 0, then white wine 1/2 - 1/2; gold has room 1/2 in both
    assert by_name["P"].corrected == pytest.approx((1 / 2 + 1 / 4) / max(1 / 2 + 3 / 4, 1 / 2 + 1 / 2))
    assert by_name["R"].corrected == pytest.approx((1 / 2 + 1 / 2) / (1 / 2 + 1 / 2))
    assert by_name["F1"].corrected == pytest.approx(
        (2 * (1 / 2) / 2 + 2 * (1 / 2) / 3) / max((1 / 2 + 1 / 2) / 2 + (3 / 2 + 1 / 2) / 3, 1)
    )
    assert by_name["RR"].corrected == pytest.approx(((1 - 1 / 2) + (1 / 2 - 1 / 4)) / max(1 / 2 + 3 / 4, 1))


@pytest.mark.parametrize("measure", MEASURES)
def test_shuffles_are_as_many_as_were_asked_for(measure: str) -> None:
    few, more = (lydite.evaluate(GOLD, RUN, measure, bootstrap=0, chance=k)[0] for k in (20, 500))
    assert ", 500 shuffles of gold, seed 0" in str(more.signature)
    assert few.chance_error is not None
    assert more.chance_error is not None
    assert more.chance_error < 0.5 * few.chance_error


@pytest.mark.parametrize(("n", "shuffles"), [(199, 10), (200, 4)])
def test_how_many_shuffles_follows_from_the_number_of_items(n: int, shuffles: int) -> None:
    gold = {f"{i}": [f"w{i}"] for i in range(n)}
    (found,) = lydite.evaluate({**gold, "none": []}, gold, "F1(match=includes)", bootstrap=0)
    assert f", {shuffles} shuffles of gold, seed 0" in str(found.signature)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from("xyz")), min_size=2, max_size=60),
    st.integers(0, 99),
)
def test_orders_exchange_gold_within_topics(items: list[tuple[int, str]], seed: int) -> None:
    ids = [f"{i:02}" for i in range(len(items))]
    table = {i: [f"{i} {k}" for k in range(size)] for i, (size, _) in zip(ids, items, strict=True)}
    topics = [topic for _, topic in items]
    frame = pl.DataFrame({"id": ids, "phrases": list(table.values()), "topic": topics})
    aligned = align(read(frame), read(table))
    there = [i for i, (size, _) in enumerate(items) if size]
    shared = {t for t in topics if sum(topics[i] == t for i in there) > 1}
    for order in draw_orders(aligned, np.random.default_rng(seed), 3):
        assert sorted(order) == list(range(len(items)))  # each gold list is given once
        assert [i for i, j in enumerate(order) if i == j] == (
            [i for i in range(len(items)) if i not in there] if len(there) > 1 else list(range(len(items)))
        )
        alone = [i for i in there if topics[i] not in shared]
        if len(alone) != 1:  # one goes to another topic
            assert all(topics[order[i]] == topics[i] for i in there if topics[i] in shared)


def test_items_with_about_as_many_gold_phrases_exchange_them() -> None:
    gold = {f"{i:03}": [f"{i} {k}" for k in range(1 + i // 10)] for i in range(300)}
    items = align(read(gold), read(gold))
    sizes = items.gold.sizes
    orders = list(draw_orders(items, np.random.default_rng(0), 4))
    assert all(np.abs(sizes - sizes[order]).mean() < 1.5 for order in orders)
    assert len({tuple(order) for order in orders}) == 4


def test_coverage_counts_gold_and_predictions(tmp_path: Path) -> None:
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("red 1 0\nwine 0 1\ntea 1 1\n", "utf-8")
    gold = {"a": ["red wine", "grape"], "b": ["tea"]}  # two of three are known
    run = {"a": ["glass", "bottle", "wine"], "b": ["cup"]}  # one of four
    (found,) = lydite.evaluate(gold, run, f'F1(match=cosine(vectors="{vectors}"))', bootstrap=0)
    assert found.coverage == pytest.approx((2 + 1) / (3 + 4))


def test_each_pair_of_phrases_is_matched_once_for_all_systems_and_shuffles(monkeypatch) -> None:
    match, asked = lydite.matcher("r_precision"), []
    score = type(match).score_coded

    def score_coded(self, phrases, left, right):
        asked.extend((phrases[a], phrases[b]) for a, b in zip(left, right, strict=True))
        return score(self, phrases, left, right)

    monkeypatch.setattr(type(match), "score_coded", score_coded)
    systems = {"run": RUN, "turned": {i: RUN[j] for i, j in zip("abcde", "bcdea", strict=True)}}
    lydite.compare(GOLD, systems, ["F1(match=r_precision)", "AP(match=r_precision)"], bootstrap=0)
    assert len(asked) == len(set(asked)) > 0


@pytest.mark.parametrize("measure", ["F1", "P", "R", "AP", "nDCG", "RR", "hit_rate"])
def test_equal_gold_leaves_no_corrected_value(measure: str) -> None:
    gold = {f"{i}": ["red wine", "tea"] for i in range(3)}
    found = lydite.evaluate(gold, {"0": ["tea"], "1": ["wine"], "2": ["dog"]}, f"{measure}(match=rouge)")
    assert (found[0].row()["corrected"], found[0].netted) == (None, False)
    assert found[0].chance == pytest.approx(found[0].value)
    assert any(note.startswith(f"{measure}(match=rouge): no corrected value") for note in found.notes)
