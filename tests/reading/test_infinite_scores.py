"""Infinite scores, as logarithms of 0 are: they rank phrases of a run first or last, and are no grades."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from lydite.errors import InputError
from lydite.reading import read

INF = float("inf")
ROWS = [("d", "worst", -INF), ("d", "second", 0.5), ("d", "best", INF), ("d", "last", -INF)]
FORMS: dict[str, Any] = {
    "mapping": {"d": [[p, s] for _, p, s in ROWS]},
    "a.csv": "id,phrase,score\n" + "".join(f"{i},{p},{s}\n" for i, p, s in ROWS),
    "a.jsonl": '{"id": "d", "phrases": ["worst", "second", "best", "last"], "scores": [-1e999, 0.5, 1e999,'
    ' "-inf"]}',
    "long.jsonl": "".join(f'{{"id": "{i}", "phrase": "{p}", "score": "{s}"}}\n' for i, p, s in ROWS),
    "frame": pl.DataFrame(ROWS, schema=["id", "phrase", "score"], orient="row"),
    "lists": pl.DataFrame(
        {"id": ["d"], "phrases": [[p for _, p, _ in ROWS]], "scores": [[s for *_, s in ROWS]]}
    ),
}
LINES = {"a.csv": ":2: ", "a.jsonl": ":1: ", "long.jsonl": ":1: "}


@pytest.mark.parametrize("name", FORMS)
def test_runs_are_ranked_and_gold_is_refused(name: str, tmp_path: Path) -> None:
    source = FORMS[name]
    if isinstance(source, str):
        (tmp_path / name).write_text(source)
        source = tmp_path / name
    table = read(source, role="run")
    assert table.to_dict() == {"d": ["best", "second", "worst", "last"]}
    with pytest.raises(InputError, match=r"finite|expected a score") as error:
        read(source, role="gold")
    assert LINES.get(name, "") in str(error.value)


def test_qrels(tmp_path: Path) -> None:
    path = tmp_path / "a.qrels"
    path.write_text("d 0 cat 1\nd 0 dog inf\n")
    with pytest.raises(InputError, match=r"a.qrels:2: .*'inf'"):
        read(path)
