"""Climbs and alignments of meaning: plain and compiled agree, and the best is found."""

from __future__ import annotations

import numpy as np
import pytest

from inner import name_inside
from lydite.matchers.meaning import OPPOSITE, WordScoreTables, align


def test_plain_and_compiled_climbs_agree():
    from lydite.knowledge.wordnet import open_wordnet
    from lydite.matchers.meaning import Climbs, climb, meet

    base = open_wordnet()
    sets = [
        tuple((s, p, p / 2) for s, p in zip(*base.ranked([w]), strict=True)) for w in ("cake", "run", "good")
    ]
    ones, others = np.divmod(np.arange(9), 3)
    found = []
    for which in ("plain", "compiled"):
        kernels = {kernel: kernel.large for kernel in (climb, meet)}
        for kernel in kernels:
            kernel.large = 0 if which == "compiled" else 1 << 60
            kernel.__dict__.pop("compiled", None)
        climbs = Climbs(base.graph)
        climbs.add(sets)
        found.append([*climbs.meet(ones, others), *(x for i in range(3) for x in climbs.reached(i))])
        for kernel, large in kernels.items():
            kernel.large = large
    for one, other in zip(*found, strict=True):
        assert np.array_equal(one, other)


def test_a_sense_may_reach_more_than_there_is_room_for_at_first():
    """One sense below 2,000 others, each of which has no other below it: it reaches all, and itself."""
    from lydite.knowledge import Graph, Relation, TransitionKind
    from lydite.matchers.meaning import Climbs

    kinds = TransitionKind.SPECIALISATION, TransitionKind.GENERALISATION
    up = Relation(list(range(1, 2001)), [0] * 2000, *kinds, [1] * 2000)
    climbs = Climbs(Graph.build(2001, [up]))
    climbs.add([((0, 1.0, 1.0),)])
    assert climbs.reached(0).synsets.tolist() == list(range(2001))


def test_alignment_is_the_best_one_to_one():
    from scipy.optimize import linear_sum_assignment

    rng = np.random.default_rng(5)
    for _ in range(200):
        n, m = rng.integers(1, 6, 2)
        scores = rng.random((n, m)) * (rng.random((n, m)) < 0.6)
        left, right = rng.random(n), rng.random(m)
        values = scores * (left[:, None] / left.sum() + right / right.sum())
        rows, columns = linear_sum_assignment(-values)
        one = np.array([0])
        found = align(
            WordScoreTables(scores.ravel(), one, np.array([n]), np.array([m]),
                   np.concatenate([left, right]), one,
                   np.array([n]), np.array([False]))
        )  # fmt: skip
        assert found.retained[0] + found.supported[0] == pytest.approx(values[rows, columns].sum())


def test_plain_and_compiled_alignment_agree(monkeypatch):
    from lydite.core.assignment import assign_rows

    kernels = [name_inside("lydite.matchers.meaning", name) for name in ("_align_equal", "_align_free")]
    rng = np.random.default_rng(6)
    rows, columns = rng.integers(1, 5, (2, 300))
    counts = rows * columns
    scores = rng.choice([0.0, 1.0, OPPOSITE, 0.3, 0.7], counts.sum())
    starts, left = np.cumsum(counts) - counts, np.cumsum(rows + columns) - rows - columns
    weights = rng.random(int((rows + columns).sum())) + 0.1
    tables = WordScoreTables(scores, starts, rows, columns, weights, left,
                    left + rows, rng.random(300) < 0.3)  # fmt: skip
    given = []
    for twin in ("plain", "compiled"):
        for one in (assign_rows, *kernels):
            monkeypatch.setattr(one, "for_work", lambda _, one=one, twin=twin: getattr(one, twin))
        given.append(align(tables))
    for one, other in zip(*given, strict=True):
        assert np.array_equal(one, other)
