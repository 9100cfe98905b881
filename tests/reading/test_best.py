"""Which score is the best: the highest, unless most lists are in another order than that of their scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import lydite
from lydite.core.errors import InputError
from lydite.reading import FieldNames, read

YAKE = [["cat", 0.01], ["dog", 0.2], ["owl", 0.7]]
ODD = 3
RUN = {f"d{n:02}": YAKE[::-1] if n < ODD else YAKE for n in range(30)}
GOLD = {item: ["cat"] for item in RUN}
ROWS = [(item, *pair) for item, pairs in RUN.items() for pair in pairs]
FORMS: dict[str, Any] = {
    "mapping": RUN,
    "run.json": json.dumps(RUN),
    "run.jsonl": "".join(json.dumps({"id": k, "keywords": v}) + "\n" for k, v in RUN.items()),
    "run.csv": "id,phrase,score\n" + "".join(f"{i},{p},{s}\n" for i, p, s in ROWS),
    "cells.csv": "id,phrases,scores\n"
    + "".join(f"{i},{';'.join(p for p, _ in v)},{';'.join(str(s) for _, s in v)}\n" for i, v in RUN.items()),
    "run.tsv": "".join(f"{i}\t{p}\t{s}\n" for i, p, s in ROWS),
    "long.jsonl": "".join(json.dumps({"id": i, "phrase": p, "score": s}) + "\n" for i, p, s in ROWS),
    "frame": pl.DataFrame(ROWS, schema=["id", "phrase", "score"], orient="row"),
    "lists": pl.DataFrame(
        {
            "id": list(RUN),
            "phrases": [[p for p, _ in v] for v in RUN.values()],
            "scores": [[s for _, s in v] for v in RUN.values()],
        }
    ),
    "ranks.run": "".join(
        f"{item} Q0 {p} {rank} {s} yake\n" for item, v in RUN.items() for rank, (p, s) in enumerate(v, 1)
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_an_order_against_the_scores_is_asked_about(name: str, tmp_path: Path) -> None:
    run = FORMS[name]
    if isinstance(run, str):
        (tmp_path / name).write_text(run)
        run = tmp_path / name
    with pytest.raises(InputError, match="--best highest.*--best lowest.*--best order"):
        lydite.evaluate(GOLD, run, "P@1", bootstrap=0)
    found = {
        best: lydite.evaluate(GOLD, run, "P@1", bootstrap=0, best=best)[0].value
        for best in ("highest", "lowest", "order")
    }  # type: ignore[arg-type]
    assert found == {"highest": 0, "lowest": 1, "order": 1 - ODD / 30}


def test_lists_in_the_order_of_their_scores_are_not_asked_about() -> None:
    ranked = {item: sorted(pairs, key=lambda pair: -pair[1]) for item, pairs in RUN.items()}
    equal = {item: [[p, 1.0] for p, _ in pairs] for item, pairs in RUN.items()}
    for run in (ranked, {**ranked, "d01": YAKE, "d02": YAKE}, equal, {"d": YAKE}):
        read(run, role="run")
    assert read(RUN, role="gold").grades is not None


def test_mappings_claim_an_order_only_where_all_their_scores_rise() -> None:
    def mappings(rising: int) -> dict[str, dict[str, float]]:
        other = {"dog": 0.2, "cat": 0.01, "owl": 0.7}
        return {f"d{n:02}": dict(YAKE) if n < rising else other for n in range(30)}  # type: ignore[arg-type]

    assert read(mappings(20), role="run").to_dict()["d00"] == ["owl", "dog", "cat"]
    with pytest.raises(InputError, match="28 of 30 "):
        read(mappings(28), role="run")


def test_ranks_of_a_run_that_say_nothing_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    path.write_text("".join(f"d{n} Q0 {p} 1 {s} yake\n" for n in range(9) for p, s in YAKE))
    assert read(path, role="run").to_dict()["d0"] == ["owl", "dog", "cat"]


def test_two_systems_in_one_run_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    path.write_text("d1 Q0 cat 1 2 x\nd1 Q0 dog 2 1 x\nd1 Q0 cat 1 2 y\n")
    with pytest.raises(InputError, match=r"a\.run:3: .*'x' .*'y'"):
        read(path, role="run")


def test_rows_of_two_systems_are_refused(tmp_path: Path) -> None:
    rows = [("d1", "cat", 2, "x"), ("d1", "dog", 1, "x"), ("d1", "cat", 1, "y"), ("d2", "owl", 1, "x")]
    for name in ("model", "System"):
        frame = pl.DataFrame(rows, schema=["id", "phrase", "score", name], orient="row")
        frame.write_csv(tmp_path / "run.csv")
        frame.write_ndjson(tmp_path / "run.jsonl")
        frame.write_parquet(tmp_path / "run.parquet")
        for source in (frame, *(tmp_path / f"run.{kind}" for kind in ("csv", "jsonl", "parquet"))):
            with pytest.raises(InputError, match=f"{name} .*'x' .*'y'"):
                read(source, role="run")
        one = frame.filter(pl.col(name) == "x")
        assert read(one, role="run").to_dict() == {"d1": ["cat", "dog"], "d2": ["owl"]}


def test_another_word_than_these_is_refused() -> None:
    with pytest.raises(InputError, match="highest, lowest .*order.*'first'"):
        FieldNames.of(best="first")  # type: ignore[arg-type]


def test_best_without_scores_is_noted() -> None:
    for run, noted in ({d: ["cat"] for d in RUN}, True), (RUN, False):
        notes = lydite.evaluate(GOLD, run, "F1", bootstrap=0, chance=0, best="lowest").notes
        assert any("no scores" in note for note in notes) is noted
