"""Sheets whose answers are typed at a terminal."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from lydite.probes.agreement.questions import read_questions
from lydite.probes.agreement.sheets.answers import typed_answer
from lydite.probes.agreement.sheets.items import QuestionItem, VerdictItem
from sheet_filling import as_in_figure, refused, run, save, sheet_127


def test_typed_at_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made, _ = sheet_127(tmp_path)
    lines = iter(["9", "1 -1", "x", "1 2 3", *["1 -2"] * 10])
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    args = ("questions", "gather", made, "--sheet", "127", "--by", "Ann B", "-o", tmp_path / "judged.jsonl")
    assert run(*args) == 0
    told = capsys.readouterr().err
    for wrong in ("there are 4 phrases, and no 9", "marked twice", "found 'x'", "at most 2 can be circled"):
        assert wrong in told
    assert (made / "answers-127-ann-b.json").is_file()
    found = read_questions(tmp_path / "judged.jsonl")
    assert [q.answers[0].marks.count(1) for q in found.questions] == [1] * 10


def test_typing_that_is_broken_off_saves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made, _ = sheet_127(tmp_path)

    def end(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", end)
    assert run("questions", "gather", made, "--sheet", "127", "-o", tmp_path / "judged.jsonl") == 2
    assert "nothing is saved" in capsys.readouterr().err
    assert not list(made.glob("answers*"))
    assert not (tmp_path / "judged.jsonl").exists()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("0", "numbered from 1"),
        ("٣", "expected numbers"),
        ("1 1", "marked twice"),
        ("+1", "expected numbers"),
        ("--1", "expected numbers"),
        ("-", "expected numbers"),
        ("9" * 5000, "expected numbers"),
    ],
)
def test_typed_lines_that_are_refused(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        typed_answer(line, 1, QuestionItem("1", "a", ["b", "c"]))


@pytest.mark.parametrize("line", ["3", "1 2", "-1"])
def test_typed_choices_that_are_refused(line: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        typed_answer(line, 1, VerdictItem("a", "b"))


def test_nobody_types_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What would be refused in the end is refused before anything is asked."""
    made, sheets = sheet_127(tmp_path)
    save(made, as_in_figure(sheets), sheets, 127, "ann")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", lambda _: pytest.fail("somebody was asked"))
    capsys.readouterr()
    args = ("questions", "gather", made, "--sheet", "127", "-o", tmp_path / "judged.jsonl", "--by")
    assert "is there already; give another name" in refused(capsys, *args, "Ann")
    assert "a name has at most 80 letters, not 81" in refused(capsys, *args, "x" * 81)
