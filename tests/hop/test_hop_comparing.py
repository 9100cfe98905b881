"""Paired tests between strategies: over which starts, by how much, and Holm's correction."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lydite.inference import Inference
from lydite.probes.hop import HopRun, WalkEnd, WalkPart, Walks, both, compare_strategies, hop, paired

NONE = Inference(0)


def test_differences_by_hand(store: Path, vectors: Path) -> None:
    found = hop(store, ["first", f"vectors(file={vectors})", "shortest"])
    tests = compare_strategies(found, found.results(NONE), NONE).tests
    short = {"first": "f", "vectors(file=small.txt)": "v", "shortest": "s"}
    of = {(t.measure, short[t.first] + short[t.second]): (t.difference, both(found, t)) for t in tests}
    for measure, pair, difference, count in [
        ("reached", "fv", (4 - 7) / 12, 12),
        ("reached", "fs", (4 - 10) / 12, 12),
        ("reached", "vs", (7 - 10) / 12, 12),
        ("efficiency, all", "fv", (4 - 1 / 3 - 7 + 1 / 3) / 10, 10),  # two articles have no way at all
        ("efficiency, all", "vs", (7 - 1 / 3 - 10) / 10, 10),
        ("hops, both reached", "fv", 0, 4),
        ("hops, both reached", "fs", 1 / 4, 4),  # Twins: 3 hops for 2
        ("hops, both reached", "vs", 1 / 7, 7),
        ("reached, shared vocabulary", "vs", (7 - 9) / 12, 12),  # Gibberish has no link left
        ("efficiency, all, shared vocabulary", "fs", (4 - 1 / 3 - 9) / 9, 9),
        ("hops, both reached, shared vocabulary", "vs", 1 / 7, 7),
    ]:
        assert of[measure, pair] == (pytest.approx(difference), count), (measure, pair)
    assert len(of) == len(tests) == 2 * 3 * 3
    turned = hop(store, ["shortest", "first"])
    *_, last = compare_strategies(turned, turned.results(NONE), NONE).tests
    assert (last.measure, last.difference) == ("hops, both reached", pytest.approx(-1 / 4))


@pytest.fixture
def clear(store: Path) -> HopRun:
    """One strategy needs two hops more than another from every start, and a third one more from one start."""
    found = hop(store, ["first", "second", "shortest"])
    starts = found.parts[0].walks[0].starts
    reached, trails = np.full(12, WalkEnd.REACHED), starts[:, None]
    hops = (np.full(12, 5), np.full(12, 3), np.where(np.arange(12) == 4, 4, 3))
    walks = tuple(Walks(starts, reached, h, trails) for h in hops)
    return replace(found, parts=(WalkPart(None, walks, np.ones(12, np.int64)),))


def test_hops_are_corrected_for_all_pairs(clear: HopRun) -> None:
    made = compare_strategies(clear, clear.results(NONE), NONE)
    one, two, three = (t for t in made.tests if t.measure == "hops, both reached")
    assert (one.difference, two.difference, three.difference) == pytest.approx((2, 23 / 12, -1 / 12))
    assert one.p == pytest.approx(2 / 2**12, abs=1e-3)
    least, next_ = sorted((one, two), key=lambda t: t.p)
    assert least.p_holm == pytest.approx(3 * least.p)
    assert next_.p_holm == pytest.approx(max(3 * least.p, 2 * next_.p))
    assert three.p == three.p_holm == 1


def test_letters_of_hops_are_those_of_the_paired_part(clear: HopRun) -> None:
    paired = clear.parts[0].paired("paired")
    found = replace(clear, parts=(*clear.parts, paired))
    made = compare_strategies(found, found.results(NONE), NONE)
    assert made.letters["hops, paired"] == {"first": "b", "second": "a", "shortest": "a"}
    assert set(made.letters["reached"].values()) == {"a"}
    assert {t.measure for t in made.tests} == {"reached", "efficiency, all", "hops, both reached"}


def test_what_is_paired_are_the_starts_that_every_strategy_reached_the_target_from(
    store: Path, vectors: Path
) -> None:
    """Words lead there from 7 starts, shortest ways from 10, among them those 7; random is a baseline."""
    found = hop(store, [f"vectors(file={vectors})", "shortest", "random"])
    on_reached = paired(found.scored(found.parts[0]))
    assert [s.system for s in on_reached] == ["vectors(file=small.txt)", "shortest"]
    assert [len(s.ids) for s in on_reached] == [7, 7]
