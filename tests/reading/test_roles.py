"""Gold and predictions of one source: each is read from its own field, or users are asked."""

from __future__ import annotations

import gzip
import re
import shutil
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import lydite
from command import caller
from lydite import LyditeError

if TYPE_CHECKING:
    from pathlib import Path

ROWS = "1,cat;dog,cow;ant\n2,owl;fox,owl;bee\n3,a;b,b;c\n"
LABELS = "1,pos,neg\n2,neg,neg\n3,pos,pos\n"


def table(folder: Path, names: str, rows: str = ROWS) -> Path:
    path = folder / "qa.csv"
    path.write_text(f"{names}\n{rows}")
    return path


def score(gold: Any, predictions: Any, measures: str = "F1", **how: Any) -> tuple[float, tuple[str, ...]]:
    results = lydite.evaluate(gold, predictions, measures, bootstrap=0, chance=0, **how)
    assert results[0].value is not None
    return results[0].value, results.notes


@pytest.mark.parametrize(
    "names",
    ["id,gold,answer", "id,gold,llm_tags", "id,target,response", "id,tags,answer", "id,gold_tags,tags"],
)
def test_fields_that_tell_their_roles_are_used_and_said(names: str, tmp_path: Path) -> None:
    path = table(tmp_path, names)
    _, gold, answer = names.split(",")
    for source in (str(path), pl.read_csv(path)):
        value, notes = score(source, source)
        assert value == pytest.approx(1 / 3)
        assert any(re.search(rf"gold .*\b{gold}\b.*predictions .*\b{answer}\b", note) for note in notes)


@pytest.mark.parametrize(
    "names", ["id,tags,new_tags", "id,gold,text", "id,old_tags,new_tags", "id,tags,by_me"]
)
def test_fields_of_unclear_roles_are_listed(names: str, tmp_path: Path) -> None:
    path = table(tmp_path, names)
    _, first, second = names.split(",")
    for source in (str(path), pl.read_csv(path)):
        with pytest.raises(LyditeError, match=names.replace(",", ", ")):
            score(source, source)
        assert score(source, source, gold_phrases=first, phrases=second)[0] == pytest.approx(1 / 3)


def test_the_same_field_on_both_sides_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table(tmp_path, "id,tags,new_tags")
    copy, packed, frame = tmp_path / "copy.csv", tmp_path / "qa.csv.gz", pl.read_csv(path)
    shutil.copy(path, copy)
    packed.write_bytes(gzip.compress(path.read_bytes()))
    for gold, predictions in (
        (path, path),
        (path, copy),
        (path, packed),
        (frame, frame),
        (frame, frame.clone()),
    ):
        with pytest.raises(LyditeError, match="--gold-phrases"):
            score(gold, predictions, phrases="tags")
        assert score(gold, predictions, same=True)[0] == 1
    command = caller(capsys)
    status, _, told = command("score", str(path), str(path), "-m", "F1")
    assert status == 2
    assert "id, tags, new_tags" in told
    sides = ("--gold-phrases", "tags", "--phrases", "new_tags")
    status, shown, _ = command("score", str(path), str(path), "-m", "F1", *sides)
    assert status == 0
    assert "0.3333" in shown
    with pytest.raises(LyditeError, match="field 'tag'"):
        score(path, path, gold_phrases="tag", phrases="new_tags")


def test_a_run_of_another_file_takes_no_gold_field(tmp_path: Path) -> None:
    gold, answers = tmp_path / "gold.csv", tmp_path / "run.csv"
    gold.write_text("id,gold\n1,cat;dog\n2,owl;fox\n3,a;b\n")
    answers.write_text(gold.read_text().replace("gold", "references"))
    with pytest.raises(LyditeError, match="'references' .*gold"):
        score(gold, answers)
    assert score(gold, answers, phrases="references")[0] == 1
    assert score(gold, table(tmp_path, "id,gold,keywords"))[0] == pytest.approx(1 / 3)


def test_labels_have_fields_of_their_own(tmp_path: Path) -> None:
    for names in ("id,gold,answer", "id,reference,prediction", "id,target,llm_label"):
        path = table(tmp_path, names, LABELS)
        assert score(path, path, "accuracy")[0] == pytest.approx(2 / 3)
    path = table(tmp_path, "id,label,new_label", LABELS)
    with pytest.raises(LyditeError, match="id, label, new_label"):
        score(path, path, "accuracy")
    assert score(path, path, "accuracy", same=True)[0] == 1
    assert score(path, path, "accuracy", gold_phrases="label", phrases="new_label")[0] == pytest.approx(2 / 3)
