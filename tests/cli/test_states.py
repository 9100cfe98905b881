"""Narrow terminals, no colours, files and paths of Windows, read-only folders, runs of other versions."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import lydite
from lydite.cli import main, write_files
from lydite.core.spec import parse
from sample_runs import put_together, taken_apart

SOURCE = Path(lydite.__file__).parent
COMMANDS = (
    "demo",
    'score gold.jsonl speller.jsonl meaner.jsonl -m F1 -m "F1(match=wordnet)"',
    "score gold.jsonl --runs teams --rank-by F1",
    "semeval C sentiment/five_point/gold.tsv sentiment/five_point/eager.tsv",
    "probe latin/small.vec latin/large.vec -t latin/categories.csv -m topk",
    "list measures",
    "validate gold.jsonl",
    "score nowhere.jsonl speller.jsonl",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("states") / "demo"
    write_files(place)
    return place


def on_terminal(line: str, folder: Path, columns: int) -> str:
    """Return what a command shows on a terminal so wide, both streams, as it was sent."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k not in {"COLUMNS", "LINES", "NO_COLOR"}}
    environment |= {"TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        ["/bin/sh", "-c", f"exec {sys.executable} -m lydite {line}"],
        stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, cwd=folder, env=environment,
    )  # fmt: skip
    os.close(theirs)
    sent = b""
    with contextlib.suppress(OSError):  # how Linux tells that the other end is closed
        while piece := os.read(ours, 1 << 16):
            sent += piece
    os.close(ours)
    process.wait(timeout=60)
    return sent.decode("utf-8").replace("\r\n", "\n")


@pytest.mark.skipif(sys.platform == "win32", reason="has no terminals of this kind")
@pytest.mark.parametrize("line", COMMANDS)
def test_forty_columns_without_colours(line: str, folder: Path) -> None:
    sent = on_terminal(line, folder, 40)
    shown = re.sub(r"\r[^\n]*?\x1b\[K", "", sent)  # the progress line, which is taken away again
    assert "\x1b" not in shown
    assert "\\x1b" not in shown
    wide = [text for text in shown.split("\n") if len(text) > 40]
    assert all(
        "lydite" in text or text.startswith("          ") for text in wide
    )  # commands, notes on stderr
    assert "Traceback" not in shown


@pytest.mark.skipif(sys.platform == "win32", reason="has no terminals of this kind")
def test_help_and_the_titles_of_demonstrations_fit_forty_columns(folder: Path) -> None:
    lines = on_terminal("score --help", folder, 40).split("Examples:")[0].split("\n")
    assert [text for text in lines if len(text) > 40 and not text.startswith("  -")] == []  # names of options
    assert "          Write to this file instead." in lines
    title, _, _ = on_terminal("demo tags", folder, 40).partition("\n\n")
    assert title.startswith("Thirty tweets")
    assert max(map(len, title.split("\n"))) <= 40


# Windows


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_marks_of_windows_change_no_figure(folder: Path, tmp_path: Path, start: bytes) -> None:
    def windows(name: str) -> str:
        path = tmp_path / name.replace("/", "-")
        path.write_bytes(start + (folder / name).read_bytes().replace(b"\n", b"\r\n"))
        return str(path)

    for gold, run, measure in (
        ("gold.jsonl", "speller.jsonl", "F1"),
        (
            "tags/gold.jsonl",
            "tags/nearest.jsonl",
            f"reval(k=3, thesaurus={folder / 'tags' / 'synonyms.tsv'})",
        ),
        ("sentiment/two_point/gold.tsv", "sentiment/two_point/wary.tsv", "accuracy"),
    ):
        plain = lydite.evaluate(str(folder / gold), str(folder / run), measure, bootstrap=0, chance=0)
        theirs = lydite.evaluate(windows(gold), windows(run), measure, bootstrap=0, chance=0)
        assert [r.value for r in theirs] == [r.value for r in plain]
    thesaurus = parse(f"reval(thesaurus={json.dumps(windows('tags/synonyms.tsv'))})", "measure")
    assert lydite.evaluate(
        str(folder / "tags" / "gold.jsonl"), str(folder / "tags" / "nearest.jsonl"), thesaurus, bootstrap=0
    )[0].value > 0.5  # fmt: skip


