"""Tables of the usual form are read at once: as the careful reader reads them, or left to it."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.tables_read import content, in_blocks

from lydite.core.io.opening import decode_text
from lydite.reading import (
    FieldNames,
    Phrases,
    ReadingContext,
    read_delimited,
    read_parquet,
    read_plain_parquet,
    read_plain_table,
)

NAMES = ("id", "phrases", "phrase", "keywords", "gold", "score", "topic", "title", "Doc", "", "a b")
CELLS = st.text(max_size=5) | st.sampled_from([
    "cat", "dog;cat", "a; b ;;c", "a|b", "Rome, Italy", "d1", "d2", "1", "0.5", "-3", "1e3", "1_0", "nan",
    " ", "", "[1]",
    "1.", ".5", "+1", "1e", "--1", "1e999", "\u00a0", "\u00a0[x]", "猫", "a]", "array(x)",
    "['a', 'b']", "(x)", "[a, b]", "#a #b", 'say "hi"', "\x1c", "\u2003x", "é", "array(['a'])",
])  # fmt: skip
PLAIN = st.sampled_from(
    ["cat", "dog", "a;b", "c; d", "Rome, Italy", "é ", "", "x|y", 'say "hi"', "0.5", "2", "-1e-3"]
)
ODD = (
    b'"', b",", b"\t", b"\r", b"\n", b"\r\n", b"\n\n", b"\xff", b"\xef\xbb\xbf", b"\x00", b" ",
    b";", b"sep=;\n", b'""',
)  # fmt: skip


def fast(data: bytes, kind: str, context: ReadingContext, size: int) -> Phrases | None:
    return in_blocks(data, size, lambda file: read_plain_table(file, context, kind))


def cell(text: str, mark: str) -> str:
    """Write a cell as data frames and spreadsheets do."""
    if mark == "," and (mark in text or '"' in text or "\n" in text or "\r" in text):
        return '"' + text.replace('"', '""') + '"'
    return text.replace("\t", " ").replace("\n", " ") if mark == "\t" else text


@st.composite
def tables(draw: st.DrawFn) -> tuple[bytes, str]:
    """Draw rows under names, mostly as wide as these."""
    kind = draw(st.sampled_from(["csv", "tsv"]))
    mark = {"csv": ",", "tsv": "\t"}[kind]
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True))
    cells = draw(st.sampled_from([CELLS, PLAIN]))
    items = draw(
        st.sampled_from([st.sampled_from(["d1", "d2", "d3"]), st.integers(0, 10**6).map(str), cells])
    )
    numbers = draw(
        st.sampled_from([st.floats(allow_nan=False).map(repr), st.integers(-9, 9).map(str), cells])
    )
    if draw(st.booleans()):  # mostly plain
        names = ["id", draw(st.sampled_from(["phrase", "phrases", "gold"]))]
        names += draw(st.sampled_from([[], ["score"], ["topic"]]))
        cells = st.sampled_from(draw(st.lists(PLAIN, min_size=1, max_size=3)))
        items = st.sampled_from(["d1", "d2"]) if names[1] == "phrase" else st.integers(0, 10**6).map(str)
        numbers = draw(st.sampled_from([st.floats(allow_nan=False).map(repr), st.integers(-9, 9).map(str)]))
    kinds = {"id": items, "score": numbers}
    rows = [names] + [[draw(kinds.get(n, cells)) for n in names] for _ in range(draw(st.integers(0, 7)))]
    end = draw(st.sampled_from(["\n", "\r\n"]))
    text = end.join(mark.join(cell(c, mark) for c in row) for row in rows) + draw(
        st.sampled_from(["", end, end * 2])
    )
    data = text.encode("utf-8", "surrogatepass")
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        place = draw(st.integers(0, len(data)))
        data = data[:place] + draw(st.sampled_from(ODD)) + data[place + draw(st.integers(0, 2)) :]
    return data, kind


@given(
    tables(), st.sampled_from(["gold", "run"]), st.sampled_from([1, 30, 1 << 22]),
    st.sampled_from([
        {}, {}, {"separator": ";"}, {"separator": "|"}, {"separator": ""}, {"phrases": ("phrase",)},
        {"ties": "trec"},
        {"header": True},
    ]),
)  # fmt: skip
@example((b"id,phrase\nd1,cat \nd1,dog ", "csv"), "run", 1 << 22, {})
@example((b"id,phrase\nd1,\xc2", "csv"), "run", 1 << 22, {})
@example((b"id\tphrases\nd1\tcat;dog\nd2\t", "tsv"), "run", 1 << 22, {})
@example((b'id,phrases\nd1,"a ""b"";c"\nd2,""\n', "csv"), "run", 1 << 22, {})
@example((b"id,phrase,score\nd1,a,0.1\nd1,b,0.30000000000000004\nd1,c,0.3\n", "csv"), "run", 1 << 22, {})
def test_same_table_or_left_to_the_careful_reader(
    table: tuple[bytes, str], role: Any, size: int, fields: Any
) -> None:
    data, kind = table
    plain = fast(data, kind, ReadingContext("a.csv", FieldNames(**fields), role), size)
    if plain is not None:
        context = ReadingContext("a.csv", FieldNames(**fields), role)
        careful = read_delimited(decode_text(data, "a.csv"), context, kind)
        assert content(plain) == content(careful)


@pytest.mark.parametrize("kind", ["csv", "tsv"])
@pytest.mark.parametrize(
    "rows",
    [
        [["id", "phrase"], ["d1", "cat"], ["d1", "dog"], ["d2", ""]],
        [["id", "phrase", "score", "year"], ["d1", "cat", "0.5", "1"], ["d1", "a 'b'", "2", "1"],
         ["d2", "é", "-1e-3", "2"]],
        [["id", "phrases"], ["d1", "cat; dog"], ["d2", ""], ["d3", "猫;"]],
        [["doc_id", "pred", "topic"], ["d2", "a;b", "x"], ["d1", "c;d", "y"]],
        [["id", "keywords"], ["d1", "a, b"], ["d2", "c,  d e ,"], ["d3", "f,a"]],
        [["id", "keywords", "n"], ["d2", "say 'hi'|b ", "1"], ["d1", "b|\u00a0a", "2"]],
    ],
)  # fmt: skip
def test_usual_tables_are_read_at_once(rows: list[list[str]], kind: str) -> None:
    mark = {"csv": ",", "tsv": "\t"}[kind]
    data = "".join(mark.join(cell(c, mark) for c in row) + "\n" for row in rows).encode()
    plain = fast(data, kind, ReadingContext("a.csv", role="run"), 1 << 22)
    assert plain is not None
    assert content(plain) == content(read_delimited(data.decode(), ReadingContext("a.csv", role="run"), kind))


@pytest.mark.parametrize(
    ("columns", "usual"),
    [
        ({"id": ["b", "a"], "phrases": [["x", "y", "x"], []], "topic": ["t", None]}, True),
        ({"id": [2, 1], "phrases": [["x"], ["y"]], "year": [None, 3], "more": [[1], []]}, True),
        ({"id": ["a", "b"], "phrases": [["x", None], []]}, False),
        ({"id": ["a", "b"], "phrases": [None, ["x"]]}, False),
        ({"id": ["a", "a"], "phrases": [["x"], ["y"]]}, False),
        ({"id": ["a", None], "phrases": [["x"], ["y"]]}, False),
        ({"id": [1.0, 2.0], "phrases": [["x"], ["y"]]}, False),
        ({"id": ["a"], "phrases": [["x"]], "scores": [[0.5]]}, False),
        ({"id": ["a"], "phrases": ["x;y"]}, False),
        ({"phrases": [["x"]]}, False),
    ],
)
def test_parquet_in_batches(columns: dict[str, list[Any]], usual: bool, tmp_path: Any) -> None:  # noqa: FBT001
    path = str(tmp_path / "a.parquet")
    pl.DataFrame(columns, strict=False).write_parquet(path)
    plain = read_plain_parquet(path, ReadingContext("a.parquet", role="run"))
    assert (plain is not None) == usual
    if plain is not None:
        assert content(plain) == content(read_parquet(path, ReadingContext("a.parquet", role="run")))


@pytest.mark.parametrize(
    "cells",
    [
        pl.Series([b"ab", b"cd"]),
        pl.Series([1, None], dtype=pl.Duration("us")),
        pl.Series([1, 2], dtype=pl.Date),
        pl.Series(["q", None], dtype=pl.Categorical),
    ],
)
def test_parquet_columns_of_items_are_the_same(cells: pl.Series, tmp_path: Any) -> None:
    path = str(tmp_path / "a.parquet")
    pl.DataFrame({"id": ["a", "b"], "phrases": [["x"], ["y"]], "more": cells}).write_parquet(path)
    plain = read_plain_parquet(path, ReadingContext("a.parquet", role="run"))
    assert plain is not None
    careful = read_parquet(path, ReadingContext("a.parquet", role="run"))
    assert dict(plain.columns) == dict(careful.columns)
    assert ("more" in plain.columns) == (cells.dtype not in (pl.Binary, pl.Duration))
