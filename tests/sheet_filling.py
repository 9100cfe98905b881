"""Figure 4.1, and how tests fill in a sheet."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from lydite.cli import main
from lydite.probes.agreement.questions import Question, read_questions
from lydite.probes.agreement.sheets import SheetAnswers, SheetSet, read_sheets
from lydite.probes.agreement.sheets.answers import SheetAnswer
from lydite.probes.agreement.sheets.items import QuestionItem

FIGURE = Path(__file__).parent / "data" / "sheets" / "figure-4.1.jsonl"
"""The ten questions of sheet no. 127 as a volunteer filled it in."""


def unanswered(folder: Path) -> Path:
    """Write the questions of Figure 4.1 as they were before anybody answered."""
    rows = [json.loads(line) for line in FIGURE.read_text("utf-8").splitlines()]
    path = folder / "questions.jsonl"
    lines = [json.dumps({k: v for k, v in row.items() if k != "answers"}) for row in rows]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def run(*args: str | Path) -> int:
    """Run a command, and return its status."""
    try:
        main([str(a) for a in args])
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def refused(capsys: pytest.CaptureFixture[str], *args: str | Path) -> str:
    """Return the one line that a command ends with."""
    assert run(*args) == 2
    told = capsys.readouterr().err.strip()
    assert "Traceback" not in told
    assert "\n" not in told
    return told


def sheet_127(folder: Path) -> tuple[Path, SheetSet]:
    """Make the sheet of Figure 4.1."""
    made = folder / "sheets"
    assert (
        run("questions", "sheets", unanswered(folder), "--first", "127", "--per-sheet", "10", "-o", made) == 0
    )
    return made, read_sheets(made)


def as_in_figure(sheets: SheetSet, number: int = 127) -> list[SheetAnswer]:
    """Return the volunteer's answers, as places on the sheet."""
    known = {q.id: q for q in read_questions(FIGURE).questions}
    sheet = sheets.sheet(number)
    assert sheet is not None
    answers = []
    for place, entry in enumerate(sheet.entries, 1):
        item = sheets.items[entry.item]
        assert isinstance(item, QuestionItem)
        answers.append(answer_of(known[item.id], place, [item.substitutes[i] for i in entry.order]))
    return answers


def answer_of(question: Question, place: int, shown: list[str]) -> SheetAnswer:
    """Return the first answer to a question as places among the phrases as they are shown."""
    (answer,) = question.answers
    marks = dict(zip(question.phrases, answer.marks, strict=True))
    circled, crossed = ([n for n, p in enumerate(shown, 1) if marks[p] == mark] for mark in (1, -1))
    return SheetAnswer(place, circled, crossed, unknown=answer.unknown)


def save(folder: Path, answers: list[SheetAnswer], sheets: SheetSet, number: int, by: str = "") -> Path:
    """Write answers as a page downloads them."""
    told = SheetAnswers("lydite answers", 1, sheets.digest, number, by, answers)
    path = folder / f"answers-{number}-{by}.json"
    path.write_bytes(msgspec.json.encode(told))
    return path
