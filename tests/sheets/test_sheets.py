"""Sheets laid out, filled in and gathered: Figure 4.1 itself, laws, and what is refused."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.probes.agreement import read_judgements
from lydite.probes.agreement.questions import read_questions
from lydite.probes.agreement.sheets import SheetAnswers, SheetSet, lay_out, read_sheets
from lydite.probes.agreement.sheets.answers import SheetAnswer, answers_name, typed_answer
from lydite.probes.agreement.sheets.gathering import GatheredAnswers, JudgedItem, _verdicts
from lydite.probes.agreement.sheets.items import ComparisonItem, ListItem, QuestionItem, VerdictItem
from lydite.probes.agreement.sheets.sheet import write_folder
from lydite.runs.meta.human_scores import read_human_scores
from sheet_filling import FIGURE, as_in_figure, refused, run, save, sheet_127, unanswered


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


def test_names_of_files_are_plain() -> None:
    assert answers_name(7, "../../Ann/ é") == "answers-007-ann-é.json"


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


def test_sheets_that_cannot_be_written_leave_nothing(tmp_path: Path) -> None:
    _, sheets = sheet_127(tmp_path)
    broken: Any = {"first.html": "<p>", "second.html": None}
    with pytest.raises(TypeError):
        write_folder(sheets, tmp_path / "new", broken)
    assert list((tmp_path / "new").iterdir()) == []
