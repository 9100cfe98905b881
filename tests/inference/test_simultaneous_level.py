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
from inner import name_inside
from lydite.core.errors import InputError
from lydite.inference import Change, Inference, compare, max_t_tests, smallest_drop, standard_errors
from lydite.runs import run_gate
from lydite.testing import assert_not_worse
from performing import score, scored_run

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
        tests = max_t_tests("m", "value", systems, items.mean(axis=0), draws, n, Inference())
        apart += any(t.p_holm <= 0.05 for t in tests)
        excluded += any(t.low > 0 or t.high < 0 for t in tests)
    assert max(apart, excluded) <= 18


def test_a_gate_needs_a_test_and_a_known_condition() -> None:
    gold = {str(i): ["cat"] for i in range(8)}
    run = scored_run(*score(gold, {"old": gold, "new": gold}, "F1"))
    with pytest.raises(InputError, match="--test none"):
        run_gate(run, Inference(), test="none")
    with pytest.raises(InputError, match="'proven_drop'"):
        run_gate(run, Inference(), fail_if="proven_drop")  # type: ignore[arg-type]


def test_no_drop_is_promised_where_nothing_varies() -> None:
    assert smallest_drop(Change(0.0, 0.0, 0.0, 1.0, 40), 0.0, 0.0, 0.95) == math.inf


def test_runs_of_one_name_in_two_folders(tmp_path: Path) -> None:
    gold = {str(i): ["cat"] for i in range(20)}
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        scored_run(*score(gold, {folder: gold}, "F1")).save(tmp_path / folder / "out.run")
    runs = [lydite.read_run(tmp_path / folder / "out.run") for folder in ("old", "new")]
    assert not assert_not_worse(*runs).failed


def test_what_cannot_be_corrected_comes_last() -> None:
    result = lydite.evaluate({"a": ["x"]}, {"a": ["x"]}, "F1")[0]
    loss = name_inside("lydite.inference", "_loss")
    assert loss(replace(result, corrected=math.nan), "corrected") == math.inf


def test_resamples_without_a_value_spoil_their_own_system_alone() -> None:
    """A system with values in 40% of resamples has no spread; the others have theirs, as without it."""
    rng = np.random.default_rng(3)
    draws = rng.normal(0.5, 0.02, (500, 4))
    alone = standard_errors(draws[:, :3])
    draws[:300, 3] = np.nan
    spread = standard_errors(draws)
    assert np.allclose(spread[:3, :3], alone, rtol=1e-12)
    assert np.isnan(spread[3]).all()
    draws[:100, 0] = np.nan  # of the rows that both have
    spread = standard_errors(draws)
    assert math.isclose(spread[0, 1], (draws[100:, 0] - draws[100:, 1]).std())
    assert math.isclose(spread[1, 2], alone[1, 2])
    systems: Any = [SimpleNamespace(system=str(s)) for s in range(4)]
    values = np.array([0.5, 0.8, 0.52, 0.5])
    tests = {
        (t.first, t.second): t for t in max_t_tests("m", "value", systems, values, draws, 600, Inference())
    }
    assert tests["0", "1"].p_holm < 0.01
    assert (tests["1", "3"].p, tests["1", "3"].p_holm) == (1, 1)
    assert math.isnan(tests["1", "3"].low)


def test_one_item_tells_nothing_apart() -> None:
    runs = {"a": {"d": ["cat"]}, "b": {"d": ["dog"]}}
    scored, _ = score({"d": ["cat"]}, runs, "F1")
    found = compare(scored, Inference(), "simultaneous")
    assert found.tests[0].p_holm == 1
    assert found.letters["F1"] == {"a": "a", "b": "a"}
    assert compare(scored[:1], Inference(), "simultaneous").tests == ()


def test_of_few_items_intervals_are_at_least_as_wide_as_those_of_t() -> None:
    """Two systems, four items: t of 3 degrees is 3.182; resamples deviate by .1, √(4 / 3) too little."""
    systems: Any = [SimpleNamespace(system="a"), SimpleNamespace(system="b")]
    draws = np.column_stack([np.tile([0.4, 0.6], 50), np.full(100, 0.2)])
    (test,) = max_t_tests("m", "value", systems, np.array([0.5, 0.2]), draws, 4, Inference())
    half = 3.1824 * 0.1 * math.sqrt(4 / 3)
    assert (test.low, test.high) == pytest.approx((0.3 - half, 0.3 + half), abs=1e-4)
