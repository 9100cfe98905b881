"""Whatever changes a number changes its signature: gold, the items scored, policies, topics, ties, chance."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import lydite
from lydite.core.errors import InputError
from lydite.inference import Result
from performing import score, scored_run

GOLD = {f"{i:02d}": [f"red w{i}", f"blue w{i % 3}"] for i in range(8)}
RUN = {k: [f"red w{i % 4}", "blue w1"] for i, k in enumerate(GOLD)}
MEASURE = "F1(match=r_precision)"


def found(gold: Any = GOLD, run: Any = RUN, measure: str = MEASURE, **asked: Any) -> Result:
    return lydite.evaluate(gold, run, measure, **({"bootstrap": 0, "chance": 10} | asked))[0]


def table(topic: str) -> pl.DataFrame:
    return pl.DataFrame(
        {"id": list(GOLD), "phrases": list(GOLD.values()), "topic": [topic[i % len(topic)] for i in range(8)]}
    )


def differs(one: Result, two: Result) -> bool:
    return bool(one.signature.differences(two.signature, circumstances=False))


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
    ],
    ids=str,
)
def test_policies(asked: dict[str, Any]) -> None:
    assert differs(found(), found(**asked))


@pytest.mark.parametrize("measure", ["F1(match=exact)", "F1(match=stem)"])
@pytest.mark.parametrize("asked", [{"seed": 1}, {"chance": 11}, {"gold": "xy"}], ids=str)
def test_chance_determines_what_is_judged(measure: str, asked: dict[str, Any]) -> None:
    """Where keys are compared, chance stands beside the value; it is judged on request only."""
    changed = {k: table(v) if k == "gold" else v for k, v in asked.items()}
    plain = {"gold": table("x")} if "gold" in asked else {}
    assert not differs(found(measure=measure, **plain), found(measure=measure, **plain | changed))
    judged = {"measure": measure, "judge": "corrected"}
    assert differs(found(**judged, **plain), found(**judged, **plain | changed))


def test_judged_runs_are_not_compared_where_chance_was_taken_otherwise() -> None:
    runs = {}
    for times in (10, 12):
        scored = score(GOLD, {f"{times} shuffles": RUN}, "F1", chance=times)
        runs[str(times)] = scored_run(*scored)
    assert lydite.compare_runs(runs, bootstrap=0).letters
    with pytest.raises(InputError, match="10 shuffles.*12 shuffles"):
        lydite.compare_runs(runs, bootstrap=0, judge="corrected")


def test_chance_that_is_judged_is_shown() -> None:
    gold = {f"{i:03d}": [f"w{i}", f"v{i}"] for i in range(200)}
    assert found(gold, gold, "F1", chance=10).corrected is None
    assert found(gold, gold, "F1", chance=10, judge="corrected").corrected == 1.0


def test_topics_change_chance() -> None:
    one, two = found(gold=table("xy")), found(gold=table("xxyy"))
    assert one.chance != two.chance
    assert differs(one, two)
    assert differs(found(), one)


def test_intervals_do_not_determine_the_number() -> None:
    assert not differs(found(bootstrap=100), found(bootstrap=200, interval="bca"))
