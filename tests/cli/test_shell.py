"""What the shell around the program does to it: pipes, closed streams, full disks, misspelt words."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inner import replace_inside
from lydite.cli import COMMANDS, Commands, application, main

LYDITE = f"{sys.executable} -m lydite"


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of bash."""
    return subprocess.run(
        ["bash", "-c", line.replace("lydite", LYDITE)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def test_the_reader_of_a_pipe_may_leave(tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("food\tcake\n" * 20_000)
    for command in ("demo", "list", "match --pairs pairs.tsv --using exact"):
        ended = shell(f"lydite {command} | head -1; echo ${{PIPESTATUS[0]}}", tmp_path)
        assert ended.stdout.endswith("\n0\n"), command
        assert "Traceback" not in ended.stderr
        assert "Error" not in ended.stderr


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("lydite demo >&-", 0, ""),
        ("lydite demo -o out.txt >&- 2>&-", 0, ""),
        ("lydite score - run.jsonl <&-", 2, "standard input: "),
        ("lydite match --pairs - --using exact <&-", 0, "0 pairs"),
        ("lydite demo -o .", 2, "Is a directory"),
        ("lydite demo > /dev/full", 2, "No space left"),
    ],
)
def test_closed_streams_folders_and_full_disks(tmp_path: Path, line: str, status: int, said: str) -> None:
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    ended = shell(line, tmp_path)
    assert ended.returncode == status
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_misspelt_command_is_guessed(tmp_path: Path) -> None:
    assert re.search("'scroe'.*score", shell("lydite scroe", tmp_path).stderr)
    assert "lydite build --help" in shell("lydite build wikpedia x", tmp_path).stderr


def test_help_is_whole(tmp_path: Path) -> None:
    """No summary is cut off, every example can be copied, numbers are called numbers."""
    assert "..." not in shell("lydite --help", tmp_path).stdout.partition("Commands:")[2]
    root = application()
    assert isinstance(root, Commands)
    for name in root.list_commands(None):
        text = shell(f"lydite {name} --help", tmp_path).stdout
        assert "int range" not in text
        _, found, examples = text.partition("  Examples:\n")
        assert all(line.startswith("    lydite ") for line in examples.splitlines() if line), name
        group = hasattr(root.get_command(None, name), "list_commands")
        assert found or group or name in ("demo", "senses"), name


def test_numpy_names_no_reason_of_its_own(tmp_path: Path) -> None:
    """Its short writes are OSErrors without one; the message still says what happened."""
    from lydite.core.errors import OutputError
    from lydite.core.io.writing import writing

    said = r"x\.npy: .*10 requested and 0 written"
    with pytest.raises(OutputError, match=said), writing(tmp_path / "x.npy", "wb"):
        raise OSError("10 requested and 0 written")


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files are of other systems")
def test_what_is_replaced_stays_as_private_as_it_was(tmp_path: Path) -> None:
    from lydite.core.io.writing import writing

    path = tmp_path / "verdicts.json"
    for mode in (0o600, 0o640, 0o666):
        path.write_text("old")
        path.chmod(mode)
        with writing(path) as file:
            file.write("new")
        assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", mode)


def test_disks_that_take_no_room_in_advance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a full disk stops the work; where room cannot be taken, writing goes on without."""
    from lydite.core.store import preallocate

    file = tmp_path / "x.bin"
    file.write_bytes(b"1234")
    for number, full in ((errno.EOPNOTSUPP, False), (errno.EINVAL, False), (errno.ENOSPC, True)):

        def refuse(*_: int, number: int = number) -> None:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(os, "posix_fallocate", refuse, raising=False)
        with pytest.raises(OSError, match=r"x\.bin") if full else contextlib.nullcontext():
            preallocate(file)


def test_what_is_told_to_ignore_ctrl_c_ignores_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shell says so of jobs that a script puts into the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    seen: list[object] = []
    replace_inside(
        monkeypatch,
        "lydite.cli",
        "application",
        lambda: lambda *_, **__: seen.append(signal.getsignal(signal.SIGINT)),
    )
    try:
        main([])
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIG_IGN]


@pytest.mark.parametrize(("number", "status"), [("SIGINT", 2), ("SIGTERM", 143)])
@pytest.mark.parametrize(
    "then",
    [
        "raise RuntimeError('no object')",
        "raise OSError(5, 'no')",
        "raise InputError('no')",
        "time.sleep(30)",
        "try: raise MemoryError\n    finally: time.sleep(0.3); print('cleaned up')",
    ],
)
def test_an_interruption_that_a_library_missed(tmp_path: Path, number: str, status: int, then: str) -> None:
    """LLVM calls back with what it has compiled: interrupted there, numba ends in an error, or goes on."""
    code = f"""
import ctypes, signal, time
from lydite.cli import main
from lydite.core.errors import InputError

def command(*_, **__):
    ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.{number}))()
    {then}

signal.signal(signal.{number}, signal.SIG_DFL)  # jobs of scripts ignore Ctrl-C
main.__globals__["application"] = lambda: command
main([])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == status
    assert re.fullmatch("lydite: .*interrupted.*\n", done.stderr)
    assert done.stdout == ("cleaned up\n" if "finally" in then else "")


def test_commands_are_described_as_their_functions_are() -> None:
    def leaves(group: Any, path: str = "") -> Iterator[tuple[str, Any]]:
        for name in group.list_commands(None):
            one, place = group.get_command(None, name), f"{path} {name}".lstrip()
            if hasattr(one, "list_commands"):
                yield from leaves(one, place)
            else:
                yield place, one

    for name, one in leaves(application()):
        assert " ".join(one.help.split("\n\n")[0].split()) == COMMANDS[name]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["compare", "a", "--level", "3"], "--level: expected a number from 0.5 to 0.9999, not 3.0"),
        (["compare", "a", "--seed", "x"], "--seed: expected a whole number from 0, not the text 'x'"),
        (["compare", "a", "--interval", "bac"], "--interval: there is no 'bac'; did you mean bca? .*"),
        (["compare", "a", "--pair"], "there is no option --pair; did you mean --pairwise? .*"),
        (["score", "a", "--no-chanc"], "there is no option --no-chanc; did you mean --no-chance? .*"),
        (["compare", "a", "--digits"], "--digits needs a value .*"),
        (["--version=3"], "--version takes no value .*"),
        (["score", "a", "--no-header=yes"], "--no-header takes no value .*"),
        (["gate", "a"], "CANDIDATE is missing .*"),
        (["gate", "a", ""], "CANDIDATE is empty; .*"),
        (["match", "a", "b", "c"], "got unexpected extra argument .c. .*"),
    ],
)
def test_what_was_typed_wrongly_is_said_in_one_sentence(
    capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(args)
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(f"lydite: {said.replace('?', '[?]')}\n", err)
