"""Parquet files that hold far more than their size: refused at a limit; sound ones are read whole."""

from __future__ import annotations

import io
import random
import re
import sys
import time
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from polars.testing import assert_frame_equal

from faults.test_bombs import measured
from lydite.core.errors import InputError
from lydite.reading import unpacked_size

LONG = b"\xff" * 8 + b"\x7f"  # 2**63 - 1, seven bits a byte
SHARED = {
    "score": ("phrases", ["score", "b.parquet", "b.parquet", "--same"]),
    "documents": (
        "text",
        ["score", "g.jsonl", "g.jsonl", "--same", "--documents", "b.parquet", "-m", "F1(part=present)"],
    ),
    "labels": ("label", ["semeval", "A", "b.parquet", "b.parquet"]),
    "tweets": ("text", ["hashtags", "describe", "b.parquet", "--language", "any"]),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    Path("g.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n', "utf-8")


def refused_within(command: list[str], most: int) -> None:
    """Hold that a small file is refused for what it holds, and the MB that this takes."""
    assert Path("b.parquet").stat().st_size < 1_000_000
    done, taken = measured(command)
    assert done.returncode == 2, done.stderr
    assert re.search(r"b\.parquet: .*256 million bytes.*LYDITE_MAX_CONTENT=512", done.stderr)
    assert taken < most


@pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux tells it")
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("kind", SHARED)
def test_a_text_that_all_rows_of_a_parquet_share_takes_bounded_memory(kind: str) -> None:
    """3 GB of text, whatever polars writes: refused after 256 MB."""
    column, command = SHARED[kind]
    rows = pl.select(pl.repeat("a", 1_000_000).alias("id"), pl.repeat("cat " * 750, 1_000_000).alias(column))
    rows.write_parquet("b.parquet")
    refused_within(command, 1000)


@pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux tells it")
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("kind", ["score", "tweets"])
def test_texts_of_a_parquet_that_are_long_and_compressed(kind: str) -> None:
    """300 MB of texts that differ: polars unpacks them all before one is looked at."""
    column, command = SHARED[kind]
    ids = [str(n) for n in range(30)]
    rows = pa.table({"id": ids, column: ["cat " * 2_500_000 + n for n in ids]})
    pq.write_table(rows, "b.parquet", compression="zstd", write_statistics=False)
    refused_within(command, 400)


@pytest.mark.parametrize("rows", [0, 1, 5000])
def test_what_the_end_of_a_parquet_says_of_its_size(rows: int) -> None:
    """As pyarrow reads it, of files that polars and pyarrow wrote."""
    made = pl.DataFrame(
        {"id": [f"d{n}" for n in range(rows)], "phrases": [["cat", "dog"][: n % 3] for n in range(rows)]},
        {"id": pl.String, "phrases": pl.List(pl.String)},
    ).with_columns(pl.lit(0.5).alias("score"), pl.lit(value=True).alias("kept"))
    files = [io.BytesIO() for _ in range(4)]
    made.write_parquet(files[0])
    made.write_parquet(files[1], compression="snappy", statistics=False, row_group_size=7)
    pq.write_table(made.to_arrow(), files[2])
    pq.write_table(made.to_arrow(), files[3], row_group_size=7, compression="gzip")
    for file in files:
        known = pq.ParquetFile(io.BytesIO(file.getvalue())).metadata
        groups = [known.row_group(n).total_byte_size for n in range(known.num_row_groups)]
        assert unpacked_size(file.getvalue(), "f") == sum(groups)


def ended(footer: bytes) -> bytes:
    return b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1"


def damaged_or_size(data: bytes) -> int:
    try:
        return unpacked_size(data, "f.parquet")
    except InputError as error:
        assert str(error).startswith("f.parquet: ")  # noqa: PT017
        return -1


def test_a_damaged_end_of_a_parquet_is_refused_or_read() -> None:
    file, draw = io.BytesIO(), random.Random(5)  # noqa: S311
    pl.DataFrame({"id": ["a", "b"], "phrases": [["cat"], ["dog", "cow"]]}).write_parquet(file)
    sound = file.getvalue()
    assert [damaged_or_size(sound[:n]) for n in (0, 3, 7, 8)] == [-1] * 4
    for _ in range(2000):
        bad = bytearray(sound)
        for _ in range(draw.randrange(1, 6)):
            bad[draw.randrange(len(bad))] = draw.randrange(256)
        damaged_or_size(bytes(bad))


@pytest.mark.parametrize(
    "footer",
    [
        b"\x49\xf1" + LONG + b"\0",
        b"\x19\xf7" + LONG + b"\0",
        b"\x1b" + LONG + b"\x77\0",
        b"\x18" + LONG + b"\0",
        b"\x1c" * 10_000,
    ],
    ids=["groups that are no structs", "list of doubles", "map of doubles", "text", "nested"],
)
def test_an_end_of_a_parquet_that_says_it_is_long(footer: bytes) -> None:
    """Whatever it says, it is read no further than it goes."""
    start = time.process_time()
    assert damaged_or_size(ended(footer)) == -1
    assert time.process_time() - start < 1


def test_an_end_of_a_parquet_that_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it says, it is read only up to a limit: 36 MB took ten seconds."""
    footer = b"\x13\0" * (1 << 19)  # bytes, each a field
    monkeypatch.setenv("LYDITE_MAX_PAGE", "1")
    assert damaged_or_size(ended(footer[:-2])) == -1
    with pytest.raises(ValueError, match=r"f\.parquet: .*LYDITE_MAX_PAGE=2"):
        unpacked_size(ended(footer), "f.parquet")


@pytest.mark.parametrize(("columns", "groups", "letters"), [(4, 500, 9), (400, 5, 9), (1, 400, 3000)])
def test_ends_of_sound_parquet(
    columns: int, groups: int, letters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They hold the least and the greatest text of each column of a group, which take no time."""
    monkeypatch.setenv("LYDITE_MAX_PAGE", "1")
    rows = [f"{j}".rjust(letters, "x") for j in range(groups)]
    made = pl.DataFrame({f"c{i}": rows for i in range(columns)})
    file = io.BytesIO()
    pq.write_table(made.to_arrow(), file, row_group_size=1)
    long = int.from_bytes(file.getvalue()[-8:-4], "little") > 1 << 20
    assert long == (letters > 9)
    assert unpacked_size(file.getvalue(), "f.parquet") > columns * groups * letters


def test_parquet_of_many_cells_and_little_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells take memory where they are empty, too."""
    from lydite.reading import parquet, parquet_batches

    path = tmp_path / "b.parquet"
    pl.select(pl.repeat("", 100_000).alias("id")).write_parquet(path)
    assert parquet(path, "b").height == 100_000
    monkeypatch.setenv("LYDITE_MAX_CONTENT", "1")
    readers = (
        lambda: parquet(path, "b.parquet"),
        lambda: parquet(path.read_bytes(), "b.parquet"),
        lambda: next(parquet_batches(str(path))[1]),
    )
    for read in readers:
        with pytest.raises(ValueError, match=r"b\.parquet: .*1 million bytes"):
            read()


@pytest.mark.parametrize("rows", [0, 1, 20_000])
def test_sound_parquet_is_read_whole(rows: int, tmp_path: Path) -> None:
    from lydite.reading import parquet

    path = tmp_path / "s.parquet"
    lists = [[f"cat{n}", "dog"][: n % 3] for n in range(rows)]
    schema = {"id": pl.String, "phrases": pl.List(pl.String), "n": pl.Int64}
    made = pl.DataFrame({"id": [f"d{n}" for n in range(rows)], "phrases": lists, "n": [*range(rows)]}, schema)
    made.write_parquet(path, row_group_size=3000)
    assert_frame_equal(parquet(path, "s"), made)
    assert_frame_equal(parquet(path.read_bytes(), "s", lambda _: ["n", "id"]), made.select("n", "id"))


def test_rows_that_do_not_come_are_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before 1.37, polars ended where a group of rows was damaged, as if it were the last."""
    from lydite.reading import parquet

    path = tmp_path / "s.parquet"
    rows = pl.DataFrame({"id": ["a", "b", "c"]})
    rows.write_parquet(path)
    monkeypatch.setattr(pl.LazyFrame, "collect_batches", lambda *_, **__: iter([rows[:1], rows[1:2]]))
    with pytest.raises(ValueError, match=r"s\.parquet: .*1 of its rows"):
        parquet(path, "s.parquet")
