"""What is written to people: nothing from data steers a terminal, nothing unforeseen is a traceback."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from inner import replace_inside
from lydite.cli import main

RED = "\x1b[31m"
STEERING = ("\x1b", "\x07", "\x9b", "\u202e", "\r")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding, errors = "utf-8", "strict"

    def isatty(self) -> bool:
        return True


def run(monkeypatch: pytest.MonkeyPatch, *args: str) -> tuple[int, str, str]:
    """Run a command on a terminal; what it left there, without the progress line's own clearing."""
    out, err = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    status = 0
    try:
        main(list(args))
    except SystemExit as ended:
        status = int(ended.code or 0)
    assert sys.stdout is out, "the streams are put back"
    return status, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["score", f"no{RED}file", "no\x9bother"], 2),
        (["score", "table.csv", "table.csv", "--same"], 2),
        (["match", f"{RED}cat", "dog\u202e", "--using", "exact"], 0),
        (["match", f"{RED}cat", "dog\u202e", "--using", "exact", "--format", "json"], 0),
        (["match", "--pairs", "pairs.tsv", "--using", "exact"], 0),
        (["match", "a", "b", "--using", f"exact({RED}=1)"], 2),
        (["synonyms", "tags.tsv", f"#a{RED}"], 0),
        (["synonyms", "tags.tsv", f"#a{RED}", "--format", "csv"], 2),
        (["senses", f"\x07{RED}"], 2),
        ([f"--{RED}"], 2),
        ([f"{RED}command"], 2),
        (["list", f"{RED}"], 2),
    ],
)
def test_nothing_steers_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], status: int
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text(f"a{RED}b,c\n1,2\n")
    Path("pairs.tsv").write_text(f"a{RED}\tb\x9b\u202e\n")
    Path("tags.tsv").write_text(f"#a{RED}\t#b{RED}\t#c\x9b\n")
    ended, out, err = run(monkeypatch, *args)
    assert ended == status, err
    assert out + err
    assert not any(c in out + err for c in STEERING), repr(out + err)


