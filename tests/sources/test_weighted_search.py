"""Weights at the ends of a path, and the best path over the first senses, against a slow search."""

from __future__ import annotations

import heapq
import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite.knowledge import (
    SHARED,
    EntitySets,
    Graph,
    Relation,
    Search,
    TransitionKind,
    TransitionScores,
    search_pairs,
)
from random_graphs import DERIVED, graphs

WEIGHTS = st.sampled_from([1.0, 0.7, 0.25, 0.05])
SCORES = st.sampled_from(
    [TransitionScores(), TransitionScores(similar=0.9, generalisation_low=0.1, generalisation_high=0.6)]
)
THRESHOLDS = st.sampled_from([0.0, 0.08, 0.33])


def slow(search, ones, others):
    """Return the best product of transitions and weights: Algorithm 4 run on until nothing is left.

    What scores below the threshold is not expanded, and what weighs less starts nothing; the weight of a
    target counts when it is reached. Perfect: the first and the last transition, if derivations, are worth 1.
    """
    least = search.threshold * (1 - 1e-12)
    fringe = [(-weight, entity) for entity, weight in ones.items() if weight >= least]
    for minus, entity in list(fringe if search.perfect else ()):
        fringe += [(minus, to) for to, kind, worth in steps(search, entity) if kind in DERIVED and worth]
    heapq.heapify(fringe)
    visited, best = set(), 0.0
    while fringe:
        minus, entity = heapq.heappop(fringe)
        if entity in visited:
            continue
        visited.add(entity)
        best = max(best, -minus * others.get(entity, 0.0))
        if -minus < least or minus == 0:
            continue
        for target, kind, worth in steps(search, entity):
            heapq.heappush(fringe, (minus * worth, target))
            if search.perfect and kind in DERIVED and worth > 0:
                best = max(best, -minus * others.get(target, 0.0))
    return 0.0 if search.below == "zero" and best < least else best


def steps(search, entity):
    for target, kind, breadth in search.graph.transitions(entity):
        yield target, kind, float(search.scores.look_up(np.array([kind]), np.array([breadth]))[0])


@st.composite
def weighed(draw):
    graph, ones, others = draw(graphs())
    weigh = lambda entities: {e: draw(WEIGHTS) for e in entities}  # noqa: E731
    return graph, weigh(ones), [weigh(other) for other in others]


@settings(max_examples=150, deadline=None)
@given(weighed(), THRESHOLDS, st.sampled_from(["zero", "thesis"]), st.booleans(), SCORES)
def test_weights_at_the_ends(case, threshold, below, perfect, scores):
    graph, ones, others = case
    search = Search(graph, scores, threshold, below, perfect)
    found = search.many(ones, others)
    together = search.many(ones, others * SHARED)  # one search for all of them
    assert (together.reshape(SHARED, -1) == found).all()
    for score, goal in zip(found, others, strict=True):
        assert score == pytest.approx(slow(search, ones, goal), abs=1e-9)
        path = search.path(ones, goal)
        if score == 0:
            assert path is None
        else:
            start = path[0].source if path else max(ones.keys() & goal, key=lambda e: ones[e] * goal[e])
            end = path[-1].target if path else start
            worth = ones[start] * goal[end] * math.prod(step.score for step in path)
            assert worth == pytest.approx(score, abs=1e-9)
            assert all(a.target == b.source for a, b in itertools.pairwise(path))


@settings(max_examples=100, deadline=None)
@given(
    graphs(),
    THRESHOLDS,
    st.sampled_from(["zero", "thesis"]),
    st.booleans(),
    SCORES,
    st.sampled_from([1, SHARED]),
)
def test_pairs_that_share_a_target_set_score_as_each_alone(case, threshold, below, perfect, scores, times):
    graph, ones, others = case
    search = Search(graph, scores, threshold, below, perfect)
    sets = EntitySets.of([ones, *others])
    right = np.tile(np.arange(1, len(others) + 1), times)
    found = search.pairs(sets, np.zeros(len(right), np.int64), right)
    assert found.tolist() == [search.best(ones, goal) for goal in others * times]


def test_an_entity_without_weight_is_no_end():
    same = Graph.build(3, [Relation([0, 1], [1, 2], TransitionKind.SAME)])
    assert Search(same).best({0: 0.0, 1: 0.5}, {2: 1.0}) == 0.5
    assert Search(same).best({0: 0.0}, {2: 1.0}) == 0
    assert Search(same).path({0: 0.0}, {2: 1.0}) is None
    assert [s.source for s in Search(same).path({0: 1.0, 1: 0.5}, {2: 0.5, 1: 0.25})] == [0, 1]


def test_work_that_threads_share_is_counted_once(monkeypatch):
    monkeypatch.setattr(search_pairs, "done", 0)
    chain = Graph.build(
        9, [Relation(np.arange(8), np.arange(1, 9), TransitionKind.SIMILAR, TransitionKind.SIMILAR)]
    )
    sets = EntitySets.of([[i] for i in range(9)])
    left = np.repeat(np.arange(9), 9)
    right = np.tile(np.arange(9), 9)
    times = 30
    search = Search(chain, threads=2, perfect=True)  # which shares no search between pairs
    search.pairs(sets, np.tile(left, times), np.tile(right, times))
    assert search_pairs.done == 81 * times
