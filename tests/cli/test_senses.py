"""``lydite senses`` as a user types it: Tables 3.1 and 3.2 of "Quantifying Substitutability"."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from hopwiki import build_store
from lydite.cli import main

TARGETS = {
    "admire": ["[admire, look up to]", "[admire]"],
    "appreciation": [
        "[appreciation, grasp, hold]",
        "[taste, appreciation, discernment, perceptiveness]",
        "[appreciation]",
        "[admiration, appreciation]",
        "[appreciation]",
    ],
    "enclose": [
        "[envelop, enfold, enwrap, wrap, enclose]",
        "[enclose, hold in, confine]",
        "[enclose, close in, inclose, shut in]",
        "[insert, enclose, inclose, stick in, put in, introduce]",
    ],
    "birdcage": ["[birdcage]"],
}


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    try:
        main(["senses", *map(str, args)])
        status = 0
    except SystemExit as end:
        status = int(end.code or 0)
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.mark.parametrize("phrase", TARGETS)
def test_target_sets_of_the_thesis(capsys: pytest.CaptureFixture[str], phrase: str) -> None:
    found = json.loads(run(capsys, phrase, "--format", "json")[1])
    assert found["direct"]
    assert [t["synset"] for t in found["aspects"][0]["targets"]] == TARGETS[phrase]
    assert run(capsys, phrase)[1].splitlines()[0].startswith(TARGETS[phrase][0])


def test_tables_of_other_formats(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = run(capsys, "automobile accident", "--format", "csv")
    assert (status, err) == (0, "")
    rows = list(csv.reader(io.StringIO(out)))
    assert rows[0] == ["aspect", "synset", "part of speech", "under"]
    assert [r[0] for r in rows[1:]] == sorted((r[0] for r in rows[1:]), reverse=True)
    assert {r[0] for r in rows[1:]} == {"automobile", "accident"}
    status, out, err = run(capsys, "admire", "--format", "latex")
    assert (status, err) == (0, "")
    assert r"admire & [admire, look up to] & verb & [respect, esteem, value, prize, prise] \\" in out
    status, out, err = run(capsys, "Stone", "--store", build_store(tmp_path), "--format", "csv")
    assert out.splitlines()[0] == "title,redirect to,prior,count,target"
    assert out.splitlines()[1].startswith("Stone,,1.0,")


def test_senses_that_read_alike_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "appreciation")[1]
    assert "under [thanks]" in out
    assert "under [increase, step-up]" in out


def test_a_phrase_in_aspects(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "automobile accident")[1]
    first, second = out.split("\n\n")
    assert first.splitlines()[:2][0] == "automobile"
    assert second.splitlines()[0] == "accident"


def test_a_store_and_the_old_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store = build_store(tmp_path)
    status, out, err = run(capsys, "Stone", "--store", store)
    assert (status, err) == (0, "")
    assert "Stone" in out
    status, again, err = run(capsys, store, "Stone")
    assert (status, again) == (0, out)
    assert err.endswith(f"lydite senses 'Stone' --store {store}\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("qwxzk",), "'qwxzk'"),
        (("the",), "stop words"),
        (("a", "b", "--store", "c"), "phrase"),
        (("a", "--store", "nowhere"), "nowhere: "),
        (("nowhere", "a"), "nowhere: "),
    ],
)
def test_what_is_wrong_is_said(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], message: str
) -> None:
    status, out, err = run(capsys, *args)
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
