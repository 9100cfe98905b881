"""Judgements and options that ``lydite agree`` refuses, and what is scored as far as it goes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Usage: "),
        (("--no-baselines",), "no questions or pairs were given"),
        (("thesys",), "no such file, and no embedded questions (there is thesis); did you mean thesis?"),
        (("p.txt", "-m", "SR"), "SR needs questions; p has pairs"),
        (("q.jsonl", "-m", "SR", "-m", "spearman"), "ask one by one"),
        (("q.jsonl", "-m", "FR"), "unknown agreement 'FR'"),
        (("q.jsonl", "-u", "wornet"), "unknown matcher 'wornet'; did you mean wordnet?"),
        (("q.jsonl", "-u", "exact", "-u", "exact"), "the matcher exact is given twice"),
        (("q.jsonl", "q.jsonl"), "two sets are called q"),
        (("q.jsonl", "thesis", "--save", "x.run"), "--save takes one set of judgements"),
        (("q.jsonl", "--by", "topic"), "there is no column 'topic'"),
        (("q.jsonl", "--sample", "9"), "no question of q has 9 judged substitutes"),
        (("empty.txt",), "there are no questions or pairs in it"),
        (("gold.json",), "expected a phrase as substitutee, found nothing"),
    ],
)
def test_what_is_refused(
    call: Any, args: tuple[str, ...], message: str, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = call(*args)
    assert status == 2, out
    assert message in out + err
    assert "Traceback" not in err
    assert not (tmp_path / "x.run").exists()


CIRCLED = {"by": "ann", "circled": ["cat"]}


@pytest.mark.parametrize(
    ("substitutes", "answers", "message"),
    [
        (["cat", "dog"], [{**CIRCLED, "crossed": ["cat"]}], "'ann' has 'cat' both circled and crossed"),
        (["cat", "dog"], [CIRCLED, CIRCLED], "'ann' answered this question twice"),
        (["cat", "dog"], [{"by": "ann", "circled": ["cow"]}], "'cow' circled, which is no substitute here"),
        (["cat", "dog"], [{"by": "ann", "unknown": True}], "nobody judged any substitute in it"),
        ([{"phrase": "cat", "score": 2, "coverage": 0}], [], "score 2 cannot come from 0 people"),
        ([], [], "the question has no substitutes"),
    ],
)
def test_questions_that_are_refused(
    call: Any, tmp_path: Path, substitutes: Any, answers: Any, message: str
) -> None:
    record = {"substitutee": "kitten", "substitutes": substitutes, "answers": answers}
    (tmp_path / "bad.jsonl").write_text(json.dumps(record))
    status, out, err = call("bad.jsonl", "--bootstrap", "0")
    assert (status, out) == (2, "")
    assert message in err
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
    assert "questions with one substitute, which have no ranking: 1" in out
    assert "substitutes that nobody judged (coverage 0), left out: 1" in out
    assert "answers that circle more than 2 substitutes of four at most: 1" in out
    assert "2 not matched" in out
    assert "Questions that count, of 5: CW 1, Combo 0, SR 4, GS 3, BS 0." in out
