"""The examples run: the gated repository passes and fails as it should, and the shared task is scored."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lydite

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
    assert "broken.jsonl:1: invalid JSON" in done.stderr
    assert not (tmp_path / "app" / "output" / "scores.json").exists()
    done = scored_by_platform(tmp_path / "none")
    assert (done.returncode, done.stderr) == (1, "expected a zip archive with one file, found 0 files\n")
