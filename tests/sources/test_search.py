"""The search, against Algorithm 4 written down as it stands, on random graphs."""

from __future__ import annotations

import heapq
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inner import name_inside, replace_inside
from lydite.knowledge import (
    EntitySets,
    Graph,
    Relation,
    Search,
    TransitionKind,
    TransitionScores,
    search_pairs,
)
from random_graphs import DERIVED, graphs


def algorithm_4(search, ts1, ts2):
    """Algorithm 4 with its line 16 corrected to test the node, and the threshold of section 5.3.1."""
    scores = search.scores
    fringe = [(-1.0, t) for t in ts1]
    heapq.heapify(fringe)
    visited = set()
    while fringe:
        minus, entity = heapq.heappop(fringe)
        score = -minus
        if entity in visited:
            continue
        if entity in ts2:
            return 0.0 if search.below == "zero" and score < search.threshold else score
        visited.add(entity)
        if score < search.threshold or score <= 0.0:
            continue
        for target, kind, breadth in search.graph.transitions(entity):
            if target not in visited:
                worth = float(scores.look_up(np.array([kind]), np.array([breadth]))[0])
                if search.perfect and kind in DERIVED and (entity in ts1 or target in ts2) and worth > 0:
                    worth = 1.0
                heapq.heappush(fringe, (-score * worth, target))
    return 0.0


@settings(max_examples=300, deadline=None)
@given(
    graphs(),
    st.sampled_from([0.0, 0.08, 0.2, 0.33]),
    st.sampled_from(["zero", "thesis"]),
    st.booleans(),
    st.sampled_from(
        [TransitionScores(), TransitionScores(similar=0.534, derivation=0.644, lemma_derivation=0.0)]
    ),
)
def test_finds_what_algorithm_4_finds(case, threshold, below, perfect, scores):
    graph, sources, targets = case
    search = Search(graph, scores, threshold, below, perfect)
    found = search.many(sources, targets)
    for score, goal in zip(found, targets, strict=True):
        assert score == pytest.approx(algorithm_4(search, set(sources), set(goal)), abs=1e-9)
        assert search.best(sources, goal) == score  # MULTISEARCH equals single searches
        path = search.path(sources, goal)
        if score == 0:
            assert path is None
        else:
            assert math.prod(step.score for step in path) == pytest.approx(score, abs=1e-9)
            chain = (
                [step.source for step in path] + [path[-1].target] if path else [min({*sources} & {*goal})]
            )
            assert chain[0] in sources
            assert chain[-1] in goal
            assert [step.target for step in path] == chain[1:]


def test_compiled_equals_plain_and_threads_change_nothing():
    rng = np.random.default_rng(1)
    n = 300
    parents = np.array([rng.integers(0, i) for i in range(1, n)])
    breadth = np.bincount(parents, minlength=n)
    cross = rng.integers(0, n, (200, 2))
    graph = Graph.build(
        n,
        [
            Relation(
                parents,
                np.arange(1, n),
                TransitionKind.SPECIALISATION,
                TransitionKind.GENERALISATION,
                breadth[parents],
            ),
            Relation(cross[:, 0], cross[:, 1], TransitionKind.DERIVATION, TransitionKind.DERIVATION),
        ],
    )
    sets = EntitySets.of([rng.integers(0, n, rng.integers(1, 4)).tolist() for _ in range(60)])
    left, right = (a.ravel() for a in np.meshgrid(np.arange(60), np.arange(60)))
    for below in ("zero", "thesis"):
        search = Search(graph, below=below)
        plain = np.array(
            [search.pairs(sets, left[i : i + 9], right[i : i + 9]) for i in range(0, 900, 9)]
        ).ravel()
        assert (search.pairs(sets, left, right)[:900] == plain).all()
        assert (Search(graph, below=below, threads=2).pairs(sets, left, right)[:900] == plain).all()
        assert 0 < plain.mean() < 1
    assert "compiled" in search_pairs.__dict__


@pytest.mark.parametrize("compiled", [False, True])
def test_large_graphs_are_laid_out_as_small_ones(monkeypatch, compiled):
    """Beyond some size transitions are counted into their places by a kernel instead of sorted."""
    rng = np.random.default_rng(5)
    ends = rng.integers(0, 40, (2, 300))
    relations = [
        Relation(
            *ends, TransitionKind.SPECIALISATION, TransitionKind.GENERALISATION, rng.integers(1, 9, 300)
        ),
        Relation(*ends[::-1], TransitionKind.SAME),
    ]
    small = Graph.build(40, relations).arrays()
    replace_inside(monkeypatch, "lydite.knowledge", "SORTED", 0)
    monkeypatch.setattr(name_inside("lydite.knowledge", "_place"), "large", 0 if compiled else 1 << 60)
    large = Graph.build(40, relations).arrays()
    for name, array in small.items():
        np.testing.assert_array_equal(large[name], array)


def test_scratch_space_grows_with_the_search():
    n = 20_000  # one entity with more neighbours than the first scratch space has slots
    graph = Graph.build(
        n, [Relation(np.zeros(n - 1), np.arange(1, n), TransitionKind.SIMILAR, TransitionKind.SIMILAR)]
    )
    assert Search(graph).best([1], [n - 1]) == 0.25
    assert Search(graph).best([0], list(range(1, n))) == 0.5


def test_ties_go_to_the_fewest_transitions_then_the_smallest_numbers():
    same = Relation([0, 3, 0, 0, 1, 2], [3, 4, 2, 1, 4, 4], TransitionKind.SAME)
    assert [s.target for s in Search(Graph.build(5, [same])).path([0], [4])] == [1, 4]
    longer = Relation([0, 1, 0], [1, 2, 2], TransitionKind.SAME)
    assert [s.target for s in Search(Graph.build(3, [longer])).path([0], [2])] == [2]


def test_where_entities_lead_changes_the_order_of_a_search_never_a_score(monkeypatch):
    up = TransitionKind.GENERALISATION, TransitionKind.SPECIALISATION
    rng = np.random.default_rng(3)
    kinds = [
        up,
        (TransitionKind.SIMILAR, TransitionKind.SIMILAR),
        (TransitionKind.SEE_ALSO, TransitionKind.NONE),
    ]
    graph = Graph.build(300, [Relation(*rng.integers(0, 300, (2, 90)), *both) for both in kinds])
    sets = EntitySets.of([dict(zip(rng.choice(300, 3, replace=False).tolist(), (1.0, 0.6, 0.2), strict=True))
                          for _ in range(40)])  # fmt: skip
    left, right = rng.integers(0, 40, (2, 250))
    search = Search(graph)
    scores = search.pairs(sets, left, right)
    assert "leads" in search.__dict__
    ahead, back = search.tables[:2]
    for table, leads in ((ahead, search.leads[::2]), (back, search.leads[1::2])):
        for entity in range(300):
            own = table[graph.classes[graph.offsets[entity] : graph.offsets[entity + 1]]]
            assert leads[entity] == max([0.0, *own.tolist()]) ** 0.5
    replace_inside(monkeypatch, "lydite.knowledge", "_PAYS", 0)
    without = Search(graph)
    assert without.pairs(sets, left, right).tolist() == scores.tolist()
    assert "leads" not in without.__dict__
    assert 0 < (scores > 0).sum() < len(scores)
