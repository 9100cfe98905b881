"""Run files of every version that ever wrote any: they must load for ever, and give these results.

``LYDITE_FIXTURES=write`` adds the files of this version where they are missing; none is ever written again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lydite
import sample_runs
from lydite.inference import Options
from lydite.runs.reading import read_run
from lydite.runs.run import Run

FOLDER = Path(__file__).parent.parent / "data" / "runs"
MADE: dict[str, Callable[[], Run]] = {
    "phrases": sample_runs.phrases,
    "part": lambda: sample_runs.phrases(shard="2/3"),
    "labels": sample_runs.labels,
    "prevalences": sample_runs.prevalences,
    "probes": sample_runs.probes,
    "agreements": sample_runs.agreements,
    "hops": lambda: sample_runs.hops(("first", "vectors")),
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


def results(run: Run) -> list[Any]:
    """Return what a run gives, without intervals: those are no part of the file. Notes come last."""
    columns = run.blocks[0].systems[0].columns
    by = next((c for c in ("topic", "category") if c in columns), None)
    found = run.results(Options(0, by=by))
    return [*([r.row()[k] for k in GIVEN] for r in found), list(found.notes)]


if os.environ.get("LYDITE_FIXTURES") == "write":
    folder = FOLDER / lydite.__version__
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in MADE.items():
        if not (folder / f"{name}.run").exists():
            made = make()
            made.save(folder / f"{name}.run")
            lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in results(made))
            (folder / f"{name}.json").write_text(f"[{lines}]\n", "utf-8")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.run")), ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_old_files_give_what_they_gave(path: Path) -> None:
    run = read_run(path)
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    found = results(run)
    assert len(found) == len(expected)
    for mine, theirs in zip(found, expected, strict=True):
        assert mine == [pytest.approx(v, rel=1e-12) if isinstance(v, float) else v for v in theirs]
    assert (run.shard is not None) == (path.stem == "part")
    if run.kind == "phrases":
        assert sorted(run.phrases) == sorted(run.systems)
    run.comparison(Options(5), times=10)


def test_there_are_files_of_each_kind() -> None:
    assert {p.stem for p in FOLDER.glob("*/*.run")} >= set(MADE)
