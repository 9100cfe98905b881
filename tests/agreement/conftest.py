"""What tests of agreement share: the command on files of questions, pairs and documents."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from lydite.cli import main

QUESTIONS = [
    {
        "id": f"q{n}",
        "pos": "nv"[n % 2],
        "substitutee": word,
        "substitutes": ["cat", "animal", "car"],
        "answers": [
            {"by": "ann", "circled": [best], "crossed": ["car"]},
            {"by": "ben", "circled": [best]},
            {"by": "eve", "circled": ["animal"], "crossed": ["car"]},
        ],
    }
    for n, (word, best) in enumerate(
        [("kitten", "cat"), ("dog", "animal"), ("tomcat", "cat"), ("cow", "animal")]
    )
]
PAIRS = "WORD1 WORD2 POS TYPE AVG_SCORE SCORES..\n" + "".join(
    f"{a} {b} N {r} {s} {s} {s + 1} {max(s - 1, 0)}\n"
    for a, b, r, s in [
        ("cat", "animal", "hyp-1", 5),
        ("cat", "dog", "cohyp", 1),
        ("animal", "cat", "r-hyp-1", 1),
        ("car", "auto", "syn", 5),
        ("car", "tree", "no-rel", 0),
    ]
)


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)))
    (tmp_path / "p.txt").write_text(PAIRS)
    (tmp_path / "empty.txt").write_text("\n")
    (tmp_path / "gold.json").write_text(json.dumps({"a": ["cat"], "b": ["car"]}))
    (tmp_path / "run.json").write_text(json.dumps({"a": ["cats"], "b": ["tree"]}))

    def call(*args: str) -> tuple[int, str, str]:
        files = {f.name: str(f) for f in tmp_path.iterdir()}
        status = 0
        try:
            main(["agree", *(files.get(a, a) for a in args)])
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return status, said.out, said.err

    return call
