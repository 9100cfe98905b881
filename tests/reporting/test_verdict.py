"""The verdict in words: as the letters of ties have it, whatever the measures."""

from __future__ import annotations

import math

import polars as pl
import pytest

from lydite import compare, evaluate
from lydite.inference import Comparison, PairedTest, Result, Results
from lydite.reporting import lead_under, verdict_text

GOLD = {str(i): ["cat", "dog"] for i in range(30)}
HALF = {item: ["cat"] for item in GOLD}
ODD = {item: ["dog"] if int(item) % 2 else ["cow"] for item in GOLD}
NONE = {item: ["cow"] for item in GOLD}


def told(letters: dict[str, str], values: dict[str, float], measures: str = "F1") -> str:
    """Return the verdict on systems with these letters and values, under each of the measures."""
    rows = [Result(s, m, {}, v, better="higher") for m in measures.split() for s, v in values.items()]
    same = dict.fromkeys(measures.split(), letters)
    both = Comparison(Results(tuple(rows)), (), same, "randomisation", 0.95)
    return verdict_text(both.results, both)


def test_two_systems() -> None:
    both = compare(GOLD, {"half": HALF, "whole": GOLD}, ["R"])
    assert verdict_text(both.results, both).startswith(
        "whole leads half under R: 1.0000 against 0.5000; the difference is"
    )
    near = compare(GOLD, {"half": HALF, "odd": ODD | {"0": ["cat", "dog"]}}, ["R"], bootstrap=100)
    assert "significant" in verdict_text(near.results, near)


def test_lower_is_better() -> None:
    rows = tuple(Result(s, "KLD", {}, v, better="lower") for s, v in (("A", 0.9), ("B", 0.8)))
    both = Comparison(Results(rows), (), {"KLD": {"B": "a", "A": "b"}}, "randomisation", 0.95)
    assert (
        verdict_text(both.results, both)
        == "B leads A under KLD: 0.8000 against 0.9000; the difference is significant."
    )


def test_no_test_was_made() -> None:
    both = compare(GOLD, {"half": HALF, "whole": GOLD}, ["R"], test="none")
    assert (
        verdict_text(both.results, both)
        == "whole leads half under R: 1.0000 against 0.5000; no test was made."
    )


def test_several_systems() -> None:
    values = {"A": 0.9, "B": 0.8, "C": 0.7, "D": 0.6}
    assert told({"A": "a", "B": "b", "C": "b", "D": "c"}, values) == (
        "A leads under F1: 0.9000 against 0.8000 of B, the next; its lead over all 3 others is significant."
    )
    three = {s: values[s] for s in "ABC"}
    assert told({"A": "a", "B": "b", "C": "b"}, three).endswith("its lead over both others is significant.")
    assert told({"A": "a", "B": "ab", "C": "ab", "D": "b"}, values) == (
        "A leads under F1: 0.9000 against 0.8000 of B, the next; its lead over B and C is not significant, "
        "over D it is."
    )
    assert told(dict.fromkeys(values, "a"), values).endswith("its lead over B, C and D is not significant.")


def test_level_and_without_a_value() -> None:
    letters = {"A": "a", "B": "a", "C": "a"}
    assert told(letters, {"A": 0.5, "B": 0.5, "C": math.nan}) == (
        "A and B are level under F1, at 0.5000. C has no value."
    )
    assert told(letters, dict.fromkeys("ABC", math.nan)) == "No system has a value."
    assert verdict_text(Results(())) == ""


