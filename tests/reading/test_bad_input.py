"""Every kind of bad input: one line that names file and line, through the library and the command."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import re
import signal
import subprocess
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

import pytest
import zstandard

from inner import replace_inside
from lydite.cli import main
from lydite.core.errors import InputError
from lydite.core.io.writing import writing
from lydite.reading import FORMATS, read

LINES = b'{"id": "a", "phrases": ["x"]}\n{"id": "b", "phrases": ["y"]}\n'


@dataclass(frozen=True)
class Bad:
    """A file that cannot be read as it stands, and what the message says after the file's name."""

    name: str
    content: bytes
    message: str


TWICE = "item 'a': 'x' .*twice.* 1 .* 0"
CASES = {
    "empty": Bad("p.jsonl", b"", ": .*empty"),
    "blank": Bad("p.tsv", b"\n \n\n", ": .*empty"),
    "only a header": Bad("p.csv", b"id,phrase\n", ": .*header"),
    "empty object": Bad("p.json", b"{}", ": .*no items"),
    "column count, tsv": Bad("p.tsv", b"1\tx\n2\ty\tz\n", ":2: .*2 columns .*line 1.* 3"),
    "column count, csv": Bad("p.csv", b"id,phrase\na,x\nb\n", ":3: .*2 columns .*line 1.* 1"),
    "many columns, no header": Bad("p.tsv", b"a\tx\t1\tu\n", ":1: .*columns"),
    "judged twice, qrels": Bad("p.qrels", b"a 0 x 1\na 0 y 1\na 0 x 0\n", f":3: {TWICE}"),
    "subtopics, qrels": Bad(
        "p.qrels", b"a 1 x 1\na 2 x 0\n", f":2: {TWICE}.*'1' .*'2' .*column 2"
    ),
    "column count, qrels": Bad("p.qrels", b"a 0 x 1\nb 0 y\n", ":2: .*4 columns"),
    "column count, run": Bad("p.run", b"a Q0 x 1 0.5 s\nb Q0 y 1 0.5\n", ":2: .*6 columns"),
    "no columns for ids": Bad("p.csv", b"phrase,score\nx,1\n", ":2: .*--id"),
    "no id": Bad("p.csv", b"id,phrase\na,x\n,y\n", ":3: .*id"),
    "score is no number": Bad("p.tsv", b"a\tx\t0.5\nb\ty\thigh\n", ":2: expected a finite number"),
    "score is NaN": Bad("p.run", b"a Q0 x 1 nan s\n", ":1: expected a finite number, found NaN"),
    "quote never closed": Bad("p.csv", b'id,phrase\na,"x\nb,y\n', ":2: .*CSV"),
    "invalid JSON on line 3": Bad("p.jsonl", LINES + b'{"id": "c", "phrases": ["x"\n', ":3: .*JSON"),
    "invalid JSON object": Bad("p.json", b'{"a": ["x"],\n"b": ["y"]\n"c": []}', ":3: .*JSON"),
    "nested without end": Bad("p.jsonl", b"[" * 100_000, ":1: "),
    "not an object": Bad("p.jsonl", LINES + b"[1]\n", ":3: .*object"),
    "phrases missing": Bad("p.jsonl", LINES + b'{"id": "c", "text": "x"}\n', ":3: .*phrases"),
    "id missing": Bad("p.jsonl", LINES + b'{"phrases": ["x"]}\n', ":3: .*id"),
    "id is null": Bad("p.jsonl", LINES + b'{"id": null, "phrases": []}\n', ":3: .*id .*null"),
    "phrases are a string": Bad("p.jsonl", b'{"id": "c", "phrases": "x"}\n', ":1: item 'c': .*list"),
    "phrase is a number": Bad("p.jsonl", b'{"id": "c", "phrases": [7]}\n', ":1: item 'c': .*7"),
    "phrase in an object is null": Bad("p.json", b'{"c": ["x", null]}', ": item 'c': .*None"),
    "scores too short": Bad("p.jsonl", b'{"id": "c", "phrases": ["x"], "scores": []}', ":1: item 'c': "),
    "lone surrogate": Bad("p.json", b'{"c": ["\\ud800"]}', ":1: .*JSON"),
    "NUL byte": Bad("p.tsv", b"a\tx\nb\ty\0z\nc\tw\n", ":2: .*NUL"),
    "UTF-16 cut in a character": Bad("p.tsv", "a\tx\nb\ty".encode("utf-16")[:-1], ":2: .*utf-16"),
    "UTF-16 without mark": Bad("p.tsv", "a\tx\n".encode("utf-16-le"), ":1: .*UTF-16"),
    "UTF-16, big end first": Bad("p.txt", "a\tx\n".encode("utf-16-be"), ":1: .*UTF-16"),
    "cp1252": Bad("p.tsv", "a\tx\nb\tcaf\xe9\n".encode("cp1252"), r":2: .*UTF-8 \(byte 0xe9\)"),
    "100 MB line": Bad("p.tsv", b"a\tx\nb\t" + b"y" * 100_000_000, ":2: .*line .*16 million"),
    "duplicate id, JSON lines": Bad("p.jsonl", LINES + LINES, ":3: item 'a' .*line 1"),
    "duplicate id, JSON": Bad("p.json", b'{"a": [],\n"a": []}', ":2: item 'a' .*line"),
    "duplicate id, csv": Bad("p.csv", b"id,tags\na,x\na,z\n", ":3: item 'a' .*line"),
    "key twice, JSON lines": Bad(
        "p.jsonl", LINES + b'{"id": "c", "phrases": [], "phrases": 1}', ":3: .*'phrases'"
    ),
    "key twice within": Bad(
        "p.jsonl", LINES + b'{"id": "c", "phrases": {"x:": 1, "x:": 2}}\n', ":3: .*'x:'"
    ),
    "long or delimited": Bad("p.tsv", b"a\tx\na\ty;z\n", ":2: .*items"),
    "unknown format": Bad("p.dat", b"once upon a time\n", ": .*format"),
    "truncated gzip": Bad("p.jsonl.gz", gzip.compress(LINES * 99)[:-20], ": .*truncated"),
    "truncated bzip2": Bad("p.jsonl.bz2", bz2.compress(LINES * 99)[:-20], ": .*truncated"),
    "truncated xz": Bad("p.jsonl.xz", lzma.compress(LINES * 99)[:-20], ": .*truncated"),
    "truncated zstd": Bad("p.jsonl.zst", zstandard.compress(LINES * 99)[:-9], ": .*truncated"),
    "damaged gzip": Bad("p.jsonl.gz", gzip.compress(LINES)[:-8] + b"no check", ": .*damaged"),
    "gzip in name only": Bad("p.jsonl.gz", LINES, ": .*compressed .*gz"),
    "another compression": Bad("p.jsonl.gz", zlib.compress(LINES), ": .*compressed .*gz"),
    "damaged Parquet": Bad("p.parquet", b"PAR1 and no more", ": .*Parquet"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_library(case: Bad, tmp_path: Path) -> None:
    path = tmp_path / case.name
    path.write_bytes(case.content)
    with pytest.raises(InputError) as error:
        read(path)
    assert re.match(f"{path}{case.message}", str(error.value))
    assert "\n" not in str(error.value)


COMMAND_CASES = (
    "empty", "column count, tsv", "invalid JSON on line 3", "NUL byte", "UTF-16 without mark", "cp1252",
    "100 MB line", "duplicate id, JSON lines", "unknown format", "truncated gzip", "damaged Parquet",
)  # fmt: skip


@pytest.mark.parametrize("name", COMMAND_CASES)
def test_command(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    path = tmp_path / case.name
    path.write_bytes(case.content)
    refused(tmp_path, gold_file(tmp_path), path, message=f"{path}{case.message}")


def test_folder_instead_of_file(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(InputError, match=f"^{empty}: .*folder[^\n]*$"):
        read(empty)
    refused(tmp_path, gold_file(tmp_path), empty, message=f"{empty}: .*folder")


def test_no_such_file(tmp_path: Path) -> None:
    refused(
        tmp_path, gold_file(tmp_path), tmp_path / "no.jsonl", message=f"{tmp_path}/no.jsonl: .*No such file"
    )


@pytest.mark.skipif(
    not Path("/proc/self/mem").exists(), reason="a file whose reading fails, for root as well"
)
def test_reading_fails(tmp_path: Path) -> None:
    refused(tmp_path, gold_file(tmp_path), Path("/proc/self/mem"), message="/proc/self/mem: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(LINES)
    path.chmod(0)
    refused(tmp_path, gold_file(tmp_path), path, message=f"{path}: .*Permission denied")


def test_unknown_names(tmp_path: Path) -> None:
    gold = gold_file(tmp_path)
    with pytest.raises(InputError, match="'jsnl'.*jsonl"):
        read(gold, format="jsnl")
    with pytest.raises(InputError, match=f"'x'.*{', '.join(FORMATS)}"):
        read(gold, format="x")
    with pytest.raises(InputError, match="encoding 'utf-9'"):
        read(gold, encoding="utf-9")
    refused(tmp_path, gold, gold, "--input-format", "jsnl", message=f"{gold}: .*'jsnl'")


def test_what_cannot_be_read_at_all() -> None:
    with pytest.raises(InputError, match="int$"):
        read(3)


def test_output_folder_missing(tmp_path: Path) -> None:
    gold, out = gold_file(tmp_path), tmp_path / "no" / "out.json"
    found = run("score", gold, gold, "-o", out)
    assert found.returncode == 2
    assert re.fullmatch(f"lydite: {out}: .*No such file or directory\n", found.stderr)


HALF_WRITTEN = """
import contextlib, sys, time
import lydite.core.io.writing

whole = lydite.core.io.writing.writing

@contextlib.contextmanager
def slow(*args):
    with whole(*args) as file:
        file.write("half of it")
        file.flush()
        print("writing", flush=True)
        time.sleep(60)
        yield file

lydite.core.io.writing.writing = slow
from lydite.cli import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 2), (signal.SIGTERM, 143)])
def test_interrupted_while_writing(tmp_path: Path, number: int, status: int) -> None:
    gold, out = gold_file(tmp_path), tmp_path / "out.json"
    out.write_text("what was there before")
    command = [sys.executable, "-c", HALF_WRITTEN, "score", str(gold), str(gold), "--same", "-o", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "writing\n"
        assert len(list(tmp_path.iterdir())) == 3
        process.send_signal(number)
        _, error = process.communicate(timeout=60)
    assert process.returncode == status
    assert re.fullmatch("lydite: .*interrupted.*\n", error)
    assert sorted(tmp_path.iterdir()) == [gold, out]
    assert out.read_text() == "what was there before"


def test_a_file_that_unpacks_to_more_than_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Engine:
        eof = False

        def decompress(self, *_: object) -> bytes:
            raise MemoryError("unable to allocate output buffer")

    gold, bomb = gold_file(tmp_path), tmp_path / "p.jsonl.gz"
    bomb.write_bytes(gzip.compress(LINES))
    replace_inside(monkeypatch, "lydite.core.io", "decompressor", lambda kind: Engine())
    with pytest.raises(SystemExit) as ended:
        main(["score", str(gold), str(bomb)])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert re.fullmatch("lydite: .*memory.*\n", said)


def test_a_full_disk_is_said_in_one_line(tmp_path: Path) -> None:
    gold = gold_file(tmp_path)
    command = [sys.executable, "-m", "lydite", "score", str(gold), str(gold), "--same", "-m", "F1"]
    with open("/dev/full", "w") as full:  # noqa: PTH123
        found = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert found.returncode == 2
    assert re.fullmatch("lydite: standard output: .*No space left on device\n", found.stderr)


def test_links_and_pipes_are_written_through(tmp_path: Path) -> None:
    """A link still points to its file afterwards, and what is no file is not replaced by one."""
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    file.write_text("before")
    link.symlink_to(file)
    with writing(link) as out:
        out.write("after")
    assert link.is_symlink()
    assert file.read_text() == "after"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        with writing(pipe) as out:
            out.write("through")
        assert reader.communicate(timeout=60)[0] == "through"
    assert pipe.is_fifo()


def test_encoding_is_named(tmp_path: Path) -> None:
    for encoding in ("utf-16", "cp1252"):
        path = tmp_path / f"{encoding}.tsv"
        path.write_bytes("d1\tcaf\xe9;tea\n".encode(encoding))
        assert read(path, encoding=encoding).to_dict() == {"d1": ["café", "tea"]}
    with pytest.raises(InputError, match=":1: .*ascii"):
        read(path, encoding="ascii")


def test_byte_order_mark_is_no_part_of_an_id(tmp_path: Path) -> None:
    path = tmp_path / "p.tsv"
    path.write_bytes(b"\xef\xbb\xbfd1\tx\nd1\ty\n")
    assert read(path).ids == ("d1",)


def gold_file(folder: Path) -> Path:
    path = folder / "gold.json"
    path.write_text(json.dumps({"a": ["x"], "b": ["y"]}))
    return path


def run(*args: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lydite", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def refused(folder: Path, gold: Path, *args: object, message: str) -> None:
    """Hold that the command says one line, ends with status 2 and leaves nothing behind."""
    out = folder / "out.json"
    before = sorted(folder.rglob("*"))
    found = run("score", gold, *args, "-m", "F1", "-o", out)
    assert found.returncode == 2, found.stderr
    assert found.stdout == ""
    assert re.match(f"lydite: {message}", found.stderr)
    assert found.stderr.count("\n") == 1
    assert sorted(folder.rglob("*")) == before
