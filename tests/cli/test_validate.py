"""All faults of a file, line by line, without gold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import submissions
from lydite.cli import main

Look = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def look(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Look:
    def look(content: str | bytes, *args: str, name: str = "run.jsonl") -> tuple[int, dict[str, Any]]:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        status = 0
        try:
            main(["validate", str(path), *args, "--format", "json"])
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return status, json.loads(said.out) if said.out else {"error": said.err}

    return look


def lines(record: dict[str, Any]) -> list[int | None]:
    return [fault["line"] for fault in record["faults"]]


def test_a_fine_file(look: Look) -> None:
    status, record = look('{"id": "a", "phrases": ["x"]}\n')
    assert (status, record["valid"], record["items"], record["faults"]) == (0, True, 1, [])


def test_all_faults_of_all_lines(look: Look) -> None:
    """More of them than a message of the other commands shows."""
    rows = [
        '{"id": "a", "phrases": 7' if i % 2 == 0 else f'{{"id": "a{i}", "phrases": ["x"]}}' for i in range(60)
    ]
    status, record = look("\n".join(rows))
    assert status == 2
    assert lines(record) == list(range(1, 60, 2))


def test_bad_rows_do_not_hide_other_faults(look: Look, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("a\nb\nc\nd\n", "utf-8")
    content = '{"id": "a", "phrases": ["x"]}\n{"id": "b", "phr\n{"id": "e", "phrases": ["y"]}\n'
    status, record = look(content, "--ids", str(tmp_path / "ids.txt"))
    assert status == 2
    assert lines(record) == [2, 3, None]
    assert record["faults"][1]["problem"].startswith("item 'e' ")
    assert "3 of 4 (b, c, d)" in record["faults"][2]["problem"]


def test_every_repeated_item(look: Look) -> None:
    rows = "".join(f'{{"id": "a{i % 3}", "phrases": ["x"]}}\n' for i in range(7))
    assert lines(look(rows)[1]) == [4, 5, 6, 7]


def test_a_file_without_ids_is_not_called_unanswered(look: Look, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("a\nb\n")
    status, record = look(
        "cat 1 0\ndog 0 1\n", "--as", "vectors", "--ids", str(tmp_path / "ids.txt"), name="v.txt"
    )
    assert (status, len(record["faults"])) == (2, 1)
    assert "no ids" in record["faults"][0]["problem"]


def test_repeated_items_do_not_hide_others(look: Look, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("a\nb\n")
    rows = [json.dumps({"id": i, "phrases": ["x"]}) for i in ("a", "a", "c")]
    status, record = look("\n".join(["broken {", *rows]), "--ids", str(tmp_path / "ids.txt"))
    assert (status, lines(record)) == (2, [1, 3, 4, None])
    assert "'c'" in record["faults"][2]["problem"]
    assert "1 of 2 (b)" in record["faults"][3]["problem"]


@pytest.mark.parametrize("name", submissions.BROKEN)
def test_every_broken_submission_has_a_fault(name: str, look: Look, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("d000\nd001\n", "utf-8")
    status, record = look(submissions.BROKEN[name], "--ids", str(tmp_path / "ids.txt"), name=name)
    assert status == 2
    assert record["faults"]


def test_semeval(look: Look, tmp_path: Path) -> None:
    content = "1\tx\tpositive\n2\tx\tgood\n1\tx\tnegative\n3\n4\ty\tnegative\n"
    (tmp_path / "ids.txt").write_text("1\n2\n3\n4\n5\n", "utf-8")
    status, record = look(content, "--as", "semeval-B", "--ids", str(tmp_path / "ids.txt"), name="run.tsv")
    assert status == 2
    assert lines(record) == [2, 3, 4, None]
    assert "label 'good'" in record["faults"][0]["problem"]
    assert "line 1" in record["faults"][1]["problem"]
    assert look("x\t0.5\t0.4\n", "--as", "semeval-D", name="d.tsv")[1]["faults"][0]["line"] == 1


def test_other_kinds(look: Look) -> None:
    assert look("1\tx\n2\ty\n", "--as", "labels", name="l.tsv")[0] == 0
    assert look("1\tx\n2\ty\n", "--as", "labels", "--labels", "x,z", name="l.tsv")[0] == 2
    assert look("cat 1 0\ndog 1\n", "--as", "vectors", name="v.vec")[0] == 2
    assert look("cat 1 0\ndog 1 2\n", "--as", "vectors", name="v.vec")[0] == 0
    assert look(": pets\ncat dog\n", "--as", "test-set", name="t.txt")[0] == 0
    assert look("nonsense", "--as", "questions", name="q.jsonl")[0] == 2
    assert look("{}", "--as", "run", name="r.run")[1]["faults"][0]["problem"].count("run")
    assert re.search("'?golt.*gold", look("", "--as", "golt")[1]["error"])


def test_missing_file_and_ids(look: Look, tmp_path: Path) -> None:
    assert "ids.txt" in look("{}", "--ids", str(tmp_path / "ids.txt"))[1]["error"]
    (tmp_path / "ids.txt").write_text("", "utf-8")
    assert "ids.txt: " in look("{}", "--ids", str(tmp_path / "ids.txt"))[1]["error"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ids.txt", "a\nb\n"),
        ("ids.txt", "id\na\nb\n"),
        ("ids.txt", '["a"]\n["b"]\n'),
        ("ids.json", '["a", "b"]'),
        ("ids.json", '[\n  "a",\n  "b"\n]\n'),
        ("ids.tsv", "topic\tdoc_id\nx\ta\ny\tb\n"),
        ("ids.csv", 'id,text\na,"one, two"\n"b",three\n'),
        ("ids.csv", "a,one\nb,two\n"),
        ("ids.jsonl", '{"doc_id": "a"}\n\n{"doc_id": "b"}\n'),
    ],
)
def test_files_of_ids(name: str, content: str, look: Look, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    rows = '{"id": "a", "phrases": ["x"]}\n{"id": "b", "phrases": ["x"]}\n'
    status, record = look(rows, "--ids", str(tmp_path / name))
    assert (status, record["faults"]) == (0, [])


def test_ids_in_brackets_and_one_called_id(look: Look, tmp_path: Path) -> None:
    for ids in (["[1]", "[2]"], ["query", "id"], ["id"]):
        (tmp_path / "ids.txt").write_text("".join(f"{i}\n" for i in ids), "utf-8")
        rows = "".join(json.dumps({"id": i, "phrases": ["x"]}) + "\n" for i in ids)
        assert look(rows, "--ids", str(tmp_path / "ids.txt"))[1]["faults"] == []


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('["a", "b"', "ids:1: .*JSON"),
        ('["a", ["b"]]', "ids:1: .*id.* list"),
        ('{"id": "a"}\n{"id": null}\n', "ids:2: .*id.* null"),
        ('{"id": "a"}\n{"name": "b"}\n', "ids:2: .*id"),
        ('{"id": "a"}\n7\n', "ids:2: .*id.* number"),
        ("\n \n", "ids: .*no ids"),
        ("[]\n", "ids: .*no ids"),
    ],
)
def test_files_that_are_no_ids(content: str, why: str, look: Look, tmp_path: Path) -> None:
    (tmp_path / "ids").write_text(content, "utf-8")
    status, record = look('{"id": "a", "phrases": ["x"]}\n', "--ids", str(tmp_path / "ids"))
    assert status == 2
    assert re.search(why, record["error"])


def test_items_that_may_be_missing(look: Look, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("a\nb\n", "utf-8")
    args = ('{"id": "a", "phrases": ["x"]}\n', "--ids", str(tmp_path / "ids.txt"))
    assert look(*args)[0] == look(*args, "--missing", "error")[0] == 2
    for policy in ("zero", "skip"):
        status, record = look(*args, "--missing", policy)
        assert (status, record["faults"]) == (0, [])
        assert any("1 of 2 (b)" in note for note in record["notes"])


QUESTION = '{"substitutee": "apple", "substitutes": [{"phrase": "fruit", "score": 1, "coverage": 2}]}'
COMPARED = "candidate,reference,other_candidate,other_reference,answer"


@pytest.mark.parametrize(
    ("rows", "faulty"),
    [
        (['{"substitutee": 7}', QUESTION, "[]", QUESTION, '{"substitutee"'], [1, 3, 4, 5]),
        (["word1,word2,similarity", "a,b,x", "a,b,3", "a,,3", "a,b"], [2, 4, 5]),
        ([COMPARED, "a,b,c,d,bettr", "a,b,c,d,better", "a,b,a,b,worse", "a,b", ",b,c,d,worse"], [2, 4, 5, 6]),
        (["side.n 1 :: team 5;", "what", "side.n 2 :: team;", "side.n 1 :: group 2;"], [2, 3, 4]),
    ],
)
def test_all_faults_of_judgements(rows: list[str], faulty: list[int], look: Look) -> None:
    status, record = look("\n".join(rows), "--as", "questions", name="q.txt")
    assert (status, lines(record)) == (2, faulty)


def test_ids_of_questions(look: Look, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text("apple\npear\n", "utf-8")
    _, record = look(QUESTION, "--as", "questions", "--ids", str(tmp_path / "ids.txt"))
    assert ["1 of 2 (pear)" in f["problem"] for f in record["faults"]] == [True]
