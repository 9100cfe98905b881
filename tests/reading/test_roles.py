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


def test_gold_copied_into_a_run_is_not_scored_against_itself(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.csv", tmp_path / "run.csv"
    for column, rows, measure in (("tags", ROWS, "F1"), ("label", LABELS, "accuracy")):
        gold.write_text(f"id,{column}\n" + "".join(f"{r.rpartition(',')[0]}\n" for r in rows.splitlines()))
        shuffled = "\n".join(reversed(rows.splitlines()))
        run.write_text(f"id,{column},by_model\n{shuffled}\n")
        for sources in ((gold, run), (pl.read_csv(gold), pl.read_csv(run))):
            with pytest.raises(LyditeError, match=f"id, {column}, by_model"):
                score(*sources, measure)
            assert score(*sources, measure, same=True)[0] == 1
            assert score(*sources, measure, phrases="by_model")[0] != 1
        run.write_text(f"id,{column},by_model\n" + shuffled.replace("1,", "1,other", 1) + "\n")
        assert 0 < (score(gold, run, measure)[0]) < 1  # other answers of that name are the system's


def test_labels_have_fields_of_their_own(tmp_path: Path) -> None:
    for names in ("id,gold,answer", "id,reference,prediction", "id,target,llm_label"):
        path = table(tmp_path, names, LABELS)
        assert score(path, path, "accuracy")[0] == pytest.approx(2 / 3)
    path = table(tmp_path, "id,label,new_label", LABELS)
    with pytest.raises(LyditeError, match="id, label, new_label"):
        score(path, path, "accuracy")
    assert score(path, path, "accuracy", same=True)[0] == 1
    assert score(path, path, "accuracy", gold_phrases="label", phrases="new_label")[0] == pytest.approx(2 / 3)


@pytest.mark.parametrize("name", ["run.json", "run.run", "shares.csv"])
def test_a_file_without_fields_of_answers_is_not_scored_against_itself(name: str, tmp_path: Path) -> None:
    path, measure = tmp_path / name, "KLD" if name == "shares.csv" else "F1"
    content = {
        "run.json": '{"1": ["cat"], "2": ["dog"]}',
        "run.run": "1 Q0 cat 1 2.0 mine\n2 Q0 dog 1 1.0 mine\n",
        "shares.csv": "topic,for,against,count\na,0.5,0.5,10\nb,0.2,0.8,10\n",
    }
    path.write_text(content[name])
    with pytest.raises(LyditeError, match=r"gold .*predictions.*--same"):
        score(path, path, measure)
    assert score(path, path, measure, same=True)[0] == (0 if measure == "KLD" else 1)


OBJECTS = [
    {"id": "1", "tags": ["cat", "dog"]},
    {"id": "2", "tags": ["owl"]},
    {"id": "3", "tags": ["bee", "ant"]},
]
BY_FIELD = [{"slug": f"n{one['id']}", "tags": one["tags"]} for one in OBJECTS]


@pytest.mark.parametrize("records", [OBJECTS, BY_FIELD], ids=["id", "slug"])
def test_lists_of_objects_are_read_by_their_ids(records: list[Any]) -> None:
    assert score(records, records[::-1])[0] == 1
    assert score(records, pl.DataFrame(records[::-1]))[0] == 1


def test_lists_of_labelled_objects_are_read_by_their_ids() -> None:
    gold = [{"id": str(n), "label": "pos" if n % 3 else "neg"} for n in range(12)]
    assert score(gold, gold[::-1], "accuracy")[0] == 1
    assert lydite.evaluate(gold, gold[::-1], bootstrap=0)[0].measure == "accuracy"


def test_one_list_of_objects_has_gold_and_answers() -> None:
    records = [
        {"id": "1", "gold": ["cat"], "answer": ["cow"]},
        {"id": "2", "gold": ["owl"], "answer": ["owl"]},
    ]
    value, notes = score(records, records)
    assert value == 0.5
    assert any("predictions are column answer" in note for note in notes)


def test_mappings_of_scores_without_ids_stay_phrases() -> None:
    assert score([["cat"], ["label"]], [{"cat": 0.9}, {"label": 0.3}])[0] == 1


def test_semeval_asks_before_gold_is_scored_against_itself(tmp_path: Path) -> None:
    path = tmp_path / "b.tsv"
    rows = "".join(f"{n}\tx\tpositive\t{'positive' if n % 2 else 'negative'}\n" for n in range(8))
    for names, right in (("id\ttopic\tgold\tpred", 0.5), ("id\ttopic\tlabel\tmine", None)):
        path.write_text(f"{names}\n{rows}")
        for source in (path, pl.read_csv(path, separator="\t")):
            if right is None:
                with pytest.raises(LyditeError, match=" label "):
                    lydite.semeval("B", source, source, bootstrap=0)
            else:
                assert lydite.semeval("B", source, source, bootstrap=0)["accuracy"].value == right
