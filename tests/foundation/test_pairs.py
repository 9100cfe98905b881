"""Scores of pairs: each pair is found once, however many lists it is in."""

from __future__ import annotations

import numpy as np
import pytest

from lydite.core.arrays import RaggedArray, offsets
from lydite.measures.phrases import PairScores, fill_table, place_pairs


def lists(rng: np.random.Generator, count: int) -> RaggedArray:
    starts = offsets(rng.integers(0, 9, count))
    return RaggedArray(rng.integers(0, 60, starts[-1]), starts)


def cells(left: RaggedArray, right: RaggedArray) -> list[tuple[int, int]]:
    ours, theirs = ([c.tolist() for c in np.split(one.codes, one.starts[1:-1])] for one in (left, right))
    both = zip(ours, theirs, strict=True)
    return [(a, b) for mine, yours in both for a in mine for b in yours]


@pytest.mark.parametrize("twin", ["plain", "compiled"])
@pytest.mark.parametrize("most", [100, 1_500, 100_000])
def test_every_cell_has_the_score_of_its_pair_and_none_is_found_twice(monkeypatch, twin, most):
    for kernel in (place_pairs, fill_table):
        monkeypatch.setattr(kernel, "for_work", lambda _, kernel=kernel: getattr(kernel, twin))
    rng, pairs, found = np.random.default_rng(3), PairScores(most), []
    for count in (1, 0, 30, 60, 60):
        left, right = lists(rng, count), lists(rng, count)
        places = pairs.places(left, right)
        ours, theirs = pairs.unscored()
        found += zip(ours.tolist(), theirs.tolist(), strict=True)
        for some in np.array_split(np.arange(len(ours)), 3):
            pairs.add(ours[some] * 100.0 + theirs[some])
        assert pairs.scores[places].tolist() == [a * 100.0 + b for a, b in cells(left, right)]
        assert not len(pairs.unscored()[0])
    assert (len(found) == len(set(found))) == (most == 100_000)  # fewer are kept: the rest is found again
