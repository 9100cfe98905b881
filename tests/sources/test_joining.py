"""Graphs joined into one, against a best-first search over the union written down as it stands."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from full_size import size
from lydite.knowledge import (
    CrossLinks,
    EntitySets,
    Graph,
    JoinedScores,
    Relation,
    Search,
    ThroughSearch,
    TransitionKind,
    TransitionScores,
    check_joined,
    join_graphs,
)
from random_graphs import graphs

SCORES = st.sampled_from([TransitionScores(), TransitionScores(similar=0.9, specialisation_low=0.6)])


@st.composite
def unions(draw, most=3):
    """Return graphs with their scores, ways between them, and two sets of (base, entity) with weights."""
    parts = [draw(graphs())[0] for _ in range(draw(st.integers(1, most)))]
    scores = [draw(SCORES) for _ in parts]
    crossings, cross = [], {}
    for a, b in itertools.permutations(range(len(parts)), 2):
        pair = st.tuples(st.integers(0, len(parts[a]) - 1), st.integers(0, len(parts[b]) - 1))
        pairs = np.array(sorted(draw(st.sets(pair, max_size=6))), np.int64).reshape(-1, 2)
        crossings.append(CrossLinks(a, b, pairs[:, 0], pairs[:, 1]))
        cross[a, b] = draw(st.sampled_from([0.5, 0.8, 0.9, 1.0]))
    entity = st.sampled_from([(i, e) for i, graph in enumerate(parts) for e in range(len(graph))])
    ends = st.dictionaries(entity, st.sampled_from([1.0, 0.9, 0.5]), max_size=3)
    return parts, scores, crossings, cross, draw(ends), draw(ends)


def joined(parts, scores, crossings, cross):
    classes = tuple(len(graph.kinds) for graph in parts)
    return Search(join_graphs(parts, crossings), JoinedScores(tuple(scores), classes, cross))


def numbered(parts, ends):
    shifts = np.cumsum([0, *map(len, parts)])
    return {int(shifts[i]) + e: weight for (i, e), weight in ends.items()}


def literal(parts, scores, crossings, cross, near, far):
    """Best-first search over (base, entity): own transitions by own scores, then ways to other bases."""
    ways = {}
    for c in crossings:
        for s, t in zip(c.sources.tolist(), c.targets.tolist(), strict=True):
            ways.setdefault((c.base, s), []).append(((c.other, t), cross[c.base, c.other]))
    fringe = [(-weight, node) for node, weight in near.items()]
    heapq.heapify(fringe)
    visited, best = set(), 0.0
    while fringe:
        minus, node = heapq.heappop(fringe)
        if node in visited:
            continue
        visited.add(node)
        best = max(best, -minus * far.get(node, 0.0))
        i, e = node
        out = [
            ((i, t), float(scores[i].look_up(np.array([kind]), np.array([breadth]))[0]))
            for t, kind, breadth in parts[i].transitions(e)
        ]
        for target, worth in out + ways.get(node, []):
            if worth > 0:
                heapq.heappush(fringe, (minus * worth, target))
    return best if best >= 0.08 * (1 - 1e-12) else 0.0


@settings(max_examples=size(100, 400), deadline=None)
@given(unions())
def test_joined_graphs_find_what_a_search_over_the_union_finds(case):
    parts, scores, crossings, cross, near, far = case
    search = joined(parts, scores, crossings, cross)
    one, other = numbered(parts, near), numbered(parts, far)
    found = search.best(one, other)
    assert found == pytest.approx(literal(parts, scores, crossings, cross, near, far), abs=1e-9)
    path = search.path(one, other)
    assert (path is None) == (found == 0)
    shifts = np.cumsum([0, *map(len, parts)])
    for step in path or ():
        crosses = np.searchsorted(shifts, step.source, "right") != np.searchsorted(
            shifts, step.target, "right"
        )
        assert crosses == (step.kind == TransitionKind.CROSS)


@settings(max_examples=size(40, 150), deadline=None)
@given(unions())
def test_a_further_base_never_lowers_a_score(case):
    parts, scores, crossings, cross, near, far = case
    fewer = len(parts) - 1
    if fewer == 0:
        return
    near, far = ({k: w for k, w in ends.items() if k[0] < fewer} for ends in (near, far))
    kept = [c for c in crossings if c.base < fewer and c.other < fewer]
    before = joined(parts[:fewer], scores[:fewer], kept, cross)
    after = joined(parts, scores, crossings, cross)
    ends = numbered(parts, near), numbered(parts, far)
    assert after.best(*ends) >= before.best(*ends)


@settings(max_examples=size(30, 100), deadline=None)
@given(unions(most=2), st.integers(2, 12))
def test_shared_searches_equal_single_ones(case, copies):
    parts, scores, crossings, cross, near, far = case
    search = joined(parts, scores, crossings, cross)
    sets = EntitySets.of([numbered(parts, near), numbered(parts, far)])
    left, right = np.zeros(copies, np.int64), np.ones(copies, np.int64)
    assert (search.pairs(sets, left, right) == search.best(sets.one(0), sets.one(1))).all()


@settings(max_examples=size(40, 150), deadline=None)
@given(unions(most=2), st.data(), st.booleans(), st.booleans())
def test_a_search_kept_from_pair_to_pair_finds_what_single_ones_find(case, data, turned, perfect):
    parts, scores, crossings, cross, near, far = case
    search = replace(joined(parts, scores, crossings, cross), perfect=perfect)
    entity = st.integers(0, len(search.graph) - 1)
    ends = st.dictionaries(entity, st.sampled_from([1.0, 0.9, 0.5]), max_size=4)
    others = data.draw(st.lists(ends, min_size=1, max_size=6))
    sets = EntitySets.of([numbered(parts, near), numbered(parts, far), *others])
    one = np.repeat([0, 1], len(others))
    other = np.tile(np.arange(2, len(others) + 2), 2)
    left, right = (other, one) if turned else (one, other)
    singly = [search.best(sets.one(a), sets.one(b)) for a, b in zip(left, right, strict=True)]
    assert search.pairs(sets, left, right).tolist() == singly


@settings(max_examples=size(40, 300), deadline=None)
@given(unions(), st.data(), st.sampled_from([0.0, 0.08, 0.5, 1.0]), st.sampled_from([1, 9]))
def test_within_the_bases_before_or_through_the_added_one_is_all(case, data, threshold, copies):
    parts, scores, crossings, cross, near, far = case
    before = data.draw(st.integers(1, len(parts)))
    kept = [c for c in crossings if c.base < before and c.other < before]
    first = replace(joined(parts[:before], scores[:before], kept, cross), threshold=threshold)
    whole = replace(joined(parts, scores, crossings, cross), threshold=threshold)
    limit = len(first.graph)
    ends = [numbered(parts, end) for end in (near, far, near | far)]
    inside = [{e: weight for e, weight in end.items() if e < limit} for end in ends]
    pairs = np.array([*itertools.product(range(len(ends)), repeat=2)] * copies)
    beyond = ThroughSearch(whole, limit).search.pairs(EntitySets.of(ends), pairs[:, 0], pairs[:, 1])
    within = [first.best(inside[a], inside[b]) for a, b in pairs]
    assert np.maximum(beyond, within).tolist() == [whole.best(ends[a], ends[b]) for a, b in pairs]


def test_one_graph_is_joined_with_nothing():
    graph = Graph.build(2, [Relation([0], [1], TransitionKind.SIMILAR)])
    assert join_graphs([graph], []) is graph


def test_ways_in_one_direction_have_their_own_scores():
    lone = [Graph.build(1, []), Graph.build(1, [])]
    there = CrossLinks(0, 1, np.array([0]), np.array([0]))
    back = CrossLinks(1, 0, np.array([0]), np.array([0]))
    scores = [TransitionScores()] * 2
    cross = {(0, 1): 0.8, (1, 0): 0.9}
    both = joined(lone, scores, [there, back], cross)
    assert (both.best([0], [1]), both.best([1], [0])) == (0.8, 0.9)
    one_way = joined(lone, scores, [there], cross)
    assert (one_way.best([0], [1]), one_way.best([1], [0])) == (0.8, 0.0)


def test_perfect_ways_in_a_circle_end():
    lone = [Graph.build(1, []) for _ in range(3)]
    none = np.array([0])
    ring = [CrossLinks(i, (i + 1) % 3, none, none) for i in range(3)]
    cross = dict.fromkeys(itertools.permutations(range(3), 2), 1.0)
    search = joined(lone, [TransitionScores()] * 3, ring, cross)
    assert search.best([0], [2]) == 1.0
    assert [step.target for step in search.path([0], [2])] == [1, 2]


def test_a_kept_graph_of_other_bases_is_refused():
    pair = [Graph.build(2, []), Graph.build(1, [])]
    whole = join_graphs(pair, [CrossLinks(1, 0, np.array([0]), np.array([1]))])
    check_joined(pair, whole.arrays(), {})
    with pytest.raises(ValueError, match="graph_offsets "):
        check_joined([*pair, pair[0]], whole.arrays(), {})
    with pytest.raises(ValueError, match="bases"):
        check_joined(pair, whole.arrays() | {"graph_breadths": whole.breadths + 4}, {})
