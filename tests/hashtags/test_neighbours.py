"""Nearest neighbours in tiles against a full sort, and the orders of a thesaurus."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite.errors import InputError
from lydite.sources.hashtags.hnsw import HnswSearch, hnsw
from lydite.sources.hashtags.hubness import hubness
from lydite.sources.hashtags.neighbours import ExactSearch, nearest, unit_rows
from lydite.sources.hashtags.ranks import NEVER, index
from lydite.sources.hashtags.thesaurus import from_lists, from_neighbours, popular


def brute(vectors: np.ndarray, k: int, *, csls: bool = False) -> np.ndarray:  # type: ignore[type-arg]
    """Sort everything in double precision; ties go to the smaller id."""
    wide = vectors.astype(np.float64)
    cosine = np.round(wide @ wide.T, 12)
    np.fill_diagonal(cosine, -np.inf)
    score = cosine
    if csls:
        mean = -np.sort(-cosine, axis=1)[:, : min(10, len(vectors) - 1)].mean(1)
        score = np.round(2 * cosine - mean.astype(np.float32), 12)
    order = np.lexsort((np.broadcast_to(np.arange(len(vectors)), cosine.shape), -score), axis=1)
    return order[:, :k]


@settings(max_examples=40)
@given(st.integers(2, 40), st.integers(1, 45), st.sampled_from([3, 7, 64]), st.booleans(), st.integers(0, 99))
def test_equals_a_full_sort(m: int, k: int, tile: int, csls: bool, seed: int) -> None:  # noqa: FBT001
    rows = np.random.default_rng(seed).integers(-2, 3, (m, 3)) + 0.01  # coarse: many ties, equal vectors
    vectors = unit_rows(rows)
    ids, cosines = nearest(vectors, k, csls=csls, tile=tile)
    assert ids.shape == (m, min(k, m - 1))
    if csls:  # float32 penalties may swap what differs in the eighth digit
        assert (ids == brute(vectors, min(k, m - 1), csls=True)).mean() > 0.95
    else:
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


def test_hnsw_finds_nearly_all() -> None:
    pytest.importorskip("faiss", reason="needs the extra hashtags")
    vectors = unit_rows(np.random.default_rng(0).normal(size=(2000, 16)))
    about, exact = hnsw(vectors, 10)[0], nearest(vectors, 10)[0]
    found = np.mean([len(set(a) & set(e)) for a, e in zip(about.tolist(), exact.tolist(), strict=True)])
    assert found > 9.8


def test_hnsw_is_the_same_each_time_and_never_finds_more_than_there_is() -> None:
    pytest.importorskip("faiss", reason="needs the extra hashtags")
    rng = np.random.default_rng(1)
    vectors = unit_rows(rng.normal(size=(500, 24)))
    one, two = (HnswSearch.build(vectors).query(vectors[:50], 20) for _ in range(2))
    np.testing.assert_array_equal(one[0], two[0])
    np.testing.assert_array_equal(one[1], two[1])
    few = unit_rows(rng.normal(size=(3, 5)))
    queries = np.vstack([few[0], np.zeros(5), rng.normal(size=5)])
    ids, cosines = HnswSearch.build(few).query(queries, 10)
    right, exact = ExactSearch(few).query(queries, 10)
    np.testing.assert_array_equal(ids, right)
    np.testing.assert_allclose(cosines, exact)
    assert ids[1].tolist() == [-1, -1, -1]  # zeros are near to none
    assert HnswSearch.build(few).among(9)[0].shape == (3, 2)
    assert HnswSearch.build(few[:1]).among(9)[0].shape == (1, 0)


@pytest.mark.parametrize("kind", ["apart", "equal", "zeros"])
@pytest.mark.parametrize("count", [0, 1, 2, 70])
@pytest.mark.parametrize("k", [0, 1, 100])
def test_a_graph_of_few_vectors_finds_what_looking_at_all_finds(kind: str, count: int, k: int) -> None:
    pytest.importorskip("faiss", reason="needs the extra hashtags")
    rng = np.random.default_rng(5)
    apart = rng.normal(size=(count, 6))
    rows = unit_rows({"apart": apart, "equal": np.ones_like(apart), "zeros": np.zeros_like(apart)}[kind])
    near = HnswSearch.build(rows)
    for asked in (rng.normal(size=(3, 6)), np.empty((0, 6))):
        np.testing.assert_array_equal(near.query(asked, k)[0], ExactSearch(rows).query(asked, k)[0])
    np.testing.assert_array_equal(near.among(k)[0], nearest(rows, k)[0])


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_vectors_to_search_for_are_numbers(bad: float) -> None:
    with pytest.raises(InputError, match="vector 2 has a number that is not finite"):
        ExactSearch(unit_rows(np.eye(2))).query(np.array([[1, 0], [bad, 1]]), 1)


def test_threads_walk_to_the_same_place(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("faiss", reason="needs the extra hashtags")
    rows = unit_rows(np.random.default_rng(6).normal(size=(3000, 12)))
    near = HnswSearch.build(rows)
    monkeypatch.setattr("lydite.sources.hashtags.hnsw._MUCH", 100)
    found = []
    for threads in (1, 2, 5):
        monkeypatch.setattr("os.cpu_count", lambda threads=threads: threads)
        found.append(near.query(rows[:700], 10)[0])
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[0], found[2])


@pytest.mark.parametrize("noise", [0, 1e-7, 1e-3])
def test_hnsw_finds_what_was_said_many_times(noise: float) -> None:
    """Retweets: groups of (nearly) one vector, larger than a vector has links, and what is next to them."""
    pytest.importorskip("faiss", reason="needs the extra hashtags")
    rng = np.random.default_rng(3)
    single = unit_rows(rng.normal(size=(900, 16)))
    rows = np.vstack([single, np.repeat(single[:6], 150, axis=0)])[rng.permutation(1800)]
    rows = unit_rows(rows + noise * rng.normal(size=rows.shape))
    near = HnswSearch.build(rows)
    found = near.query(single[:200], 20)[1]
    short = ExactSearch(rows).query(single[:200], 20)[1] - found
    assert np.mean(short > 0.02) < 0.002  # one walk that stays among retweets would be twice that and more
    alone = [near.query(single[i : i + 1], 20)[0][0] for i in (0, 7, 150)]
    np.testing.assert_array_equal(near.query(single[:200], 20)[0][[0, 7, 150]], alone)  # whoever asks beside


@pytest.mark.parametrize("dimensions", [1, 40, 3000])
def test_steps_order_as_cosines_do(dimensions: int) -> None:
    """Codes of a byte, queries of two: sums stay within 32 bits, and products within rounding."""
    from lydite.sources.hashtags.hnsw import _in_steps, _product

    rng = np.random.default_rng(4)
    rows, queries = unit_rows(rng.normal(size=(2, 30, dimensions)).reshape(60, -1)).reshape(2, 30, -1)
    queries[0] = np.sign(rows[0]) / dimensions**0.5  # the largest sum there can be
    steps = np.abs(rows).max(axis=0) / np.float32(127)
    codes, asked = np.rint(rows / steps).astype(np.int8), _in_steps(queries, steps)
    sums = asked.astype(np.int64) @ codes.T.astype(np.int64)
    assert np.abs(sums).max() < 2**31
    assert int(_product(codes[0], asked[0])) == sums[0, 0]
    scale = np.linalg.norm(sums, axis=1, keepdims=True) / np.linalg.norm(
        queries @ rows.T, axis=1, keepdims=True
    )
    np.testing.assert_allclose(sums / scale, queries @ rows.T, atol=0.02)
    assert not _in_steps(np.zeros((1, dimensions), np.float32), steps).any()


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
        from_neighbours(tags, np.arange(30), *nearest(vectors, 8, csls=True)).with_cosine_from(0.5),
        from_neighbours(tags, np.arange(30), *nearest(vectors, 8)).permuted(3),
    ):
        c, r = np.divmod(np.arange(900), 30)
        found = index(thesaurus).pairs(c, r).reshape(30, 30)
        for i, tag in enumerate(tags):
            ranks = {s.tag: s.rank for s in thesaurus.nearest(tag, 99)} | {tag: 1}
            assert found[i].tolist() == [ranks.get(t, NEVER) for t in tags]


def test_hubness() -> None:
    tags = [f"#t{i}" for i in range(4)]
    star = from_neighbours(
        tags, np.arange(4), np.array([[1], [0], [0], [0]], np.int32), np.zeros((4, 1), np.float32)
    )
    found = hubness(star, 1)
    assert found.counts.tolist() == [3, 1, 0, 0]
    assert found.never == 2
    assert found.hubs(1) == [("#t0", 3)]
    assert found.skewness == pytest.approx(0.8164965)
