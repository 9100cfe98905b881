"""``lydite agree`` and ``lydite.agree``: rows, formats, several sets."""

from __future__ import annotations

import json
from typing import Any

import pytest

import lydite
from lydite.core.choices import DEFAULT_MATCHER


def results(out: str) -> dict[tuple[str, str, str | None], Any]:
    return {(r["system"], r["measure"], r["group"]): r["value"] for r in json.loads(out)["results"]}


def test_a_table_of_questions(call: Any) -> None:
    status, out, _ = call("q.jsonl", "-u", "wordnet", "-u", "exact", "--bootstrap", "0")
    assert status == 0
    rows = [line.split("  ")[0] for line in out.splitlines()[4:11]]
    assert rows == [
        "human",
        "human, left out",
        "wordnet",
        "exact",
        "constant(value=0.0)",
        "constant(value=1.0)",
        "random",
    ]
    assert out.startswith("q: 4 questions\n")
    assert "paired randomisation test" in out


def test_json_csv_and_latex(call: Any) -> None:
    status, out, _ = call(
        "q.jsonl", "-u", "wordnet", "-m", "SR(score=0:0.2:0.1)", "--bootstrap", "0", "-f", "json"
    )
    assert status == 0
    found = results(out)
    assert {m for _, m, _ in found} == {"SR(score=0.0)", "SR", "SR(score=0.2)"}
    assert "comparison" not in json.loads(out)  # one matcher: there is nothing to test
    compared = json.loads(
        call("q.jsonl", "-u", "wordnet", "-u", "exact", "-f", "json", "--bootstrap", "0")[1]
    )
    assert compared["comparison"]["test"] == "randomisation"
    assert {(t["first"], t["second"]) for t in compared["comparison"]["tests"]} == {("wordnet", "exact")}
    for kind in ("csv", "latex", "markdown"):
        status, out, _ = call("q.jsonl", "-u", "wordnet", "-f", kind, "--bootstrap", "0")
        assert status == 0
        assert "wordnet" in out


def test_without_a_matcher_the_default_one_is_used_and_said(call: Any) -> None:
    status, out, err = call("q.jsonl", "-m", "SR", "--no-baselines", "--human", "none", "-f", "json")
    assert status == 0
    assert {r["system"] for r in json.loads(out)["results"]} == {DEFAULT_MATCHER}
    assert DEFAULT_MATCHER in err
    assert "--using" in err
    found = lydite.agree("thesis", metrics="SR", baselines=False, bootstrap=0)
    assert [r.system for r in found] == [DEFAULT_MATCHER]
    assert call("q.jsonl", "-u", "exact", "-m", "SR", "--bootstrap", "0")[2] == ""


def test_several_sets_stand_one_below_the_other(call: Any) -> None:
    status, out, _ = call("q.jsonl", "thesis", "p.txt", "-u", "wordnet", "--bootstrap", "0", "-f", "json")
    assert status == 0
    found = results(out)
    assert {group for *_, group in found} == {"q", "thesis", "p"}
    assert found["wordnet", "SR", "thesis"] == pytest.approx(32 / 42)
    status, out, _ = call("q.jsonl", "p.txt", "--bootstrap", "0")
    assert "q: 4 questions" in out
    assert "p: 5 pairs" in out


def test_people_over_answers_and_not_at_all(call: Any) -> None:
    over_questions = results(call("q.jsonl", "-f", "json", "--bootstrap", "0")[1])
    over_answers = results(call("q.jsonl", "--human", "answers", "-f", "json", "--bootstrap", "0")[1])
    none = results(call("q.jsonl", "--human", "none", "--no-baselines", "-f", "json", "--bootstrap", "0")[1])
    assert over_questions["human", "SR", None] == pytest.approx(over_answers["human", "SR", None])
    assert {system for system, *_ in none} == {DEFAULT_MATCHER}


def test_metrics_without_a_value_say_why(call: Any) -> None:
    out = call("thesis", "-u", "wordnet", "-u", "exact", "-m", "brier", "--bootstrap", "0")[1]
    assert (
        "brier: pairs without votes are left out, and so are those of which a matcher expects no acceptance."
        in out
    )
    assert "significantly different" not in out
    assert "too few" not in out
    out = call("thesis", "-u", "wordnet", "-m", "spearman", "--bootstrap", "0")[1]
    assert "there is none" not in out  # constants have none, which is no news


