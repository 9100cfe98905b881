"""The smallest k where a system may not get there: a bound, and no number."""

from __future__ import annotations

from pathlib import Path

import lydite


def test_censored_values_are_no_numbers(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("#a\t#b\t#c\n#x\t#y\n")
    gold = {str(i): ["#b" if i % 3 else "#z"] for i in range(30)}
    run = {str(i): ["#a"] for i in range(30)}
    spec = f'smallest_k(thesaurus="{tmp_path / "t.tsv"}", reach=REACH, most=2)'
    (there,) = lydite.evaluate(gold, run, spec.replace("REACH", "0.6"))
    assert there.value == 1
    (never,) = lydite.evaluate(gold, run, spec.replace("REACH", "0.9"))
    assert never.value != never.value
    assert (never.low, never.high) == (None, None)
    results = lydite.evaluate(gold, run, spec.replace("REACH", "0.68"))
    (thin,) = results
    assert thin.value != thin.value  # two thirds do not reach it, but many resamples do
    assert (thin.low, thin.high) == (1, None)
    assert any("smallest_k" in note and "2" in note for note in results.notes)
    both = lydite.compare(gold, {"one": run, "two": {k: ["#x"] for k in gold}}, spec.replace("REACH", "0.6"))
    assert both.tests[0].difference != both.tests[0].difference


def test_a_difference_has_no_end_where_a_system_may_not_get_there(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("#a\t#b\t#c\n#d\t#e\t#b\n")
    gold = {str(i): ["#b"] for i in range(40)}
    runs = {
        "near": {i: ["#a"] for i in gold},
        "far": {i: ["#d" if int(i) % 4 else "#x"] for i in gold},  # three in four, at k = 2
    }
    spec = f'smallest_k(thesaurus="{tmp_path / "t.tsv"}", most=2, reach='
    (test,) = lydite.compare(gold, runs, f"{spec}0.3)", judge="value").tests
    assert (test.difference, test.low, test.high) == (-1, -1, -1)  # both always get there
    (test,) = lydite.compare(gold, runs, f"{spec}0.7)", judge="value").tests
    assert (test.difference, test.high) == (-1, -1)
    assert test.low != test.low  # far does not in every fifth resample
