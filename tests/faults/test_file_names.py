"""Files whose names are no text: read and written as others are."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import polars as pl


def test_a_system_whose_file_has_a_name_of_any_bytes(run: Any) -> None:
    name = os.fsdecode(b"a\xffb.jsonl")
    for file in ("g.jsonl", name):
        Path(file).write_text('{"id": "a", "phrases": ["cat"]}\n')
    assert run("score", "g.jsonl", name, "-m", "F1", "--items", "made.csv")[0] == 0
    assert "a\\udcffb,a,F1,matched" in Path("made.csv").read_text()


def test_parquet_whose_name_has_any_bytes(run: Any) -> None:
    name = os.fsdecode(b"a\xffb.parquet")
    with Path(name).open("wb") as file:
        pl.DataFrame({"id": ["a"], "phrases": [["cat"]]}).write_parquet(file)
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n')
    assert run("score", "g.jsonl", name, "-m", "F1")[0] == 0


def test_sheets_of_a_file_with_a_name_of_any_bytes(run: Any) -> None:
    name = os.fsdecode(b"a\xffb.jsonl")
    Path(name).write_text('{"substitutee": "cat", "substitutes": ["pet", "dog"]}\n')
    assert run("questions", "sheets", name, "-o", "made")[0] == 0
