"""The first hour: what ``lydite`` alone prints, the demonstrations, and the files they write."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lydite.cli import AFTER, CASES, DEMOS, DemoName, first_screen, main, write_files

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("demo") / "files"
    write_files(place)
    return place


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(args))
    return int(ended.value.code or 0)


def test_the_first_screen_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 23  # and the prompt
    assert max(map(len, lines)) <= 80
    assert len(CASES) == 6
    assert all(f"  {command}" in lines for command in CASES.values())
    assert any("lydite demo" in line for line in lines)


def test_a_narrow_first_screen_folds_prose_and_no_command() -> None:
    lines = first_screen(40).split("\n")
    commands = [line for line in lines if line.startswith("  lydite ")]
    assert [c.strip() for c in commands] == list(CASES.values())
    assert all(len(line) <= 40 or line in commands for line in lines)
    assert " ".join(" ".join(lines).split()).endswith(" ".join(AFTER))


@pytest.mark.parametrize("command", CASES.values())
def test_what_the_first_screen_says_runs(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert run(*shlex.split(command)[1:]) == 0
    assert re.search(r"\d\.\d{3,4}", capsys.readouterr().out)


def test_the_demonstration_shows_spelling_beside_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("demo") == 0
    out = capsys.readouterr().out
    assert re.search(r"^system +by spelling +by meaning, less chance$", out, re.MULTILINE)
    assert re.search(
        r"^By spelling, speller leads .* the difference is significant \(p = 0\.0", out, re.MULTILINE
    )
    assert re.search(r"^By meaning, speller leads .* the difference is not significant", out, re.MULTILINE)
    assert "lydite demo --files demo && cd demo" in out


@pytest.mark.parametrize("name", DEMOS)
def test_every_demonstration_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path.cwd()
    assert run("demo", name) == 0
    out = capsys.readouterr().out
    assert out.startswith(DEMOS[name].title)
    assert all(f"$ {command}\n" in out for command in DEMOS[name].commands)
    assert Path.cwd() == before


def test_programs_get_the_answer_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "hops.json"
    assert run("demo", "hops", "--format", "json", "-o", str(place)) == 0
    assert capsys.readouterr().out == ""
    assert {r["system"] for r in json.loads(place.read_text())["results"]} == {"first", "wordnet", "shortest"}
    assert run("demo", "tags", "--format", "json") == 0
    found = {
        (r["system"], r["measure"].partition("(")[0]): r
        for r in json.loads(capsys.readouterr().out)["results"]
    }
    assert found["popular", "hit_ratio"]["value"] > found["nearest", "hit_ratio"]["value"]
    assert found["popular", "reval"]["corrected"] == 0.0
    assert found["nearest", "reval"]["corrected"] > 0.5


def test_demonstrations_are_those_of_the_help() -> None:
    assert tuple(DEMOS) == DemoName.__args__  # type: ignore[attr-defined]
    assert all(name in " ".join(AFTER) for name in DEMOS)


def test_files_are_written_once_and_never_over_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "new" / "demo"
    assert run("demo", "--files", str(place)) == 0
    names = sorted(p.relative_to(place) for p in place.rglob("*") if p.is_file())
    source = ROOT / "src" / "lydite" / "data" / "demo"
    assert names == sorted(p.relative_to(source) for p in source.rglob("*") if p.is_file())
    assert run("demo", "--files", str(place)) == 0
    (place / "gold.jsonl").write_text("mine\n")
    (place / "words.csv").unlink()
    assert run("demo", "--files", str(place)) == 2
    assert f"lydite: {place / 'gold.jsonl'}: " in capsys.readouterr().err
    assert not (place / "words.csv").exists()
    assert run("demo", "tags", "--files", str(place)) == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o500)
    try:
        assert run("demo", "--files", str(tmp_path / "demo")) == 2
    finally:
        tmp_path.chmod(0o700)
    assert "Permission denied" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="limits as Unix has them")
@pytest.mark.parametrize("there", [True, False])
def test_files_that_do_not_all_fit_leave_nothing(tmp_path: Path, *, there: bool) -> None:
    """A limit on the size of files stands for a full disk: the first are written, a later one is not."""
    folder = tmp_path / "files"
    if there:
        folder.mkdir()
        (folder / "mine.txt").write_text("mine")
    code = "import resource, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
    code += "from lydite.cli import main\nmain(sys.argv[1:])"
    asked = [sys.executable, "-B", "-c", code, "demo", "--files", str(folder)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(f"lydite: {folder}: .*File too large\n", done.stderr)
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["files", "mine.txt"] * there
