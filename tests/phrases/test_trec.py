"""``-m trec`` against the numbers of trec_eval (tools/trec.py), topic by topic and on average."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import lydite
from lydite.core.errors import InputError
from lydite.reading import read
from performing import score

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
    topics = len(read(DATA / "topics.qrels")) if missing == "zero" else len(NUMBERS["AP(match=identical)"])
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
    with pytest.raises(InputError, match="no_gold: .*'one'.*unscored.*zero"):
        lydite.evaluate(gold, run, "AP", no_gold="one")  # type: ignore[arg-type]


def test_names_that_differ_in_case_are_two() -> None:
    """As phrases they are one: what `exact` finds differs from trec_eval on the same topics."""
    found = lydite.evaluate(
        DATA / "topics.qrels", DATA / "topics.run", ["trec", "AP"], no_gold="zero", bootstrap=0
    )
    theirs = sum(NUMBERS["AP(match=identical)"].values()) / 200
    assert found["AP(match=identical)"].value == pytest.approx(theirs, abs=1e-12)
    assert abs(found["AP"].value - theirs) > 0.01
    only = lydite.evaluate({"q": ["a"]}, {"q": ["A", "a"]}, "trec", bootstrap=0)
    assert (only["RR(match=identical)"].value, only.notes) == (0.5, ())


@pytest.mark.parametrize("shape", ["mapping", "json", "csv", "jsonl", "frame", "qrels"])
def test_grades_of_every_shape(shape: str, tmp_path: Path) -> None:
    """Qrels as pytrec_eval and ranx take them, and tables with a relevance: 0 is no gold, grades are kept."""
    rows = [("q", "a", 3), ("q", "b", 1), ("q", "c", 0), ("r", "d", 0)]
    mapping = {"q": {"a": 3, "b": 1, "c": 0}, "r": {"d": 0}}
    gold: object = mapping
    if shape == "frame":
        gold = pl.DataFrame(rows, schema=["id", "phrase", "relevance"], orient="row")
    elif shape != "mapping":
        gold = tmp_path / f"g.{shape}"
        lines = {
            "json": [json.dumps(mapping)],
            "csv": ["id,phrase,relevance", *(f"{a},{b},{c}" for a, b, c in rows)],
            "jsonl": [json.dumps({"id": a, "phrase": b, "relevance": str(c)}) for a, b, c in rows],
            "qrels": [f"{a} 0 {b} {c}" for a, b, c in rows],
        }
        gold.write_text("\n".join(lines[shape]) + "\n")  # type: ignore[attr-defined]
    found = lydite.evaluate(gold, {"q": ["b", "c", "a"], "r": ["d"]}, ["nDCG", "P"], bootstrap=0)  # type: ignore[arg-type]
    assert found["nDCG"].value == pytest.approx((1 + 3 / 2) / (3 + 1 / np.log2(3)), abs=1e-15)
    assert (found["P"].value, found["P"].unscored) == (pytest.approx(2 / 3), 1)
    assert any("graded from 1 to 3" in note for note in found.notes)


@pytest.mark.parametrize("assign", ["one_to_one", "max"])
def test_soft_matches_of_graded_gold(assign: str, tmp_path: Path) -> None:
    """A match is worth its score times the grade."""
    gold = tmp_path / "g.qrels"
    gold.write_text("q\t0\tdeep nets\t4\nq\t0\tcat\t1\n")
    spec = f"nDCG(match=r_precision, assign={assign})"
    pair = float(lydite.match("deep sets", "deep nets", using="r_precision"))
    assert 0 < pair < 1
    best = 4 + 1 / np.log2(3)
    value = lydite.evaluate(gold, {"q": ["deep sets", "cat"]}, spec, bootstrap=0)[0].value
    assert value == pytest.approx((4 * pair + 1 / np.log2(3)) / best, abs=1e-12)
    assert lydite.evaluate(gold, {"q": ["deep nets", "cat"]}, spec, bootstrap=0)[0].value == 1
    twice = lydite.evaluate(gold, {"q": ["deep sets", "deep nets"]}, spec, bootstrap=0)[0].value
    rest = (1 - pair) * 4 if assign == "one_to_one" else min(4, 5 - 4 * pair)  # the assignment grows to 4
    assert twice == pytest.approx((4 * pair + rest / np.log2(3)) / best, abs=1e-12)


def test_soft_and_exact_agree_where_matches_are_yes_or_no() -> None:
    """A soft matcher with a threshold of 1 and exact ones give the same, on 200 topics with grades."""
    how = {"bootstrap": 0, "chance": 0, "no_gold": "zero"}
    specs = ["nDCG(match=identical)@10", "nDCG(match=r_precision, threshold=1)@10"]
    gold, run = (
        {k: {p.replace("D", "x"): s for p, s in v.items()} for k, v in data.items()}
        for data in (_by_topic("qrels", 2, 3), _by_topic("run", 2, 4))
    )
    found = lydite.evaluate(gold, run, specs, **how)  # type: ignore[arg-type]
    assert found[0].value == pytest.approx(found[1].value, abs=1e-12)


def _by_topic(kind: str, name: int, worth: int) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for line in (DATA / f"topics.{kind}").read_text().splitlines():
        cells = line.split()
        found.setdefault(cells[0], {})[cells[name]] = float(cells[worth])
    return found


def test_divisor() -> None:
    gold, run = {"a": list("vwxyz")}, {"a": ["v", "w"]}
    assert lydite.evaluate(gold, run, "AP@2", bootstrap=0)[0].value == 1
    assert lydite.evaluate(gold, run, "AP(divisor=gold)@2", bootstrap=0)[0].value == pytest.approx(0.4)
