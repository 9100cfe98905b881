"""Judgements of people that were once misread: refused in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inputs
from faults.refusals import refused


def test_ratings_beyond_any_scale(run: Any, sound: Path) -> None:
    Path("r.txt").write_text(inputs.RATINGS.replace("4.5", "1e300"), "utf-8")
    refused(run(*inputs.INPUTS["hop ratings"].args("r.txt", sound)), "r.txt:2: .*number")


def test_swords_of_phrases_that_are_none(run: Any) -> None:
    target = {"target": "cat", "pos": "n"}
    substitutes = {"s": {"target_id": "t", "substitute": ["pet"]}}
    record = {"targets": {"t": target}, "substitutes": substitutes, "substitute_labels": {"s": ["TRUE"]}}
    Path("s.json").write_text(json.dumps(record, indent=1))
    refused(run("agree", "s.json", "--using", "exact"), "s.json: ")


@pytest.mark.parametrize("key", ['"nobody"', "null", "[]"])
def test_swords_that_name_what_is_nowhere(run: Any, key: str) -> None:
    Path("s.json").write_text(
        f'{{"substitutes": {{"s": {{"target_id": {key}}}}},\n"substitute_labels": {{}}, "targets": {{}}}}'
    )
    status, err = run("agree", "s.json", "--using", "exact")
    assert status == 2
    assert "Error" not in err


@pytest.mark.parametrize(
    ("lemma", "ids", "said"),
    [(5, [1, 2], "q.json: "), ("cat", [1, 1], "'cat.n 1' .*twice")],
)
def test_lexical_substitution_as_json(run: Any, lemma: object, ids: list[int], said: str) -> None:
    target = {
        "extra": {"raw": {"lemma": lemma, "w_pos": "n"}},
        "wprimes": [{"wprime": "pet", "human_labels": ["TRUE_IMPLICIT"] * 3}],
    }
    Path("q.json").write_text(json.dumps({"ss": [{"id": i, "ws": [target]} for i in ids]}, indent=1))
    refused(run("agree", "q.json", "--using", "exact"), said)
