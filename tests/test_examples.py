"""The examples run: a gated repository passes and fails, a shared task is scored, sheets are read back."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest

import lydite
from experiment import load
from lydite.core.errors import InputError
from lydite.probes.agreement import read_questions

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "gated-tagger"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "repository"))


def call(repository: Path, *args: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        [sys.executable, *args], cwd=repository, env=environment, capture_output=True, text=True, check=False
    )


def steps(repository: Path) -> subprocess.CompletedProcess[str]:
    """Do what the workflow does."""
    said = call(repository, "tagger.py", "data/texts.jsonl")
    (repository / "predictions.jsonl").write_text(said.stdout, "utf-8")
    scored = call(
        repository, "-m", "lydite", "score", "data/gold.jsonl", "predictions.jsonl",
        "-m", "F1(match=stem)", "--save", "candidate.run",
    )  # fmt: skip
    assert scored.returncode == 0, scored.stderr
    return call(
        repository, "-m", "lydite", "gate", "baseline.run", "candidate.run", "--margin", "0.01",
        "--junit", "gate.xml", "--summary", "summary.md",
    )  # fmt: skip


def test_the_example_passes(repository: Path) -> None:
    done = steps(repository)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in (repository / "summary.md").read_text("utf-8")
    tested = call(repository, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert tested.returncode == 0, tested.stdout


def test_the_example_fails_where_the_tagger_gets_worse(repository: Path) -> None:
    words = (repository / "data" / "vocabulary.txt").read_text("utf-8").splitlines()
    (repository / "data" / "vocabulary.txt").write_text("\n".join(words[::3]) + "\n", "utf-8")
    done = steps(repository)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "<failure" in (repository / "gate.xml").read_text("utf-8")
    tested = call(repository, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert tested.returncode == 1
    assert "as the new baseline" in tested.stdout


def test_the_workflow_runs_these_commands() -> None:
    workflow = (EXAMPLE / ".github" / "workflows" / "quality.yml").read_text("utf-8")
    for command in (
        "python tagger.py data/texts.jsonl",
        "lydite score data/gold.jsonl",
        "lydite gate baseline.run",
    ):
        assert command in workflow


TASK = ROOT / "examples" / "shared-task"


def scored_by_platform(app: Path, *submitted: Path) -> subprocess.CompletedProcess[str]:
    """Lay everything out as Codabench does under /app, and run the command that it is told."""
    shutil.copytree(TASK / "scoring_program", app / "program")
    shutil.copytree(TASK / "reference_data", app / "input" / "ref")
    (app / "input" / "res").mkdir()
    (app / "output").mkdir()
    for file in submitted:
        shutil.copy(file, app / "input" / "res")
    command = (app / "program" / "metadata.yaml").read_text("utf-8").removeprefix("command: python3 ")
    return call(app, *command.replace("/app/", f"{app}/").split())


def test_the_sample_of_the_shared_task_is_scored(tmp_path: Path) -> None:
    sample = TASK / "starting_kit" / "sample.jsonl"
    done = scored_by_platform(tmp_path, sample)
    assert done.returncode == 0, done.stderr
    scores = json.loads((tmp_path / "output" / "scores.json").read_text("utf-8"))
    soft, exact = lydite.evaluate(
        str(TASK / "reference_data" / "gold.jsonl"), str(sample), ["F1(match=meaning)@10", "F1@10"]
    )
    assert scores == {"f1_meaning": soft.value, "f1_meaning_corrected": soft.corrected, "f1": exact.value}
    competition = (TASK / "competition.yaml").read_text("utf-8").split("columns:")
    assert set(re.findall(r"key: (\w+)", competition[1])) == scores.keys()
    for name in re.findall(r"(?:image|terms|file|_data|_program|_kit): ([\w/.]+)\n", competition[0]):
        assert (TASK / name).exists(), name
    page = (tmp_path / "output" / "detailed_results.html").read_text("utf-8")
    assert "yeast" not in page  # of gold alone
    validated = call(TASK / "starting_kit", "-m", "lydite", "validate", "sample.jsonl", "--ids", "ids.jsonl")
    assert validated.returncode == 0, validated.stdout


def test_a_broken_submission_to_the_shared_task_is_told(tmp_path: Path) -> None:
    (tmp_path / "broken.jsonl").write_text('{"id": "astronomy-1", "phrases": [', "utf-8")
    done = scored_by_platform(tmp_path / "app", tmp_path / "broken.jsonl")
    assert done.returncode == 2
    assert "broken.jsonl:1: " in done.stderr
    assert not (tmp_path / "app" / "output" / "scores.json").exists()
    done = scored_by_platform(tmp_path / "none")
    assert done.returncode == 1
    assert re.fullmatch("expected .*0 files\n", done.stderr)


SHEETS = ROOT / "examples" / "sheets"
FIGURE = {  # of the sheet in Figure 4.1: what was circled, and what was crossed out
    "agile software development": (["Agile Methods"], ["Structured Methods"]),
    "fantasy": (["Fiction"], []),
    "flat white": (["Coffee"], []),
    "fountain pen": (["Pen"], ["Tool", "Pencil"]),
    "latte": (["Coffee"], ["Tea"]),
    "merge sort": (["Sorting Algorithm"], ["Bubble Sort"]),
    "soul mate": (["Lover", "Friend"], ["Family"]),
    "sprint": (["Run"], ["Walk"]),
    "trees": (["Forest"], ["Plants"]),
    "walmart": (["Shop"], ["Ebay"]),
}
UNKNOWN = "walmart"


@pytest.fixture
def script() -> ModuleType:
    return load("sheets", SHEETS)


def printed(page: str) -> list[tuple[str, list[tuple[str, list[str]]]]]:
    """Return the number of each sheet and the phrases of its questions, as they are on the page."""
    found = []
    for section in page.split("<section>")[1:]:
        boxes = [
            (re.findall("<b>(.*?)</b>", top)[0], [unescape(c) for c in re.findall("<td>(.+?)</td>", row)])
            for top, row in re.findall("<li><table><tr>(.*?)</tr><tr>(.*?)</tr>", section)
        ]
        found.append((re.findall("Sheet no. ([0-9]+)", section)[0], boxes))
    return found


def typed(boxes: list[tuple[str, list[str]]]) -> list[str]:
    """Return the answers of Figure 4.1 as they are typed in from the printed page."""
    lines = []
    for number, (substitutee, shown) in enumerate(boxes, 1):
        circled, crossed = FIGURE[substitutee.lower()]
        marks = [shown.index(p) + 1 for p in circled] + [-shown.index(p) - 1 for p in crossed]
        unknown = " ?" * (substitutee.lower() == UNKNOWN)
        lines.append(f"{number}: {' '.join(map(str, marks))}{unknown}")
    return lines


def test_the_answers_of_figure_4_1_come_back(script: ModuleType, tmp_path: Path) -> None:
    """Each question is on two sheets of four, never twice on one; both people answer as in the figure."""
    script.print_sheets(SHEETS / "questions.jsonl", tmp_path / "out", per_sheet=4, times=2, first=127, seed=5)
    pages = printed((tmp_path / "out" / "sheets.html").read_text("utf-8"))
    assert [(n, len(boxes)) for n, boxes in pages] == [
        (str(n), count) for n, count in enumerate([4, 4, 2] * 2, 127)
    ]
    assert all(len({name for name, _ in boxes}) == len(boxes) for _, boxes in pages)
    people = ["ann"] * 3 + ["ben b"] * 3
    text = [[f"sheet {n} {by}", *typed(boxes)] for (n, boxes), by in zip(pages, people, strict=True)]
    (tmp_path / "typed.txt").write_text("\n\n".join(map("\n".join, text)), "utf-8")
    script.gather(tmp_path / "out", tmp_path / "typed.txt", tmp_path / "judged.jsonl")
    found = {q.id: q for q in read_questions(tmp_path / "judged.jsonl").questions}
    assert found.keys() == FIGURE.keys()
    for name, question in found.items():
        circled, crossed = FIGURE[name]
        marks = tuple((p in circled) - (p in crossed) for p in question.phrases)
        assert {(a.by, a.marks, a.unknown) for a in question.answers} == {
            ("ann", marks, name == UNKNOWN),
            ("ben b", marks, name == UNKNOWN),
        }
    assert found["walmart"].columns == {"sentence": "… went to Walmart …"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sheet 6\n1: 1\n", "typed.txt:1: .*sheet 6"),
        ("sheet 1\n3: 1\n", "typed.txt:2: .*question 3"),
        ("1: 1\n", "typed.txt:1: .*question 1"),
        ("sheet 1\n1: 5\n", "typed.txt:2: .*1 to 4"),
        ("sheet 1\n1:\n", "typed.txt:2: .*1 to 4"),
        ("sheet 1\n1: 2 -2\n", "typed.txt:2: .*twice"),
        ("sheet 1\n1: 1 2 3\n", "typed.txt:2: .*two "),
        ("sheet 1 ann\n1: 1\nsheet 1 ann\n1: 2\n", "typed.txt:4: .*ann "),
        ("sheet 1\ntwo\n", "typed.txt:2: .*sheet"),
        ("sheet 1\n1: ?\n", "typed.txt: .*judgements"),
    ],
)
def test_answers_that_no_sheet_has_are_refused(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("typed.txt").write_text(text, "utf-8")
    script.print_sheets(SHEETS / "questions.jsonl", Path("out"), per_sheet=2, times=1, first=1, seed=0)
    with pytest.raises(InputError, match=said):
        script.gather(Path("out"), Path("typed.txt"), Path("judged.jsonl"))
    assert not Path("judged.jsonl").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "q.jsonl: .*questions"),
        ('{"substitutee": "cat"}', "q.jsonl:1: .*substitutee and substitutes"),
        ('\n["cat"]', "q.jsonl:2: .*object"),
        ('{"substitutee": "cat", "substitutes": ["pet", "pet"]}', "q.jsonl:1: .*substitute"),
        ('{"substitutee": "cat", "substitutes": []}', "q.jsonl:1: .*substitute"),
        ('{"substitutee": "cat", "substitutes": ["pet"]}\n' * 2, "q.jsonl:2: .*'cat'"),
    ],
)
def test_questions_that_cannot_be_printed_are_refused(
    script: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("q.jsonl").write_text(text, "utf-8")
    monkeypatch.setattr(sys, "argv", ["sheets.py", "print", "q.jsonl", "out"])
    with pytest.raises(SystemExit) as ended:
        script.main()
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert re.match(f"sheets.py: {said}", told)
    assert told.count("\n") == 1
    assert not Path("out").exists()


def test_phrases_on_a_sheet_are_no_markup(script: ModuleType, tmp_path: Path) -> None:
    record = {"substitutee": "a<b", "substitutes": ["<i>c", "R&D"], "sentence": "is <u>A<B"}
    (tmp_path / "q.jsonl").write_text(json.dumps(record), "utf-8")
    script.print_sheets(tmp_path / "q.jsonl", tmp_path / "out", per_sheet=10, times=1, first=1, seed=0)
    page = (tmp_path / "out" / "sheets.html").read_text("utf-8")
    assert "is &lt;u&gt;<b>A&lt;B</b>" in page
    assert not {"<i>", "<u>", "R&D"} & set(re.findall("<[iu]>|R&D", page))
