"""A bundle for Codabench: its scoring program is run as the platform runs it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

import lydite
from command import Lydite, caller
from lydite.bundles.codabench import COMMAND, _sorting, write_bundle
from lydite.bundles.scoring import submission
from lydite.errors import OutputError

DEMO = Path(lydite.__file__).parent / "data" / "demo"
TASK = """
title = "Tags by meaning"
description = "Give the tags of each text."
gold = "gold.jsonl"
sample = "speller.jsonl"
measures = ["F1(match=stem)@10", "R@5"]
start = 2026-12-01
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Lydite:
    return caller(capsys)


@pytest.fixture
def task(tmp_path: Path) -> Path:
    for name in ("gold.jsonl", "speller.jsonl", "meaner.jsonl"):
        shutil.copy(DEMO / name, tmp_path)
    path = tmp_path / "task.toml"
    path.write_text(TASK, "utf-8")
    return path


def platform(bundle: Path, archive: Path, app: Path) -> subprocess.CompletedProcess[str]:
    """Lay everything out under one folder as the platform does under /app, and run the command it is told."""
    competition = json.loads((bundle / "competition.yaml").read_text("utf-8"))
    (only,) = competition["tasks"]
    shutil.copytree(bundle / only["scoring_program"], app / "program")
    shutil.copytree(bundle / only["reference_data"], app / "input" / "ref")
    (app / "output").mkdir()
    with zipfile.ZipFile(archive) as file:
        file.extractall(app / "input" / "res")
    command = (app / "program" / "metadata.yaml").read_text("utf-8").removeprefix("command: ").strip()
    words = shlex.split(command.replace("/app/", f"{app}/"))
    assert words[0] == "python3"
    source = Path(lydite.__file__).parents[1]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(source), "HOME": str(app)}
    return subprocess.run(
        [sys.executable, *words[1:]], cwd=app / "program", env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def test_the_sample_is_scored_as_the_platform_does(task: Path, tmp_path: Path, run: Lydite) -> None:
    bundle = tmp_path / "bundle"
    status, out, err = run("bundle", "codabench", str(task), "-o", str(bundle))
    assert status == 0, err
    assert "scoring_program/scoring.py" in out.splitlines()
    competition = json.loads((bundle / "competition.yaml").read_text("utf-8"))
    assert competition["version"] == 2
    columns = {c["key"]: c["sorting"] for c in competition["leaderboards"][0]["columns"]}
    for name in [competition["image"], competition["terms"], *(p["file"] for p in competition["pages"])]:
        assert (bundle / name).is_file()
    done = platform(bundle, bundle / "starting_kit" / "sample_submission.zip", tmp_path / "app")
    assert done.returncode == 0, done.stderr
    scores = json.loads((tmp_path / "app" / "output" / "scores.json").read_text("utf-8"))
    assert scores.keys() == columns.keys()
    results = lydite.evaluate(
        str(DEMO / "gold.jsonl"), str(DEMO / "speller.jsonl"), ["F1(match=stem)@10", "R@5"]
    )
    assert scores["R_5"] == results["R@5"].value
    page = (tmp_path / "app" / "output" / "detailed_results.html").read_text("utf-8")
    assert "R@5" in page


def test_a_broken_submission_is_told_its_fault(task: Path, tmp_path: Path, run: Lydite) -> None:
    run("bundle", "codabench", str(task), "-o", str(tmp_path / "bundle"))
    for name, files, why in [
        ("half", {"a.jsonl": '{"id": "astronomy-1", "phr'}, "a.jsonl:1: invalid JSON"),
        ("two", {"a.jsonl": "{}", "b.jsonl": "{}"}, "with one file in it; there are 2"),
        ("none", {"metadata": ""}, "there are 0"),
    ]:
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            for file, content in files.items():
                archive.writestr(file, content)
        done = platform(tmp_path / "bundle", tmp_path / f"{name}.zip", tmp_path / name)
        assert done.returncode == 1
        assert why in done.stderr
        assert "Traceback" not in done.stderr
        assert not (tmp_path / name / "output" / "scores.json").exists()


def test_the_validator(task: Path, tmp_path: Path, run: Lydite) -> None:
    run("bundle", "codabench", str(task), "-o", str(tmp_path / "bundle"))
    kit = tmp_path / "bundle" / "starting_kit"

    def validate(path: Path) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": str(Path(lydite.__file__).parents[1])}
        return subprocess.run(
            [sys.executable, kit / "validate.py", path],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    assert validate(kit / "speller.jsonl").returncode == 0
    (tmp_path / "short.jsonl").write_text('{"id": "astronomy-1", "phrases": ["x"]}\n', "utf-8")
    (tmp_path / "other.jsonl").write_text('{"id": "astrology-1", "phrases": ["x"]}\n', "utf-8")
    short = validate(tmp_path / "short.jsonl")  # its other items are scored as zero
    assert short.returncode == 0, short.stderr
    assert "items without an answer: 19 of 20" in short.stdout
    other = validate(tmp_path / "other.jsonl")
    assert other.returncode == 2
    assert "item 'astrology-1' is not one of those" in other.stdout
    shutil.rmtree(tmp_path / "bundle")
    task.write_text(f'{TASK}missing = "error"\n', "utf-8")
    run("bundle", "codabench", str(task), "-o", str(tmp_path / "bundle"))
    short = validate(tmp_path / "short.jsonl")
    assert short.returncode == 2
    assert "items without an answer: 19 of 20" in short.stdout


def test_semeval(tmp_path: Path, run: Lydite) -> None:
    rows = "".join(f"{i}\t{'xy'[i % 2]}\t{('positive', 'negative')[i % 3 == 0]}\n" for i in range(30))
    (tmp_path / "gold.tsv").write_text(rows, "utf-8")
    (tmp_path / "run.tsv").write_text(rows, "utf-8")
    (tmp_path / "task.toml").write_text(
        'title = "B"\nkind = "semeval-B"\ngold = "gold.tsv"\nsample = "run.tsv"\n'
        'measures = ["macro_recall", "accuracy"]\n',
        "utf-8",
    )
    status, _, err = run("bundle", "codabench", str(tmp_path / "task.toml"), "-o", str(tmp_path / "b"))
    assert status == 0, err
    done = platform(
        tmp_path / "b", tmp_path / "b" / "starting_kit" / "sample_submission.zip", tmp_path / "app"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "app" / "output" / "scores.json").read_text()) == {
        "macro_recall": 1.0,
        "accuracy": 1.0,
    }


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("R@5", "Recal@5"), "measure 'Recal@5': "),
        (("F1(match=stem)@10", "macro_recall"), "measures labels, not phrases"),
        (("R@5", f"F1(match=cosine(vectors={'x' * 300}))"), ": there is no file xxx"),
        (("gold.jsonl", "nowhere.jsonl"), "gold: there is no file nowhere.jsonl"),
        (("title =", "titel ="), "unknown key 'titel'; did you mean title?"),
        (('measures = ["F1(match=stem)@10", "R@5"]', "measures = []"), "measures should be a list of texts"),
        (("start = 2026-12-01", 'kind = "phrase"'), "unknown kind 'phrase'; did you mean phrases?"),
        (("start = 2026-12-01", 'missing = "nought"'), "unknown policy 'nought'"),
        (("start = 2026-12-01", "max_submissions = 0"), "max_submissions should be a number from 1"),
        (("title =", "title"), "is no TOML"),
        (("2026-12-01", '"next week"'), "start should be a date such as 2026-12-01"),
        (("2026-12-01", "12:30:00"), "start should be a date"),
        (
            ("2026-12-01", "2026-12-01\nend = 2026-11-30"),
            "is not after the start, 2026-12-01",
        ),
        (("start = 2026-12-01", 'labels = ["a", "b"]'), "labels: phrases have none"),
        (('"R@5"', '"P", "P"'), "measures: P and P would be one column, P"),
        (('"R@5"', '"F1(match=stem)@10"'), "would be one column, F1_match_stem_10"),
    ],
)
def test_task_files_that_are_refused(change: Any, why: str, task: Path, tmp_path: Path, run: Lydite) -> None:
    task.write_text(TASK.replace(*change), "utf-8")
    status, out, err = run("bundle", "codabench", str(task), "-o", str(tmp_path / "bundle"))
    assert (status, out) == (2, "")
    assert why in err
    assert "task.toml" in err
    assert not (tmp_path / "bundle").exists()
    assert not list(tmp_path.glob(".bundle*"))