def test_what_goes_to_a_file_is_left_alone(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text(f"a{RED}\tb\n")
    command = [sys.executable, "-m", "lydite", "match", "--pairs", str(pairs), "--using", "exact"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"a{RED}\tb\t0\n"


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_a_terminal_that_cannot_print_an_arrow(encoding: str) -> None:
    asked = [sys.executable, "-m", "lydite", "match", "café", "→ 😀", "--using", "exact", "--format", "json"]
    told = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(asked, capture_output=True, env=told, check=True)
    found = json.loads(done.stdout.decode(encoding))
    assert (found["candidate"], found["reference"]) == ("café", "→ 😀")
    wrong = [sys.executable, "-m", "lydite", "score", "→", "→"]
    done = subprocess.run(wrong, capture_output=True, env=told, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"lydite: ->: ")
    people = [sys.executable, "-m", "lydite", "match", "admire", "appreciation", "--explain"]
    people += ["--using", "wordnet(preset=thesis)"]
    done = subprocess.run(people, capture_output=True, env=told, check=True)
    assert done.stdout.decode("ascii").startswith("admire -> appreciation  0.7000")
    assert b"(1) -0.70-> (2)" in done.stdout


def told(encoding: str, folder: Path, *args: str) -> tuple[int, bytes, bytes]:
    """Run a command whose streams have an encoding."""
    asked = [sys.executable, "-m", "lydite", *args]
    known = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(asked, capture_output=True, cwd=folder, env=known, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_in_data_nothing_becomes_something_else(tmp_path: Path, encoding: str) -> None:
    """Signs are spelled for people alone: 1–2 and 1-2 are two phrases."""
    (tmp_path / "pairs.tsv").write_text("1–2\t1-2\nx…\tx...\n", "utf-8")
    status, out, _ = told(encoding, tmp_path, "match", "--pairs", "pairs.tsv", "--using", "identical")
    assert (status, out.splitlines()) == (0, [b"1\\u20132\t1-2\t0", b"x\\u2026\tx...\t0"])
    rows = ['{"id": 1, "phrases": ["a"], "kind": "1–2"}', '{"id": 2, "phrases": ["b"], "kind": "1-2"}']
    (tmp_path / "gold.jsonl").write_text("\n".join(rows), "utf-8")
    asked = ["score", "gold.jsonl", "gold.jsonl", "--same", "-m", "P", "--by", "kind"]
    status, out, _ = told(encoding, tmp_path, *asked, "--format", "csv")
    groups = [row["group"] for row in csv.DictReader(out.decode("ascii").splitlines())]
    assert (status, groups) == (0, ["", "1-2", "1\\u20132"])
    assert b"u2013" not in told(encoding, tmp_path, *asked)[1]


@pytest.mark.parametrize("handler", ["replace", "ignore", "xmlcharrefreplace", "strict"])
def test_what_the_user_says_of_letters_that_cannot_be_written_holds(tmp_path: Path, handler: str) -> None:
    (tmp_path / "pairs.tsv").write_text("1→2\té\n", "utf-8")
    asked = ["match", "--pairs", "pairs.tsv", "--using", "exact"]
    status, out, err = told(f"latin-1:{handler}", tmp_path, *asked)
    if handler == "strict":
        assert (status, out) == (2, b"")
        assert re.match(rb"lydite: standard output: latin-1 .*U\+2192.*PYTHON", err)
    else:
        assert (status, out) == (0, "1→2\té\t0\n".encode("latin-1", handler))


@pytest.mark.skipif(sys.platform == "win32", reason="terminals as Unix has them")
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_nothing_steers_a_terminal_of_any_encoding(tmp_path: Path, encoding: str) -> None:
    """Where it is ASCII, click writes to what lies below the stream that makes things visible."""
    import pty

    (tmp_path / "gold.csv").write_text(f"id,phrases,kind\n1,a,{RED}x\n2,b,y\n")
    asked = ["score", "gold.csv", "gold.csv", "--same", "--by", "kind", "--format", "csv"]
    above, below = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "lydite", *asked],
        stdout=below,
        stderr=below,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        check=False,
    )
    os.close(below)
    shown = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while piece := os.read(above, 1 << 16):
            shown += piece
    os.close(above)
    assert done.returncode == 0, shown
    assert b"\x1b" not in shown
    assert b"\\x1b[31mx" in shown


class Panic(BaseException):
    """As polars raises it: no Exception."""


@pytest.mark.parametrize("mistake", [TypeError("x\x1b is\nno y"), Panic("at row 3"), RecursionError("deep")])
@pytest.mark.parametrize("debug", ["", "1"])
def test_a_mistake_of_ours_is_one_line(
    monkeypatch: pytest.MonkeyPatch, mistake: BaseException, debug: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise mistake

    monkeypatch.setenv("LYDITE_DEBUG", debug)
    replace_inside(monkeypatch, "lydite.cli", "application", lambda: fail)
    status, out, err = run(monkeypatch, "match", "a", "b")
    assert status == 70
    assert out == ""
    assert f"{type(mistake).__name__}" in err
    assert "\x1b" not in err
    assert debug or err.count("\n") == 1
    assert ("Traceback" in err) == bool(debug)


def test_warnings_of_libraries_are_not_for_users(tmp_path: Path) -> None:
    code = "import warnings; from lydite.cli import main\n"
    code += "warn = lambda *a, **k: warnings.warn('overflow', RuntimeWarning)\n"
    code += "main.__globals__['application'] = lambda: warn\nmain()"
    for debug in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            env={**os.environ, "LYDITE_DEBUG": debug},
            check=True,
            cwd=tmp_path,
        )
        assert ("overflow" in done.stderr) == (debug == "1")
