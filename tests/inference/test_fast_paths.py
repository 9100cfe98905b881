"""What is drawn and summed faster is what it was: to the bit where numbers are whole, else to rounding."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inner import replace_inside
from lydite.core.choices import Interval
from lydite.core.spec import REGISTRIES, parse
from lydite.inference import (
    BoundedNumbers,
    ItemStatistics,
    NetRows,
    Options,
    SwappedColumns,
    compare,
    count_drawn,
    count_extreme_means,
    difference_interval,
    difference_intervals,
    percentile,
    randomise,
    resample,
    resample_parts,
    summarise,
    sums,
    swap_sums,
)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 500, 4097, 100_003, 3_000_000_000])
def test_bounded_numbers_are_numpys(bound: int) -> None:
    numpys = np.random.default_rng(5)
    ours = BoundedNumbers(np.random.default_rng(5).bit_generator, bound)
    for count in (1, 2, 999, 10_001):
        assert (ours.draw(count) == numpys.integers(0, bound, count, dtype=np.uint32)).all()


@pytest.mark.parametrize("bound", [1, 2, 31, 70_001])
def test_a_kernel_counts_what_numpy_counts(bound: int) -> None:
    numpys = np.random.default_rng(6)
    wanted = [
        np.bincount(numpys.integers(0, bound, bound, dtype=np.uint32), minlength=bound) for _ in range(5)
    ]
    for large in (0, count_drawn.large):
        ours = BoundedNumbers(np.random.default_rng(6).bit_generator, bound, large)
        assert np.array_equal(np.concatenate([ours.resamples(2), ours.resamples(3)]), wanted)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60), st.floats(0.01, 0.999))
def test_percentiles_are_numpys(values: list[float], level: float) -> None:
    ends = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    assert percentile(np.array(values), level) == tuple(ends.tolist())


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 40), st.integers(0, 70), st.integers(0, 2**32 - 1))
def test_tables_of_bytes_add_up_as_products_do(units: int, columns: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = rng.random((units, columns))
    swaps = rng.integers(0, 256, (9, -(-units // 8)), dtype=np.uint8)
    plain = SwappedColumns(table, ()).moved(swaps)
    assert SwappedColumns(table, (), compiled=True).moved(swaps) == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize(
    "shape", [(1, 1, 1), (3, 1000, 2), (700, 300, 40), (2, 600, 200), (0, 5, 2), (4, 0, 2)]
)
def test_sums_in_pieces_are_the_product(shape: tuple[int, int, int]) -> None:
    lines, items, columns = shape
    rng = np.random.default_rng(1)
    weights, table = (
        rng.integers(0, 5, (lines, items)).astype(float),
        rng.integers(0, 9, (items, columns)) / 8,
    )
    assert (sums(weights, table, None)[:, 0] == weights @ table).all()


@pytest.mark.parametrize("cluster", [None, "author"])
@pytest.mark.parametrize("spec", ["F1@5", "P@3", "F1(average=micro)@5", "P(average=micro)@3"])
def test_p_is_the_same_with_kernels_and_without(
    spec: str, cluster: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = parse(spec)
    rng = np.random.default_rng(2)
    width = {"F1@5": 2, "P@3": 2, "F1(average=micro)@5": 4, "P(average=micro)@3": 3}[spec]
    tables = [rng.integers(0, 6, (37, width)) / 1.0 for _ in range(3)]
    for table in tables:
        table[:, -1] = np.arange(37) % 5 > 0
        table[table[:, -1] == 0] = 0
    ids = tuple(f"{i:02}" for i in range(37))
    authors = {"author": tuple(f"a{i // 3}" for i in range(37))}
    systems = [ItemStatistics(str(k), ids, (measure,), (t,), authors) for k, t in enumerate(tables)]
    pairs = [(0, 1), (0, 2), (1, 2)]
    options = Options(cluster=cluster)
    plain = randomise(systems, pairs, options, 2000)
    for kernel in (swap_sums, count_extreme_means):
        monkeypatch.setattr(kernel, "large", 0)
    replace_inside(monkeypatch, "lydite.inference", "_BLOCK", 500)
    assert (randomise(systems, pairs, options, 2000) == plain).all()


def test_a_mean_is_the_first_sum_over_the_second() -> None:
    rng = np.random.default_rng(3)
    plain = ("AP", "F1", "P", "R", "RR", "hit_rate", "hit_ratio", "nDCG")
    assert set(plain) < set(REGISTRIES["measure"].all())
    means = [m for name in plain if (m := parse(name)).mean]
    assert not parse("F1(average=micro)").mean
    assert len(means) == len(plain)
    for measure in means:
        some = rng.random((20, 1, 2)) + 0.5
        assert np.array_equal(measure.value(some), some[:, 0, 0] / some[:, 0, 1]), measure


@pytest.mark.parametrize("cluster", [None, "author"])
def test_normal_sums_agree_with_resamples(cluster: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ends agree to three digits; the difference of two systems is drawn from both together."""
    rng = np.random.default_rng(4)
    n = 20_000
    hits = rng.binomial(5, rng.beta(2, 3, n))
    measures = parse("F1@5"), parse("P(average=micro)@5")
    made = []
    for name, better in (("one", 0), ("two", 1)):
        right = np.minimum(hits + (rng.random(n) < 0.1) * better, 5)
        macro = np.stack([right / 5, np.ones(n)], axis=1)
        micro = np.stack([right, np.full(n, 5.0), np.ones(n)], axis=1)
        columns = {"author": tuple(f"a{i // 2:05}" for i in range(n))}
        ids = tuple(f"{i:05}" for i in range(n))
        made.append(ItemStatistics(name, ids, measures, (macro, micro), columns))
    options = Options(cluster=cluster, bootstrap=4_000)
    drawn = compare(made, options, "bootstrap")
    replace_inside(monkeypatch, "lydite.inference", "NORMAL_FROM", 5_000)
    normal = compare(made, options, "bootstrap")
    for one, two in zip(drawn.results, normal.results, strict=True):
        assert "normal sums" in str(two.signature)
        assert "normal sums" not in str(one.signature)
        assert two.value == one.value
        assert (two.low, two.high) == pytest.approx((one.low, one.high), abs=5e-4)
    for before, after in zip(drawn.tests, normal.tests, strict=True):
        assert (after.low, after.high) == pytest.approx((before.low, before.high), abs=5e-4)


