"""The same phrases in every format are the same table."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import os
import re
import string
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite.core.errors import InputError
from lydite.reading import FieldNames, Phrases, list_of_cell, read

Table = dict[str, list[str]]

# a cell of a table cannot hold what separates cells, rows or phrases, nor white space at its ends
cell = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters=";\ufeff"),
    min_size=1,
    max_size=12,
).filter(lambda s: s.strip() == s)
free = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
word = st.text(string.ascii_letters + "é日_-#", min_size=1, max_size=8)


def tables(phrase: st.SearchStrategy[str], least: int = 0) -> st.SearchStrategy[Table]:
    return st.dictionaries(
        phrase.filter(bool), st.lists(phrase, min_size=least, max_size=5), min_size=1, max_size=6
    )


def visible(table: dict[Any, list[str]]) -> dict[Any, list[str]]:
    """Return the table as it is read: an empty phrase is none."""
    hidden = {"Cc", "Cf", "Zl", "Zp", "Zs"}
    return {k: [p for p in v if not {unicodedata.category(c) for c in p} <= hidden] for k, v in table.items()}


def as_json_lines(table: Table) -> str:
    return "".join(json.dumps({"id": k, "phrases": v}, ensure_ascii=False) + "\n" for k, v in table.items())


def as_long(table: Table, separator: str, **style: Any) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, **style)
    writer.writerow(["id", "phrase", "score"])
    writer.writerows(
        [item, phrase, -n] for item, phrases in table.items() for n, phrase in enumerate(phrases)
    )
    return out.getvalue()


def as_run(table: Table) -> str:
    return "".join(
        f"{k} Q0 {phrase} {n} {-n} me\n" for k, phrases in table.items() for n, phrase in enumerate(phrases)
    )


def from_text(
    text: str | bytes, format: str | None, name: str = "table", *, skip_bad: bool = False
) -> Phrases:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return read(path, format=format, skip_bad=skip_bad)


@settings(max_examples=60)
@given(tables(free))
def test_json(table: Table) -> None:
    assert from_text(as_json_lines(table), "jsonl").to_dict() == visible(table)
    assert from_text(json.dumps(table), "json").to_dict() == visible(table)
    assert from_text(json.dumps(table, indent=1, ensure_ascii=False), "json").to_dict() == visible(table)
    assert read(table).to_dict() == visible(table)


@settings(max_examples=40)
@given(tables(free))
def test_frames(table: Table) -> None:
    columns = {"id": list(table), "phrases": list(table.values())}
    frame = pl.DataFrame(columns, schema={"id": pl.String, "phrases": pl.List(pl.String)})
    assert read(frame).to_dict() == visible(table)
    assert read(frame.lazy()).to_dict() == visible(table)
    schema = pa.schema({"id": pa.string(), "phrases": pa.list_(pa.string())})
    assert read(pa.table(columns, schema=schema)).to_dict() == visible(table)
    assert read(pd.DataFrame(columns)).to_dict() == visible(table)
    data = io.BytesIO()
    frame.write_parquet(data)
    assert from_text(data.getvalue(), None).to_dict() == visible(table)


def forms(table: Table) -> dict[str, tuple[Any, str, bool]]:
    """Return a table one phrase a row and one item a row, each with the separator that it really has.

    With each stands whether its cells spell lists: half of them where a cell is a phrase, any where it may
    be a list of them.
    """
    phrases = [p for v in table.values() for p in v]
    spelled = sum(list_of_cell(p) is not None for p in phrases) * 2 >= len(phrases)
    cells = [";".join(v) for v in table.values()]
    bare = all(c[0] == "[" and c[-1] == "]" for c in cells)  # [cat, dog], without quotes
    long = pl.DataFrame([{"id": k, "phrase": p} for k, v in table.items() for p in v])
    rows = "".join(f"{k}\t{cell}\n" for k, cell in zip(table, cells, strict=True))
    return {
        "a.csv": (as_long(table, ","), "none", spelled),
        "a.tsv": (as_long(table, "\t", quoting=csv.QUOTE_NONE, quotechar=None), "none", spelled),
        "b.tsv": (
            f"id\tphrases\n{rows}",
            ";" if ";" in rows else "none",
            bare or any(list_of_cell(c) is not None for c in cells),
        ),
        "polars": (long, "none", spelled),
        "pandas": (long.to_pandas(), "none", spelled),
    }


def is_plain(table: Table) -> bool:
    """Whether no phrase has what may part phrases."""
    return not any(set(p) & set("|,#") for v in table.values() for p in v)


@settings(max_examples=150, deadline=None)
@given(
    tables(cell, least=1)
    | tables(st.text("ab|, #[]'1", min_size=1).filter(lambda s: s.strip() == s), least=1)
)
def test_long_and_delimited(table: Table) -> None:
    """All forms are the same table: plain phrases by themselves, any phrases once the separator is said.

    Unsaid, phrases with a comma, a bar or hash signs may be lists of several. Nobody can tell: with one row
    an item, ``{"a": ["x, y"]}`` and ``{"a": ["x", "y"]}`` are both written ``a,"x, y"``. Then users are
    asked, or told what was noticed.
    """
    for name, (source, separator, spelled) in forms(table).items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)
            if isinstance(source, str):
                path.write_text(source, encoding="utf-8", newline="")
            given = path if isinstance(source, str) else source
            if not spelled:
                found = read(given, fields=FieldNames.of(separator=separator))
                assert found.to_dict() == visible(table)
            try:
                found = read(given)
            except InputError as error:
                assert spelled or not is_plain(table)
                assert spelled or "--separator" in str(error)  # noqa: PT017
                continue
        said = found.understood
        if not spelled and (is_plain(table) or said is None or said.separator in (None, separator)):
            assert found.to_dict() == visible(table)


@pytest.mark.parametrize("head", ["id,phrase\n", "", "id,phrase,score\n"])
@pytest.mark.parametrize("cell", ["[1]", "(1, 2)", "['cow']", "{}", "array([1])"])
def test_one_phrase_that_spells_a_list_makes_no_lists_of_all(head: str, cell: str, tmp_path: Path) -> None:
    path, score = tmp_path / "g.csv", ",0.5" if "score" in head else ""
    rows = [("d1", "cat"), ("d1", cell), ("d2", "dog"), ("d2", "fish")]
    path.write_text(head + "".join(f'{item},"{phrase}"{score}\n' for item, phrase in rows))
    found = read(path)
    assert found.to_dict() == {"d1": ["cat", cell], "d2": ["dog", "fish"]}
    assert any("list" in note for note in found.notes) == (cell == "['cow']")
    rows = [("d1", "['cat', 'hat']"), ("d2", "['dog']"), ("d3", "fish")]
    path.write_text(head + "".join(f'{item},"{phrase}"{score}\n' for item, phrase in rows))
    assert read(path).to_dict() == {"d1": ["cat", "hat"], "d2": ["dog"], "d3": ["fish"]}


def test_semicolons_within_phrases_of_a_long_table(tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text("d1,x; y\nd1,cat\nd2,dog\n")
    with pytest.raises(InputError, match=r"g\.csv:1: .*--separator none"):
        read(path)
    found = read(path, fields=FieldNames.of(separator="none"))
    assert found.to_dict() == {"d1": ["x; y", "cat"], "d2": ["dog"]}


@pytest.mark.parametrize("name", ["phrase", "phrases"])
def test_a_comma_of_a_phrase_with_one_row_an_item(name: str, tmp_path: Path) -> None:
    """The smallest table of which no reader can tell whether it has one phrase or two."""
    path = tmp_path / "g.csv"
    path.write_text(f'id,{name}\na,"x, y"\n')
    found = read(path)
    assert found.to_dict() == {"a": ["x", "y"]}
    assert "','" in str(found.detected())
    assert read(path, fields=FieldNames.of(separator="none")).to_dict() == {"a": ["x, y"]}
    path.write_text(f'id,{name}\na,"x, y"\nb,z\nc,z\n')  # a third of the cells: asked, or one phrase a row
    if name == "phrase":
        assert read(path).to_dict()["a"] == ["x, y"]
        return
    with pytest.raises(InputError, match=r"1 of 3 .*',' .*--separator ',', .*--separator none"):
        read(path)


@settings(max_examples=40)
@given(tables(word, least=1))
def test_trec(table: Table) -> None:
    assert from_text(as_run(table), None).to_dict() == table
    gold = "".join(f"{k} 0 {p} 1\n{k} 0 not_{p} 0\n" for k, v in table.items() for p in v)
    assert from_text(gold, None).to_dict() == table


@settings(max_examples=30)
@given(
    st.dictionaries(
        word, st.lists(st.lists(free, min_size=1, max_size=3), min_size=1, max_size=3), min_size=1
    )
)
def test_variants(table: dict[str, list[list[str]]]) -> None:
    found = from_text(json.dumps(table), "json")
    plain = visible({k: [v[0] for v in phrases] for k, phrases in table.items()})
    several = any(len(v) > 1 for phrases in table.values() for v in phrases)
    kept = {k: [v for v in visible(dict(enumerate(phrases))).values() if v] for k, phrases in table.items()}
    assert found.to_dict() == (kept if several else plain)
    frame = pl.DataFrame({"id": list(table), "phrases": list(table.values())})
    assert read(frame).to_dict() == found.to_dict()


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_compressed(suffix: str) -> None:
    pack = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress, ".zst": zstandard.compress}[
        suffix
    ]
    first, second = (f'{{"id": "{i}", "phrases": ["x"]}}\n'.encode() for i in "ab")
    for content in (pack(first + second), pack(first) + pack(second)):  # several streams are one file
        assert from_text(content, None, f"t.jsonl{suffix}").to_dict() == {"a": ["x"], "b": ["x"]}
    assert from_text(pack(first), None, "name_says_nothing").ids == ("a",)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'{"id": "a", "tags": ["x"]}\n', {"a": ["x"]}),
        (gzip.compress(b'{"a": ["x", "y"]}'), {"a": ["x", "y"]}),
        (b"a\tx\na\ty\n", {"a": ["x", "y"]}),
    ],
    ids=["JSON lines", "gzip", "table"],
)
def test_standard_input(content: bytes, expected: Table) -> None:
    code = "from lydite.reading import read; print(read('-').to_dict())"
    found = subprocess.run([sys.executable, "-c", code], input=content, capture_output=True, check=True)
    assert found.stdout.decode().strip() == str(expected)


def test_named_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "p"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"printf 'd1\\tx\\nd1\\ty\\n' > {pipe}"]):
        assert read(pipe).to_dict() == {"d1": ["x", "y"]}


@pytest.mark.parametrize("key", ["phrases", "tags", "keyphrases", "hashtags", "Tags"])
def test_keys_of_json_lines(key: str) -> None:
    found = from_text(
        f'{{"id": 7, "{key}": ["x"], "topic": "t", "n": 3, "deep": []}}\n\n{{"id": 8, "{key}": []}}', "jsonl"
    )
    assert found.to_dict() == {"7": ["x"], "8": []}
    assert found.columns == {"topic": ("t", ""), "n": ("3", "")}


def test_json_lines_in_a_json_file() -> None:
    assert from_text(as_json_lines({"a": ["x"], "b": []}), None, "t.json").ids == ("a", "b")
    assert from_text('[{"id": "a", "tags": ["x"]}]', None, "t.json").to_dict() == {"a": ["x"]}
    assert from_text('{"id": ["x"], "phrases": ["y"]}', None, "t.json").to_dict() == {
        "id": ["x"],
        "phrases": ["y"],
    }


def test_scores_rank_and_ties_keep_their_order() -> None:
    ranked = {"a": ["best", "tie1", "tie2"]}
    assert read({"a": {"tie1": 1, "tie2": 1, "best": 2}}).to_dict() == ranked
    assert from_text('{"a": {"tie1": 1, "tie2": 1, "best": 2}}', None).to_dict() == ranked
    lines = '{"id": "a", "phrases": ["tie1", "tie2", "best"], "scores": [1, 1, 2]}'
    assert from_text(lines, None).to_dict() == ranked
    assert from_text("a\ttie1\t1\na\tbest\t2\na\ttie2\t1", None).to_dict() == ranked
    frame = pl.DataFrame({"id": ["a"], "phrases": [["tie1", "tie2", "best"]], "scores": [[1, 1, 2]]})
    assert read(frame).to_dict() == ranked
    long = pl.DataFrame({"id": ["a"] * 3, "phrase": ["tie1", "tie2", "best"], "score": [1, 1, 2]})
    assert read(long).to_dict() == ranked


def test_run_is_ranked_as_trec_eval_does() -> None:
    """Ties by name descending, whatever the rank column says (trec_eval, form_res_rels.c)."""
    run = "q Q0 a 1 0.5 s\nq Q0 c 2 0.5 s\nq Q0 b 3 0.5 s\nq Q0 z 4 0.1 s\nq Q0 d 5 0.9 s\n"
    assert from_text(run, None).to_dict() == {"q": ["d", "c", "b", "a", "z"]}


def test_qrels_that_judge_twice() -> None:
    """Below 0 is none as 0 is; a contradiction is a fault of its line, which may be skipped."""
    assert from_text("q 0 a 1\nq 0 b -1\nq 0 b 0", "qrels").to_dict() == {"q": ["a"]}
    found = from_text("q 0 a 1\nq 0 b 2\nq 0 b 1\n", "qrels", skip_bad=True)
    assert found.to_dict() == {"q": ["a", "b"]}
    assert any("3: item 'q': 'b' " in note for note in found.notes)


def test_trec_with_tabs_has_phrases_of_several_words() -> None:
    assert from_text("q\t0\tneural network\t1\nq\t0\tcat\t0\nr\t0\tdog\t0", "qrels").to_dict() == {
        "q": ["neural network"],
        "r": [],
    }


def test_csv_with_quotes_and_other_columns() -> None:
    text = 'topic,id,phrase,user,place\nt1,a,"x, ""y""",u,1\nt1,a,z,u,2\n"t\n2",b,,v,1\n'
    found = from_text(text, "csv")
    assert found.to_dict() == {"a": ['x, "y"', "z"], "b": []}
    assert found.columns == {"topic": ("t1", "t\n2"), "user": ("u", "v")}
    [note] = found.notes
    assert note.startswith(f"{found.source}: column place ")


