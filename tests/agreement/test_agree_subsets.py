"""Agreement by how a matcher knows the phrases, and question by question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import lydite


def test_subsets_and_every_question(call: Any) -> None:
    status, out, _ = call("q.jsonl", "-u", "wordnet", "--subsets", "--each", "-m", "SR", "--bootstrap", "0")
    assert status == 0
    assert "SR, one by one" in out
    shown = [line.split() for line in out.partition("What people and matchers say")[2].splitlines()]
    assert next(s for s in shown if "kitten" in s)[:5] == ["kitten", "cat", "+2", "of", "3"]
    score = lydite.match("cat", "kitten", "wordnet").score
    assert next(s for s in shown if "kitten" in s)[5] == f"{score:.3f}"
    pairs = call("p.txt", "-u", "wordnet", "-m", "spearman", "--each", "--bootstrap", "0")[1]
    assert "one by one" not in pairs  # one pair has no correlation
    assert "What people and matchers say of each phrase" in pairs
    assert out.count("q3") == 1
    status, out, _ = call("thesis", "-u", "wordnet", "--subsets", "-m", "SR", "--bootstrap", "0")
    assert "direct only  wordnet" in out


def test_subsets_and_single_questions_are_in_json_and_csv_says_so(call: Any) -> None:
    asked = ("q.jsonl", "-u", "wordnet", "-u", "exact", "--subsets", "--each", "-m", "SR", "--bootstrap", "0")
    found = json.loads(call("thesis", *asked[1:], "-f", "json")[1])
    subsets = {(r["set"], r["group"], r["system"]): (r["n"], r["value"]) for r in found["subsets"]}
    assert subsets["thesis", "direct only", "wordnet"] == (6, pytest.approx(13 / 18))
    assert not any(system == "exact" for _, _, system in subsets)
    each = {(r["item"], r["system"]): r["value"] for r in found["each"]}
    assert each["watermelon", "wordnet"] == 1
    assert len(each) == 7 * 5
    of_melon = {s["candidate"]: s for s in found["scores"] if s["reference"] == "watermelon"}
    said = of_melon["melon"] | {"score": None}
    people = {"set": "thesis", "reference": "watermelon", "candidate": "melon", "value": 11, "of": 15}
    assert said == {**people, "system": "exact", "score": None}
    assert {s["system"] for s in found["scores"]} == {"wordnet", "exact"}
    assert "--format json" in call(*asked, "-f", "csv")[2]


def test_matchers_that_know_all_have_no_subsets_and_no_empty_table(call: Any) -> None:
    asked = ("--subsets", "-m", "SR", "--bootstrap", "0")
    _, out, _ = call("thesis", "-u", "exact", "-u", "stem", *asked)
    assert "exact, stem: " in out
    assert "Table 5.8" not in out
    _, out, _ = call("thesis", "-u", "exact", "-u", "wordnet", *asked)
    assert "subsets: none for exact" in out
    assert "direct only  wordnet" in out


def test_how_phrases_are_known_is_nothing_to_draw_by(call: Any, tmp_path: Path) -> None:
    """It is a column of the system; one of the questions that explains as much is named."""
    half = [{"phrase": p, "score": s, "coverage": 9} for p, s in (("cat", 9), ("dog", -9), ("car", -9))]
    lines = [
        {"id": f"{w}{n}", "kind": w, "substitutee": w, "substitutes": half}
        for w in ("cat", "qwrtz")
        for n in range(20)
    ]
    for record in lines[::2]:
        record["substitutee"] += "s"
    for columns in (True, False):
        kept = [{k: v for k, v in r.items() if k != "kind" or columns} for r in lines]
        (tmp_path / "known.jsonl").write_text("\n".join(map(json.dumps, kept)))
        _, out, _ = call("known.jsonl", "-u", "wordnet", "-m", "SR", "--human", "none", "--no-baselines")
        assert ("--cluster kind" in out) is columns
        assert "--cluster match" not in out
