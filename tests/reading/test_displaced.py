"""Columns that options displace, and columns that are no text."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import polars as pl
import pytest

from lydite.reading import FieldNames, read

ROWS = [("d1", "cat", "g", "t"), ("d2", "dog", "h", "u")]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 1, 3, 2), (3, 2, 1, 0)])
@pytest.mark.parametrize("many", [1, 40_000])
@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_named_topic_displaces_the_column_called_so(
    order: tuple[int, ...], many: int, ending: str, tmp_path: Path
) -> None:
    """In small files and in large ones, which are read at once, whichever column comes first."""
    names = ("id", "phrases", "grp", "topic")
    rows = [(f"{row[0]}-{n:05}", *row[1:]) for n in range(many) for row in ROWS]
    frame = pl.DataFrame([list(c) for c in zip(*rows, strict=True)], schema=names)
    if ending == "jsonl":
        frame = frame.with_columns(pl.col("phrases").reshape((-1, 1)).arr.to_list())
    path = tmp_path / f"x.{ending}"
    frame = frame.select([names[i] for i in order])
    frame.write_csv(path) if ending == "csv" else frame.write_ndjson(path)
    table = read(path, fields=FieldNames(topic="grp"))
    assert table.columns["topic"][:2] == ("g", "h")
    assert len(table.columns["topic"]) == len(table.ids) == 2 * many


def test_columns_that_are_no_text_are_left_out(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {"id": ["a", "b"], "phrases": [["x"], ["y"]], "raw": [b"\xff", b"1"], "user": ["u", "v"]}
    )
    frame = frame.with_columns(pl.Series("took", [dt.timedelta(1)] * 2))
    frame.write_parquet(tmp_path / "x.parquet")
    assert set(read(tmp_path / "x.parquet").columns) == {"user"}


def test_lines_of_a_large_table_lose_their_bullets_too(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("id,phrases\n" + "".join(f"d{n:06},- cat {n % 7}\n" for n in range(80_000)))
    table = read(path, fields=FieldNames(separator="\n"))
    assert set(table.words.phrases) == {f"cat {n}" for n in range(7)}
