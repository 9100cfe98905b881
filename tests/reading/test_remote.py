"""Files by address are read through the one opening, whatever they hold."""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest

import lydite
from inner import replace_inside
from lydite.cli import main
from lydite.core.errors import InputError, MissingExtra, OutputError
from lydite.core.io.opening import beginning, map_file, read_bytes
from lydite.core.io.remote import ensure_bucket, open_remote
from lydite.reading import read

fsspec = pytest.importorskip("fsspec", reason="needs the extra remote")
pytestmark = pytest.mark.extra
DEMO = Path(lydite.__file__).parent / "data" / "demo"


@pytest.fixture
def memory() -> Iterator[Any]:
    """The demo's files in a file system of fsspec's own."""
    system = fsspec.filesystem("memory")
    for name in ("gold.jsonl", "speller.jsonl"):
        system.pipe_file(f"/demo/{name}", (DEMO / name).read_bytes())
        system.pipe_file(f"/demo/{name}.gz", gzip.compress((DEMO / name).read_bytes()))
    yield system
    system.rm("/demo", recursive=True)


def _printed(capsys: pytest.CaptureFixture[str], *files: str, status: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["score", *files, "-m", "F1", "-f", "json"])
    printed = capsys.readouterr()
    assert ended.value.code == status, printed.err
    return printed.err if status else printed.out


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_scores_are_those_of_local_files(
    memory: Any, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    del memory
    here = _printed(capsys, str(DEMO / "gold.jsonl"), str(DEMO / "speller.jsonl"))
    there = _printed(capsys, f"memory://demo/gold.jsonl{ending}", f"memory://demo/speller.jsonl{ending}")
    assert json.loads(there) == json.loads(here)
    mixed = _printed(capsys, str(DEMO / "gold.jsonl"), (DEMO / "speller.jsonl").as_uri())
    assert json.loads(mixed) == json.loads(here)


def test_tables_and_parquet(memory: Any, tmp_path: Path) -> None:
    import polars as pl

    frame = pl.DataFrame({"id": ["a", "b"], "phrases": [["cat"], ["dog", "fish"]]})
    frame.write_parquet(tmp_path / "x.parquet")
    memory.pipe_file("/demo/x.parquet", (tmp_path / "x.parquet").read_bytes())
    memory.pipe_file("/demo/x.csv", b"id,phrases\na,cat\nb,dog;fish\n")
    assert read("memory://demo/x.parquet").to_dict() == {"a": ["cat"], "b": ["dog", "fish"]}
    assert read("memory://demo/x.csv").to_dict() == {"a": ["cat"], "b": ["dog", "fish"]}
    assert beginning("memory://demo/x.csv", 2) == b"id"
    assert bytes(map_file("memory://demo/x.csv")[:2]) == b"id"


def test_what_is_wrong_is_one_line_with_the_address(memory: Any, capsys: pytest.CaptureFixture[str]) -> None:
    memory.pipe_file("/demo/bad.jsonl", b'{"id": "a", "phrases": ["cat"]}\n{"id": \n')
    memory.pipe_file("/demo/bomb.jsonl.gz", gzip.compress(b" " * 50_000_000))
    gold = "memory://demo/gold.jsonl"
    for run, told in {
        "memory://demo/none.jsonl": "none.jsonl: ",
        "memory://demo": "memory://demo: ",
        "memory://demo/bad.jsonl": "memory://demo/bad.jsonl:2",
        "memory://demo/bomb.jsonl.gz": "memory://demo/bomb.jsonl.gz",
        "zip://x::memory://demo/y.zip": "zip://",
        "reference://x.json": "reference://",
    }.items():
        err = _printed(capsys, gold, run, status=2)
        assert told in err
        assert "Traceback" not in err


def test_what_is_secret_in_an_address_is_never_told(
    memory: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = {"gold.jsonl": "gold.jsonl", "run.jsonl": "speller.jsonl", "bad.jsonl": "speller.jsonl"}
    gold, run, bad = (f"memory://me:SECRET@demo/{name}?sig=SECRET" for name in files)
    for address, file in zip((gold, run, bad), files.values(), strict=True):
        content = (DEMO / file).read_bytes()
        memory.pipe_file(address.removeprefix("memory:/"), content[:-9] if address == bad else content)
    page = tmp_path / "page.html"
    with pytest.raises(SystemExit) as ended:
        main(
            ["score", gold, run, "-m", "F1", "-f", "html", "-o", str(page), "--save", str(tmp_path / "x.run")]
        )
    printed = capsys.readouterr()
    assert ended.value.code == 0, printed.err
    err = _printed(capsys, gold, bad, status=2) + _printed(capsys, gold, f"{run}x", status=2)
    assert "memory://demo/bad.jsonl:20" in err
    assert "SECRET" not in err + printed.err + printed.out + page.read_text("utf-8")
    assert b"SECRET" not in (tmp_path / "x.run").read_bytes()
    assert "memory://demo/run.jsonl" in page.read_text("utf-8")
    memory.rm("/me:SECRET@demo", recursive=True)


def test_what_has_no_size_may_have_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYDITE_MAX_CONTENT", "1")
    with pytest.raises(InputError, match="LYDITE_MAX_CONTENT"):
        read("file:///dev/zero")

    class Endless(io.BytesIO):
        size = None

        def read(self, size: int | None = -1, /) -> bytes:
            return b"x" * (size or 1)

    replace_inside(monkeypatch, "lydite.core.io", "open_remote", lambda _: (Endless(), 0))
    with pytest.raises(InputError, match="LYDITE_MAX_CONTENT"):
        read_bytes("memory://demo/endless")


def test_folders_are_asked_for_only_where_a_file_cannot_be_opened(
    memory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> bool:
        raise PermissionError("ListBucket")

    monkeypatch.setattr(type(memory), "isdir", refused)
    assert read_bytes("memory://demo/gold.jsonl") == (DEMO / "gold.jsonl").read_bytes()
    with pytest.raises(InputError, match=r"none\.jsonl: .*no such file"):
        read_bytes("memory://demo/none.jsonl")


def test_an_input_by_its_address_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = tmp_path / "my gold.jsonl"
    gold.write_bytes((DEMO / "gold.jsonl").read_bytes())
    with pytest.raises(SystemExit) as ended:
        main(["score", gold.as_uri(), str(DEMO / "speller.jsonl"), "-m", "F1", "-o", str(gold)])
    assert ended.value.code == 2
    assert "my gold.jsonl: " in capsys.readouterr().err
    assert gold.read_bytes() == (DEMO / "gold.jsonl").read_bytes()


def test_nothing_is_written_to_the_web(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(DEMO / "gold.jsonl"), str(DEMO / "speller.jsonl")]
    with pytest.raises(SystemExit) as ended:
        main(["score", *files, "-m", "F1", "-o", "https://me:secret@localhost/table.md"])
    assert ended.value.code == 2
    printed = capsys.readouterr().err
    assert printed.startswith("lydite: https://localhost/table.md: ")


def test_clients_that_are_missing_or_fail(memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "fsspec", None)
        with pytest.raises(MissingExtra, match="fsspec.*remote"):
            open_remote("s3://bucket/run.jsonl")
    monkeypatch.setitem(sys.modules, "s3fs", None)
    loaded = sys.modules["fsspec.registry"]._registry  # by another test, maybe
    monkeypatch.delitem(loaded, "s3", raising=False)
    with pytest.raises(InputError, match="^s3://bucket/run.jsonl: .*install"):
        open_remote("s3://bucket/run.jsonl")

    class Failing:
        size = 7

        def read(self, count: int) -> bytes:
            raise RuntimeError(f"the network\nis gone after {count and 0}")

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            self.closed = True

    monkeypatch.setattr(type(memory), "open", lambda *_, **__: Failing())
    with pytest.raises(InputError, match=r"gold\.jsonl: .*the network is gone after 0"):
        read_bytes("memory://demo/gold.jsonl")


def _told(capsys: pytest.CaptureFixture[str], *command: str, status: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        main([*command])
    printed = capsys.readouterr()
    assert ended.value.code == status, printed.err
    return printed.err if status else printed.out


def test_files_at_addresses_are_parts(memory: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """By a pattern of addresses, two files of each side."""
    gold, run = (memory.cat(f"/demo/{name}.jsonl").splitlines(keepends=True) for name in ("gold", "speller"))
    for part in (0, 1):
        memory.pipe(f"/demo/g/{part}.jsonl", b"".join(gold[part::2]))
        memory.pipe(f"/demo/s/{part}.jsonl", b"".join(run[part::2]))
    more = ("-m", "F1", "--no-chance", "-f", "json")
    files = ("memory://demo/gold.jsonl", "memory://demo/speller.jsonl")
    whole = json.loads(_told(capsys, "score", *files, *more))["results"][0]
    parts = json.loads(_told(capsys, "score", "memory://demo/g/*", "memory://demo/s/*", *more))["results"][0]
    assert (parts["value"], parts["n"]) == (whole["value"], whole["n"])
    hidden = "memory://me:SECRET@demo/nothing/*?sig=SECRET"
    assert "SECRET" not in _told(capsys, "score", hidden, hidden, "-m", "F1", status=2)


def test_a_page_at_an_address(memory: Any, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["memory://demo/gold.jsonl", "memory://demo/speller.jsonl"]
    _told(capsys, "score", *files, "-m", "F1", "--save", "memory://demo/x.run", "--save-items")
    _told(capsys, "report", "memory://demo/x.run", "-o", "memory://demo/page.html")
    assert b"<h1>speller on 20 items</h1>" in memory.cat("/demo/page.html")


def test_no_secret_of_a_path_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """An address that went through pathlib has one stroke, and a key and a word all the same."""
    files = [str(DEMO / name) for name in ("gold.jsonl", "speller.jsonl")]
    for option, why in (("--chart", ".*chart"), ("--items", ".*items")):
        err = _told(capsys, "score", *files, "-m", "F1", option, "s3://key:SECRET@bucket/x.bmp", status=2)
        assert re.match(f"lydite: s3://bucket/x.bmp: {why}", err)


def test_who_may_not_ask_for_a_bucket_may_still_write(monkeypatch: pytest.MonkeyPatch) -> None:
    class System:
        def __init__(self, error: Exception) -> None:
            self.error = error

        def info(self, _: str) -> None:
            raise self.error

    def ask(error: Exception) -> None:
        monkeypatch.setattr("lydite.core.io.remote.connect", lambda _: (System(error), "bucket/x"))
        ensure_bucket("gs://bucket/x")

    for error in (PermissionError("Access Denied"), OSError("Forbidden: https://host/b/bucket/o\nno list")):
        ask(error)
    for wrong in (FileNotFoundError("bucket"), OSError("no network")):
        with pytest.raises(OutputError, match="gs://bucket/x"):
            ask(wrong)
