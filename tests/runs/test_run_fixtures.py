"""Run files of earlier versions: they must load, and give these results; parts of runs are refused.

Those of schema 1 were written at 34a513c6, before the package was rebuilt.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lydite.core.errors import InputError
from lydite.inference import Inference
from lydite.runs import Run, pack_run, read_run, unpack_run

FOLDER = Path(__file__).parent.parent / "data" / "runs"
KINDS = {
    "phrases",
    "labels",
    "prevalences",
    "probes",
    "agreements",
    "hops",
    "hops_links_missing",
    "pairs",
    "soft",
    "tags",
}
GIVEN = (
    "system",
    "measure",
    "group",
    "value",
    "chance",
    "corrected",
    "n",
    "unscored",
    "coverage",
    "signature",
)
GONE = {"direction", "near_miss"}  # measures that the package no longer has: left out with a note
TOPICS = {name: f"{name}(average=topics)" for name in ("macro_recall", "macro_MAE", "accuracy")}
"""Measures that were means over topics then, and are called so now."""


def results(run: Run) -> list[Any]:
    """Return what a run gives, without intervals: those are no part of the file. Notes come last."""
    columns = run.blocks[0].systems[0].columns
    by = next((c for c in ("topic", "category") if c in columns), None)
    found = run.results(Inference(0, by=by))
    return [*([r.row()[k] for k in GIVEN] for r in found), list(found.notes)]


SHARDS = {"34a513c6/part.run": "2 of 3", "schema-2/sums.run": "1 of 3"}


@pytest.mark.parametrize("name", SHARDS)
def test_parts_of_runs_are_refused(name: str) -> None:
    with pytest.raises(InputError) as caught:
        read_run(FOLDER / name)
    assert str(caught.value) == (
        f"{FOLDER / name}: is a shard (part {SHARDS[name]}) of an earlier version, whose parts cannot be "
        "joined any more; score the files again: lydite score 'gold/*.jsonl' 'run/*.jsonl'"
    )


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.json")), ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_old_files_give_what_they_gave(path: Path) -> None:
    run = read_run(path.with_suffix(".run"))
    *rows, notes = json.loads(path.read_text("utf-8"))
    expected = [row for row in rows if row[1] not in GONE]
    if path.stem == "labels":
        expected = [[system, TOPICS.get(name, name), *rest] for system, name, *rest in expected]
        notes += [f"{name} was scored by its revision 1; this version has 2" for name in TOPICS.values()]
    *found, said = results(run)
    assert said[: len(notes)] == notes
    others = [note for note in said[len(notes) :] if "no corrected values" not in note]
    assert {note.split()[0] for note in others} == GONE & {row[1] for row in rows}
    assert len(found) == len(expected)
    if run.kind == "phrases" and path.parent.name == "34a513c6":  # chance was another
        expected = [[*row[:5], None, *row[6:]] for row in expected]
        assert len(others) + len(notes) + 1 == len(said)
    for mine, theirs in zip(found, expected, strict=True):
        assert mine == [pytest.approx(v, rel=1e-12) if isinstance(v, float) else v for v in theirs]
    if run.kind == "phrases":
        assert sorted(run.evidence.phrases) == sorted(run.systems)
    run.comparison(Inference(5), times=10)
    again = unpack_run(pack_run(run), "again")
    assert results(again) == results(run)
    assert pack_run(again) == pack_run(run)


def test_there_are_files_of_each_kind() -> None:
    assert {p.stem for p in FOLDER.glob("34a513c6/*.json")} == KINDS
