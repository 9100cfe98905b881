"""Sheets, folders and answers that are refused, and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lydite.probes.agreement.questions import read_questions
from lydite.probes.agreement.sheets import SheetSet, read_sheets
from sheet_filling import as_in_figure, refused, run, save, sheet_127, unanswered


def one_sheet(folder: Path) -> tuple[Path, SheetSet, dict[str, Any]]:
    made, sheets = sheet_127(folder)
    return made, sheets, json.loads(save(folder, as_in_figure(sheets), sheets, 127).read_bytes())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"sheet": 128}, "answers sheet 128, which is not there (there is 127)"),
        ({"sheets": "0" * 16}, "of other sheets than these"),
        ({"kind": "x"}, "is not what a sheet downloads"),
        ({"schema": 2}, "is not what a sheet downloads"),
        ({"more": 1}, "is not what a sheet downloads"),
        ({"by": "x" * 81}, "is not what a sheet downloads"),
        ({"answers": [{"item": 11, "circled": [1]}]}, "has 10 items, and no 11"),
        ({"answers": [{"item": 0}]}, "is not what a sheet downloads"),
        ({"answers": [{"item": 1, "circled": [5]}]}, "item 1: there are 4 phrases, and no 5"),
        ({"answers": [{"item": 1, "circled": [1], "crossed": [1]}]}, "item 1: a phrase is marked twice"),
        ({"answers": [{"item": 1, "circled": [1, 2, 3]}]}, "item 1: at most 2 can be circled, not 3"),
        ({"answers": [{"item": 1, "choice": 1}]}, "item 1: expected what is circled"),
        ({"answers": [{"item": 2}, {"item": 2}]}, "answers item 2 twice"),
        ({"answers": []}, "nothing is answered on 1 sheets"),
        ({"answers": [{"item": 1, "unknown": "yes"}]}, "is not what a sheet downloads"),
    ],
)
def test_answers_that_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], why: str
) -> None:
    made, _, told = one_sheet(tmp_path)
    path = tmp_path / "a.json"
    path.write_text(json.dumps(told | change), "utf-8")
    capsys.readouterr()
    assert why in refused(capsys, "questions", "gather", made, path, "-o", tmp_path / "judged.jsonl")
    assert not (tmp_path / "judged.jsonl").exists()


def test_two_sheets_with_one_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, sheets, _ = one_sheet(tmp_path)
    answers = as_in_figure(sheets)
    first, second = (save(tmp_path / place, answers, sheets, 127) for place in _folders(tmp_path))
    capsys.readouterr()
    told = refused(capsys, "questions", "gather", made, first, second, "-o", tmp_path / "judged.jsonl")
    assert "sheet 127 is answered twice without a name, first in" in told
    named = [save(tmp_path, answers, sheets, 127, by) for by in ("ann", "ben")]
    assert run("questions", "gather", made, *named, "-o", tmp_path / "judged.jsonl") == 0
    assert read_questions(tmp_path / "judged.jsonl").questions[0].substitutes[0].coverage == 2


def _folders(folder: Path) -> list[str]:
    for name in ("one", "two"):
        (folder / name).mkdir()
    return ["one", "two"]


def test_nobody_judges_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "sheets"
    assert run("questions", "sheets", unanswered(tmp_path), "--times", "2", "-o", made) == 0
    sheets = read_sheets(made)
    for number in (1, 2):
        save(made, as_in_figure(sheets, number), sheets, number, "ann")
    capsys.readouterr()
    told = refused(capsys, "questions", "gather", made, "-o", tmp_path / "judged.jsonl")
    assert "ann judges" in told
    assert "twice, on sheet 2 again" in told


@pytest.mark.parametrize(
    ("break_it", "why"),
    [
        (lambda d: d["sheets"].append(d["sheets"][0]), "two sheets have the number 127"),
        (lambda d: d["sheets"][0]["entries"][0].update(item=99), "names what is not there"),
        (lambda d: d["sheets"][0]["entries"][0].update(order=[0, 0, 1, 2]), "names what is not there"),
        (lambda d: d["sheets"][0]["entries"].append(d["sheets"][0]["entries"][0]), "stands twice on sheet"),
        (
            lambda d: d["items"].append({"type": "verdict", "candidate": "a", "reference": "b"}),
            "several kinds",
        ),
        (lambda d: d.update(schema=2), "is not what lydite questions sheets wrote"),
        (lambda d: d.update(items=[]), "is not what lydite questions sheets wrote"),
    ],
)
def test_sheets_that_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], break_it: Any, why: str
) -> None:
    made, _, _ = one_sheet(tmp_path)
    content = json.loads((made / "sheets.json").read_text("utf-8"))
    break_it(content)
    (made / "sheets.json").write_text(json.dumps(content), "utf-8")
    capsys.readouterr()
    assert why in refused(capsys, "questions", "gather", made, "-o", tmp_path / "judged.jsonl")


def test_folders_that_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, _, _ = one_sheet(tmp_path)
    capsys.readouterr()
    out = tmp_path / "judged.jsonl"
    told = refused(capsys, "questions", "sheets", unanswered(tmp_path), "-o", made)
    assert "has sheets.json already" in told
    assert "there is no sheets.json" in refused(capsys, "questions", "gather", tmp_path, "-o", out)
    assert "there are no answers in it" in refused(capsys, "questions", "gather", made, "-o", out)
    told = refused(capsys, "questions", "gather", made, "--sheet", "9", "-o", out)
    assert "there is no sheet 9 (there is 127)" in told
    told = refused(capsys, "questions", "gather", made, "--by", "ann", "-o", out)
    assert "--sheet" in told
