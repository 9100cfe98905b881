"""Where no measure is named, gold with one of a few labels for each item is measured as labels."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import lydite
from command import caller

GOLD = {str(n): ("pos", "neg", "pos")[n % 3] for n in range(12)}
RUN = {item: "pos" if item in "0123456" else label for item, label in GOLD.items()}
LABELS = ["accuracy", "macro_F1", "macro_recall"]
PHRASES = ["P", "R", "F1"]


def csv(path: Path, names: str, rows: Any) -> Path:
    path.write_text(f"{names}\n" + "".join(f"{i},{v}\n" for i, v in rows.items()))
    return path


def measures(gold: Any, run: Any = None) -> list[str]:
    found = lydite.evaluate(gold, gold if run is None else run, bootstrap=0, same=True)
    told = [note for note in found.notes if "measures of labels are shown" in note]
    assert len(told) == (found[0].measure == "accuracy")
    return [result.measure for result in found]


@pytest.mark.parametrize(
    "name", ["label", "Sentiment", "polarity", "class", "category", "stance", "emotion", "gold_label"]
)
def test_columns_of_labels(name: str, tmp_path: Path) -> None:
    assert measures(csv(tmp_path / "gold.csv", f"id,{name}", GOLD)) == LABELS
    records = [{"id": i, name: label} for i, label in GOLD.items()]
    lines = tmp_path / "gold.jsonl"
    lines.write_text("".join(json.dumps(r) + "\n" for r in records))
    for source in (lines, pl.DataFrame(records), pl.DataFrame([{**r, name: len(r[name])} for r in records])):
        assert measures(source) == LABELS


def test_labels_without_names(tmp_path: Path) -> None:
    path = tmp_path / "gold.tsv"
    path.write_text("".join(f"{i}\t{label}\n" for i, label in GOLD.items()))
    for source in (path, GOLD, list(GOLD.values())):
        assert measures(source) == LABELS


def test_phrases_stay_phrases(tmp_path: Path) -> None:
    several = {item: f"{label};word" for item, label in GOLD.items()}
    different = {item: f"phrase {item}" for item in GOLD}
    for name, rows in (("label", several), ("label", different), ("tag", GOLD), ("keyword", GOLD)):
        assert measures(csv(tmp_path / "gold.csv", f"id,{name}", rows)) == PHRASES
    long = tmp_path / "long.csv"
    long.write_text("id,label\n" + "".join(f"{n // 2},{'ab'[n % 2]}\n" for n in range(12)))
    for source in (long, {i: [label] for i, label in GOLD.items()}):
        assert measures(source) == PHRASES
    assert [r.measure for r in lydite.evaluate(GOLD, RUN, "accuracy", bootstrap=0)] == ["accuracy"]


def test_commands_and_comparisons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, run = csv(tmp_path / "g.csv", "id,label", GOLD), csv(tmp_path / "r.csv", "id,prediction", RUN)
    status, shown, _ = caller(capsys)("score", str(gold), str(run), "--bootstrap", "0")
    assert status == 0
    assert re.search(r"accuracy +0\.8333", shown)
    assert "label has one of 2 labels for each item (neg, pos)" in shown
    status, shown, _ = caller(capsys)("gate", "--gold", str(gold), str(run), str(gold), "--bootstrap", "9")
    assert status == 2  # gold is given as a run
    better = csv(tmp_path / "better.csv", "id,prediction", GOLD)
    status, shown, _ = caller(capsys)("gate", "--gold", str(gold), str(run), str(better), "--bootstrap", "9")
    assert status == 0
    assert "accuracy" in shown
    compared = lydite.compare(gold, {"a": run, "b": gold}, bootstrap=0, same=True)
    assert list(dict.fromkeys(result.measure for result in compared.results)) == LABELS


def test_measures_of_phrases_on_labels_are_noted(tmp_path: Path) -> None:
    gold, run = csv(tmp_path / "g.csv", "id,label", GOLD), csv(tmp_path / "r.csv", "id,label", RUN)
    for measure in ("f1", "recall", "P@1"):
        found = lydite.evaluate(gold, run, measure, bootstrap=0, chance=0)
        assert any(re.search("label .*phrases.* accuracy", note) for note in found.notes)
    tags = [csv(tmp_path / f"{n}.csv", "id,tag", rows) for n, rows in enumerate((GOLD, RUN))]
    assert not lydite.evaluate(*tags, "F1", bootstrap=0, chance=0).notes


def test_standard_input_is_read_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    run = csv(tmp_path / "r.csv", "id,prediction", RUN)
    text = "id,label\n" + "".join(f"{i},{label}\n" for i, label in GOLD.items())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert measures("-", run) == LABELS
