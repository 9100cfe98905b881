"""``-m trec`` against the numbers of trec_eval (tools/trec.py), topic by topic and on average."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import lydite
from lydite.errors import InputError
from lydite.reading import read
from lydite.scoring import score

DATA = Path(__file__).parent.parent / "data" / "trec"
NUMBERS: dict[str, dict[str, float]] = json.loads((DATA / "numbers.json").read_text("utf-8"))


def test_every_topic() -> None:
    (scored,), _ = score(str(DATA / "topics.qrels"), {"run": str(DATA / "topics.run")}, "trec")
    assert [str(m) for m in scored.measures] == list(NUMBERS) or set(map(str, scored.measures)) == set(
        NUMBERS
    )
    assert len(scored.ids) == 200
    for measure, rows in zip(scored.measures, scored.statistics, strict=True):
        theirs = NUMBERS[str(measure)]
        dense = rows if scored.rows is None else rows[scored.rows]
        assert (dense[:, 1] == 1).all()  # every topic counts, with relevant documents or without
        for topic, value in zip(scored.ids, dense[:, 0], strict=True):
            assert value == pytest.approx(theirs.get(topic, 0.0), abs=1e-12), (str(measure), topic)


@pytest.mark.parametrize("missing", ["zero", "skip"])
def test_averages(missing: str) -> None:
    found = lydite.evaluate(
        DATA / "topics.qrels",
        DATA / "topics.run",
        "trec",
        missing=missing,
        bootstrap=0,
        chance=0,  # type: ignore[arg-type]
    )
    topics = len(read(DATA / "topics.qrels")) if missing == "zero" else len(NUMBERS["AP"])
    for result in found:
        assert result.value == pytest.approx(sum(NUMBERS[result.measure].values()) / topics, abs=1e-12)


def test_grades_by_hand(tmp_path: Path) -> None:
    gold = tmp_path / "g.qrels"
    gold.write_text("q 0 a 3\nq 0 b 1\nq 0 c 0\n")
    found = lydite.evaluate(gold, {"q": ["b", "c", "a"]}, ["nDCG", "P"], bootstrap=0)
    assert found["nDCG"].value == pytest.approx((1 + 3 / 2) / (3 + 1 / np.log2(3)), abs=1e-15)
    assert found["P"].value == pytest.approx(2 / 3)
    assert any("graded from 1 to 3" in note for note in found.notes)


def test_items_without_gold() -> None:
    gold, run = {"a": ["x"], "b": []}, {"a": ["x"], "b": ["y"]}
    assert lydite.evaluate(gold, run, "AP", bootstrap=0)[0].value == 1
    zero = lydite.evaluate(gold, run, "AP", bootstrap=0, no_gold="zero")[0]
    assert (zero.value, zero.n) == (0.5, 2)
    assert "no_gold" in str(zero.signature)
    with pytest.raises(InputError, match="expected unscored or zero"):
        lydite.evaluate(gold, run, "AP", no_gold="one")  # type: ignore[arg-type]


def test_divisor() -> None:
    gold, run = {"a": list("vwxyz")}, {"a": ["v", "w"]}
    assert lydite.evaluate(gold, run, "AP@2", bootstrap=0)[0].value == 1
    assert lydite.evaluate(gold, run, "AP(divisor=gold)@2", bootstrap=0)[0].value == pytest.approx(0.4)