def test_nothing_is_overwritten(task: Path, tmp_path: Path, run: Lydite) -> None:
    (tmp_path / "bundle").mkdir()
    status, _, err = run("bundle", "codabench", str(task), "-o", str(tmp_path / "bundle"))
    assert status == 2
    assert "cannot write there" in err
    with pytest.raises(OutputError, match="is there already"):
        write_bundle(task, tmp_path / "bundle")
    assert run("bundle", "codabench", str(tmp_path / "none.toml"), "-o", str(tmp_path / "b"))[0] == 2


def test_the_command_is_that_of_the_platform() -> None:
    assert COMMAND.split()[:2] == ["python3", "/app/program/scoring.py"]


LABELLED = """title = "Moods"
kind = "semeval-A"
gold = "gold.tsv"
sample = "run.tsv"
measures = ["F1_PN", "macro_recall(average=pooled)"]
labels = ["good", "fair", "bad"]
"""


def test_other_labels(tmp_path: Path, run: Lydite) -> None:
    """Measures are called by the labels of the task, and its validator knows them."""
    rows = "".join(f"{i}\t{('good', 'fair', 'bad')[i % 3]}\n" for i in range(30))
    (tmp_path / "gold.tsv").write_text(rows, "utf-8")
    (tmp_path / "run.tsv").write_text(rows.replace("3\tgood", "3\tbad"), "utf-8")
    (tmp_path / "task.toml").write_text(LABELLED, "utf-8")
    status, _, err = run("bundle", "codabench", str(tmp_path / "task.toml"), "-o", str(tmp_path / "b"))
    assert status == 0, err
    kit = tmp_path / "b" / "starting_kit"
    done = platform(tmp_path / "b", kit / "sample_submission.zip", tmp_path / "app")
    assert done.returncode == 0, done.stderr
    expected = lydite.semeval(
        "A", str(tmp_path / "gold.tsv"), str(tmp_path / "run.tsv"), labels=["good", "fair", "bad"]
    )
    assert json.loads((tmp_path / "app" / "output" / "scores.json").read_text()) == {
        "F1_PN_positive_good_negative_bad": expected[0].value,
        "macro_recall": expected["macro_recall"].value,  # of one topic, pooled is the same
    }
    environment = os.environ | {"PYTHONPATH": str(Path(lydite.__file__).parents[1])}
    for content, wanted in ((rows, 0), (rows.replace("good", "great"), 2)):
        (tmp_path / "mine.tsv").write_text(content, "utf-8")
        command = [sys.executable, kit / "validate.py", tmp_path / "mine.tsv"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == wanted, done.stdout + done.stderr


def test_a_figure_without_a_value_is_left_out(tmp_path: Path, run: Lydite) -> None:
    """The platform takes numbers alone: where all items have one answer, nothing can be above chance."""
    lines = "".join(f'{{"id": "d{i}", "phrases": ["cat"]}}\n' for i in range(8))
    (tmp_path / "gold.jsonl").write_text(lines, "utf-8")
    (tmp_path / "task.toml").write_text(
        'title = "T"\ngold = "gold.jsonl"\nsample = "gold.jsonl"\nmeasures = ["F1(match=wordnet)"]\n', "utf-8"
    )
    bundle = tmp_path / "b"
    assert run("bundle", "codabench", str(tmp_path / "task.toml"), "-o", str(bundle))[0] == 0
    done = platform(bundle, bundle / "starting_kit" / "sample_submission.zip", tmp_path / "app")
    assert done.returncode == 0, done.stderr
    assert "without a value, and left out: F1_match_wordnet_corrected" in done.stderr
    assert (tmp_path / "app" / "output" / "scores.json").read_text() == '{"F1_match_wordnet": 1.0}'
    columns = json.loads((bundle / "competition.yaml").read_text("utf-8"))["leaderboards"][0]["columns"]
    assert [c["key"] for c in columns] == ["F1_match_wordnet_corrected", "F1_match_wordnet"]


@pytest.mark.parametrize("name", ["ids.jsonl", "validate.py", "Validate.PY", "metadata", ".hidden.jsonl"])
def test_samples_of_any_name(name: str, task: Path, tmp_path: Path, run: Lydite) -> None:
    shutil.copy(DEMO / "speller.jsonl", tmp_path / name)
    task.write_text(TASK.replace("speller.jsonl", name), "utf-8")
    status, _, err = run("bundle", "codabench", str(task), "-o", str(tmp_path / "bundle"))
    assert status == 0, err
    kit = tmp_path / "bundle" / "starting_kit"
    (inside,) = zipfile.ZipFile(kit / "sample_submission.zip").namelist()
    assert (kit / inside).read_bytes() == (DEMO / "speller.jsonl").read_bytes()
    assert "lydite.cli" in (kit / "validate.py").read_text("utf-8")
    with zipfile.ZipFile(kit / "sample_submission.zip") as archive:
        archive.extractall(tmp_path / "res")
    assert submission(tmp_path / "res").name == inside


def test_columns_have_room_on_the_platform(task: Path, tmp_path: Path, run: Lydite) -> None:
    """Keys and titles of 36 characters at most, as the platform's database has them; times in UTC."""
    changed = TASK.replace('"R@5"', '"F1(match=wordnet(preset=thesis), threshold=0.5)@10"')
    task.write_text(changed.replace("2026-12-01", "2026-12-01T10:30:00+02:00"), "utf-8")
    status, _, err = run("bundle", "codabench", str(task), "-o", str(tmp_path / "bundle"))
    assert status == 0, err
    competition = json.loads((tmp_path / "bundle" / "competition.yaml").read_text("utf-8"))
    assert competition["phases"][0]["start"] == "2026-12-01 08:30:00"
    columns = competition["leaderboards"][0]["columns"]
    assert all(len(c["key"]) <= 36 and len(c["title"]) <= 36 for c in columns)
    assert len({c["key"] for c in columns}) == len(columns) == 3
    assert columns[0]["title"] == "F1(match=stem)@10"
    assert columns[1]["title"].startswith("F1(match=wordnet(preset=")
    assert columns[1]["title"].endswith("…, corrected")
    lower = lydite.semeval("C", {"1": ("x", -2), "2": ("x", 0)}, {"1": ("x", 0), "2": ("x", 0)})[0]
    assert (_sorting(lower, "macro_MAE"), columns[0]["sorting"]) == ("asc", "desc")


def test_files_of_measures_go_with_the_bundle(task: Path, tmp_path: Path, run: Lydite) -> None:
    """A thesaurus beside the task file is read from the scoring program, wherever that is."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tags.tsv").write_text("comet\tasteroid\nsoup\tbroth\n", "utf-8")
    changed = TASK.replace('"R@5"', '"F1(match=thesaurus(store=data/tags.tsv))", "P"')
    task.write_text(changed, "utf-8")
    status, out, err = run("bundle", "codabench", str(task), "-o", str(tmp_path / "bundle"))
    assert status == 0, err
    assert "scoring_program/resources/tags.tsv" in out.splitlines()
    shutil.rmtree(tmp_path / "data")
    bundle = tmp_path / "bundle"
    done = platform(bundle, bundle / "starting_kit" / "sample_submission.zip", tmp_path / "app")
    assert done.returncode == 0, done.stderr
    scores = json.loads((tmp_path / "app" / "output" / "scores.json").read_text("utf-8"))
    columns = json.loads((bundle / "competition.yaml").read_text("utf-8"))["leaderboards"][0]["columns"]
    assert scores.keys() == {c["key"] for c in columns}
    assert str(tmp_path) not in (bundle / "competition.yaml").read_text("utf-8")
    assert str(tmp_path) not in "".join(p.read_text("utf-8") for p in (bundle / "pages").iterdir())
