"""Rows and words of many thousand characters: soon answered, in a message that people can read."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

import inputs
from faults.refusals import refused
from inner import replace_inside


def test_a_message_with_a_long_row(run: Any, sound: Path) -> None:
    Path("g.tsv").write_text("x" * 70_000)
    began = time.process_time()
    answer = run("score", "g.tsv", f"{sound}/run.jsonl")
    refused(answer, "g.tsv:1: ")
    assert time.process_time() - began < 5
    assert len(answer[1]) < 1_200
    assert " … (" in answer[1]


def test_messages_are_no_longer_than_people_read(run: Any, sound: Path) -> None:
    """Whole rows stood in them, names of columns, and arguments: 140 kB, five times that in a report."""
    long = "x" * 70_000
    Path("g.csv").write_text(f"id,{long}\na,b\n")
    Path("g.tsv").write_text(long)
    told = [
        run("score", "g.csv", f"{sound}/run.jsonl"),
        run("validate", "g.tsv"),
        run("match", "a", "b", "-u", long),
    ]
    told.append(run("score", "g.csv", "g.csv", "--same", "--interval", long))  # typer's own message
    assert [status for status, _ in told] == [2, 2, 2, 2]
    assert max(len(err) for _, err in told) < 6_000


def test_spellings_near_a_long_word(run: Any) -> None:
    Path("v.vec").write_text("cat 1 0\ndog 0 1\ncow 1 1\n")
    Path("t.json").write_text(json.dumps({"a": ["cat", "dog", "cow", "x" * 100_000]}))
    began = time.process_time()
    assert run("probe", "v.vec", "-t", "t.json", "-m", "topk(k=1)", "--unknown", "u.tsv")[0] == 0
    assert time.process_time() - began < 5


@pytest.mark.parametrize("start", ["category,word\na,", ": category\n", "word1\tword2\tscore\na\tb\t"])
def test_a_line_of_a_test_set_or_of_pairs_has_a_limit(
    run: Any, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    replace_inside(monkeypatch, "lydite.reading", "LONGEST_LINE", 1 << 20)
    Path("t.txt").write_text(start + "b," * (1 << 20))
    Path("v.vec").write_text(inputs.VECTORS, "utf-8")
    command = ["agree", "t.txt", "-u", "exact"] if "score" in start else ["probe", "v.vec", "-t", "t.txt"]
    refused(run(*command), "t.txt:2: .*line")
