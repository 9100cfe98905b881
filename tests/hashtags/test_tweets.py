"""Reading and pre-processing of tweets."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from lydite.errors import InputError
from lydite.reading.tweets import RawTweet, read

SAMPLES = {
    "bars.txt": b"1|Thu|caf\xc3\xa9 | bar &amp; #Grill\r\n\n2|Thu|caf\xe9 \x93quoted\x94 #tea\r3||third",
    "lines.jsonl": b'{"id": 1, "text": "caf\xc3\xa9 | bar & #Grill"}\n\r\n{"id_str": "2", "tweet": "b"}\n',
    "table.csv": b'id,text\n1,"caf\xc3\xa9 | bar & #Grill"\n2,"a ""b"", c"\n',
    "table.tsv": b"text\tid\ncaf\xc3\xa9 | bar & #Grill\t1\n",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_formats(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(SAMPLES[name])
    assert next(read(tmp_path / name)) == RawTweet("1", "café | bar & #Grill")


def test_each_line_falls_back_to_cp1252(tmp_path: Path) -> None:
    (tmp_path / "bars.txt").write_bytes(SAMPLES["bars.txt"])
    assert [r.text for r in read(tmp_path / "bars.txt")][1:] == ["café “quoted” #tea", "third"]


def test_blank_lines_of_csv_are_text_or_nothing_and_count_in_messages(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b'\nid,text\n\n1,"one\n\ntwo #a"\n \n2,b\n\n3,c,d\n')
    found = read(tmp_path / "t.csv")
    assert next(found) == RawTweet("1", "one\n\ntwo #a")
    assert next(found) == RawTweet("2", "b")
    with pytest.raises(InputError, match=r"t\.csv:10: expected 2 columns, found 3"):
        next(found)


def test_parquet_and_folders(tmp_path: Path) -> None:
    pl.DataFrame({"tweet_id": [7, 8], "body": ["a #b", "c"]}).write_parquet(tmp_path / "x.parquet")
    (tmp_path / "y.txt").write_text("1|d|e #f\n")
    assert list(read(tmp_path / "x.parquet", "body")) == [RawTweet("7", "a #b"), RawTweet("8", "c")]
    with pytest.raises(InputError, match="no column of text"):
        list(read(tmp_path))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"1|d|t\nno bars", r"a.txt:2: expected id\|date\|text"),
        ("a.jsonl", b"{}\n", r"a.jsonl:1: no column of text"),
        ("a.jsonl", b"{\n", r"a.jsonl:1: not JSON"),
        ("a.jsonl", b'{"text": 3}\n', r"a.jsonl:1: expected the text"),
        ("a.csv", b"id,text\n1\n", r"a.csv:2: expected 2 columns, found 1"),
        ("a.parquet", b"no", r"a.parquet: is no Parquet file"),
    ],
)
def test_bad_files(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(read(tmp_path / name))


def test_missing_and_empty(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(read(tmp_path / "nothing.txt"))
    with pytest.raises(InputError, match="no tweets in this folder"):
        list(read(tmp_path))
