"""Nearest neighbours in tiles against a full sort, and the orders of a thesaurus."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite.core.errors import InputError
from lydite.hashtags import (
    NEVER,
    ExactSearch,
    from_lists,
    from_neighbours,
    index,
    nearest,
    popular,
    unit_rows,
)


def brute(vectors: np.ndarray, k: int) -> np.ndarray:  # type: ignore[type-arg]
    """Sort everything in double precision; ties go to the smaller id."""
    wide = vectors.astype(np.float64)
    cosine = np.round(wide @ wide.T, 12)
    np.fill_diagonal(cosine, -np.inf)
    order = np.lexsort((np.broadcast_to(np.arange(len(vectors)), cosine.shape), -cosine), axis=1)
    return order[:, :k]


@settings(max_examples=40)
@given(st.integers(2, 40), st.integers(1, 45), st.sampled_from([3, 7, 64]), st.integers(0, 99))
def test_equals_a_full_sort(m: int, k: int, tile: int, seed: int) -> None:
    rows = np.random.default_rng(seed).integers(-2, 3, (m, 3)) + 0.01  # coarse: many ties, equal vectors
    vectors = unit_rows(rows)
    ids, cosines = nearest(vectors, k, tile=tile)
    assert ids.shape == (m, min(k, m - 1))
    np.testing.assert_array_equal(ids, brute(vectors, min(k, m - 1)))
    expected = np.take_along_axis(vectors.astype(float) @ vectors.T.astype(float), ids, 1)
    np.testing.assert_allclose(cosines, expected, atol=1e-6)


def test_compiled_equals_plain() -> None:
    vectors = unit_rows(np.random.default_rng(0).normal(size=(300, 16)))
    np.testing.assert_array_equal(nearest(vectors, 20, tile=128)[0], brute(vectors, 20))


@pytest.mark.parametrize("k", [1, 40])
def test_long_lists_are_merged_rightly(k: int) -> None:
    """More wait than a list holds, and fewer; coarse rows have ties."""
    rows = unit_rows(np.random.default_rng(2).integers(-2, 3, (900, 4)) + 0.01)
    np.testing.assert_array_equal(nearest(rows, k, tile=250)[0], brute(rows, k))
    near = ExactSearch(rows).query(rows, k)[1]
    np.testing.assert_allclose(near, -np.sort(-(rows @ rows.T), axis=1)[:, :k], atol=1e-6)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_vectors_to_search_for_are_numbers(bad: float) -> None:
    with pytest.raises(InputError, match="vector 2 .*finite"):
        ExactSearch(unit_rows(np.eye(2))).query(np.array([[1, 0], [bad, 1]]), 1)


def test_popular_is_the_same_for_everybody() -> None:
    tags = ["#a", "#b", "#c", "#d"]
    found = popular(tags, np.array([5, 1, 9, 5]), 2)
    assert [[s.tag for s in found.nearest(t, 2)] for t in tags] == [
        ["#c", "#d"], ["#c", "#a"], ["#a", "#d"], ["#c", "#a"],
    ]  # fmt: skip
    assert [s.tag for s in popular(tags, np.array([5, 1, 9, 5]), 70).nearest("#a", 70)] == ["#c", "#d", "#b"]


def test_permuted_keeps_the_lists() -> None:
    vectors = unit_rows(np.random.default_rng(0).normal(size=(30, 4)))
    tags = [f"#t{i:02}" for i in range(30)]
    own = from_neighbours(tags, np.arange(30), *nearest(vectors, 5))
    other = own.permuted(1)
    lists = sorted(tuple(s.tag for s in own.nearest(t, 5)) for t in tags)
    assert sorted(tuple(s.tag for s in other.nearest(t, 5)) for t in tags) == lists
    for seed in range(20):
        moved = own.permuted(seed).rows
        assert moved is not None
        assert (moved != np.arange(30)).all()  # nobody keeps the own list
        assert sorted(moved.tolist()) == list(range(30))


def test_permuted_moves_lists_among_those_that_have_one() -> None:
    own = from_lists([("#a", ["#x"]), ("#b", ["#y", "#z"]), ("#c", [])])
    for seed in range(5):
        other = own.permuted(seed)
        assert [[s.tag for s in other.nearest(t, 9)] for t in ("#a", "#b", "#c", "#x")] == [
            ["#y", "#z"], ["#x"], [], [],
        ]  # fmt: skip
    alone = from_lists([("#a", ["#x"])])
    assert [s.tag for s in alone.permuted(0).nearest("#a", 9)] == ["#x"]  # there is no other list to have


def test_cutoff_keeps_ranks_and_index_agrees() -> None:
    vectors = unit_rows(np.random.default_rng(0).normal(size=(30, 4)))
    tags = [f"#t{i:02}" for i in range(30)]
    for thesaurus in (
        from_neighbours(tags, np.arange(30), *nearest(vectors, 8)),
        from_neighbours(tags, np.arange(30), *nearest(vectors, 8)).with_cosine_from(0.5),
        from_neighbours(tags, np.arange(30), *nearest(vectors, 8)).permuted(3),
    ):
        c, r = np.divmod(np.arange(900), 30)
        found = index(thesaurus).pairs(c, r).reshape(30, 30)
        for i, tag in enumerate(tags):
            ranks = {s.tag: s.rank for s in thesaurus.nearest(tag, 99)} | {tag: 1}
            assert found[i].tolist() == [ranks.get(t, NEVER) for t in tags]
