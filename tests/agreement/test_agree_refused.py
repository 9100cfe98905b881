"""Judgements and options that ``lydite agree`` refuses, and what is scored as far as it goes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Usage: "),
        (("--no-baselines",), "no questions"),
        (("thesys",), "thesys.*thesis"),
        (("p.txt", "-m", "SR"), "SR .*questions.* p .*pairs"),
        (("q.jsonl", "-m", "SR", "-m", "spearman"), "SR .*spearman"),
        (("q.jsonl", "-m", "FR"), "'FR'"),
        (("q.jsonl", "-u", "wornet"), "'wornet'.*wordnet"),
        (("q.jsonl", "-u", "exact", "-u", "exact"), "exact .*twice"),
        (("q.jsonl", "q.jsonl"), "sets .*q"),
        (("q.jsonl", "thesis", "--save", "x.run"), "--save"),
        (("q.jsonl", "--by", "topic"), "column 'topic'"),
        (("q.jsonl", "--sample", "9"), "question .*q .*9 "),
        (("empty.txt",), "empty.txt: .*questions"),
        (("gold.json",), "gold.json:1: .*substitutee"),
    ],
)
def test_what_is_refused(
    call: Any, args: tuple[str, ...], message: str, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = call(*args)
    assert status == 2, out
    assert re.search(message, out + err)
    assert "Traceback" not in err
    assert not (tmp_path / "x.run").exists()


CIRCLED = {"by": "ann", "circled": ["cat"]}


@pytest.mark.parametrize(
    ("substitutes", "answers", "message"),
    [
        (["cat", "dog"], [{**CIRCLED, "crossed": ["cat"]}], "'ann' .*'cat' .*crossed"),
        (["cat", "dog"], [CIRCLED, CIRCLED], "'ann' .*twice"),
        (["cat", "dog"], [{"by": "ann", "circled": ["cow"]}], "'cow' .*substitute"),
        (["cat", "dog"], [{"by": "ann", "unknown": True}], "judged"),
        ([{"phrase": "cat", "score": 2, "coverage": 0}], [], "'cat': .*2 .*0 "),
        ([], [], "no substitutes"),
    ],
)
def test_questions_that_are_refused(
    call: Any, tmp_path: Path, substitutes: Any, answers: Any, message: str
) -> None:
    record = {"substitutee": "kitten", "substitutes": substitutes, "answers": answers}
    (tmp_path / "bad.jsonl").write_text(json.dumps(record))
    status, out, err = call("bad.jsonl", "--bootstrap", "0")
    assert (status, out) == (2, "")
    assert re.search(message, err)
    assert err.count("\n") == 1


def test_questions_that_are_scored_as_far_as_they_go(call: Any, tmp_path: Path) -> None:
    """One substitute, equal votes everywhere, coverage 0, phrases nobody knows, three circled."""
    four = ["cat", "dog", "cow", "car"]
    equal = [{"phrase": p, "score": 1, "coverage": 3} for p in four]
    unseen = [*equal[:3], {"phrase": "car", "score": 0, "coverage": 0}]
    votes = {"score": 2, "coverage": 2}
    lines = [
        {"substitutee": "one", "substitutes": ["cat"], "answers": [CIRCLED]},
        {"substitutee": "equal", "substitutes": equal},
        {"substitutee": "unseen", "substitutes": unseen},
        {"substitutee": "qwxz", "substitutes": [{"phrase": "zzyzx", **votes}, {"phrase": "cat", **votes}]},
        {"substitutee": "three", "substitutes": four, "answers": [{"by": "ann", "circled": four[:3]}]},
    ]
    (tmp_path / "odd.jsonl").write_text("\n".join(map(json.dumps, lines)))
    status, out, _ = call("odd.jsonl", "-u", "wordnet", "--bootstrap", "0")
    assert status == 0
    assert "questions with one substitute" in out
    assert "coverage 0" in out
    assert "more than 2 substitutes" in out
    assert "2 not matched" in out
    assert "CW 1, Combo 0, SR 4, GS 3, BS 0." in out