def test_paths_of_windows_are_said_as_they_are(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = r"C:\Users\Jo Doe\gold.jsonl"
    with pytest.raises(SystemExit) as ended:
        main(["score", path, path])
    assert ended.value.code == 2
    assert f"lydite: {path}: " in capsys.readouterr().err
    one = parse(f"thesaurus(store={json.dumps(path)}, k=3)", "matcher")
    assert parse(str(one), "matcher") == one
    named = parse("thesaurus(store=tags, k=3)", "matcher", {"tags": path})
    assert path.replace("\\", "\\\\") in str(named)
    (tmp_path / r"C:\runs\a.jsonl").write_text('{"id": "d", "phrases": ["x"]}\n')
    assert lydite.evaluate({"d": ["x"]}, str(tmp_path / r"C:\runs\a.jsonl"), "P")[0].value == 1.0


# what may not be written


@pytest.fixture
def read_only(folder: Path, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder that may be read only, and what a command that is run there begins with."""
    place = tmp_path / "read only"
    shutil.copytree(folder, place)
    if os.geteuid() == 0:  # who may write wherever a mode forbids it, so it is the disk that must
        mount = f"mount --bind '{place}' '{place}' && mount -o remount,ro,bind '{place}' && cd '{place}'"
        if subprocess.run(["unshare", "-m", "sh", "-c", mount], capture_output=True, check=False).returncode:
            pytest.skip("no disk can be made read-only here")
        yield place, f"{mount} && "
        return
    place.chmod(0o555)
    yield place, f"cd '{place}' && "
    place.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="has no folders of this kind")
@pytest.mark.parametrize("option", ["-o out.txt", "--save a.run", "--chart c.svg", "--items i.csv", ""])
def test_a_folder_that_may_be_read_only(read_only: tuple[Path, str], option: str) -> None:
    place, start = read_only
    before = sorted(place.rglob("*"))
    line = f"{start}exec {sys.executable} -m lydite score gold.jsonl speller.jsonl -m P {option}"
    done = subprocess.run(
        [*(["unshare", "-m"] if "mount" in start else []), "sh", "-c", line],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert sorted(place.rglob("*")) == before
    if not option:  # what only reads works there
        assert done.returncode == 0, done.stderr
        return
    assert done.returncode == 2, done.stderr
    assert re.fullmatch(r"lydite: \S+: .*Permission denied\n", done.stderr)
    assert done.stdout == ""


# runs of other versions


@pytest.mark.parametrize(("schema", "said"), [(99, "newer version"), (0, "older version")])
def test_a_run_of_another_version_is_told(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], schema: int, said: str
) -> None:
    place, other = tmp_path / "a.run", tmp_path / "other.run"
    score = ["score", str(folder / "gold.jsonl"), str(folder / "speller.jsonl"), "-m", "P"]
    with pytest.raises(SystemExit):
        main([*score, "--save", str(place)])
    header, arrays = taken_apart(place.read_bytes())
    other.write_bytes(put_together(header | {"schema": schema}, arrays))
    capsys.readouterr()
    for command in ("compare", "gate", "report"):
        with pytest.raises(SystemExit) as ended:
            main([command, str(other), str(place)])
        told = capsys.readouterr()
        assert ended.value.code == 2
        assert re.search(f"{other}: .*{said}.* {schema}.* 1 to 3\n", told.err)
        assert told.out == ""


# Nothing to score


def test_gold_without_a_phrase_says_why_there_is_no_value() -> None:
    gold: dict[str, list[str]] = {"a": [], "b": []}
    run = {"a": ["cat"], "b": ["dog"]}
    told = "--no-gold zero"
    assert any(told in note for note in lydite.evaluate(gold, run, "F1").notes)
    assert not any(told in note for note in lydite.evaluate(gold, run, "F1", no_gold="zero").notes)
    assert not any(told in note for note in lydite.evaluate(gold | {"b": ["dog"]}, run, "F1").notes)