def test_what_has_no_value_has_no_difference_no_p_and_no_rank(call: Any) -> None:
    """No two words of the pairs are spelled alike: ``exact`` and ``identical`` say 0 of all of them."""
    some = ("p.txt", "-m", "spearman", "-u", "exact", "-u", "identical", "--bootstrap", "100")
    out = call(*some)[1]
    assert "spearman  exact  identical  –               –  –" in out
    assert "rank" not in out.lower()
    assert "human, left out: " not in out  # people are judged on the same pairs: matchers have no value there
    told = json.loads(call(*some, "-u", "wordnet", "-f", "json")[1])["comparison"]
    assert {(t["difference"], t["p"], t["p_holm"]) for t in told["tests"]} == {(None, None, None)}
    assert told["ranks"]["spearman"]["wordnet"]["place"] == 1
    assert call(*some, "-f", "json", "--test", "randomisation")[1].count('"p": null') == 1


def test_break_downs(call: Any) -> None:
    found = results(call("p.txt", "-m", "spearman", "--by", "relation", "-f", "json", "--bootstrap", "0")[1])
    assert {group for *_, group in found} == {None, "cohyp", "hyp-1", "no-rel", "r-hyp-1", "syn"}
    found = results(call("q.jsonl", "-m", "SR", "--by", "pos", "-f", "json", "--bootstrap", "0")[1])
    assert {group for *_, group in found} == {None, "n", "v"}


def test_samples_and_files_put_together(call: Any) -> None:
    status, out, _ = call("q.jsonl", "--sample", "2", "--bootstrap", "0")
    assert status == 0
    assert out.startswith("q, 2 of each: 4 questions")
    status, out, _ = call("p.txt", "--together", "--bootstrap", "0")
    assert out.startswith("p: 5 pairs")


def test_a_metric_alone_says_what_it_counts_and_who_is_judged_on_other_questions(call: Any) -> None:
    """By the votes of ann and ben alone their best is a clear winner; by all three votes nothing is."""
    by_all = call("q.jsonl", "-u", "exact", "-m", "CW", "--bootstrap", "0")[1]
    assert "Questions that count, of 4: CW 2." in by_all
    assert "human, left out: judged by the votes of the others, so on other questions: CW 4." in by_all
    answers = call("q.jsonl", "-u", "exact", "-m", "CW", "--human", "answers", "--bootstrap", "0")[1]
    assert "human: single answers: CW 6." in answers
    whole = call("q.jsonl", "-u", "exact", "-m", "SR", "--bootstrap", "0")[1]
    assert "that count" not in whole
    assert "on other questions" not in whole


def test_items_that_count_are_those_of_matchers(call: Any) -> None:
    """Left out of the votes, people have winners of their own: they count for no matcher."""
    out = call("q.jsonl", "-u", "wordnet", "--bootstrap", "0", "--human", "answers")[1]
    counts = {(r["system"], r["measure"]): r["n"] for r in json.loads(
        call("q.jsonl", "-u", "wordnet", "--bootstrap", "0", "-f", "json")[1]
    )["results"]}  # fmt: skip
    told = next(line for line in out.splitlines() if line.startswith("Questions that count"))
    assert (
        told
        == "Questions that count, of 4: "
        + ", ".join(f"{m} {counts['wordnet', m]}" for m in ("CW", "Combo", "SR", "GS", "BS"))
        + "."
    )


def test_calibration_of_baselines(call: Any) -> None:
    """Accepted are shares 1, ¼, ¼, 1 and 0 or so: constants miss by their mean, or by its complement."""
    found = results(call("p.txt", "-m", "brier", "-f", "json", "--bootstrap", "0")[1])
    zero, one = (found[f"constant(value={v})", "brier", None] for v in ("0.0", "1.0"))
    assert zero + one == pytest.approx(1)


def test_from_python() -> None:
    found = lydite.agree("thesis", "wordnet", "SR", bootstrap=0)
    assert found["SR"].value == pytest.approx(32 / 42)
    assert found.systems[0] == "wordnet"
    swept = lydite.agree("thesis", ["wordnet(sim=0.3|0.4)"], ["SR", "GS"], baselines=False, bootstrap=0)
    assert swept.systems == ("wordnet(sim=0.3)", "wordnet(sim=0.4)")
    assert len(lydite.agree("thesis", sample=2, bootstrap=0)) == 20
    with pytest.raises(TypeError, match="bootstrp"):
        lydite.agree("thesis", bootstrp=0)  # type: ignore[call-arg]
