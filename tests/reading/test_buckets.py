"""Files in a bucket, of a server on this machine that speaks S3: read and written by commands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lydite
from lydite.cli import main

s3fs = pytest.importorskip("s3fs", reason="needs the extra remote")
server = pytest.importorskip("moto.server", reason="no moto[server]")
pytestmark = pytest.mark.extra
DEMO = Path(lydite.__file__).parent / "data" / "demo"
GOLD, RUN = "s3://team/gold.jsonl", "s3://team/speller.jsonl"
SECRET = "NOBODY-IS-TOLD"  # noqa: S105


@pytest.fixture(scope="module")
def bucket() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        running = server.ThreadedMotoServer("127.0.0.1", 0, verbose=False)
        running.start()
        host, port = running.get_host_and_port()
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "key")
        patch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        patch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
        patch.setenv("AWS_CONFIG_FILE", "/nonexistent")
        s3fs.S3FileSystem.clear_instance_cache()
        system = s3fs.S3FileSystem()
        system.mkdir("team")
        for name in ("gold.jsonl", "speller.jsonl"):
            system.pipe_file(f"team/{name}", (DEMO / name).read_bytes())
        try:
            yield system
        finally:
            s3fs.S3FileSystem.clear_instance_cache()
            running.stop()


def said(capsys: pytest.CaptureFixture[str], *command: str, status: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        main([*command])
    printed = capsys.readouterr()
    assert ended.value.code == status, printed.err
    assert SECRET not in printed.out + printed.err
    return printed.err if status else printed.out


def test_read_from_and_written_to_a_bucket(
    bucket: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    here = [str(DEMO / name) for name in ("gold.jsonl", "speller.jsonl")]
    asked = ["-m", "F1", "-f", "json"]
    table = json.loads(said(capsys, "score", here[0], here[1], *asked, "--save", str(tmp_path / "here.run")))
    there = ["-o", "s3://team/out/table.json", "--save", "s3://team/out/x.run"]
    said(capsys, "score", GOLD, RUN, *asked, *there)
    assert json.loads(bucket.cat("team/out/table.json")) == table
    assert bucket.cat("team/out/x.run") == (tmp_path / "here.run").read_bytes()
    named = json.loads(said(capsys, "score", GOLD, f"ours={RUN}", *asked))
    assert [(r["system"], r["value"]) for r in named["results"]] == [("ours", table["results"][0]["value"])]
    assert "speller" in said(capsys, "compare", "s3://team/out/x.run")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ([GOLD, "s3://team/none.jsonl"], "s3://team/none.jsonl: .*no such file"),
        ([GOLD, "s3://nobody/x.jsonl"], "s3://nobody/x.jsonl: .*no such file"),
        ([GOLD, "s3://team"], "s3://team: .*folder"),
        (
            [GOLD, RUN, "-o", "s3://nobody/t.md"],
            "s3://nobody/t.md: .*bucket",
        ),
        ([GOLD, RUN, "-o", GOLD], f"{GOLD}: "),
    ],
)
def test_what_is_wrong_is_one_line(
    bucket: Any, capsys: pytest.CaptureFixture[str], command: list[str], why: str
) -> None:
    before = bucket.cat("team/gold.jsonl")
    assert re.fullmatch(f"lydite: {why}.*\n", said(capsys, "score", *command, "-m", "F1", status=2))
    assert bucket.cat("team/gold.jsonl") == before


@pytest.mark.parametrize("more", [[], ["-o", "s3://team/t.md"]])
def test_without_credentials(
    bucket: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    del bucket
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    s3fs.S3FileSystem.clear_instance_cache()
    run = RUN if not more else str(DEMO / "speller.jsonl")
    err = said(capsys, "score", str(DEMO / "gold.jsonl"), run, "-m", "F1", *more, status=2)
    assert err.count("\n") == 1
    assert "Unable to locate credentials" in err
    s3fs.S3FileSystem.clear_instance_cache()
