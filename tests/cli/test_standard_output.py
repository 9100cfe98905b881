"""``-`` for a file to write: standard output for answers, and no file of that name for anything else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from command import Lydite, caller
from lydite.core.errors import OutputError
from lydite.core.io.writing import writing
from lydite.runs import read_run

SCORE = ["score", "gold.jsonl", "gold.jsonl", "--same", "-m", "F1"]
REFUSED = {
    "a run": [*SCORE, "--save", "-"],
    "items": [*SCORE, "--items", "-"],
    "a page": ["report", "saved.run", "-o", "-"],
    "a picture": ["match", "cat", "dog", "--using", "wordnet", "--svg", "-"],
    "recommendations": ["hashtags", "recommend", "tweets.txt", "tweets.txt", "-o", "-"],
    "a test set": ["build", "testset", "cldr", "--language", "la", "-o", "-"],
    "tweets": ["hashtags", "split", "tweets.txt", "-o", "-"],
    "files of the demonstration": ["demo", "--files", "-"],
    "a store": ["build", "wordnet", "nosuch", "-o", "-"],
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lydite:
    monkeypatch.chdir(tmp_path)
    lines = [{"id": i, "phrases": [p]} for i, p in (("a", "cat"), ("b", "cow"))]
    Path("gold.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    Path("tweets.txt").write_text("a #cat\na #cow\n")
    run = caller(capsys)
    assert run(*SCORE, "--save", "saved.run")[0] == 0
    return run


def there() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


@pytest.mark.parametrize("asked", [SCORE, [*SCORE, "-f", "json"], ["list", "measures"]])
def test_an_answer_goes_there_as_without_a_name(run: Lydite, asked: list[str]) -> None:
    before = there()
    plain = run(*asked)
    assert plain[0] == 0
    assert plain[1]
    assert run(*asked, "-o", "-") == plain
    assert there() == before


@pytest.mark.parametrize("what", REFUSED)
def test_nothing_else_goes_there(run: Lydite, what: str) -> None:
    before = there()
    status, out, err = run(*REFUSED[what])
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("lydite: -: ")
    assert there() == before


def test_nor_from_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputError, match="^-: "), writing("-"):
        pass
    assert not there()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such device")
@pytest.mark.parametrize("named", [[], ["-o", "-"], ["-o", "/dev/stdout"]])
def test_a_reader_who_went_away_is_told_nothing(tmp_path: Path, named: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    asked = [sys.executable, "-m", "lydite", "list", "measures", *named]
    done = subprocess.run(asked, stdout=writer, stderr=subprocess.PIPE, cwd=tmp_path, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such device")
def test_a_run_that_nobody_reads_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n', "utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    asked = [sys.executable, "-m", "lydite", "score", "g.jsonl", "g.jsonl", "--same"]
    asked += ["--bootstrap", "0", "--save", "/dev/stdout", "-o", "t.txt"]
    done = subprocess.run(asked, stdout=writer, stderr=subprocess.PIPE, cwd=tmp_path, check=False)
    os.close(writer)
    assert done.returncode == 2
    assert re.search(b"/dev/stdout: .*Broken pipe", done.stderr)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such pipes")
def test_another_pipe_whose_reader_went_away_is_a_fault(tmp_path: Path) -> None:
    """A run that was sent elsewhere is lost."""
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(OutputError, match="pipe: .*Broken pipe"):
        _write_unread(tmp_path / "pipe", reader)


def _write_unread(path: Path, reader: int) -> None:
    with writing(path) as file:
        os.close(reader)
        file.write("a run")


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such device")
@pytest.mark.parametrize("named", ["/dev/stdout", "/dev/fd/1", "log.txt"])
def test_a_file_that_is_standard_output_keeps_what_it_has(tmp_path: Path, named: str) -> None:
    """The file was replaced: what stood there was lost, and so was all that came later."""
    log = tmp_path / "log.txt"
    log.write_text("before\n")
    with log.open("a") as file:
        asked = [sys.executable, "-m", "lydite", "match", "cat", "dog", "-u", "exact", "-o", named]
        subprocess.run(asked, stdout=file, stderr=subprocess.DEVNULL, cwd=tmp_path, check=True)
        file.write("after\n")
    assert log.read_text() == "before\n0.0000\nafter\n"


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such device")
@pytest.mark.parametrize("named", ["/dev/stdout", "/dev/stderr"])
def test_nothing_but_an_answer_replaces_what_a_stream_writes_to(tmp_path: Path, named: str) -> None:
    (tmp_path / "g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n', "utf-8")
    log = tmp_path / "log.txt"
    log.write_text("before\n")
    asked = [sys.executable, "-m", "lydite", "score", "g.jsonl", "g.jsonl", "--same", "--save", named]
    with log.open("a") as file:
        done = subprocess.run(asked, stdout=file, stderr=file, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert re.fullmatch(f"before\nlydite: {named}: .*\n", log.read_text())


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such device")
def test_a_run_and_an_answer_are_not_mixed_in_one_pipe(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n', "utf-8")
    asked = [
        sys.executable,
        "-m",
        "lydite",
        "score",
        "g.jsonl",
        "g.jsonl",
        "--same",
        "-m",
        "F1",
        "--bootstrap",
        "0",
    ]
    asked += ["--save", "/dev/stdout"]
    mixed = subprocess.run(asked, capture_output=True, cwd=tmp_path, check=False)
    assert (mixed.returncode, mixed.stdout) == (2, b"")
    assert b"lydite: /dev/stdout: " in mixed.stderr
    alone = subprocess.run([*asked, "-o", "t.txt"], capture_output=True, cwd=tmp_path, check=True)
    (tmp_path / "saved.run").write_bytes(alone.stdout)
    assert list(read_run(tmp_path / "saved.run").systems) == ["g"]
