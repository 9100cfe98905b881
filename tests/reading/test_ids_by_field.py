"""Items without a known id: by a field that has the same values in every file, by line, or an error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import lydite
from command import caller
from lydite.core.errors import InputError

GOLD = {"p1": ["cat"], "p2": ["dog"], "p3": ["owl"]}
RUN = {"p3": ["owl"], "p1": ["cat"], "p2": ["cow"]}
VALUE = pytest.approx(2 / 3)


def records(
    lists: dict[str, list[str]], phrases: str, *, id: str = "paper", **more: str
) -> list[dict[str, Any]]:
    return [{**{k: v + item for k, v in more.items()}, id: item, phrases: p} for item, p in lists.items()]


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def score(gold: Any, run: Any, measures: str = "F1", **how: Any) -> tuple[float | None, tuple[str, ...]]:
    found = lydite.evaluate(gold, run, measures, bootstrap=0, chance=0, **how)
    return found[0].value, found.notes


def forms(folder: Path, name: str, rows: list[dict[str, Any]]) -> list[Any]:
    phrases = next(k for k, v in rows[0].items() if isinstance(v, list))
    csv = folder / f"{name}.csv"
    pl.DataFrame([{**row, phrases: ";".join(row[phrases])} for row in rows]).write_csv(csv)
    return [write(folder / f"{name}.jsonl", rows), csv, pl.DataFrame(rows)]


def test_a_field_with_the_same_values_is_the_id(tmp_path: Path) -> None:
    gold, run = (
        forms(tmp_path, "gold", records(GOLD, "keywords")),
        forms(tmp_path, "run", records(RUN, "predictions")),
    )
    for one in (*gold, GOLD):
        for other in (*run, RUN):
            value, _ = score(one, other)
            assert value == VALUE
    assert any("paper " in note for note in score(gold[0], run[0])[1])


def test_fields_of_other_names_and_several_that_agree(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.jsonl", records(GOLD, "keywords", title="The "))
    for other in (records(RUN, "predictions", id="key"), records(RUN, "predictions", title="The ", id="key")):
        assert score(gold, write(tmp_path / "run.jsonl", other))[0] == VALUE
    named = write(tmp_path / "named.jsonl", records(GOLD, "keywords", id="id", title="The "))
    titles = [{"title": f"The {item}", "predictions": p} for item, p in RUN.items()]
    assert score(named, write(tmp_path / "run.jsonl", titles))[0] == VALUE


def test_a_counter_is_no_id_beside_texts(tmp_path: Path) -> None:
    gold = [{"n": n, **r} for n, r in enumerate(records(GOLD, "keywords"))]
    run = [{"n": n, **r} for n, r in enumerate(records(RUN, "predictions"))]
    assert score(write(tmp_path / "gold.jsonl", gold), write(tmp_path / "run.jsonl", run))[0] == VALUE


def test_fields_that_tell_items_apart_differently_are_named(tmp_path: Path) -> None:
    gold = [{**r, "blog": f"b{n}"} for n, r in enumerate(records(GOLD, "keywords"))]
    run = [{**r, "blog": f"b{n}"} for n, r in enumerate(records(RUN, "predictions"))]
    sources = write(tmp_path / "gold.jsonl", gold), write(tmp_path / "run.jsonl", run)
    with pytest.raises(InputError, match=r"paper and blog .*--id"):
        score(*sources)
    assert score(*sources, id="paper")[0] == VALUE


def test_a_field_with_other_values_is_named(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.jsonl", records(GOLD, "keywords"))
    run = write(tmp_path / "run.jsonl", records({**RUN, "p4": ["bee"]}, "predictions"))
    with pytest.raises(InputError, match=r"run.jsonl: .*--id paper"):
        score(gold, run)
    assert score(gold, run, id="paper")[0] == VALUE


def test_by_line_only_where_no_field_can_be_an_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = write(tmp_path / "gold.jsonl", [{"lang": "en", "keywords": p} for p in GOLD.values()])
    run = write(tmp_path / "run.jsonl", list(RUN.values()))
    value, notes = score(gold, run)
    assert value == 0
    assert any("no ids" in note for note in notes)
    status, shown, told = caller(capsys)("score", str(gold), str(run), "-m", "F1", "--bootstrap", "0")
    assert status == 0
    assert "no ids" in told
    assert "no ids" not in shown
    with pytest.raises(InputError, match="2 items? .* 3 "):
        score(gold, write(tmp_path / "run.jsonl", list(RUN.values())[:2]))


def test_the_field_that_is_the_id_is_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = write(tmp_path / "gold.jsonl", records(GOLD, "keywords"))
    run = write(tmp_path / "run.jsonl", records(RUN, "keywords"))
    status, _, told = caller(capsys)("score", str(gold), str(run), "-m", "F1", "--bootstrap", "0")
    assert status == 0
    assert told.count("id: paper") == 2
    assert "no ids" not in told


def test_an_index_that_contradicts_a_field_is_asked_about(tmp_path: Path) -> None:
    """As pandas writes it, which counts the rows of each file anew."""
    for name in ("index", ""):
        gold, run = tmp_path / "gold.csv", tmp_path / "run.csv"
        gold.write_text(f"{name},text,tags\n0,the cat,cat\n1,a dog,dog\n2,owls,owl\n")
        run.write_text(f"{name},text,tags\n0,owls,owl\n1,the cat,cat\n2,a dog,cow\n")
        with pytest.raises(InputError, match=r"text .*--id text"):
            score(gold, run)
        assert score(gold, run, id="text")[0] == VALUE
        assert score(gold, run, id="index")[0] == 0
        gold.write_text(gold.read_text().replace("tags", "label"))
        run.write_text(run.read_text().replace("tags", "label"))
        with pytest.raises(InputError, match=r"text .*--id text"):
            score(gold, run, "accuracy")
        assert score(gold, run, "accuracy", id="text")[0] == VALUE


def test_lines_that_a_field_contradicts_are_not_put_beside_one_another(tmp_path: Path) -> None:
    """A text that is there twice is no id, but says that the rows were shuffled."""
    rows = [("yes", "pos"), ("yes", "neg"), ("no", "neg"), ("why", "pos")]
    gold = [{"text": text, "label": label} for text, label in rows]
    for measure, field in (("accuracy", "label"), ("F1", "tags")):
        lists = [{"text": r["text"], field: r["label"] if field == "label" else [r["label"]]} for r in gold]
        with pytest.raises(InputError, match=r"text .*--id"):
            score(pl.DataFrame(lists), pl.DataFrame(lists[::-1]), measure)
        assert score(pl.DataFrame(lists), pl.DataFrame(lists), measure, same=True)[0] == 1


def test_ids_that_count_in_another_order_are_no_lines() -> None:
    gold = [{"keywords": p} for p in GOLD.values()]
    run = [{"id": n, "keywords": p} for n, p in enumerate(GOLD.values())]
    assert score(gold, run)[0] == 1
    with pytest.raises(InputError, match="count"):
        score(gold, run[::-1])


def test_labels_alike(tmp_path: Path) -> None:
    gold = [{"lang": "en", "tweet": f"t{n}", "label": "pn"[n % 2]} for n in range(6)]
    run = [{**row, "label": "p"} for row in reversed(gold)]
    for sources in (
        (write(tmp_path / "gold.jsonl", gold), write(tmp_path / "run.jsonl", run)),
        (pl.DataFrame(gold), pl.DataFrame(run)),
    ):
        value, notes = score(*sources, "accuracy")
        assert value == 0.5
        assert any("tweet " in note for note in notes)


def test_rows_that_are_counted_have_no_ids(tmp_path: Path) -> None:
    """The first column of a table is its id where no name is known, but not where it counts the rows."""
    gold = [{"n": n, **row} for n, row in enumerate(records(GOLD, "keywords"))]
    run = [{"n": n, **row} for n, row in enumerate(records(RUN, "predictions"))]
    for one in forms(tmp_path, "gold", gold):
        for other in forms(tmp_path, "run", run):
            assert score(one, other)[0] == VALUE
    labels = [{"n": n, "tweet": f"t{n}", "label": "pn"[n % 2]} for n in range(6)]
    answers = [{**row, "n": n} for n, row in enumerate(reversed(labels))]
    assert score(pl.DataFrame(labels), pl.DataFrame(answers), "accuracy")[0] == 1
    alone = [{"n": n, "label": "pn"[n % 2]} for n in range(6)]
    assert score(pl.DataFrame(alone), pl.DataFrame(alone[::-1]), "accuracy")[0] == 1