@pytest.mark.parametrize("sizes", [[1, 2, 2, 7, 250], [3], [1, 1]])
def test_parts_are_resampled_as_each_by_itself(sizes: list[int]) -> None:
    rng = np.random.default_rng(7)
    parts = []
    for place, size in enumerate(sizes):
        table = np.stack([rng.integers(0, 9, size) / 8, np.ones(size)], axis=1)
        ids = tuple(f"{place}-{i:03}" for i in range(size))
        parts.append(ItemStatistics("s", ids, (parse("F1"), parse("R")), (table, table[:, :] / 2)))
    for part, values in zip(parts, resample_parts(parts, Options()), strict=True):
        for mine, alone in zip(values, resample([part], Options())[0], strict=True):
            assert np.array_equal(mine.overall, alone.overall, equal_nan=True)


def test_one_system_has_no_pairs() -> None:
    table = np.ones((3, 2))
    alone = ItemStatistics("s", ("a", "b", "c"), (parse("F1"),), (table,))
    assert randomise([alone], [], Options(), 10).shape == (1, 0)
    assert not compare([alone]).tests


def _few_scored(n: int, scored: int, right: int) -> ItemStatistics:
    table = np.zeros((n, 2))
    table[:scored, 1] = 1
    table[:right, 0] = 1
    return ItemStatistics("s", tuple(f"{i:05}" for i in range(n)), (parse("F1"),), (table,))


@pytest.mark.parametrize(("scored", "right"), [(5, 2), (20_000, 3), (20_000, 19_998), (20_000, 0)])
def test_what_is_rare_is_not_drawn_as_normal(
    scored: int, right: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_inside(monkeypatch, "lydite.inference", "NORMAL_FROM", 5_000)
    (result,) = summarise([_few_scored(20_000, scored, right)])
    assert result.low is not None
    assert result.high is not None
    assert 0 <= result.low <= result.value <= result.high <= 1
    assert ("normal sums" in str(result.signature)) == (right == 0)


def test_all_that_is_scored_is_perfect(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.inference", "NORMAL_FROM", 5_000)
    (result,) = summarise([_few_scored(20_000, 18_000, 18_000)])
    assert (result.value, result.high) == (1.0, 1.0)
    assert result.low == pytest.approx(0.99978661)  # Wilson's


def test_a_group_of_one_item_has_no_interval_of_corrected() -> None:
    rng = np.random.default_rng(9)
    rows = np.stack([rng.integers(0, 3, 12) / 2, np.ones(12)], axis=1)
    columns = {"user": ("solo", *["all"] * 11)}
    ids = tuple(f"{i:02}" for i in range(12))
    net = NetRows(np.stack([rows[:, 0] - 0.1, *np.full((2, 12), 0.9)], axis=1), np.zeros((0, 3)))
    measures = (parse("F1"),)
    scored = ItemStatistics("s", ids, measures, (rows,), columns, chance={0: rows / 4}, net={0: net})
    groups = {r.group: r for r in summarise([scored], Options(by="user", judge="corrected"))}
    assert groups[None].corrected_low is not None
    assert (groups["solo"].low, groups["solo"].corrected_low, groups["solo"].corrected_high) == (None,) * 3


@pytest.mark.parametrize("kind", ["percentile", "expanded", "centred"])
def test_intervals_of_many_differences_are_those_of_each(kind: Interval) -> None:
    draw = np.random.default_rng(8)
    systems = [ItemStatistics(s, tuple("abcdef"), (parse("R"),), (draw.random((6, 2)),)) for s in "xyz"]
    sides = list(itertools.combinations(systems, 2)) * 50
    rows = [np.where(draw.random(99) < 0.01, np.nan, draw.normal(size=99)) for _ in sides]
    gaps = [math.nan if i % 7 == 3 else float(g) for i, g in enumerate(draw.normal(size=len(sides)))]
    options = Options(interval=kind, level=0.9)
    for n in (1, 2, 6):
        many = difference_intervals(sides, 0, gaps, rows, options, n)
        zipped = zip(sides, gaps, rows, strict=True)
        each = [difference_interval(both, 0, gap, row, options, n) for both, gap, row in zipped]
        assert repr(many) == repr(each)
