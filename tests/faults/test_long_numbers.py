"""Whole numbers of thousands of digits, which Python refuses to read, where a number is expected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from faults.refusals import DIGITS, refused
from lydite.whole_numbers import whole_number

REFUSED = {
    "tweets of a topic, D": (
        ["semeval", "D", "f", "f"], f"x\t0.5\t0.5\t{DIGITS}\ny\t0.2\t0.8\t3\n", "f:1: .*number"
    ),
    "tweets of a topic, E": (
        ["semeval", "E", "f", "f"], f"x\t0.2\t0.2\t0.2\t0.2\t0.2\t{DIGITS}\n", "f:1: .*number"
    ),
    "votes": (["agree", "f", "-u", "exact"], f"side.n 301 :: team {DIGITS};group 1;\n", "f:1: "),
    "order of labels": (
        ["score", "f", "f", "--same", "-m", "micro_MAE"],
        f"id\tlabel\na\t{DIGITS}\nb\t1\nc\tx\n", "micro_MAE .*labels"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused_by_line(run: Any, name: str) -> None:
    args, text, said = REFUSED[name]
    Path(next(a for a in args if a.startswith("f"))).write_text(text, "utf-8")
    refused(run(*args), said)


def test_labels_are_not_read_as_numbers(run: Any) -> None:
    Path("f.csv").write_text(f"id,label\na,{DIGITS}\nb,1\n", "utf-8")
    assert run("score", "f.csv", "f.csv", "--same", "-m", "accuracy")[0] == 0


def test_senses_of_a_wiktionary(run: Any) -> None:
    """An index that is no number points at no sense."""
    one: dict[str, Any] = {"word": "cat", "lang_code": "en", "pos": "noun"}
    one["senses"] = [{"glosses": ["x"], "sense_index": DIGITS}]
    one["synonyms"] = [{"word": "dog", "sense_index": DIGITS}]
    Path("k.jsonl").write_text(f"{json.dumps(one)}\n", "utf-8")
    status, said = run("build", "wiktionary", "k.jsonl", "-o", "made")
    assert status == 0, said


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("٣", 3), ("", None), (" 1", None), ("1" * 19, None)])
def test_whole_numbers(text: str, number: int | None) -> None:
    assert whole_number(text) == number
