"""What is installed: version, dependencies, extras, completion, and messages about what is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from command import Lydite, caller
from lydite import version
from lydite.core import extras
from lydite.core.errors import MissingExtra

ROOT = Path(__file__).parents[2]
EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Lydite:
    return caller(capsys)


def test_version_names_dependencies_and_extras(run: Lydite, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run("--version")[1].splitlines()
    assert f"numpy {metadata.version('numpy')}" in told
    assert not [line for line in told if line.endswith("not installed")]
    monkeypatch.setattr(extras, "requirements", lambda: {"a": ["numpy>=2"], "b": ["no-such-one", "rich"]})
    told = run("--version")[1].splitlines()
    assert told[-2:] == ["extras: a", "extras not installed: b (needs no-such-one)"]


def test_version_names_the_commit(run: Lydite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    if head.returncode == 0:
        assert version.commit() == head.stdout.strip()
        assert run("--version")[1].startswith(f"lydite 0.1.0 (commit {head.stdout[:12]})\n")
    monkeypatch.setattr(version, "_HERE", tmp_path / "site" / "lydite")
    assert version.version_text() == "0.1.0"
    (tmp_path / "site" / "lydite" / "data").mkdir(parents=True)
    (tmp_path / "site" / "lydite" / "data" / "commit").write_text("a" * 40 + "\n", "ascii")
    assert version.version_text() == "0.1.0 (commit aaaaaaaaaaaa)"


def test_a_commit_in_packed_references(tmp_path: Path) -> None:
    (tmp_path / "src" / "lydite").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    assert version._checked_out(tmp_path) == ""
    (tmp_path / ".git" / "packed-refs").write_text(f"# pack\n{'b' * 40} refs/heads/main\n", "utf-8")
    assert version._checked_out(tmp_path) == "b" * 40


def complete(**asked: str) -> str:
    code = "from lydite.cli import main; main()"
    environment = os.environ | asked | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_environment_variable_gives_what_a_shell_needs(shell: str) -> None:
    script = complete(_LYDITE_COMPLETE=f"source_{shell}")
    assert f"_LYDITE_COMPLETE=complete_{shell}" in script
    assert f"source_{shell}" in (ROOT / "docs" / "pipelines.md").read_text("utf-8")


def test_commands_and_options_are_completed() -> None:
    def follow(words: str, place: int) -> list[str]:
        return complete(_LYDITE_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(place)).split()

    assert follow("lydite sco", 1) == ["score"]
    assert "--rank-by" in follow("lydite score --ra", 2)


def test_every_missing_extra_can_be_installed() -> None:
    """Each message names packages that the extra really asks for."""
    for path in (ROOT / "src" / "lydite").rglob("*.py"):
        for package, extra in re.findall(r'MissingExtra\("([^"]+)", "([^"]+)"\)', path.read_text("utf-8")):
            if path.name == "errors.py":
                continue
            assert extra in EXTRAS, f"{path}: there is no extra {extra}"
            asked = " ".join(EXTRAS[extra])
            for name in package.split(" and "):
                assert name in asked, f"{path}: {name} is not in {extra}"


def test_the_message_names_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "requirements", lambda: {"hashtags": ["no-such-package>=2", "numpy>=2.0"]})
    told = "pip install 'no-such-package>=2' (what the extra hashtags asks for)"
    assert str(MissingExtra("x", "hashtags")).endswith(told)


def test_docs_tell_to_install_what_can_be_installed() -> None:
    """The package is on no index: extras come from a clone, and each that is named is there."""
    for path in [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        text = path.read_text("utf-8")
        assert not re.search(r"install '?lydite|'lydite\[", text), path
        for named in re.findall(r"'\.\[([\w,-]+)\]'", text):
            assert set(named.split(",")) <= EXTRAS.keys(), f"{path}: {named}"
