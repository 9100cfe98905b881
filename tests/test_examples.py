"""The example repository is whole: its steps run, its test passes, and both fail where quality drops."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
