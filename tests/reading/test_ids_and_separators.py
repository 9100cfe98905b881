"""Separators that are part of phrases or in no cell, ids written in two ways, fields that are not there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import lydite
from lydite.core.errors import InputError
from lydite.reading import read

GOLD = {"1": ["cat", "dog"], "2": ["fish", "bird"]}


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def f1(gold: Any, run: Any, **options: Any) -> float:
    return float(lydite.evaluate(gold, run, "F1", bootstrap=0, chance=0, **options)[0].value)


@pytest.mark.parametrize("name", ["keyword", "keywords", "tag", "label"])
@pytest.mark.parametrize("mark", [";", ",", "|"])
def test_cells_with_a_separator_are_parted_whatever_the_column_is_called(
    tmp_path: Path, name: str, mark: str
) -> None:
    cells = [f"cat{mark} dog", f"fish{mark} bird"]
    table = write(tmp_path, "run.tsv", f"id\t{name}\n1\t{cells[0]}\n2\t{cells[1]}\n")
    lines = write(
        tmp_path, "run.jsonl", "".join(f'{{"id": "{n}", "{name}": "{c}"}}\n' for n, c in enumerate(cells, 1))
    )
    for run in (table, lines, pl.DataFrame({"id": ["1", "2"], name: cells})):
        assert f1(GOLD, run) == 1.0


def test_one_phrase_a_row_stays_one(tmp_path: Path) -> None:
    run = write(tmp_path, "run.tsv", "id\tlabel\n1\tcat\n1\tdog\n2\tfish, fresh\n2\tbird, too\n")
    assert f1({"1": ["cat", "dog"], "2": ["fish, fresh", "bird, too"]}, run) == 1.0


def test_a_separator_is_that_of_the_file_that_has_it(tmp_path: Path) -> None:
    gold = write(tmp_path, "gold.tsv", "id\tkeywords\n1\tcat; dog\n2\tfish; bird\n")
    run = write(tmp_path, "run.tsv", "id\tkeywords\n1\tcat/dog\n2\tfish/bird\n")
    assert f1(gold, run, separator="/") == 1.0
    with pytest.raises(InputError, match=r"'#' .*gold\.tsv, .*run\.tsv"):
        f1(gold, run, separator="#")
    folder = tmp_path / "folder"
    folder.mkdir()
    write(folder, "1.key", "cat\ndog\n")
    with pytest.raises(InputError, match=r"'#' .*gold, .*folder"):
        f1(GOLD, folder, separator="#")
    with pytest.raises(InputError, match="';' .*gold, system"):
        f1(GOLD, GOLD, separator=";")


def test_a_separator_that_is_part_of_phrases_is_told(tmp_path: Path) -> None:
    run = write(tmp_path, "run.csv", 'id,phrases\n1,"cells, nerve"\n2,"Rome, Italy"\n')
    found = lydite.evaluate({"1": ["cells, nerve"], "2": ["Rome, Italy"]}, run, "F1")
    assert any(re.search(f"^gold: .*',' .*{run}.* 2 .cells, nerve", note) for note in found.notes)


@pytest.mark.parametrize(
    ("ours", "theirs"), [("001", "1"), ("1", "01"), ("1", "1.0"), ("Doc-1", "doc-1.txt"), ("a", "a ")]
)
def test_ids_written_in_two_ways(ours: str, theirs: str) -> None:
    gold, run = {ours: ["cat"], "same": ["dog"]}, {theirs: ["cat"], "same": ["dog"]}
    said = rf"system: .*'{ours}' .*'{theirs}' .*1 of 1 items"
    with pytest.raises(InputError, match=said):
        f1(gold, run)


def test_ids_that_look_the_same() -> None:
    said = r"system: .*'\\xe9' .*'e\\u0301'"
    with pytest.raises(InputError, match=said):
        f1({"é": ["cat"], "same": ["dog"]}, {"e\u0301": ["cat"], "same": ["dog"]})
    with pytest.raises(InputError, match=r"system: .*'a' .*'\\ufeffa'"):
        f1({"a": ["cat"], "same": ["dog"]}, {"\ufeffa": ["cat"], "same": ["dog"]})


@pytest.mark.parametrize(
    ("theirs", "shown"),
    [("a\u00a0b", r"a\xa0b"), ("a \u200bb", r"a \u200bb"), ("\uff41 b", r"\uff41 b"), ("a  b", "a  b")],
)
def test_ids_whose_difference_is_not_seen(theirs: str, shown: str) -> None:
    with pytest.raises(InputError) as error:
        f1({"a b": ["cat"], "same": ["dog"]}, {theirs: ["cat"], "same": ["dog"]})
    assert "'a b'" in str(error.value)
    assert f"'{shown}'" in str(error.value)


def test_ids_that_are_two_on_purpose() -> None:
    """A run over more items than gold, whose ids differ in case, has none for one of gold's."""
    gold, run = {"ab": ["cat"], "c": ["dog"]}, {"aB": ["cat"], "AB": ["cat"], "c": ["dog"]}
    found = lydite.evaluate(gold, run, "F1", bootstrap=0)
    assert found[0].value == 0.5
    assert any("'ab'" in note and "'aB'" in note for note in found.notes)


