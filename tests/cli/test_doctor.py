"""What is installed and what to do about the rest; version, completion, and messages that can be followed."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from command import Lydite, caller
from lydite import extras, version
from lydite.errors import MissingExtra
from lydite.sources import doctor
from lydite.sources.wikipedia.example import build_example

ROOT = Path(__file__).parents[2]
EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Lydite:
    return caller(capsys)


def test_this_installation_is_fine(run: Lydite) -> None:
    status, out, _ = run("doctor", "--format", "json")
    findings = {(f["part"], f["name"]): f for f in json.loads(out)["findings"]}
    assert status == 0
    assert findings["embedded", "wordnet"]["state"] == "fine"
    assert findings["package", "numpy"]["detail"]
    for finding in findings.values():
        assert finding["state"] != "missing" or finding["advice"]


def test_stores_are_looked_through(tmp_path: Path, run: Lydite) -> None:
    build_example(tmp_path)
    store = tmp_path / "miniature"
    assert run("doctor", str(store))[0] == 0
    array = max(store.glob("*.bin"), key=lambda p: p.stat().st_size)
    array.write_bytes(bytes(array.stat().st_size))
    status, out, err = run("doctor", str(store), str(tmp_path / "nowhere"), "--format", "json")
    assert status == 2
    broken = [f for f in json.loads(out)["findings"] if f["state"] == "damaged"]
    assert [f["name"] for f in broken] == [str(store), str(tmp_path / "nowhere")]
    assert all(f["advice"] for f in broken)
    assert err.startswith("lydite: damaged: ")


def test_version_names_the_commit(run: Lydite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    if head.returncode == 0:
        assert version.commit() == head.stdout.strip()
        assert run("--version")[1] == f"lydite 0.1.0 (commit {head.stdout[:12]})\n"
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


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_scripts(shell: str, run: Lydite) -> None:
    status, out, _ = run("completion", shell)
    assert status == 0
    assert "_LYDITE_COMPLETE" in out


def test_commands_and_options_are_completed() -> None:
    def complete(words: str, place: int) -> list[str]:
        asked = {"_LYDITE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(place)}
        done = subprocess.run(
            [sys.executable, "-c", "from lydite.cli import main; main()"],
            env=os.environ | asked | {"PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=False,
        )  # fmt: skip
        return done.stdout.split()

    assert complete("lydite sco", 1) == ["score"]
    assert "--rank-by" in complete("lydite score --ra", 2)


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
    monkeypatch.setattr(extras, "requirements", lambda: {"hashtags": ["no-such-package>=2", "numpy>=1.26"]})
    told = "pip install 'no-such-package>=2' (what the extra hashtags asks for)"
    assert str(MissingExtra("x", "hashtags")) == f"x is needed here: {told}"


def test_docs_tell_to_install_what_can_be_installed() -> None:
    """The package is on no index: extras come from a clone, and each that is named is there."""
    for path in [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        text = path.read_text("utf-8")
        assert not re.search(r"install '?lydite|'lydite\[", text), path
        for named in re.findall(r"'\.\[([\w,-]+)\]'", text):
            assert set(named.split(",")) <= EXTRAS.keys(), f"{path}: {named}"


def test_doctor_knows_every_dependency_and_all_data() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {re.split(r"[<>=; ]", asked, maxsplit=1)[0] for asked in project["dependencies"]}
    assert {*doctor.BASE, "zstandard"} == names
    data = (ROOT / "src" / "lydite" / "data").iterdir()
    assert {*doctor.DATA, "wordnet"} == {p.name for p in data if p.is_dir() and p.name != "__pycache__"}


def test_embedded_files_that_changed_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As pip keeps their digests: one file is changed, one is gone."""
    content = {"demo/a.txt": b"a", "demo/b.txt": b"b", "meaning/c.bin": b"c"}
    rows = []
    for name, data in content.items():
        (tmp_path / "lydite" / "data" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "lydite" / "data" / name).write_bytes(data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"lydite/data/{name},sha256={digest},{len(data)}\n")
    info = tmp_path / "lydite-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lydite\nVersion: 0.1.0\n", "utf-8")
    (info / "RECORD").write_text("".join(rows), "utf-8")
    installed = metadata.PathDistribution(info)
    monkeypatch.setattr(metadata, "files", lambda _: installed.files)
    assert doctor._changed() == []
    (tmp_path / "lydite" / "data" / "demo" / "a.txt").write_bytes(b"x")
    (tmp_path / "lydite" / "data" / "meaning" / "c.bin").unlink()
    assert doctor._changed() == ["demo/a.txt", "meaning/c.bin"]
    found = {f.name: f for f in doctor._embedded()}
    assert (found["demo"].state, found["demo"].detail) == ("damaged", "not as installed: demo/a.txt")
    assert found["demo"].advice.startswith("install lydite again")
    assert found["stopwords"].state == "fine"
