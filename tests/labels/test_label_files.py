"""Labels as classifiers, spreadsheets and data frames write them; what is a topic, and what is said of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import lydite
from lydite.cli import main
from lydite.core.errors import InputError

TRUE, GUESSED = [1, 0, 1, 1, 0], [1, 0, 0, 1, 0]  # four of five are right
FRAME = pd.DataFrame({"id": range(5), "label": GUESSED})
WRITERS: dict[str, Callable[[Path], Any]] = {
    "floats.csv": lambda p: FRAME.astype({"label": float}).to_csv(p, index=False),
    "with-index.csv": FRAME.to_csv,
    "excel.csv": lambda p: FRAME.to_csv(p, sep=";", index=False, encoding="utf-8-sig", lineterminator="\r\n"),
    "savetxt.txt": lambda p: np.savetxt(p, np.array(GUESSED)),
    "savetxt-whole.txt": lambda p: np.savetxt(p, np.array(GUESSED), fmt="%d"),
    "named.txt": lambda p: p.write_text("y_pred\n" + "\n".join(map(str, GUESSED))),
    "list.json": lambda p: p.write_text(json.dumps(GUESSED)),
    "columns.json": FRAME.to_json,
    "records.json": lambda p: FRAME.to_json(p, orient="records"),
    "split.json": lambda p: FRAME.to_json(p, orient="split"),
    "index.json": lambda p: FRAME.to_json(p, orient="index"),
    "table.json": lambda p: FRAME.to_json(p, orient="table"),
    "lines.jsonl": lambda p: FRAME.to_json(p, orient="records", lines=True),
    "frame.parquet": FRAME.to_parquet,
    "pipeline.json": lambda p: p.write_text(json.dumps([{"label": str(v), "score": 0.9} for v in GUESSED])),
    "pipeline-all.json": lambda p: p.write_text(
        json.dumps([[{"label": "x", "score": 0.1}, {"label": str(v), "score": 0.9}] for v in GUESSED])
    ),
}


@pytest.mark.parametrize("name", WRITERS)
def test_read_as_written(name: str, tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.csv", tmp_path / name
    pd.DataFrame({"id": range(5), "label": TRUE}).to_csv(gold, index=False)
    WRITERS[name](run)
    found = lydite.evaluate(gold, run, "accuracy", bootstrap=0)
    assert (found[0].value, found[0].n) == (0.8, 5)
    without = run.suffix == ".txt" or name in ("list.json", "pipeline.json", "pipeline-all.json")
    assert any("no ids" in note for note in found.notes) == without


VALUES: dict[str, Any] = {
    "list": GUESSED,
    "array of floats": np.array(GUESSED, dtype=float),
    "series": pd.Series(GUESSED),
    "series by id, in another order": pd.Series(GUESSED, index=list("abcde"))[::-1],
    "frame of floats": pd.DataFrame({"id": list("abcde"), "label": np.array(GUESSED, dtype=float)}),
    "frame by id, in another order": pd.DataFrame({"label": GUESSED}, index=list("abcde"))[::-1],
    "categories": pd.Series(GUESSED, dtype="category"),
}


@pytest.mark.parametrize("name", VALUES)
def test_values_of_python(name: str) -> None:
    gold = dict(zip("abcde", TRUE, strict=True))
    assert lydite.evaluate(gold, VALUES[name], "accuracy", bootstrap=0)[0].value == 0.8
    if "list" not in name:
        words = {1: "positive", 0: "negative"}
        labels = VALUES[name] if not isinstance(VALUES[name], np.ndarray) else pd.Series(VALUES[name])
        if isinstance(labels, pd.Series):
            told = pd.Series([words[int(v)] for v in labels], index=labels.index)
            truth = pd.Series([words[v] for v in TRUE], index=list("abcde") if "order" in name else None)
            assert lydite.semeval("A", truth, told, bootstrap=0)["accuracy"].value == 0.8


def test_numbers_are_labels_however_written() -> None:
    found = lydite.evaluate(
        {"a": "1", "b": "+2", "c": "0.5"}, {"a": 1.0, "b": "2.0", "c": 0.5}, "accuracy", bootstrap=0
    )
    assert found[0].value == 1.0
    assert (
        lydite.evaluate({"a": "1", "b": "5"}, {"a": "1.0", "b": "2.0"}, "macro_MAE", bootstrap=0)[0].value
        == 1.5
    )
    told = lydite.evaluate(
        {"a": "1", "b": "5"}, {"a": "1.0", "b": "2"}, "micro_MAE", labels=["1.0", "2", "5"], bootstrap=0
    )
    assert told[0].value == 0.5
    assert lydite.semeval("C", {"1": ("x", "-2")}, {"1": ("x", "-2.0")}, bootstrap=0)["macro_MAE"].value == 0
    with pytest.raises(InputError, match="system:2: .*empty"):
        lydite.evaluate({"a": "x", "b": "y"}, {"a": "x", "b": "nan"}, "accuracy")


def said(capsys: pytest.CaptureFixture[str], *args: Any) -> tuple[str, str]:
    with pytest.raises(SystemExit):
        main(["score", *map(str, args), "--bootstrap", "0"])
    return tuple(capsys.readouterr())  # type: ignore[return-value]


def test_a_topic_is_called_so_or_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A column called otherwise, such as a data set, is a topic only where users say so."""
    gold, run = tmp_path / "gold.csv", tmp_path / "run.csv"
    gold.write_text("id,dataset,query,label\n1,x,q,a\n2,x,r,a\n3,y,q,a\n4,y,r,b\n5,y,q,b\n6,y,q,a\n")
    run.write_text("id,label\n1,a\n2,a\n3,a\n4,b\n5,b\n6,b\n")
    out, err = said(capsys, gold, run, "-m", "macro_recall")
    assert "0.8750" in out  # a 3/4, b 1
    assert "gold.csv: csv (id: id; labels: label), 6 rows, 2 labels\n" in err
    out, err = said(capsys, gold, run, "-m", "macro_recall(average=topics)", "--topic", "dataset")
    assert "0.8750" in out  # x: 1 and y: (1/2 + 1) / 2
    assert "gold.csv: csv (id: id; labels: label; topic: dataset), 6 rows, 2 labels, 2 topics\n" in err
    out, _ = said(capsys, gold, run, "-m", "accuracy")
    assert "0.8333" in out
    gold.write_text(gold.read_text().replace("dataset", "topic"))
    out, err = said(capsys, gold, run, "-m", "accuracy")
    assert "0.8333" in out  # 5 of 6, whatever columns there are
    assert "average=topics" in out
    assert "topic: topic" in err
    out, _ = said(capsys, gold, run, "-m", "accuracy(average=topics)")
    assert "0.8750" in out  # (1 + 3/4) / 2