def test_numbers_and_texts_are_the_same_ids() -> None:
    assert f1({1: ["cat"], 2: ["dog"]}, {"1": ["cat"], "2": ["dog"]}) == 1.0
    with_both = {"1": ["cat"], "01": ["dog"]}
    assert f1(with_both, with_both) == 1.0  # they are two, on both sides


def test_a_field_that_is_not_there_has_its_nearest_named(tmp_path: Path) -> None:
    lines = write(tmp_path, "run.jsonl", '{"id": 1, "mykw": ["cat"]}\n' * 1 + '{"id": 2, "mykw": ["dog"]}\n')
    with pytest.raises(InputError, match=r"run\.jsonl:1: .*mykw\?") as error:
        f1(lines, lines, phrases="mykws")
    assert len(str(error.value).splitlines()) == 1
    table = write(tmp_path, "run.tsv", "paper\tmykw\n1\tcat\n2\tdog\n")
    with pytest.raises(InputError, match=r"run\.tsv:1: .*mykw\?"):
        f1(table, table, phrases="mykws")
    with pytest.raises(InputError, match=r"field 'scor' .*score\?"):
        f1(
            write(tmp_path, "g.tsv", "id\tphrase\tscore\n1\tcat\t0.5\n"),
            write(tmp_path, "r.tsv", "id\tphrase\tscore\n1\tcat\t0.5\n"),
            scores="scor",
        )


@pytest.mark.parametrize(
    "given",
    [
        {"scores": "s"}, {"separator": ";"}, {"no_gold": "zero"}, {"ties": "trec"},
        {"documents": {"1": "cat"}},
    ],
)  # fmt: skip
def test_what_means_nothing_for_labels_is_refused(given: dict[str, Any]) -> None:
    option = next(iter(given)).replace("_", "-")
    with pytest.raises(InputError, match=f"--{option}: .*measures of phrases"):
        lydite.evaluate({"1": "cat"}, {"1": "cat"}, "accuracy", **given)


def test_all_rows_of_labels_that_are_too_wide_are_told(tmp_path: Path) -> None:
    run = write(tmp_path, "run.tsv", "id\tlabel\n1\tcat\tx\n2\tdog\n3\n")
    gold = {"1": "cat", "2": "dog", "3": "dog"}
    with pytest.raises(InputError, match=r"(?s)tsv:2: .*3.*tsv:4: .*2 columns.* 1"):
        lydite.evaluate(gold, run, "accuracy")
    found = lydite.evaluate(gold, run, "accuracy", skip_bad=True, missing="skip")
    assert (found[0].value, found[0].n) == (1.0, 1)
    assert any("bad rows" in note and "2" in note for note in found.notes)
    empty = write(tmp_path, "empty.tsv", "id\tlabel\n1\tcat\n2\t\n3\t\n")
    with pytest.raises(InputError, match=r"(?s)tsv:3: .*tsv:4: .*empty"):
        lydite.evaluate(gold, empty, "accuracy")
    found = lydite.evaluate(gold, empty, "accuracy", skip_bad=True, missing="wrong")
    assert found[0].value == pytest.approx(1 / 3)


