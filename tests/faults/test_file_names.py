"""Files whose names are no text or lead to themselves: read and written as others are, or one line."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import inputs
from faults.refusals import refused


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


def test_a_corpus_with_a_name_of_any_bytes(run: Any, sound: Path) -> None:
    name = os.fsdecode(b"a\xffb.txt")
    Path(name).write_bytes(inputs.INPUTS["tune vectors corpus"].content)
    assert run(*inputs.INPUTS["tune vectors corpus"].args(name, sound))[0] == 0


@pytest.mark.parametrize("command", [["validate", "g.jsonl"], ["score", "g.jsonl", "nosuch"]])
def test_an_encoding_of_any_bytes(run: Any, command: list[str]) -> None:
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n')
    status, err = run(*command, "--encoding", os.fsdecode(b"\xff"))
    assert status == 2
    assert "lydite: g.jsonl: " in err


@pytest.mark.parametrize(
    "command",
    [["score", "g.jsonl", "g.jsonl", "--same", "--bootstrap", "0", "-o"], ["build", "wordnet", "w.xml", "-o"],
     ["score", "g.jsonl", "g.jsonl", "--same", "--bootstrap", "0", "--save"], ["validate"]],
)  # fmt: skip
@pytest.mark.parametrize("name", ["loop", "loop/x"])
def test_links_that_lead_to_themselves(run: Any, sound: Path, command: list[str], name: str) -> None:
    Path("w.xml").write_bytes((sound / "w.xml").read_bytes())
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n')
    Path("loop").symlink_to("loop")
    status, err = run(*command, name)
    assert status == 2
    assert f"lydite: {name}: " in err
    assert Path("loop").is_symlink()


def test_a_name_of_two_lines_is_told_in_one(run: Any) -> None:
    Path("a\nb.jsonl").write_text("x")
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n')
    status, err = run("validate", "a\nb.jsonl")
    assert status == 2
    assert re.fullmatch(r"lydite: a\\nb\.jsonl:1: .*JSON.*\n", err)
    refused(run("score", "g.jsonl", "g.jsonl", "--same", "-o", "no\nsuch/x"), r"no\\nsuch/x: ")