def test_data_sets_of_subtask_a_stay_what_they_are(tmp_path: Path) -> None:
    file = tmp_path / "gold.csv"
    file.write_text("id,dataset,label\n1,x,positive\n2,x,negative\n3,y,neutral\n")
    assert {r.group for r in lydite.semeval("A", file, file, bootstrap=0)} == {None, "x", "y"}


def test_a_text_is_no_topic(tmp_path: Path) -> None:
    file = tmp_path / "gold.tsv"
    file.write_text("".join(f"{n}\ta text of its own, number {n}\tgood\n" for n in range(5)))
    with pytest.raises(InputError, match=r"gold\.tsv:1: .*column.*topic"):
        lydite.evaluate(file, file, "accuracy", same=True)


def test_texts_that_come_twice_are_no_ids(tmp_path: Path) -> None:
    file = tmp_path / "gold.csv"
    file.write_text("text,label\nfine,good\nbad,poor\nfine,good\n")
    found = lydite.evaluate(file, file, "accuracy", bootstrap=0, same=True)
    assert (found[0].value, found[0].n) == (1.0, 3)
    assert any("no ids" in note for note in found.notes)
    file.write_text("id,label\nfine,good\nbad,poor\nfine,good\n")
    with pytest.raises(InputError, match="duplicate .*fine .*2 and 4"):
        lydite.evaluate(file, file, "accuracy", same=True)


def test_a_name_over_one_column_is_no_label(tmp_path: Path) -> None:
    file = tmp_path / "run.txt"
    file.write_text("guess\nspam\nham\nspam\nham\n")
    with pytest.raises(InputError, match=r"run\.txt:1: .*\(guess\).*--phrases.*--no-header"):
        lydite.evaluate(file, file, "accuracy", same=True)
    assert lydite.evaluate(file, file, "accuracy", phrases="guess", bootstrap=0, same=True)[0].n == 4
    assert lydite.evaluate(file, file, "accuracy", header=False, bootstrap=0, same=True)[0].n == 5


def test_rows_without_ids_are_as_many(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="run: .*1 row.* 2 .*--id"):
        lydite.compare({"a": "x", "b": "y"}, {"run": ["x"]}, "accuracy")