def test_line_numbers_count_lines_inside_quotes() -> None:
    with pytest.raises(InputError, match=":4: .*2 columns"):
        from_text('id,phrase\na,"x\ny"\nb\n', "csv")


def test_rows_without_header() -> None:
    assert from_text("a\tx;y\nb\t\n", "tsv").to_dict() == {"a": ["x", "y"], "b": []}
    assert from_text("a,x\r\nb,y\r\na,z\r\n", "csv").to_dict() == {"a": ["x", "z"], "b": ["y"]}
    assert from_text('d1\tsay "x\nd1\ty\n', "tsv").to_dict() == {"d1": ['say "x', "y"]}


def test_columns_of_frames() -> None:
    frame = pl.DataFrame({"id": [2, 1], "tags": [["x"], None], "topic": ["t", None], "year": [1999, 2000]})
    found = read(frame)
    assert found.to_dict() == {"2": ["x"], "1": []}
    assert found.columns == {"topic": ("t", ""), "year": ("1999", "2000")}
    by_index = pd.DataFrame({"tags": [["x"], ["y"]]}, index=["a", "b"])
    assert read(by_index).to_dict() == {"a": ["x"], "b": ["y"]}
    assert read(pl.DataFrame({"id": ["a", "b"], "tags": ["x; y;", None]})).to_dict() == {
        "a": ["x", "y"],
        "b": [],
    }


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (pl.DataFrame({"x": ["a"], "phrase": ["p"]}), ".*--id"),
        (pl.DataFrame({"id": ["a"], "text": ["p"]}), ".*--phrases"),
        (pl.DataFrame({"id": ["a", None], "phrase": ["p", "q"]}), "column id: .*null .*row 2"),
        (pl.DataFrame({"id": ["a"], "phrases": [["p", None]]}), "item 'a': .*None"),
        (pl.DataFrame({"id": ["a"], "phrases": [[1, 2]]}), "item 'a': .* 1$"),
        (pl.DataFrame({"id": ["a"], "phrases": [7]}), "column phrases .*Int64"),
        (pl.DataFrame({"id": [1.5], "phrase": ["p"]}), "column id .*Float64"),
        (pl.DataFrame({"id": ["a"], "phrase": ["p"], "score": ["x"]}), "column score: .*'x' in row 1"),
        (pl.DataFrame({"id": ["a"], "phrase": ["p"], "score": [float("nan")]}), "column score: .*nan"),
        (pl.DataFrame({"id": ["a", "a"], "phrases": [["p"], ["q"]]}), "item 'a' .*rows 1 and 2"),
        (pl.DataFrame({"id": [], "phrases": []}), ".*no items"),
    ],
)  # fmt: skip
def test_bad_frames(frame: pl.DataFrame, message: str) -> None:
    with pytest.raises(InputError, match=f"^run: {message}"):
        read(frame, name="run")


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ({}, ".*no items"),
        ({"a": "x"}, "item 'a': .*string.*--separator"),
        ({"a": 3}, "item 'a': .*int$"),
        ({"a": ["x"], "b": [None]}, "item 'b': .*None"),
        ({"a": [["x", 3, 4]]}, r"item 'a': .*\['x', 3, 4\]"),
        ({"a": [["x"], []]}, r"item 'a': .*\[\]"),
        ({1.5: ["x"]}, ".*id .*1.5"),
        ({"a": {"x": "high"}}, "item 'a': .*'high'"),
        ({1: ["x"], "1": ["y"]}, ".*ids"),
    ],
)
def test_bad_mappings(mapping: dict[Any, Any], message: str) -> None:
    with pytest.raises(InputError, match=f"^gold: {message}"):
        read(mapping, name="gold")


