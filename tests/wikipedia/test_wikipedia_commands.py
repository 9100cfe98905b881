"""The commands: build, senses, match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lydite.cli import main
from lydite.knowledge.wikipedia import Wikipedia, export_text


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(list(args))
    out, err = capsys.readouterr()
    return int(stopped.value.code or 0), out, err


def test_build_and_senses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dump, store = tmp_path / "mini.xml", tmp_path / "mini.wikipedia"
    dump.write_text(export_text(), "utf-8")
    status, out, _ = run(capsys, "build", "wikipedia", str(dump), "-o", str(store))
    assert status == 0
    assert out.startswith("mini.wikipedia: 19 articles, 3 redirects, 91 categories, ")
    status, out, _ = run(capsys, "senses", str(store), "red planet")
    assert [line.split(None, 2)[::2] for line in out.splitlines()] == [
        ["0.6000", "Mars"], ["0.2000", "Red Planet (novel)"], ["0.2000", "Red Planet (film)"],
    ]  # fmt: skip
    status, out, _ = run(capsys, "senses", str(store), "baby cat", "--format", "json")
    senses = json.loads(out)["senses"]
    assert senses == [
        {"title": "Baby cat", "redirect_to": "Kitten", "prior": 1.0, "count": 1, "target": True}
    ]


def test_errors_are_one_line(
    tmp_path: Path, miniature: Wikipedia, capsys: pytest.CaptureFixture[str]
) -> None:
    for args, said in (
        (("senses", miniature.path, "xyzzy"), "xyzzy"),
        (("senses", str(tmp_path / "no"), "x"), "no: "),
        (("build", "wikipedia", str(tmp_path / "no.xml"), "-o", str(tmp_path / "s")), "no.xml: "),
    ):
        status, out, err = run(capsys, *args)
        assert status == 2
        assert out == ""
        assert said in err
        assert err.count("\n") == 1
