"""Scores of which the lowest is the best, as YAKE's: the highest is ranked first, and that is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import lydite
from lydite.reading import read

RISING = {f"d{n}": [["cat", 0.01], ["dog", 0.02], ["fish", 0.5]] for n in range(3)}
ROWS = [(item, *pair) for item, pairs in RISING.items() for pair in pairs]
FORMS: dict[str, Any] = {
    "mapping": RISING,
    "run.json": json.dumps(RISING),
    "run.jsonl": "".join(json.dumps({"id": k, "keywords": v}) + "\n" for k, v in RISING.items()),
    "run.csv": "id,phrase,score\n" + "".join(f"{i},{p},{s}\n" for i, p, s in ROWS),
    "run.tsv": "".join(f"{i}\t{p}\t{s}\n" for i, p, s in ROWS),
    "long.jsonl": "".join(json.dumps({"id": i, "phrase": p, "score": s}) + "\n" for i, p, s in ROWS),
    "frame": pl.DataFrame(ROWS, schema=["id", "phrase", "score"], orient="row"),
}


@pytest.mark.parametrize("name", FORMS)
def test_told(name: str, tmp_path: Path) -> None:
    run = FORMS[name]
    if isinstance(run, str):
        (tmp_path / name).write_text(run)
        run = tmp_path / name
    found = lydite.evaluate({item: ["cat"] for item in RISING}, run, "P@1", bootstrap=0)
    assert found[0].value == 0
    assert sum("scores" in note for note in found.notes) == 1


@pytest.mark.parametrize("pairs", [[["cat", 0.9], ["dog", 0.5]], [["cat", 1.0], ["dog", 1.0]]])
def test_not_told(pairs: list[Any]) -> None:
    for run in (
        {**RISING, "d9": [["cat", 0.9], ["dog", 0.5]]},
        {f"d{n}": pairs for n in range(9)},
        {"d": RISING["d1"]},
    ):
        assert not read(run, role="run").notes
    assert not any("rise" in note for note in read(RISING, role="gold").notes)