def test_mappings_of_other_kinds() -> None:
    assert read({1: ("x", "y"), 2: {"b", "a"}}).to_dict() == {"1": ["x", "y"], "2": ["a", "b"]}
    table = read({"a": ["x"]})
    assert read(table) is table


def test_keyphrases_with_variants(shared_data: Path) -> None:
    found = read(shared_data / "keyphrases" / "semeval2010" / "train.author.json")
    assert len(found) == 144
    assert found.lists.concepts is not None
    table = json.loads((shared_data / "keyphrases" / "semeval2010" / "train.author.json").read_text())
    assert found.to_dict() == table


def test_empty_phrases_are_no_phrases(tmp_path: Path) -> None:
    """As in a cell of TSV, so everywhere: two empty strings must not make a true positive."""
    table = {"a": ["x", "", " \t", "🧑\u200d🎓"], "b": ["\u200b"]}
    file = tmp_path / "p.jsonl"
    file.write_text(as_json_lines(table), "utf-8")
    for source in (table, file, pl.DataFrame({"id": list(table), "phrases": list(table.values())})):
        found = read(source)
        assert found.to_dict() == {"a": ["x", "🧑\u200d🎓"], "b": []}
        [note] = found.notes
        assert re.search(f"^{re.escape(found.source)}: .*empty.*3", note)
    variants = read({"a": [["", "x"], [" "], ["y", "z"]], "b": [["", "u"]]})
    assert variants.to_dict() == {"a": [["x"], ["y", "z"]], "b": [["u"]]}
    assert variants.lists.concept_counts.tolist() == [2, 1]
