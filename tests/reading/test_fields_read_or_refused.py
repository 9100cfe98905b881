"""Ids, scores and ranks: what a field is called decides, and what is odd is refused or told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import lydite
from lydite.core.errors import InputError
from lydite.reading import FieldNames, read

GOLD = {"a": ["cat", "dog"], "b": ["owl", "fox"]}
RUN = {"a": ["dog", "cow", "cat"], "b": ["owl", "bat", "fox"]}


def lines(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


@pytest.mark.parametrize("name", ["confidences", "probs", "Probabilities", "logprobs", "scores"])
def test_numbers_beside_phrases_rank_them(name: str, tmp_path: Path) -> None:
    records: list[dict[str, Any]] = [
        {"id": i, "predictions": p[::-1], name: [1, 2, 3]} for i, p in RUN.items()
    ]
    sources = [lines(tmp_path / "run.jsonl", *records), pl.DataFrame(records)]
    for source in sources:
        fields = FieldNames.of(best="highest")
        assert read(source, role="run", fields=fields).to_dict() == RUN


@pytest.mark.parametrize("best", [None, "highest", "lowest"])
@pytest.mark.parametrize("name", ["rank", "ranks", "Ranking"])
def test_the_lowest_rank_comes_first(name: str, best: Any, tmp_path: Path) -> None:
    fields = FieldNames.of(best=best)
    ranked = [{"id": i, "predictions": p[::-1], name: [3, 2, 1]} for i, p in RUN.items()]
    objects = [
        {"id": i, "predictions": [{"text": p, name: n} for n, p in enumerate(ps)][::-1]}
        for i, ps in RUN.items()
    ]
    rows = [{"id": i, "phrase": p, name: n} for i, ps in RUN.items() for n, p in reversed([*enumerate(ps)])]
    csv = tmp_path / "run.csv"
    pl.DataFrame(rows).write_csv(csv)
    cells = tmp_path / "cells.csv"
    cells.write_text(
        f"id,phrases,{name}\n" + "".join(f"{i},{';'.join(p[::-1])},3;2;1\n" for i, p in RUN.items())
    )
    files = [lines(tmp_path / f"{n}.jsonl", *r) for n, r in enumerate((ranked, objects, rows))]
    for source in (*files, csv, cells, pl.DataFrame(ranked), pl.DataFrame(rows), pl.DataFrame(objects)):
        assert read(source, role="run", fields=fields).to_dict() == RUN
    assert read(files[0], role="run", fields=FieldNames.of(best="order")).to_dict()["a"] == RUN["a"][::-1]
    assert read(files[1], role="gold").grades is None


def test_scores_count_before_ranks_and_one_number_ranks_nothing(tmp_path: Path) -> None:
    both = [{"text": p, "rank": n, "score": n} for n, p in enumerate(RUN["a"])]
    assert read({"a": both}, role="run").to_dict() == {"a": RUN["a"][::-1]}
    path = lines(
        tmp_path / "run.jsonl", *({"id": i, "predictions": p, "rank": 7, "prob": 0.5} for i, p in RUN.items())
    )
    assert read(path, role="run").to_dict() == RUN


def test_numbers_of_no_known_name_are_told(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "run.jsonl", *({"id": i, "predictions": p, "salience": [1, 3, 2]} for i, p in RUN.items())
    )
    assert any("salience" in note for note in read(path, role="run").notes)
    assert read(path, role="run", fields=FieldNames.of(scores="salience")).to_dict()["a"] == [
        "cow",
        "cat",
        "dog",
    ]


def test_numbers_of_no_known_name_are_told_in_any_format(tmp_path: Path) -> None:
    rows = [{"id": i, "tags": p, "salience": [0.1, 0.7, 0.5][: len(p)]} for i, p in RUN.items()]
    frame = pl.DataFrame(rows)
    frame.write_parquet(tmp_path / "run.parquet")
    for text, name in ((str, "spelled.csv"), (lambda values: ";".join(map(str, values)), "parted.csv")):
        cells = [{k: text(v) if isinstance(v, list) else v for k, v in row.items()} for row in rows]
        pl.DataFrame(cells).write_csv(tmp_path / name)
    sources = [frame, *(tmp_path / name for name in ("run.parquet", "spelled.csv", "parted.csv"))]
    for source in sources:
        assert any("salience" in note for note in read(source, role="run").notes)
        assert read(source, role="run", fields=FieldNames.of(scores="salience")).to_dict()["a"] != RUN["a"]
    years = pl.DataFrame([{"id": i, "tags": ";".join(p), "year": "2012"} for i, p in RUN.items()])
    assert not read(years, role="run").notes


@pytest.mark.parametrize("name", ["cosine", "position"])
def test_numbers_within_objects_are_told(name: str, tmp_path: Path) -> None:
    numbers = [0.2, 0.9, 0.5] if name == "cosine" else [3, 1, 2]
    lists = {
        i: [{"phrase": p, name: n, "start": 4} for p, n in zip(phrases, numbers, strict=False)]
        for i, phrases in RUN.items()
    }
    path = lines(tmp_path / "run.jsonl", *({"id": i, "predictions": p} for i, p in lists.items()))
    for source in (lists, path):
        (note,) = read(source, role="run").notes
        assert f" {name}" in note


def test_id_as_it_is_spelled_wins_and_is_told(tmp_path: Path) -> None:
    records = [{"ID": "x", "id": i, "keywords": p} for i, p in GOLD.items()]
    csv = tmp_path / "gold.csv"
    csv.write_text("ID,id,keywords\n" + "".join(f"x,{i},{';'.join(p)}\n" for i, p in GOLD.items()))
    for source in (lines(tmp_path / "gold.jsonl", *records), pl.DataFrame(records), csv):
        table = read(source, role="gold")
        assert table.to_dict() == GOLD
        assert any("id and ID" in note for note in table.notes)
    assert not read(records_of("id"), role="gold").notes
    labels = [{"ID": "x", "id": n, "label": "pos"} for n in range(3)]
    found = lydite.evaluate(pl.DataFrame(labels), {str(n): "pos" for n in range(3)}, "accuracy", bootstrap=0)
    assert found[0].value == 1
    assert any("id and ID" in note for note in found.notes)


def records_of(name: str) -> Any:
    return pl.DataFrame([{name: i, "keywords": p} for i, p in GOLD.items()])


@pytest.mark.parametrize("odd", [["b"], {"$oid": "b"}, None, True, 1.5])
@pytest.mark.parametrize("name", ["id", "_id", "doc_id"])
def test_odd_ids_are_refused_with_their_line(name: str, odd: Any, tmp_path: Path) -> None:
    for first in ("a", odd):
        path = lines(
            tmp_path / "gold.jsonl", {name: first, "keywords": ["cat"]}, {name: odd, "keywords": ["dog"]}
        )
        with pytest.raises(InputError, match=rf"gold.jsonl:{1 if first == odd else 2}: .*id "):
            read(path, role="gold")


def test_odd_ids_of_labels_are_refused(tmp_path: Path) -> None:
    path = lines(tmp_path / "gold.jsonl", {"id": "a", "label": "pos"}, {"id": ["b"], "label": "neg"})
    with pytest.raises(InputError, match=r"gold.jsonl:2: .*id "):
        lydite.evaluate(path, {"a": "pos"}, "accuracy", bootstrap=0)


def test_a_document_may_be_a_list_of_words(tmp_path: Path) -> None:
    path = lines(tmp_path / "gold.jsonl", {"document": ["a", "text"], "url": "u", "keywords": ["cat"]})
    assert read(path, role="gold").to_dict() == {"u": ["cat"]}


@pytest.mark.parametrize(
    "cells", [["a;b", "c|d"], ["a;b|c;d", "e;f|g"], ["a | b; c"], ["a;b", "c|d", "e", "f"]]
)
def test_bars_and_semicolons_are_asked_about(cells: list[str], tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("id,phrases\n" + "".join(f"{n},{cell}\n" for n, cell in enumerate(cells)))
    for source in (path, pl.read_csv(path), {str(n): cell for n, cell in enumerate(cells)}):
        with pytest.raises(InputError, match=r"--separator '\|'.*--separator ';'"):
            read(source, role="run")
        for mark in "|;":
            read(source, role="run", fields=FieldNames.of(separator=mark))


def test_a_semicolon_within_some_phrases_is_not_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("id,phrases\n" + "".join(f"{n},a{';' * (n == 3)}x|b\n" for n in range(9)))
    assert read(path, role="run").to_dict()["3"] == ["a;x", "b"]
    assert read({"d": "Rome, Italy; Oslo, Norway"}).to_dict() == {"d": ["Rome, Italy", "Oslo, Norway"]}
