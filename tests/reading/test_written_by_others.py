"""What pandas, spreadsheets, keyphrase systems and language models write: made by them, then read."""

# ruff: noqa: E501, PLW0108 - dumps are shown as they are
from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import lydite
from lydite.cli import main
from lydite.core.errors import InputError
from lydite.reading import FieldNames, read, read_all

GOLD = {
    "d1": ["deep learning", "neural nets"],
    "d2": ["parsing"],
    "d3": ["word sense, disambiguation", "it's", 'C++ "x"'],
}
FRAME = pd.DataFrame({"id": list(GOLD), "keywords": list(GOLD.values())})
INDEXED = FRAME.set_index("id")
LONG = [(i, p, f"{1 / (n + 1):.3f}") for i, many in GOLD.items() for n, p in enumerate(many)]


def mapped(change: Callable[[list[str]], Any]) -> pd.DataFrame:
    return FRAME.assign(keywords=FRAME["keywords"].map(change))


def ranks(many: list[str]) -> list[tuple[str, Any]]:
    return [(p, np.float64(1 / (n + 1))) for n, p in enumerate(many)]


def rows(of: Callable[[str, list[str]], Any]) -> str:
    return "".join(f"{json.dumps(of(i, many))}\n" for i, many in GOLD.items())


Writer = Callable[[Path], Any]
CSV: dict[str, Any] = {"index": False}
EXCEL: dict[str, Any] = {"index": False, "sep": ";", "encoding": "utf-8-sig", "lineterminator": "\r\n"}
WRITERS: dict[str, Writer] = {
    "lists.csv": lambda p: FRAME.to_csv(p, **CSV),
    "with-index.csv": lambda p: FRAME.to_csv(p),
    "lists.tsv": lambda p: FRAME.to_csv(p, sep="\t", **CSV),
    "json.tsv": lambda p: mapped(json.dumps).to_csv(p, sep="\t", **CSV),
    "json-excel.csv": lambda p: mapped(json.dumps).to_csv(p, **EXCEL),
    "arrays.csv": lambda p: mapped(np.array).to_csv(p, **CSV),
    "tuples.csv": lambda p: mapped(tuple).to_csv(p, **CSV),
    "sets.csv": lambda p: mapped(set).to_csv(p, **CSV),
    "scores.csv": lambda p: mapped(lambda k: dict(ranks(k))).to_csv(p, **CSV),
    "keybert.csv": lambda p: mapped(ranks).to_csv(p, **CSV),
    "keybert-objects.csv": lambda p: mapped(lambda k: [{"text": a, "score": float(b)} for a, b in ranks(k)]).to_csv(p),
    "semicolons.csv": lambda p: mapped("; ".join).to_csv(p, **EXCEL),
    "records.json": lambda p: FRAME.to_json(p, orient="records"),
    "index.json": lambda p: FRAME.to_json(p, orient="index"),
    "columns.json": lambda p: FRAME.to_json(p, orient="columns"),
    "split.json": lambda p: FRAME.to_json(p, orient="split"),
    "table.json": lambda p: FRAME.to_json(p, orient="table"),
    "values.json": lambda p: FRAME.to_json(p, orient="values"),
    "index-by-id.json": lambda p: INDEXED.to_json(p, orient="index"),
    "columns-by-id.json": lambda p: INDEXED.to_json(p, orient="columns"),
    "split-by-id.json": lambda p: INDEXED.to_json(p, orient="split"),
    "table-by-id.json": lambda p: INDEXED.to_json(p, orient="table"),
    "to_dict-list.json": lambda p: p.write_text(json.dumps(FRAME.to_dict("list"))),
    "lines.jsonl": lambda p: FRAME.to_json(p, orient="records", lines=True),
    "lines-of-str.jsonl": lambda p: mapped(str).to_json(p, orient="records", lines=True),
    "lines-of-json.jsonl": lambda p: mapped(json.dumps).to_json(p, orient="records", lines=True),
    "lists.parquet": lambda p: FRAME.to_parquet(p),
    "by-id.parquet": lambda p: INDEXED.to_parquet(p),
    "by-id-unnamed.parquet": lambda p: INDEXED.rename_axis(None).to_parquet(p),
    "without-ids.parquet": lambda p: FRAME[["keywords"]].to_parquet(p),
    "str.parquet": lambda p: mapped(str).to_parquet(p),
    "json.parquet": lambda p: mapped(json.dumps).to_parquet(p),
    "objects.parquet": lambda p: pl.DataFrame(
        {"id": list(GOLD), "keywords": [[{"text": a, "score": float(b)} for a, b in ranks(k)] for k in GOLD.values()]}
    ).write_parquet(p),
    "long.parquet": lambda p: pd.DataFrame(LONG, columns=["doc_id", "keyword", "score"]).to_parquet(p),
    "long-decimal-comma.csv": lambda p: pd.DataFrame(
        [(a, b, float(c)) for a, b, c in LONG], columns=["doc_id", "keyword", "score"]
    ).to_csv(p, sep=";", decimal=",", index=False),
    "excel-says-sep.csv": lambda p: p.write_text(
        "sep=;\r\nid;keywords;\r\nd1;deep learning|neural nets;\r\nd2;parsing|;\r\n"
        "d3;\"word sense, disambiguation|it's|C++ \"\"x\"\"\";\r\n;;\r\n"
    ),
    "python-prints-lists.txt": lambda p: p.write_text("\n".join(str(ranks(k)) for k in GOLD.values())),
    "python-prints-dicts.txt": lambda p: p.write_text("\n".join(str({"id": i, "keywords": k}) for i, k in GOLD.items())),
    "python-prints-one.json": lambda p: p.write_text(str(GOLD)),
    "pairs.jsonl": lambda p: p.write_text(rows(lambda i, k: [(a, float(b)) for a, b in ranks(k)])),
    "string-scores.json": lambda p: p.write_text(
        json.dumps({i: [[a, str(float(b))] for a, b in ranks(k)] for i, k in GOLD.items()})
    ),
    "string-scores-mapping.json": lambda p: p.write_text(
        json.dumps({i: {a: str(float(b)) for a, b in ranks(k)} for i, k in GOLD.items()})
    ),
    "string-scores-beside.jsonl": lambda p: p.write_text(
        rows(lambda i, k: {"id": i, "keyphrases": k, "scores": [str(float(b)) for _, b in ranks(k)]})
    ),
    "string-scores-long.jsonl": lambda p: p.write_text(
        "".join(json.dumps({"id": a, "keyphrase": b, "score": c}) + "\n" for a, b, c in LONG)
    ),
    "llm-json-in-json.jsonl": lambda p: p.write_text(rows(lambda i, k: {"id": i, "output": json.dumps({"keywords": k})})),
    "llm-fenced.jsonl": lambda p: p.write_text(rows(lambda i, k: {"id": i, "output": f"```json\n{json.dumps(k)}\n```"})),
    "one-item-a-line.jsonl": lambda p: p.write_text(rows(lambda i, k: {i: k})),
    "wrapped.json": lambda p: p.write_text(
        json.dumps({"model": "x", "results": [{"id": i, "keyphrases": k} for i, k in GOLD.items()]})
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITERS)
def test_read_as_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    WRITERS[name](path)
    (found,) = lydite.evaluate(GOLD, path, "F1", bootstrap=0, chance=0)
    assert (found.value, found.n) == (1.0, 3)


@pytest.mark.parametrize(
    ("of", "more"),
    [
        (lambda i, k: {"id": i, "ents": [{"start": 0, "label": "KEY", "text": p} for p in k]}, {}),
        (lambda i, k: {"id": i, "ents": "\n".join(f"{n}. {p}" for n, p in enumerate(k, 1))}, {"separator": "\\n"}),
        (lambda i, k: {"id": i, "ents": "\n".join(f"- {p}" for p in k)}, {"separator": "\\n"}),
    ],
)  # fmt: skip
def test_what_is_named(of: Any, more: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "named.jsonl"
    path.write_text(rows(of))
    with pytest.raises(InputError, match=r"named\.jsonl:1: .*--phrases .*id, ents"):
        lydite.evaluate(GOLD, path, "F1")
    assert lydite.evaluate(GOLD, path, "F1", phrases="ents", bootstrap=0, **more)[0].value == 1.0


def test_annif_writes_a_folder(tmp_path: Path) -> None:
    for item, many in GOLD.items():
        lines = [f"<http://example.org/{n}>\t{p}\t{n / 10}\n" for n, p in enumerate(many)]
        (tmp_path / f"{item}.tsv").write_text("".join(lines))
    assert read(tmp_path).to_dict() == {k: v[::-1] for k, v in GOLD.items()}
    for item, many in GOLD.items():
        (tmp_path / f"{item}.tsv").write_text("".join(f"<http://example.org/x>\t{p}\n" for p in many))
    assert read(tmp_path).to_dict() == GOLD


def test_lists_without_quotes(tmp_path: Path) -> None:
    path = tmp_path / "java.csv"
    path.write_text('id,keywords\nd1,"[deep learning, neural nets]"\nd2,[parsing]\n')
    assert read(path).to_dict() == {"d1": ["deep learning", "neural nets"], "d2": ["parsing"]}
    path.write_text("id,keywords\nd1,[sic]\nd2,parsing\n")
    assert read(path).to_dict() == {"d1": ["[sic]"], "d2": ["parsing"]}


def test_nothing_separates_on_request(tmp_path: Path) -> None:
    cells = ["cells, nerve", "Rome, Italy"]
    wanted = {"1": [cells[0]], "2": [cells[1]]}
    none = FieldNames.of(separator="none")
    table, lines = tmp_path / "r.csv", tmp_path / "r.jsonl"
    table.write_text(f'id,phrases\n1,"{cells[0]}"\n2,"{cells[1]}"\n')
    lines.write_text("".join(f'{{"id": {n}, "phrases": "{c}"}}\n' for n, c in enumerate(cells, 1)))
    text = tmp_path / "r.txt"
    text.write_text("\n".join(cells))
    frame = pl.DataFrame({"id": ["1", "2"], "phrases": cells})
    for source in (table, lines, text, frame, frame.to_pandas(), dict(zip("12", cells, strict=True))):
        found = read(source, fields=none)
        assert found.to_dict() == wanted
        assert "not parted" in str(found.detected())
        (only,) = read_all([("run", source)], fields=none)
        assert only.to_dict() == wanted


def test_a_separator_of_some_cells_is_said(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("id,keywords\n1,cat|dog\n2,fish\n3,bird\n")
    assert "'|'" in str(read(path).detected())
    path.write_text('id,keywords\n1,"Rome, Italy"\n2,fish\n3,bird\n')
    with pytest.raises(InputError, match="1 of 3 .*','.*--separator ',', .*--separator none"):
        read(path)
    assert read(path, fields=FieldNames.of(separator="none")).to_dict()["1"] == ["Rome, Italy"]
    assert read(path, fields=FieldNames.of(separator=",")).to_dict()["1"] == ["Rome", "Italy"]


def test_semicolons_are_seen_without_a_suffix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.txt"
    path.write_text("id;keyword\n1;cat\n1;dog\n2;fish\n")
    with pytest.raises(SystemExit):
        main(["score", str(path), str(path), "--same", "-m", "F1", "--bootstrap", "0"])
    assert "csv with ';' (id: id; phrases: keyword), 2 items, 3 phrases" in capsys.readouterr().err
    path.write_text("d1;cat\nd2;dog\n")
    with pytest.raises(InputError, match=r"r\.txt: .*--input-format"):
        read(path)


@pytest.mark.parametrize("head", [b"PK\x03\x04 and so on", pickle.dumps(["cat"]), b"\x93NUMPY\x01"])
@pytest.mark.parametrize("measure", ["F1", "accuracy", "F1(part=present)"])
def test_what_is_no_text(head: bytes, measure: str, tmp_path: Path) -> None:
    path, gold = tmp_path / "run.xlsx", {"d1": "cat" if measure == "accuracy" else ["cat"]}
    path.write_bytes(head)
    with pytest.raises(InputError, match=r"run\.xlsx: .*CSV or JSON"):
        lydite.evaluate(
            gold, gold if "part" in measure else path, measure, documents=path if "part" in measure else None
        )


def test_lists_in_a_csv_are_not_taken_for_ids(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("cat;dog\nfish;bird\n")
    with pytest.raises(InputError, match=r"r\.csv:1: .*--input-format"):
        read(path)
    assert read(path, format="lines").to_dict() == {"1": ["cat", "dog"], "2": ["fish", "bird"]}
    assert read(path, fields=FieldNames.of(header=False)).to_dict() == {"cat": ["dog"], "fish": ["bird"]}
    path.write_text("d1;cat;0,5\nd1;dog;0,9\n")
    assert read(path).to_dict() == {"d1": ["dog", "cat"]}


def test_no_ids_in_frames() -> None:
    gold, run = (
        pd.DataFrame({"keywords": [["cat"], ["dog"]]}),
        pl.DataFrame({"keywords": [["cat"], ["fish"]]}),
    )
    found = lydite.evaluate({"x": ["cat"], "y": ["dog"]}, run, "F1", bootstrap=0)
    assert found[0].value == 0.5
    assert any(re.search("^system: no ids.*gold", note) for note in found.notes)
    assert lydite.evaluate(gold, run, "F1", bootstrap=0)[0].value == 0.5
    with pytest.raises(InputError, match="system: .*no ids.* 2 item.* 1 in gold"):
        lydite.evaluate({"x": ["cat"]}, run, "F1")
