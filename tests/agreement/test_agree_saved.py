"""Runs of agreement that are saved, read and compared."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lydite
from lydite.cli import main
from lydite.runs import Block


def test_saved_and_compared(call: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.run", tmp_path / "two.run"
    call("q.jsonl", "-u", "wordnet", "--no-baselines", "--save", str(one), "--bootstrap", "0")
    call(
        "q.jsonl", "-u", "exact", "--human", "none", "--no-baselines", "--save", str(two), "--bootstrap", "0"
    )
    with pytest.raises(SystemExit):
        main(["compare", str(one), str(two), "-f", "json", "--bootstrap", "0"])
    compared = json.loads(capsys.readouterr().out)
    assert [r["system"] for r in compared["results"]][::5] == ["human", "human, left out", "wordnet", "exact"]
    read = lydite.read_run(one)
    assert read.kind == "agreements"
    assert read.results()["SR"].value == pytest.approx(compared["results"][2]["value"])


def test_saved_people_and_baselines_are_no_competitors(
    call: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They stand in the table once, people above and baselines below, and are in no test."""
    files = {m: str(tmp_path / f"{m}.run") for m in ("wordnet", "exact", "random")}
    for matcher, file in files.items():
        call("q.jsonl", "-u", matcher, "--save", file, "--bootstrap", "0")
    for names in (("wordnet", "exact"), ("wordnet", "random")):
        with pytest.raises(SystemExit):
            main(["compare", *(files[n] for n in names), "-f", "json", "--bootstrap", "0"])
        printed = capsys.readouterr().out
        found = json.loads(printed)
        systems = list(dict.fromkeys(r["system"] for r in found["results"]))
        if names[1] == "exact":
            beside = ["constant(value=0.0)", "constant(value=1.0)", "random"]
            assert systems == ["human", "human, left out", *names, *beside]
            assert {(t["first"], t["second"]) for t in found["comparison"]["tests"]} == {names}
            assert {s for marks in found["comparison"]["letters"].values() for s in marks} == {*names}
        else:  # asked for in one run, it is a system there, and a baseline of the other
            tested = {(t["first"], t["second"]) for t in found["comparison"]["tests"]}
            assert tested == {("wordnet", "random (random)")}
            assert systems[-1] == "random (wordnet)"
    with pytest.raises(SystemExit):
        main(["compare", files["wordnet"], "-f", "json", "--bootstrap", "0"])
    alone = json.loads(capsys.readouterr().out)
    assert "comparison" not in alone
    assert len({r["system"] for r in alone["results"]}) == 6
    one = lydite.read_run(files["wordnet"])
    assert [s.system for s in one.blocks[0].systems if not s.reference] == ["wordnet"]
    only = replace(one, blocks=(Block(one.blocks[0].systems[:2]),))
    with pytest.raises(lydite.LyditeError, match="no system"):
        only.comparison()
