"""Every file argument of every command in every form: the same result, or one line that names the file."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

import inputs
from inner import replace_inside
from inputs import FOLDERS, INPUTS, MODELS, OUTPUTS, RESOURCE_STORES, RESOURCES, STORES, WORDS
from lydite.cli import main

CASES = {**INPUTS, **inputs.more()}
PACKED: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "gz": (".gz", gzip.compress),
    "bz2": (".bz2", bz2.compress),
    "xz": (".xz", lzma.compress),
    "zst": (".zst", zstandard.compress),
    "two gz streams": (".gz", lambda b: gzip.compress(b[:9]) + gzip.compress(b[9:]) + bytes(512)),
    "gz without a suffix": ("", gzip.compress),
}
MARKED: dict[str, Callable[[str], bytes]] = {
    "UTF-8 with a mark": lambda t: t.encode("utf-8-sig"),
    "UTF-16": lambda t: t.encode("utf-16"),
    "UTF-16, big end first": lambda t: b"\xfe\xff" + t.encode("utf-16-be"),
    "UTF-32": lambda t: t.encode("utf-32"),
}
NOISE = bytes(range(128, 256)) + bytes(range(128))
DEEP = b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"\n"
HUGE = {"nested": DEEP, "many cells": b"a,b" * 100_000, "an open quote": b'"' + b"a" * 200_000}
BAD: dict[str, tuple[str, Callable[[bytes], bytes | None]]] = {
    "truncated gz": (".gz", lambda b: gzip.compress(b)[:-10]),
    "damaged xz": (".xz", lambda b: b"".join([(x := lzma.compress(b))[:40], b"\0\1\2\3", x[44:]])),
    "truncated zst": (".zst", lambda b: zstandard.compress(b)[:-3]),
    "plain, but named gz": (".gz", lambda b: b),
    "missing": ("", lambda b: None),
    "noise": ("", lambda b: NOISE * 9),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("inputs")
    inputs.prepare(found)
    return found


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, Any, str]]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    replace_inside(monkeypatch, "lydite.probes.testsets.wikidata", "SparqlClient._answer", _answer)

    def run(args: list[str], made: str = "", given: bytes = b"") -> tuple[int, Any, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = 0
        try:
            main(args)
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        file = Path(made).read_text("utf-8") if made and not status else ""
        return status, (_plain(said.out), file), said.err

    return run


PLAIN: dict[str, Any] = {}  # what each command answers where the file is plain


def expected(name: str, folder: Path, tmp_path: Path, run: Any) -> Any:
    if name not in PLAIN:
        case = CASES[name]
        path = tmp_path / case.file
        path.write_bytes(case.bytes(folder))
        status, found, said = run(case.args(str(path), folder), case.made)
        assert status == 0, said
        PLAIN[name] = found
        _remove(tmp_path)
    return PLAIN[name]


@pytest.mark.parametrize("way", PACKED)
@pytest.mark.parametrize("name", CASES)
def test_compressed(name: str, way: str, folder: Path, tmp_path: Path, run: Any) -> None:
    wanted, case = expected(name, folder, tmp_path, run), CASES[name]
    suffix, pack = PACKED[way]
    path = tmp_path / f"{case.file}{suffix}"
    path.write_bytes(pack(case.bytes(folder)))
    status, found, said = run(case.args(str(path), folder), case.made)
    assert status == 0, said
    assert found == wanted


@pytest.mark.parametrize("way", MARKED)
@pytest.mark.parametrize("name", [n for n in CASES if CASES[n].text])
def test_marked(name: str, way: str, folder: Path, tmp_path: Path, run: Any) -> None:
    wanted, case = expected(name, folder, tmp_path, run), CASES[name]
    path = tmp_path / case.file
    path.write_bytes(MARKED[way](case.bytes(folder).decode()))
    status, found, said = run(case.args(str(path), folder), case.made)
    assert status == 0, said
    assert found == wanted


def encoded() -> list[str]:
    """Return the arguments of those commands to which an encoding can be named."""
    named = {command for command, parameter in inputs.commands() if parameter.name == "encoding"}
    words = {"probe vectors", "score hashtags"}  # sources are UTF-8
    return [n for n in INPUTS if n.rpartition(" ")[0] in named and n not in words and not INPUTS[n].saved]


@pytest.mark.parametrize("name", encoded())
def test_named_encoding(name: str, folder: Path, tmp_path: Path, run: Any) -> None:
    wanted, case = expected(name, folder, tmp_path, run), CASES[name]
    path = tmp_path / case.file
    path.write_bytes(case.bytes(folder).decode().encode("cp1252"))
    status, _, said = run(case.args(str(path), folder))
    if any(byte > 127 for byte in case.bytes(folder)):
        refused(status, said, str(path))
        assert "cp1252" in said
    other = [a for a in case.args(str(path), folder) if a.endswith((".jsonl", ".tsv")) and a != str(path)]
    for file in other:  # an encoding is that of all files
        copy = tmp_path / f"copy-{Path(file).name}"
        copy.write_bytes(Path(file).read_text("utf-8").encode("cp1252"))
    args = [str(tmp_path / f"copy-{Path(a).name}") if a in other else a for a in case.args(str(path), folder)]
    status, found, said = run([*args, "--encoding", "cp1252"], case.made)
    assert status == 0, said
    assert found == wanted


@pytest.mark.parametrize("way", ["plain", "gz"])
@pytest.mark.parametrize("name", CASES)
def test_standard_input(name: str, way: str, folder: Path, tmp_path: Path, run: Any) -> None:
    wanted, case = expected(name, folder, tmp_path, run), CASES[name]
    content = gzip.compress(case.bytes(folder)) if way == "gz" else case.bytes(folder)
    status, found, said = run(case.args("-", folder), case.made, content)
    if case.once:
        assert status == 0, said
        assert found == wanted
    else:
        refused(status, said, "standard input")
        assert "once" in said


@pytest.mark.parametrize("way", [*BAD, "a folder"])
@pytest.mark.parametrize("name", CASES)
def test_bad(name: str, way: str, folder: Path, tmp_path: Path, run: Any) -> None:
    case = CASES[name]
    if way == "a folder":
        path = tmp_path / case.file
        path.mkdir()
    else:
        suffix, spoil = BAD[way]
        path = tmp_path / f"{case.file}{suffix}"
        content = spoil(case.bytes(folder))
        if content is not None:
            path.write_bytes(content)
    status, _, said = run(case.args(str(path), folder), case.made)
    refused(status, said, str(path))
    assert not case.made or not Path(case.made).exists()


@pytest.mark.parametrize(
    "name", [n for n, c in CASES.items() if c.text and not n.startswith("build wordnet")]
)
def test_utf_16_without_a_mark(name: str, folder: Path, tmp_path: Path, run: Any) -> None:
    """Of texts; XML tells its encoding in other ways, too."""
    case = CASES[name]
    path = tmp_path / case.file
    path.write_bytes(case.bytes(folder).decode().encode("utf-16-le"))
    status, _, said = run(case.args(str(path), folder), case.made)
    refused(status, said, str(path))
    assert "UTF-16" in said
    assert not case.made or not Path(case.made).exists()


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("way", HUGE)
def test_huge(way: str, name: str, folder: Path, tmp_path: Path, run: Any) -> None:
    """JSON that is nested too deeply and huge cells are told, or are lines like others."""
    path = tmp_path / CASES[name].file
    path.write_bytes(HUGE[way])
    status, _, said = run(CASES[name].args(str(path), folder), CASES[name].made)
    assert status in {0, 2}, said


@pytest.mark.parametrize("name", sorted({*STORES, *RESOURCE_STORES}))
@pytest.mark.parametrize("way", ["-", "missing", "a file", "a folder", "a deep manifest"])
def test_stores(name: str, way: str, folder: Path, tmp_path: Path, run: Any) -> None:
    path = tmp_path / "there"
    if way == "a file":
        path.write_bytes(b"no store")
    elif way != "missing":
        path.mkdir()
    if way == "a deep manifest":
        (path / "manifest.json").write_bytes(DEEP)
    given = "-" if way == "-" else str(path)
    args = [given if part == "{}" else part for part in STORES.get(name, "").split()]
    status, _, said = run(args if name in STORES else inputs.spec_args(name)(given, folder))
    refused(status, said, "standard input" if way == "-" else str(path))


def test_every_argument_is_here() -> None:
    """A new argument that may name a file must be said to read one, to write one, or to name none."""
    found = {f"{command} {parameter.name}" for command, parameter in inputs.commands()}
    assert found >= {*INPUTS, *STORES}
    for command, parameter in inputs.commands():
        name = f"{command} {parameter.name}"
        places = [name in {*INPUTS, *STORES, *FOLDERS}, parameter.name in OUTPUTS, parameter.name in WORDS]
        assert sum(places) == 1, f"{name}: say in tests/inputs.py what it is"
    assert inputs.resources() == {*RESOURCES, *RESOURCE_STORES, *MODELS}


def refused(status: int, said: str, name: str) -> None:
    assert status == 2, said
    assert said.count("\n") == 1, said
    assert said.startswith("lydite: "), said
    assert name in said, said


def _plain(out: str) -> Any:
    """Leave out what names the file: systems and signatures."""
    try:
        found = json.loads(out)
    except ValueError:
        return re.sub(r"\b[\w.]{1,80}:[0-9a-f]{16}", "file", out)
    if isinstance(found, dict) and "results" in found:
        return [
            {k: v for k, v in r.items() if k not in ("system", "signature", "measure", "parameters")}
            for r in found["results"]
        ]
    if isinstance(found, dict) and "sets" in found:
        return [{k: v for k, v in one.items() if k != "name"} for one in found["sets"]]
    return found


def _answer(self: Any, query: str) -> dict[str, Any]:
    """Answer a query by a word that stands for it."""
    item = {"value": "http://www.wikidata.org/entity/Q1"}
    label = {"value": f"w{zlib.crc32(query.encode())}"}
    bindings = (
        [] if "OFFSET 0" not in query else [{"item": item, "label": label, "language": {"value": "en"}}]
    )
    return {"results": {"bindings": bindings}}


def _remove(folder: Path) -> None:
    import shutil

    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