def test_labels_that_gold_does_not_have_are_told() -> None:
    found = lydite.evaluate({"a": "x", "b": "y"}, {"a": "x", "b": "z"}, "accuracy", bootstrap=0)
    [note] = found.notes
    assert note.startswith("system: ")
    assert "z (1 row)" in note
    with pytest.raises(InputError, match="system: .*'Positive' .*'POSITIVE' .*--labels"):
        lydite.evaluate({"a": "Positive"}, {"a": "POSITIVE"}, "accuracy")
    with pytest.raises(InputError, match=r"system: .*'so so' .*'so\\xa0so'"):
        lydite.evaluate({"a": "so so"}, {"a": "so\u00a0so"}, "accuracy")
    found = lydite.evaluate({"a": "x", "b": "X"}, {"a": "x", "b": "\uff38"}, "accuracy", bootstrap=0)
    assert found[0].value == 0.5  # gold has two that are alike, on purpose
    assert found.notes[0].startswith("system: ")


def test_several_labels_are_phrases(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text('{"id": 1, "labels": ["a", "b"]}\n')
    with pytest.raises(InputError, match=r"run\.jsonl:1: .*\['a', 'b'\]"):
        lydite.evaluate(file, file, "accuracy", same=True)
    assert lydite.evaluate(file, file, "F1", bootstrap=0, same=True)[0].value == 1


def test_bad_rows_of_prevalences_and_lines(tmp_path: Path) -> None:
    file = tmp_path / "gold.csv"
    file.write_text("topic;pos;neg\nx;0,5;0,5\ny;0,2;0,9\nz;a;1\n")
    with pytest.raises(
        InputError,
        match=r"gold\.csv:3: .*1\.1.*--normalise.*\n.*gold\.csv:4: .*pos.*'a'",
    ):
        lydite.evaluate(file, file, "AE", same=True)
    found = lydite.evaluate(file, file, "AE", skip_bad=True, bootstrap=0, same=True)
    assert (found[0].value, found[0].n) == (0.0, 1)
    assert any("bad rows" in note and "2" in note for note in found.notes)
    frame = pd.DataFrame({"topic": ["x", "y"], "pos": [0.5, 0.2], "neg": [0.5, 0.9]})
    found = lydite.evaluate(frame, frame, "AE", skip_bad=True, bootstrap=0, same=True)
    assert found[0].n == 1
    assert re.search("^gold: .*1", found.notes[0])
    lines = tmp_path / "gold.jsonl"
    lines.write_text('{"id": 1, "label": "a"}\n{"id": 2,\n[1]\n{"id": 3, "label": "b"}\n')
    with pytest.raises(InputError, match=r"gold\.jsonl:2: .*JSON.*\n.*gold\.jsonl:3: .*object"):
        lydite.evaluate(lines, lines, "accuracy", same=True)
    assert lydite.evaluate(lines, lines, "accuracy", skip_bad=True, bootstrap=0, same=True)[0].n == 2


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'text,label\n"good, film",positive\nbad,negative\n'),
        ("a.csv", "tweet_id;sentiment\r\n1;positive\r\n2;negative\r\n"),
        ("a.txt", "1;positive\n2;negative\n"),
        ("a.jsonl", '{"id": 1, "label": "positive"}\n{"id": 2, "label": "negative"}\n'),
        ("a.json", '[{"label": "positive", "score": 0.9}, {"label": "negative", "score": 0.8}]'),
        ("a.json", '{"id": {"0": 1, "1": 2}, "label": {"0": "positive", "1": "negative"}}'),
    ],
)
def test_files_of_subtasks_from_anybody(name: str, content: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(content)
    found = lydite.semeval("A", file, file, bootstrap=0)["accuracy"]
    assert (found.value, found.n) == (1.0, 2)


def test_all_faults_of_a_subtask(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    file.write_text("1\tpositive\n2\tbogus\n3\tworse\n4\tnegative\n")
    with pytest.raises(InputError, match=r"a\.tsv:2: .*'bogus'.*\n.*a\.tsv:3: .*'worse'"):
        lydite.semeval("A", file, file)
    file.write_text("x\t0.5\t0.5\t2\ny\t0.5\t0.9\t2\nz\t1\t0\t0\n")
    with pytest.raises(InputError, match=r"a\.tsv:2: .*1\.4.*\n.*a\.tsv:3: .*topic z "):
        lydite.semeval("D", file, file)
