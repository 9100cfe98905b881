"""Reading and pre-processing of tweets."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import lydite
from lydite.core.errors import InputError
from lydite.reading import TweetColumns, read_raw_tweets, seconds, times_of

SAMPLES = {
    "bars.txt": b"1|Thu|caf\xc3\xa9 | bar &amp; #Grill\r\n\n2|Thu|caf\xe9 \x93quoted\x94 #tea\r3||third",
    "lines.jsonl": b'{"id": 1, "text": "caf\xc3\xa9 | bar & #Grill"}\n\r\n{"id_str": "2", "tweet": "b"}\n',
    "table.csv": b'id,text\n1,"caf\xc3\xa9 | bar & #Grill"\n2,"a ""b"", c"\n',
    "table.tsv": b"text\tid\ncaf\xc3\xa9 | bar & #Grill\t1\n",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_formats(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(SAMPLES[name])
    first = next(read_raw_tweets(tmp_path / name))
    assert first[:2] == ("1", "café | bar & #Grill")
    assert first.source == str(tmp_path / name)
    assert first.line == (2 if name.startswith("table") else 1)


def test_each_line_falls_back_to_cp1252(tmp_path: Path) -> None:
    (tmp_path / "bars.txt").write_bytes(SAMPLES["bars.txt"])
    assert [r.text for r in read_raw_tweets(tmp_path / "bars.txt")][1:] == ["café “quoted” #tea", "third"]


def test_blank_lines_of_csv_are_text_or_nothing_and_count_in_messages(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b'\nid,text\n\n1,"one\n\ntwo #a"\n \n2,b\n\n3,c,d\n')
    found = read_raw_tweets(tmp_path / "t.csv")
    assert next(found)[:2] == ("1", "one\n\ntwo #a")
    assert next(found)[:2] == ("2", "b")
    with pytest.raises(InputError, match=r"t\.csv:10: .*2 columns.* 3"):
        next(found)


def test_parquet_and_folders(tmp_path: Path) -> None:
    pl.DataFrame({"tweet_id": [7, 8], "body": ["a #b", "c"]}).write_parquet(tmp_path / "x.parquet")
    (tmp_path / "y.txt").write_text("1|d|e #f\n")
    assert [r[:2] for r in read_raw_tweets(tmp_path / "x.parquet", "body")] == [("7", "a #b"), ("8", "c")]
    with pytest.raises(InputError, match="--text-column"):
        list(read_raw_tweets(tmp_path))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"1|d|t\nno bars", r"a.txt:2: .*id\|date\|text"),
        ("a.jsonl", b"{}\n", r"a.jsonl:1: .*--text-column"),
        ("a.jsonl", b"{\n", r"a.jsonl:1: .*JSON"),
        ("a.jsonl", b'{"text": 3}\n', r"a.jsonl:1: .*text .*3"),
        (
            "a.jsonl",
            b'{"id": 1, "text": "a"}\n' + b"[" * 100_000 + b"]" * 100_000,
            r"a.jsonl:2: .*deep",
        ),
        ("a.csv", b"id,text\n1\n", r"a.csv:2: .*2 columns.* 1"),
        ("a.parquet", b"no", r"a.parquet: .*Parquet"),
    ],
)
def test_bad_files(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(read_raw_tweets(tmp_path / name))


def test_missing_and_empty(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothing\.txt: no such file"):
        list(read_raw_tweets(tmp_path / "nothing.txt"))
    with pytest.raises(InputError, match="test_missing_and_empty.*: no tweets"):
        list(read_raw_tweets(tmp_path))


def test_times_users_and_tags(tmp_path: Path) -> None:
    """Of Twitter's own objects, of columns with names of their own, and of one file an account."""
    (tmp_path / "t.jsonl").write_text(
        '{"id": 1, "text": "a", "created_at": "Thu Apr 09 01:31:50 +0000 2015", "user": {"id_str": "7"}}\n'
        '{"id": 2, "text": "b", "created_at": null, "user": "x", "keywords": ["Machine learning", " AI "]}\n'
    )
    one, two = read_raw_tweets(tmp_path / "t.jsonl")
    assert (one.time, one.user, one.tags) == ("Thu Apr 09 01:31:50 +0000 2015", "7", None)
    assert (two.time, two.user) == ("", "x")
    with pytest.raises(InputError, match=r"t\.jsonl:1: .*'keywords'"):
        list(read_raw_tweets(tmp_path / "t.jsonl", columns=TweetColumns(tags="keywords")))
    (tmp_path / "t.csv").write_text("wann,wer,text,themen\n2015-04-09,ann,hi,a; b c ;\n")
    named = TweetColumns(tags="themen", time="wann", user="wer")
    (row,) = read_raw_tweets(tmp_path / "t.csv", columns=named)
    assert row[1:5] == ("hi", "2015-04-09", "ann", ("a", "b c"))
    (tmp_path / "bbc.txt").write_text("1|Mon|hi #a\n")
    assert next(read_raw_tweets(tmp_path / "bbc.txt")).user == "bbc"
    with pytest.raises(InputError, match=r"id\|date\|text .*'wer'"):
        list(read_raw_tweets(tmp_path / "bbc.txt", columns=TweetColumns(user="wer")))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Mon",
        "2015-13-01",
        "Thu Xxx 09 01:31:50 +0000 2015",
        "12",
        "9" * 400,
        "1428543110000000",
        "9999-12-31T23:59:59-10:00",
        "0001-01-01T00:00:00+10:00",
        "20150431",
    ],
)
def test_what_is_no_time(text: str) -> None:
    assert seconds(text) is None


def test_days_without_hyphens_are_days() -> None:
    """They were taken for seconds: a day of 2015 was one of August 1970."""
    assert seconds("20150409") == seconds("2015-04-09") == 1428537600
    assert seconds("12345678") == 12345678  # there is no month 56


def test_days_with_a_time_and_nothing_between_are_no_milliseconds() -> None:
    """A time of 2015 in 14 digits was one of 2608."""
    assert seconds("20150409013150") == seconds("2015-04-09T01:31:50Z") == 1428543110
    assert seconds("201504090131") == seconds("2015-04-09T01:31Z")
    assert seconds("1428543110000") == 1428543110
    assert seconds("20150409253150") is None  # there is no hour 25, and it is not 2608


@pytest.mark.parametrize("identity", ["null", '""', '" "'])
def test_no_gold_without_an_id(tmp_path: Path, identity: str) -> None:
    """A null was the item None."""
    path = tmp_path / "gold.jsonl"
    path.write_text(f'{{"id": 1, "text": "a #b"}}\n{{"id": {identity}, "text": "a #b"}}\n')
    with pytest.raises(InputError, match=r"gold\.jsonl:2: .*id"):
        lydite.evaluate(str(path), {"1": ["#b"]})


def test_every_time_of_the_health_tweets_is_read(shared_data: Path) -> None:
    times = times_of(read_raw_tweets(shared_data / "health-tweets"))
    assert len(times) == 63_326
    assert seconds("2011-01-01") < min(times) < max(times) < seconds("2015-04-30")  # type: ignore[operator]
