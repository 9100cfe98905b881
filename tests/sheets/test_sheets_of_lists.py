"""Sheets that put two lists side by side: pairs of a table, lists of a run."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from lydite.probes.agreement import read_judgements
from lydite.probes.agreement.sheets import SheetAnswers, lay_out, read_sheets
from lydite.probes.agreement.sheets.answers import SheetAnswer
from lydite.probes.agreement.sheets.gathering import GatheredAnswers, JudgedItem, _verdicts
from lydite.probes.agreement.sheets.items import ComparisonItem, ListItem, VerdictItem
from lydite.runs.meta.human_scores import read_human_scores
from sheet_filling import refused, run, save


def test_comparisons(tmp_path: Path) -> None:
    phrases = ['say "cheese", please', "a;b", "tab\there", "été", "<b>x</b>", "-1"]
    rows = [(phrases[i], "y", phrases[j], "y") for i in range(6) for j in range(i)]
    items = [ComparisonItem(*row) for row in rows]
    sheets = lay_out("x", items, 100, seed=1)
    wanted = {row: n % 3 for n, row in enumerate(rows)}  # better, worse, similar
    answers = []
    for place, entry in enumerate(sheets.sheets[0].entries, 1):
        side = wanted[rows[entry.item]]
        answers.append(SheetAnswer(place, choice=3 if side == 2 else entry.order.index(side) + 1))
    answers[0] = SheetAnswer(1, choice=1, unknown=True)
    one = SheetAnswers("lydite answers", 1, sheets.digest, 1, "ann", answers)
    GatheredAnswers.of(sheets, [one]).write(tmp_path / "judged.csv")
    found: Any = read_judgements(tmp_path / "judged.csv")
    said = {(*c.one, *c.other): {1: 0, -1: 1, 0: 2}[c.answer] for c in found.judged}
    del wanted[rows[sheets.sheets[0].entries[0].item]]
    assert {tuple(" ".join(t.split()) for t in k): v for k, v in said.items()} == {
        tuple(" ".join(t.split()) for t in k): v for k, v in wanted.items()
    }
    assert {c.by for c in found.judged} == {"ann"}


def test_comparisons_from_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "compare.csv"
    table.write_text("candidate,reference,other_candidate,other_reference\nfood,cake,fruit,apple\n", "utf-8")
    assert run("questions", "sheets", table, "-o", tmp_path / "sheets") == 0
    (item,) = read_sheets(tmp_path / "sheets").items
    assert item == ComparisonItem("food", "cake", "fruit", "apple")
    table.write_text("candidate,reference,other_candidate,other_reference\nfood,cake,fruit,\n", "utf-8")
    capsys.readouterr()
    told = refused(capsys, "questions", "sheets", table, "-o", tmp_path / "more")
    assert told.endswith("compare.csv:2: other_reference is empty")
    assert not (tmp_path / "more").exists()


def test_lists_of_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, run_a = tmp_path / "gold.jsonl", tmp_path / "a.jsonl"
    gold.write_text('{"id": "d1", "phrases": ["cat", "dog"]}\n{"id": "d2", "phrases": ["car"]}\n', "utf-8")
    run_a.write_text(
        '{"id": "d1", "phrases": ["kitten"]}\n{"id": "d2", "phrases": ["car", "bus"]}\n', "utf-8"
    )
    scored = ["score", gold, run_a, gold, "-m", "F1", "--bootstrap", "0", "--save"]
    assert run(*scored, tmp_path / "bare.run") == 0
    capsys.readouterr()
    told = refused(capsys, "questions", "sheets", tmp_path / "bare.run", "-o", tmp_path / "no")
    assert "--save-items" in told
    assert run(*scored, tmp_path / "whole.run", "--save-items") == 0
    assert run("questions", "sheets", tmp_path / "whole.run", "-o", tmp_path / "sheets") == 0
    sheets = read_sheets(tmp_path / "sheets")
    page = (tmp_path / "sheets" / "sheet-001.html").read_text("utf-8")
    assert "kitten" in page
    assert "d1" not in page.replace("td1", ""), "neither document nor system is named"
    answers = [
        SheetAnswer(n, choice={("a", "d1"): 2, ("a", "d2"): 4}.get((item.system, item.id), 5))
        for n, e in enumerate(sheets.sheets[0].entries, 1)
        if isinstance(item := sheets.items[e.item], ListItem)
    ]
    save(tmp_path / "sheets", answers, sheets, 1, "ann")
    assert run("questions", "gather", tmp_path / "sheets", "-o", tmp_path / "human.csv") == 0
    assert read_human_scores(tmp_path / "human.csv").scores == {
        ("a", "d1"): 2.0, ("a", "d2"): 4.0, ("gold", "d1"): 5.0, ("gold", "d2"): 5.0,
    }  # fmt: skip
    assert run("agree", tmp_path / "whole.run", "--human", tmp_path / "human.csv", "--bootstrap", "0") == 0


def test_lists_show_the_text_that_gold_has(tmp_path: Path) -> None:
    gold, mine = tmp_path / "gold.jsonl", tmp_path / "mine.jsonl"
    rows = [
        {"id": "d1", "title": "On <b>cats</b>", "abstract": "Cats & dogs. " * 400, "phrases": ["cat"]},
        {"id": "d2", "title": "", "abstract": "", "phrases": ["car"]},
    ]
    gold.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    mine.write_text('{"id": "d1", "phrases": ["kitten"]}\n{"id": "d2", "phrases": ["bus"]}\n', "utf-8")
    made = tmp_path / "mine.run"
    assert run("score", gold, mine, "-m", "F1", "--bootstrap", "0", "--save", made, "--save-items") == 0
    assert run("questions", "sheets", made, "-o", tmp_path / "sheets") == 0
    first, second = read_sheets(tmp_path / "sheets").items
    assert isinstance(first, ListItem)
    assert isinstance(second, ListItem)
    assert first.text.startswith("On <b>cats</b>\nCats & dogs. Cats")
    assert first.text.endswith(" …")
    assert len(first.text) <= 3_002
    assert second.text == ""
    page = (tmp_path / "sheets" / "sheet-001.html").read_text("utf-8")
    assert page.count('<div class="text">') == 1
    assert "<p><bdi>On &lt;b&gt;cats&lt;/b&gt;</bdi></p><p><bdi>Cats &amp; dogs." in page


def test_sheets_of_lists_without_texts_keep_their_digest() -> None:
    """Answers to sheets that were made before texts were shown are still theirs."""
    sheets = lay_out("x", [ListItem("mine", "d1", ["cat"], ["kitten"])], 10)
    assert b"text" not in msgspec.json.encode(sheets)


def test_a_pair_that_nobody_could_judge_is_no_row() -> None:
    """Two of three accept a for b; of c for d nobody knows all the terms."""
    judged = {
        pair: [JudgedItem(VerdictItem(*pair, drawn=drawn), (0, 1), answer, "p") for answer in answers]
        for pair, drawn, answers in (
            (("a", "b"), 2, [SheetAnswer(1, choice=1), SheetAnswer(1, choice=1), SheetAnswer(1, choice=2)]),
            (("c", "d"), 1, [SheetAnswer(2, unknown=True)]),
        )
    }
    _, rows = _verdicts(SimpleNamespace(judged=judged))  # type: ignore[arg-type]
    assert rows == [("a", "b", 2 / 3, 2 / 3, 1.0, 1.0, 3)] * 2
