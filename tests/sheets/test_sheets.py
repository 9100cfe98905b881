"""Sheets of questions: drawn, printed, filled in by several people, and gathered again."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.probes.agreement.questions import read_questions
from lydite.probes.agreement.sheets import SheetAnswers, lay_out, read_sheets
from lydite.probes.agreement.sheets.answers import SheetAnswer, answers_name
from lydite.probes.agreement.sheets.gathering import GatheredAnswers
from lydite.probes.agreement.sheets.items import QuestionItem
from lydite.probes.agreement.sheets.sheet import write_folder
from sheet_filling import FIGURE, as_in_figure, run, save, sheet_127, unanswered


def test_figure_by_its_answers(tmp_path: Path) -> None:
    made, sheets = sheet_127(tmp_path)
    save(made, as_in_figure(sheets), sheets, 127)
    assert run("questions", "gather", made, "-o", tmp_path / "judged.jsonl") == 0
    found = read_questions(tmp_path / "judged.jsonl")
    assert found.digest == read_questions(FIGURE).digest
    walmart = next(q for q in found.questions if q.id == "walmart")
    assert walmart.answers[0].unknown
    assert {s.coverage for s in walmart.substitutes} == {0}
    mate = next(q for q in found.questions if q.id == "soul mate")
    assert {s.phrase: s.score for s in mate.substitutes} == {
        "Family": -1, "Lover": 1, "Relationship": 0, "Friend": 1,
    }  # fmt: skip


def test_figure_by_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Figure 4.2: the number of the sheet, then how each question was answered."""
    made, sheets = sheet_127(tmp_path)
    lines = [
        " ".join([*map(str, a.circled), *(f"-{n}" for n in a.crossed), *("?" if a.unknown else "")])
        for a in as_in_figure(sheets)
    ]
    typed = io.BytesIO("".join(f"{line}\n" for line in lines).encode())
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=typed, isatty=lambda: False))
    out = tmp_path / "judged.jsonl"
    assert run("questions", "gather", made, "--sheet", "127", "-o", out) == 0
    assert read_questions(out).digest == read_questions(FIGURE).digest
    assert (made / "answers-127.json").is_file()
    assert run("questions", "gather", made, "-o", tmp_path / "again.jsonl") == 0
    assert (tmp_path / "again.jsonl").read_bytes() == out.read_bytes()


@given(st.integers(1, 30), st.integers(1, 12), st.integers(1, 5), st.integers(0, 9))
def test_layout(count: int, per_sheet: int, times: int, seed: int) -> None:
    items = [QuestionItem(str(n), f"w{n}", ["a", "b", "c", "d"]) for n in range(count)]
    sheets = lay_out("x", items, per_sheet, times=times, first=5, seed=seed)
    assert Counter(e.item for s in sheets.sheets for e in s.entries) == dict.fromkeys(range(count), times)
    assert all(len({e.item for e in s.entries}) == len(s.entries) <= per_sheet for s in sheets.sheets)
    assert [s.number for s in sheets.sheets] == [*range(5, 5 + len(sheets.sheets))]
    assert sheets == lay_out("x", items, per_sheet, times=times, first=5, seed=seed)
    assert len(sheets.sheets) <= -(-count * times // min(per_sheet, count)) + times


def test_another_seed_is_another_order(tmp_path: Path) -> None:
    items = [QuestionItem(str(n), f"w{n}", ["a", "b", "c", "d"]) for n in range(20)]
    one, other = (lay_out("x", items, 20, seed=seed) for seed in (0, 1))
    assert one.sheets != other.sheets
    orders = Counter(tuple(e.order) for s in one.sheets for e in s.entries)
    assert len(orders) > 10, "substitutes are shuffled"
    for name in ("a", "b"):
        assert run("questions", "sheets", unanswered(tmp_path), "--seed", "3", "-o", tmp_path / name) == 0
    for page in sorted((tmp_path / "a").iterdir()):
        assert page.read_bytes() == (tmp_path / "b" / page.name).read_bytes()


MARKS = st.lists(st.sampled_from([1, 0, -1]), min_size=4, max_size=4).filter(lambda m: m.count(1) <= 2)


@given(st.lists(st.tuples(MARKS, st.booleans()), min_size=1, max_size=8), st.integers(0, 99))
def test_what_was_marked_comes_back(told: list[tuple[list[int], bool]], seed: int) -> None:
    """Whatever the order of questions and substitutes on the sheet."""
    items = [QuestionItem(str(n), f"w{n}", ["a", "b", "c", "d"]) for n in range(len(told))]
    sheets = lay_out("x", items, 10, seed=seed)
    answers = []
    for place, entry in enumerate(sheets.sheets[0].entries, 1):
        marks, unknown = told[entry.item]
        shown = [marks[i] for i in entry.order]
        circled, crossed = ([n for n, m in enumerate(shown, 1) if m == mark] for mark in (1, -1))
        answers.append(SheetAnswer(place, circled, crossed, unknown=unknown))
    one = SheetAnswers("lydite answers", 1, sheets.digest, 1, "ann", answers)
    said = {str(n): (tuple(m), u) for n, (m, u) in enumerate(told) if any(m) or u}
    if said:
        found = GatheredAnswers.of(sheets, [one]).questions()
        assert {q.id: (q.answers[0].marks, q.answers[0].unknown) for q in found.questions} == said


def test_several_people(tmp_path: Path) -> None:
    """Each question on three sheets: votes add up, and a name is one person."""
    made = tmp_path / "sheets"
    assert (
        run("questions", "sheets", unanswered(tmp_path), "--times", "3", "--per-sheet", "4", "-o", made) == 0
    )
    sheets = read_sheets(made)
    assert len(sheets.sheets) == 8
    for sheet in sheets.sheets:
        save(made, as_in_figure(sheets, sheet.number), sheets, sheet.number)
    assert run("questions", "gather", made, "-o", tmp_path / "judged.jsonl") == 0
    fiction = read_questions(tmp_path / "judged.jsonl").questions[1].substitutes[0]
    assert (fiction.phrase, fiction.score, fiction.coverage) == ("Fiction", 3, 3)


def test_names_of_files_are_plain() -> None:
    assert answers_name(7, "../../Ann/ é") == "answers-007-ann-é.json"


def test_sheets_that_cannot_be_written_leave_nothing(tmp_path: Path) -> None:
    _, sheets = sheet_127(tmp_path)
    broken: Any = {"first.html": "<p>", "second.html": None}
    with pytest.raises(TypeError):
        write_folder(sheets, tmp_path / "new", broken)
    assert list((tmp_path / "new").iterdir()) == []
