"""The commands: build, senses, match."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lydite.cli import main
from lydite.knowledge.wiktionary import lines


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(list(args))
    out, err = capsys.readouterr()
    return int(stopped.value.code or 0), out, err


def test_build_says_what_was_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, store = tmp_path / "words.jsonl", tmp_path / "words"
    file.write_text("broken\n" + lines(), "utf-8")
    status, out, _ = run(capsys, "build", "wiktionary", str(file), "-o", str(store), "--language", "lat")
    assert status == 0
    assert out.startswith("words: 2 entries, 3 senses (la), ")
    assert "line 1" in out
    status, out, _ = run(capsys, "match", "aedes", "domus", "--using", f"wiktionary(store={store})")
    assert (status, out.split()[-1]) == (0, "1.0000")


def test_senses(dictionary: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ("senses", "cat tabby", "--store", str(dictionary), "--language", "en")
    status, out, _ = run(capsys, *args, "--most", "1")
    assert (status, out.count("… and 1 more")) == (0, 1)
    status, out, _ = run(capsys, *args, "--format", "json")
    found = json.loads(out)
    assert [aspect["aspect"] for aspect in found["aspects"]] == ["cat", "tabby"]
    assert found["aspects"][0]["targets"][0]["wikidata"] == ["Q146"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--language", "fi"), "Finnish.* en, la"),
        ((), "en, la"),
        (("--language", "en"), "'qwxzk'"),
    ],
)
def test_errors_are_one_line(
    dictionary: Path, capsys: pytest.CaptureFixture[str], args: tuple[str, ...], said: str
) -> None:
    status, out, err = run(capsys, "senses", "qwxzk", "--store", str(dictionary), *args)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert re.search(said, err)