@pytest.mark.parametrize("mark", [";", "|"])
def test_commas_within_phrases_do_not_part_those_of_a_stronger_separator(tmp_path: Path, mark: str) -> None:
    """Every cell has a comma, nearly every one a semicolon: the semicolon parts phrases."""
    gold = {str(n): ["Rome, Italy", "Paris"] for n in range(9)} | {"9": ["Rome, Italy"]}
    rows = "".join(f"{k}\t{f'{mark} '.join(v)}\n" for k, v in gold.items())
    assert f1(gold, write(tmp_path, "run.tsv", f"id\tkeywords\n{rows}")) == 1.0
    lines = "".join(f"{f'{mark} '.join(v)}\n" for v in gold.values())
    assert f1(gold, write(tmp_path, "run.txt", lines)) == 1.0


@pytest.mark.parametrize("mark", [";", "|"])
@pytest.mark.parametrize("cells", [["a, b", "c, d", "e{m} f"], ["a, b{m} c", "a, b", "c, d", "e, f"]])
def test_a_mixture_of_separators_is_asked_about(tmp_path: Path, mark: str, cells: list[str]) -> None:
    rows = "".join(f"{n}\t{cell.format(m=mark)}\n" for n, cell in enumerate(cells))
    run = write(tmp_path, "run.tsv", f"id\tkeywords\n{rows}")
    with pytest.raises(InputError, match=r"run\.tsv: .*--separator"):
        f1({"0": ["a"]}, run)
    assert 0 <= f1({"0": ["a"]}, run, separator=",") <= 1


def test_semicolons_of_some_cells_are_said(tmp_path: Path) -> None:
    run = write(tmp_path, "run.tsv", "id\tkeywords\n1\tcat;dog\n2\tfish\n3\tbird\n")
    found = lydite.evaluate({"1": ["cat;dog"], "2": ["fish"]}, run, "F1", bootstrap=0, chance=0)
    assert any("';'" in note for note in found.notes)


def test_a_dash_in_a_phrase_is_no_bullet() -> None:
    from lydite.reading import split_cell

    assert split_cell("- cat\nwell - known\n2. dog\nitem 3. of", "\n") == [
        "cat",
        "well - known",
        "dog",
        "item 3. of",
    ]


def test_a_first_object_without_an_id_is_a_fault_where_others_have_one(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(
        '{"phrases": ["cat"]}\n{"id": "b", "phrases": ["dog"]}\n{"id": "a", "phrases": ["sun"]}\n'
    )
    with pytest.raises(InputError, match=r"run\.jsonl:1: .*id.*phrases"):
        read(path)
    assert read(path, skip_bad=True).ids == ("b", "a")
    path.write_text('{"id": null, "phrases": ["cat"]}\n')
    with pytest.raises(InputError, match=r"run\.jsonl:1: .*id .*null"):
        read(path)


@pytest.mark.parametrize("bad", [0, 1])
def test_rows_left_out_move_no_line_beside_another(bad: int) -> None:
    """Without ids, what stood below a bad row was scored against the gold of its neighbour."""
    for measure, values, wrong in (("F1", [["cat"], ["dog"], ["sun"], ["sea"]], 7), ("accuracy", "aabb", "")):
        sides: list[list[Any]] = [list(values), list(values)]
        sides[bad][1] = wrong
        sides[1 - bad].pop()
        with pytest.raises(InputError, match=r"no ids.*bad rows .*(gold|system)"):
            lydite.evaluate(sides[0], sides[1], measure, skip_bad=True)
    named: list[dict[str, Any]] = [{"a": ["cat"], "b": ["dog"], "c": ["sun"]} for _ in range(2)]
    named[bad]["b"] = 7
    assert f1(named[0], named[1], skip_bad=True) == pytest.approx(2 / 3 if bad else 1)
