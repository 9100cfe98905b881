"""Whatever changes a number changes its signature: gold, the items scored, policies, topics, ties, chance."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import lydite
from lydite.result import Result

GOLD = {f"{i:02d}": [f"red w{i}", f"blue w{i % 3}"] for i in range(8)}
RUN = {k: [f"red w{i % 4}", "blue w1"] for i, k in enumerate(GOLD)}
MEASURE = "F1(match=r_precision)"


def found(gold: Any = GOLD, run: Any = RUN, **asked: Any) -> Result:
    return lydite.evaluate(gold, run, MEASURE, **({"bootstrap": 0, "chance": 10} | asked))[0]


def table(topic: str) -> pl.DataFrame:
    return pl.DataFrame(
        {"id": list(GOLD), "phrases": list(GOLD.values()), "topic": [topic[i % len(topic)] for i in range(8)]}
    )


def differs(one: Result, two: Result) -> bool:
    return not one.signature.same_number(two.signature)


def test_gold_and_items() -> None:
    assert differs(found(), found(gold=GOLD | {"00": ["green"]}))
    fewer = {k: v for k, v in GOLD.items() if k != "07"}
    assert differs(found(), found(gold=fewer))
    assert not differs(found(), found())


def test_a_competitor_that_changes_the_items_changes_the_signature() -> None:
    """With missing=skip all systems are scored on what all of them answered."""
    alone = lydite.compare(GOLD, {"a": RUN, "b": RUN}, MEASURE, missing="skip", bootstrap=0).results[0]
    lazy = {k: v for k, v in RUN.items() if int(k) % 2}
    beside = lydite.compare(GOLD, {"a": RUN, "b": lazy}, MEASURE, missing="skip", bootstrap=0).results[0]
    assert alone.value != beside.value
    assert differs(alone, beside)


@pytest.mark.parametrize(
    "asked",
    [
        {"missing": "skip"},
        {"no_gold": "zero"},
        {"ties": "trec"},
        {"seed": 1},
        {"chance": 11},
        {"lists": "whole"},
    ],
    ids=str,
)
def test_policies(asked: dict[str, Any]) -> None:
    assert differs(found(), found(**asked))


def test_topics_change_chance() -> None:
    one, two = found(gold=table("xy")), found(gold=table("xxyy"))
    assert one.chance != two.chance
    assert differs(one, two)
    assert differs(found(), one)


def test_intervals_do_not_determine_the_number() -> None:
    assert not differs(found(bootstrap=100), found(bootstrap=200, interval="bca"))
