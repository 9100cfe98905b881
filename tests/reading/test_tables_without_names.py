"""What looks like a list of phrases and is a table, what is no label, and policies in sums."""

from __future__ import annotations

from pathlib import Path

import pytest

import lydite
from lydite.core.errors import InputError, SpecError


@pytest.mark.parametrize("rows", ["id,kw\n1,cat\n2,dog\n", "1,cat\n2,dog\n", "d1;cat\nd2;dog\n"])
def test_a_table_is_not_taken_for_lists(rows: str, tmp_path: Path) -> None:
    """Its ids would be phrases that always match, its names an item."""
    file = tmp_path / "gold.txt"
    file.write_text(rows)
    with pytest.raises(InputError, match=r"gold\.txt: .*--input-format"):
        lydite.evaluate(file, file, "F1", same=True)


def test_lists_stay_lists(tmp_path: Path) -> None:
    file = tmp_path / "gold.txt"
    file.write_text("cat,dog\nfish,bird\n")
    assert lydite.evaluate(file, file, "F1", bootstrap=0, same=True)[0].n == 2


def test_both_halves_of_a_list_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "gold.jsonl"
    file.write_text('{"id": 1, "present_keyphrases": ["a"], "absent_keyphrases": ["b", "c"]}\n')
    (found,) = lydite.evaluate(file, {"1": ["b", "c"]}, "F1", bootstrap=0)
    assert found.value == pytest.approx(0.8)


@pytest.mark.parametrize("nothing", [None, float("nan")])
def test_what_is_missing_is_no_label(nothing: float | None) -> None:
    with pytest.raises(InputError, match="system:2: .*empty"):
        lydite.evaluate({"1": "a", "2": "b"}, {"1": "a", "2": nothing}, "accuracy")


def test_prevalences_are_mappings_throughout() -> None:
    with pytest.raises(InputError, match="gold: .*class.*\n.*system: .*class"):
        lydite.evaluate({"t": {"a": 0.5, "b": 0.5}, "u": 3}, {"t": {"a": 1.0}}, "AE")


@pytest.mark.parametrize(("measure", "value"), [("P(average=micro)", 0.5), ("F1(average=micro)", 2 / 3)])
def test_items_without_gold_count_in_sums(measure: str, value: float) -> None:
    gold, run = {"d1": ["a"], "d2": []}, {"d1": ["a"], "d2": ["b"]}
    assert lydite.evaluate(gold, run, measure, bootstrap=0)[0].value == 1.0
    found = lydite.evaluate(gold, run, measure, bootstrap=0, no_gold="zero")[0]
    assert (found.value, found.n) == (pytest.approx(value), 2)


def test_a_language_inside_a_matcher_has_its_own_message() -> None:
    with pytest.raises(SpecError, match="'turkisch'.*turkish"):
        lydite.parse("F1(match=exact(language=turkisch))")
