"""Chance and coverage against what follows without any shuffle: others are as likely as one another."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import lydite

GOLD = {
    "a": ["red wine", "white wine"], "b": ["red grape"], "c": ["green tea", "black tea", "red tea"],
    "d": ["wine glass"], "e": ["tea", "red wine glass"],
}  # fmt: skip
RUN = {
    "a": ["red wine", "grape"], "b": ["red", "tea"], "c": ["white tea"],
    "d": ["wine", "glass", "red wine glass"], "e": ["black tea", "wine"],
}  # fmt: skip
TOPICS = {"a": "x", "b": "x", "c": "y", "d": "y", "e": "y"}
MEASURES = ["P(match=r_precision)", "R(match=r_precision, assign=max)", "nDCG(match=r_precision)@2"]


def value(measure: str, gold: list[str], run: list[str]) -> float:
    return lydite.evaluate({"i": gold}, {"i": run}, measure, bootstrap=0, chance=0)[0].value


def whole_lists(measure: str, times: int, seed: int) -> float | None:
    options = {"bootstrap": 0, "chance": times, "lists": "whole", "seed": seed}
    return lydite.evaluate(GOLD, RUN, measure, **options)[0].chance


def expected(measure: str, topics: dict[str, str]) -> float:
    """Take the mean over all others of the same topic, item by item."""
    others = {i: [j for j in RUN if j != i and topics[j] == topics[i]] for i in GOLD}
    return float(
        np.mean([np.mean([value(measure, GOLD[i], RUN[j]) for j in js]) for i, js in others.items()])
    )


@pytest.mark.parametrize("measure", MEASURES)
def test_chance_is_the_mean_over_all_other_items(measure: str) -> None:
    exact = expected(measure, dict.fromkeys(GOLD, "all"))
    found = [whole_lists(measure, 400, seed) for seed in range(3)]
    assert found == pytest.approx([exact] * 3, abs=0.015)
    assert len(set(found)) == 3
    single = [whole_lists(measure, 1, seed) for seed in range(3)]
    assert max(abs(float(one or 0) - exact) for one in single) > 0.03  # one shuffle would not do


@pytest.mark.parametrize("measure", MEASURES)
def test_within_topics(measure: str) -> None:
    import polars as pl

    gold = pl.DataFrame({"id": list(GOLD), "phrases": list(GOLD.values()), "topic": list(TOPICS.values())})
    (found,) = lydite.evaluate(gold, RUN, measure, bootstrap=0, chance=400, lists="whole")
    assert found.chance == pytest.approx(expected(measure, TOPICS), abs=0.015)


def lent(circle: Sequence[str], item: str) -> list[str]:
    """Return as many different phrases as the item has, from the lists that follow it in a circle."""
    place = circle.index(item)
    others = [*circle[place + 1 :], *circle[:place]]
    return list(dict.fromkeys(p for other in others for p in RUN[other]))[: len(RUN[item])]


@pytest.mark.parametrize("measure", MEASURES)
def test_every_item_keeps_its_number_of_predictions(measure: str) -> None:
    """All circles are as likely as one another."""
    circles = [("a", *rest) for rest in itertools.permutations("bcde")]
    known = {(i, tuple(lent(c, i))) for c in circles for i in GOLD}
    values = {(i, run): value(measure, GOLD[i], list(run)) for i, run in known}
    exact = np.mean([values[i, tuple(lent(c, i))] for c in circles for i in GOLD])
    (found,) = lydite.evaluate(GOLD, RUN, measure, bootstrap=0, chance=400)
    assert found.chance == pytest.approx(exact, abs=0.015)
    assert found.chance_error is not None
    assert abs(found.chance - exact) < 4 * found.chance_error


def test_as_many_shuffles_as_it_takes() -> None:
    """The error of chance is below a tenth of half the interval; the signature says how many it took."""
    draw = np.random.default_rng(1)
    words = [f"w{i}" for i in range(9)]
    gold = {str(i): [*draw.choice(words, 3, replace=False)] for i in range(60)}
    run = {i: [*draw.choice(words, 4, replace=False)] for i in gold}
    (found,) = lydite.evaluate(gold, run, "F1(match=includes)", interval="percentile")
    assert found.low is not None
    assert found.high is not None
    assert found.chance_error is not None
    assert found.chance_error < 0.11 * (found.high - found.low) / 2
    assert int(dict(found.signature.circumstances)["shuffles"]) > 10
    assert (
        dict(found.signature.determines)["chance"] == "as many shuffles as it takes, seed 0, lists truncated"
    )
    (few,) = lydite.evaluate(gold, run, "F1(match=includes)", chance=10)
    assert few.chance_error is not None
    assert few.chance_error > found.chance_error
    assert "chance:10 shuffles, seed 0, lists truncated" in str(few.signature)


def test_coverage_counts_gold_and_predictions(tmp_path: Path) -> None:
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("red 1 0\nwine 0 1\ntea 1 1\n", "utf-8")
    gold = {"a": ["red wine", "grape"], "b": ["tea"]}  # two of three are known
    run = {"a": ["glass", "bottle", "wine"], "b": ["cup"]}  # one of four
    (found,) = lydite.evaluate(gold, run, f'F1(match=cosine(vectors="{vectors}"))', bootstrap=0)
    assert found.coverage == pytest.approx((2 + 1) / (3 + 4))


@pytest.mark.parametrize("lists", ["truncated", "whole"])
@pytest.mark.parametrize("measure", ["hit_rate", "RR", "F1"])
@pytest.mark.parametrize("n", [3, 5, 12])
def test_lists_that_are_never_the_items_own_are_below_chance(n: int, measure: str, lists: str) -> None:
    """One of the n − 1 others has the item's own list: where that is right, corrected is −1 / (n − 2)."""
    gold = {f"{i:02}": [f"red{chr(97 + i)}", f"blue{chr(97 + i)}"] for i in range(n)}
    run = dict(zip(gold, [*list(gold.values())[1:], gold["00"]], strict=True))
    options = {"bootstrap": 0, "chance": 3_000, "lists": lists}
    (found,) = lydite.evaluate(gold, run, f"{measure}(match=r_precision)", **options)
    assert found.value == 0
    assert found.chance == pytest.approx(1 / (n - 1), abs=0.03)
    assert found.corrected == pytest.approx(-1 / (n - 2), rel=0.15)


@pytest.mark.parametrize("n", [999, 1_000, 1_001])
def test_a_shard_takes_as_many_shuffles_as_the_whole(n: int) -> None:
    from lydite.runs.scoring import score

    draw = np.random.default_rng(100)
    words = [f"w{i}" for i in range(40)]
    gold, run = (
        {f"{i:05}": draw.choice(words, draw.integers(1, 4)).tolist() for i in range(n)} for _ in "ab"
    )
    run |= {item: gold[item] for item in gold if draw.random() < 0.02}
    whole, part = (
        score(gold, {"a": run}, ["P(match=identical)@1", "F1"], shard=shard)[0][0] for shard in (None, "1/4")
    )
    assert part.shuffles == whole.shuffles
