"""Arguments that were once taken for something else: refused in one line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import inputs
from faults.refusals import DIGITS, refused
from lydite.core.errors import OutputError
from lydite.knowledge.wikipedia import export_text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["match", "a", "b", "-u", f"wordnet(below={DIGITS})"], "wordnet"),
        (["score", "g.jsonl", "g.jsonl", "--same", "-m", f"F1@{DIGITS}"], "9999', position"),
        (["score", "g.jsonl", "g.jsonl", "--same", "-m", f"F1@{2**70}"], f"F1@{2**70}.*position"),
        (["score", "g.jsonl", "g.jsonl", "--same", "-m", f"F1(threshold={DIGITS})"], "threshold"),
        (["score", "g.jsonl", "g.jsonl", "--same", "-m", f"reval(k=0:{DIGITS}:1)"], "digits"),
        (["match", "a", "b", "-u", 'cosine(vectors="~nosuchuser/v.vec")'], "~nosuchuser.*user"),
        (["probe", "v.vec", "-t", "~nosuchuser/x"], "~nosuchuser.*user"),
        (["synonyms", "~nosuchuser/x", "#a"], "~nosuchuser"),
        (["match", "a", "b", "-u", "joined(a=wordnet, b=wordnet, cross={a>b: 1e400})"], "'{a>b: inf}'"),
    ],
    ids=[
        "number", "cut", "cut beyond 64 bits", "parameter", "sweep", "user of a source", "user of a test set",
        "user of a store", "table",
    ],
)  # fmt: skip
def test_arguments(run: Any, args: list[str], said: str) -> None:
    Path("g.jsonl").write_text(inputs.GOLD, "utf-8")
    Path("v.vec").write_text(inputs.VECTORS, "utf-8")
    refused(run(*args), said)


def test_a_cluster_that_is_none_is_refused_without_resamples(run: Any) -> None:
    Path("g.jsonl").write_text(inputs.GOLD, "utf-8")
    Path("h.jsonl").write_text(inputs.GOLD, "utf-8")
    for command in (
        ["score", "g.jsonl", "g.jsonl", "--same"],
        ["score", "g.jsonl", "g.jsonl", "--same", "h.jsonl"],
    ):
        answer = run(*command, "-m", "F1", "--cluster", "nosuch", "--bootstrap", "0")
        assert answer[0] == 2
        assert re.search("lydite: .*column 'nosuch'.*\n$", answer[1])


@pytest.mark.parametrize(("read", "written"), [("s3a", "s3"), ("gs", "gcs"), ("az", "abfss"), ("s3", "s3a")])
def test_one_place_by_two_addresses(read: str, written: str) -> None:
    from lydite.cli import keep_inputs

    given = {"gold": f"ours={read}://bucket/g.jsonl", "output": Path(f"{written}://bucket/g.jsonl")}
    with pytest.raises(OutputError, match=r"bucket/g\.jsonl: "):
        keep_inputs(given, ["output"])
    keep_inputs(given | {"gold": f"{read}://bucket/other.jsonl"}, ["output"])


def test_a_place_that_is_none_leaves_no_folder(run: Any) -> None:
    Path("w.xml").write_text(export_text())
    refused(run("build", "wikipedia", "w.xml", "-o", "made", "--on", "nowhere"), "nowhere")
    assert [str(p) for p in Path().iterdir() if p.name != "cache"] == ["w.xml"]


@pytest.mark.parametrize("encoding", ["zip", "hex", "rot13", "base64", "bz2", "uu", "quopri"])
def test_codecs_that_make_no_text(run: Any, sound: Path, encoding: str) -> None:
    answer = run("validate", f"{sound}/gold.jsonl", "--encoding", encoding)
    refused(answer, f"gold.jsonl: .*'{encoding}'")


@pytest.mark.parametrize(
    "args",
    [("score", "", "g.jsonl"), ("score", "g.jsonl", "g.jsonl", "--same", ""), ("agree", ""), ("hop", "")],
)
def test_no_file_is_called_nothing(run: Any, args: tuple[str, ...]) -> None:
    """It was taken for the folder that the command was started in: gold, where that held such files."""
    Path("g.jsonl").write_text(inputs.GOLD, "utf-8")
    refused(run(*args), "empty")


def test_a_codec_that_leaves_nothing_out(run: Any) -> None:
    Path("p.tsv").write_bytes(b"1\ta\xc3\xa9\n")
    refused(run("score", "p.tsv", "p.tsv", "--encoding", "idna"), "p.tsv:1: .*idna .*0xc3")