def test_several_measures() -> None:
    values = {"A": 0.9, "B": 0.8}
    assert told({"A": "a", "B": "b"}, values, "P R F1") == "A leads under all 3 measures (significant)."
    assert told({"A": "a", "B": "a"}, values, "P R F1") == "A leads under all 3 measures (not significant)."
    rows = (
        Result("A", "P", {}, 0.9, better="higher"),
        Result("B", "P", {}, 0.8, better="higher"),
        Result("A", "R", {}, 0.3, better="higher"),
        Result("B", "R", {}, 0.4, better="higher"),
    )
    letters = {"P": {"A": "a", "B": "b"}, "R": {"A": "a", "B": "a"}}
    both = Comparison(Results(rows), (), letters, "randomisation", 0.95)
    assert (
        verdict_text(both.results, both)
        == "A leads under P (significant); B leads under R (not significant)."
    )


@pytest.mark.parametrize("systems", [2, 5])
def test_proven_is_what_letters_say(systems: int) -> None:
    """A lead is proven if and only if nobody shares a letter with the first."""
    runs = {f"s{n}": {i: p if int(i) % (n + 2) else [] for i, p in GOLD.items()} for n in range(systems)}
    both = compare(GOLD, runs, ["R", "P", "F1"], bootstrap=100)
    for measure in both.ranks:
        lead = lead_under(both, measure)
        assert lead is not None
        alone = not any(set(m) & set(both.letters[measure][lead.leaders[0]]) for s, m in
                        both.letters[measure].items() if s not in lead.leaders)  # fmt: skip
        assert lead.proven == (alone and len(lead.leaders) == 1)


def test_a_system_alone_is_held_against_chance() -> None:
    runs = {str(i): ["cat", "dog"] if i % 2 else ["car"] for i in range(30)}
    alone = evaluate({**GOLD, "x": ["car"]}, runs, ["F1", "F1(match=meaning)"], bootstrap=200)
    assert "chance gives" in verdict_text(alone)
    without = evaluate(GOLD, HALF, ["R"], chance=0, bootstrap=0)
    assert verdict_text(without) == "system has 0.5000 under R."


def test_p_beside_the_proof() -> None:
    rows = tuple(Result(s, "F1", {}, v, better="higher") for s, v in (("A", 0.9), ("B", 0.8)))
    test = PairedTest("F1", "B", "A", -0.1, -0.2, -0.05, 0.00001, 0.00001)
    both = Comparison(Results(rows), (test,), {"F1": {"A": "a", "B": "b"}}, "randomisation", 0.95)
    assert verdict_text(both.results, both).endswith("the difference is significant (p < 0.0001).")


def test_people_and_baselines_compete_for_nothing() -> None:
    results = Results((Result("human", "F1", {}, 0.9), Result("mine", "F1", {}, 0.4)))
    assert verdict_text(results, references=["human"]).startswith("mine has 0.4000")


def test_what_takes_from_a_proof_is_said() -> None:
    """Items of one topic are alike: the test that takes them as independent proves too much."""
    gold = {f"{topic}{i}": ["cat", "dog"] for topic in "abcd" for i in range(5)}
    good = {item: phrases[: 1 + (item[0] in "ab")] for item, phrases in gold.items()}
    bad = {item: phrases[:1] if item[0] in "ab" else [] for item, phrases in gold.items()}
    ids = list(gold)
    frame = pl.DataFrame({"id": ids, "phrases": list(gold.values()), "topic": [item[0] for item in ids]})
    told = compare(frame, {"good": good, "bad": bad}, ["R"])
    said = verdict_text(told.results, told)
    assert "is significant" in said
    assert said.endswith("Items are taken as independent, which topic speaks against: --cluster topic.")
    three = compare(frame, {"good": good, "alike": good | {"a0": ["cat"]}, "bad": bad}, ["R"])
    said = verdict_text(three.results, three)
    assert "its lead over alike is not significant, over bad it is." in said
    assert said.endswith("--cluster topic.")


def test_few_digits_leave_p_readable() -> None:
    gold = {str(i): ["cat", "dog"] for i in range(9)}
    both = compare(gold, {"half": {item: p[:1] for item, p in gold.items()}, "whole": gold}, ["R"])
    assert "(p = 0.005)" in verdict_text(both.results, both, digits=0)
