"""Gold and predictions that were once misread: refused in one line, or read right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from faults.refusals import DIGITS, refused


@pytest.mark.parametrize("ids", [[1.0, float("nan")], [1e300, 1.0], [2.0**60, 1.0]])
def test_ids_that_are_no_whole_numbers(run: Any, ids: list[float]) -> None:
    pl.DataFrame({"id": ids, "phrases": [["a"], ["b"]]}).write_parquet("g.parquet")
    refused(
        run("score", "g.parquet", "g.parquet", "--same"),
        "g.parquet: column id .*Float64",
    )


@pytest.mark.parametrize("more", [[], ["-m", "accuracy", "--input-format", "parquet"]])
def test_texts_that_are_named_parquet(run: Any, more: list[str]) -> None:
    Path("g.parquet").write_text("id,phrases\na,cat\n")
    refused(run("score", "g.parquet", "g.parquet", "--same", *more), "g.parquet: .*Parquet")


def test_phrases_that_spreadsheets_take_for_formulas(run: Any) -> None:
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["=cmd()", "cat", "+1"]}\n')
    status, err = run("score", "g.jsonl", "g.jsonl", "--same", "-m", "F1", "--items", "made.csv")
    assert status == 0
    assert "made.csv: 2 " in err
    assert "=cmd()" in Path("made.csv").read_text()  # for programs it is as it was
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n')
    assert "formula" not in run("score", "g.jsonl", "g.jsonl", "--same", "-m", "F1", "--items", "made.csv")[1]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", ["n.json", "n.jsonl"])
def test_numbers_of_more_digits_than_python_reads(run: Any, name: str, side: int) -> None:
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n')
    number = f'{{"a": {DIGITS}}}' if name == "n.json" else f'{{"id": {DIGITS}, "phrases": ["a"]}}\n'
    Path(name).write_text(number)
    files = [name, "g.jsonl"]
    status, err = run("score", files[side], files[1 - side])
    assert status == 2, err
    assert name in err


@pytest.mark.parametrize(("encoding", "text"), [("unicode_escape", "\\ud800"), ("utf-7", "+2AA-x")])
def test_half_a_character_of_another_encoding(run: Any, encoding: str, text: str) -> None:
    Path("g.tsv").write_text(f"a\t{text}\n")
    refused(run("validate", "g.tsv", "--encoding", encoding), f"g.tsv:1: .*{encoding}")


@pytest.mark.parametrize("form", ["run", "csv", "parquet"])
def test_scores_of_rows_that_do_not_stand_together(run: Any, form: str) -> None:
    rows = [("a", "tax", 1.0), ("b", "cow", 1.0), ("a", "cat", 2.0), ("b", "dog", 3.0)]
    if form == "parquet":
        pl.DataFrame(rows, ["id", "phrase", "score"], orient="row").write_parquet("s.parquet")
    else:
        line = "{0} Q0 {1} 1 {2} x" if form == "run" else "{0},{1},{2}"
        head = "" if form == "run" else "id,phrase,score\n"
        Path(f"s.{form}").write_text(head + "".join(line.format(*row) + "\n" for row in rows))
    Path("g.json").write_text('{"a": ["cat"], "b": ["dog"]}')
    assert run("score", "g.json", f"s.{form}", "-m", "P@1", "-o", "made.json", "-f", "json")[0] == 0
    assert json.loads(Path("made.json").read_text())["results"][0]["value"] == 1
