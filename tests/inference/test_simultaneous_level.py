"""Many systems on few items: all pairs together are told apart in some 5% of worlds without a difference."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import lydite
from lydite.errors import InputError
from lydite.inference import Options, simultaneous
from lydite.inference.ranks import _loss
from lydite.inference.regression import Change, smallest_drop
from lydite.runs.gate import gate
from lydite.runs.run import Run
from lydite.runs.scoring import score
from lydite.testing import assert_not_worse

WORLDS = 200


@pytest.mark.parametrize(("n", "k", "binary"), [(10, 10, False), (20, 10, True)])
def test_level_on_few_items(n: int, k: int, *, binary: bool) -> None:
    """At most 18 of 200 (expected 10): without Holm's floor 17% and 12% of worlds."""
    systems: Any = [SimpleNamespace(system=str(s)) for s in range(k)]
    apart = excluded = 0
    for world in range(WORLDS):
        rng = np.random.default_rng(world)
        items = rng.random((n, k))
        items = np.asarray(items < 0.5, np.float64) if binary else items + rng.random((n, 1))
        draws = items[rng.integers(n, size=(500, n))].mean(axis=1)
        tests = simultaneous._tests("m", "value", systems, items.mean(axis=0), draws, n, Options())
        apart += any(t.p_holm <= 0.05 for t in tests)
        excluded += any(t.low > 0 or t.high < 0 for t in tests)
    assert max(apart, excluded) <= 18


def test_a_gate_needs_a_test_and_a_known_condition() -> None:
    gold = {str(i): ["cat"] for i in range(8)}
    run = Run.of_scored(*score(gold, {"old": gold, "new": gold}, "F1"))
    with pytest.raises(InputError, match="--test none"):
        gate(run, Options(), test="none")
    with pytest.raises(InputError, match="proven-drop or possible-drop"):
        gate(run, Options(), fail_if="proven_drop")  # type: ignore[arg-type]


def test_no_drop_is_promised_where_nothing_varies() -> None:
    assert smallest_drop(Change(0.0, 0.0, 0.0, 1.0, 40), 0.0, 0.0, 0.95) == math.inf


def test_runs_of_one_name_in_two_folders(tmp_path: Path) -> None:
    gold = {str(i): ["cat"] for i in range(20)}
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        Run.of_scored(*score(gold, {folder: gold}, "F1")).save(tmp_path / folder / "out.run")
    runs = [lydite.read_run(tmp_path / folder / "out.run") for folder in ("old", "new")]
    assert not assert_not_worse(*runs).failed


def test_what_cannot_be_corrected_comes_last() -> None:
    result = lydite.evaluate({"a": ["x"]}, {"a": ["x"]}, "F1")[0]
    assert _loss(replace(result, corrected=math.nan), "corrected") == math.inf
