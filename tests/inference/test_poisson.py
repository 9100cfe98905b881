"""The Poisson bootstrap: draws follow from names, and parts add up to the whole to the last bit."""

from __future__ import annotations

import functools
import math
import operator
import re
from dataclasses import replace

import numpy as np
import pytest

from inner import replace_inside
from lydite.core.errors import InputError
from lydite.core.spec import parse
from lydite.inference import (
    Inference,
    ItemStatistics,
    ItemSums,
    NetRows,
    compare,
    exact_parts,
    poisson_values,
    poisson_weights,
    sum_items,
    summarise,
    unit_keys,
)
from performing import joined, parts_of, score

MEASURES = ["F1", "P(match=stem)@3", "F1(match=rouge)", "F1(match=wordnet)"]
POISSON = Inference(interval="poisson", bootstrap=200, seed=3)


def _lists(n: int) -> tuple[dict[str, list[str]], dict[str, dict[str, list[str]]]]:
    draw = np.random.default_rng(1)
    words = ["cat", "Cats", "dog", "tree", "trees", "neural net", "fish"]
    gold = {f"d{i:02}": list(draw.choice(words, 1 + i % 4)) for i in range(n)}
    run = {item: list(draw.choice(words, 3)) for item in gold}
    return gold, {"run": run}


def _scored(n: int = 40, **how: object) -> list[ItemStatistics]:
    return score(*_lists(n), MEASURES, **{"chance": 4, "seed": 3} | how)[0]  # type: ignore[no-any-return]


def _rows(ids: list[str], rows: np.ndarray, spec: str = "AP", **columns: tuple[str, ...]) -> ItemStatistics:
    """Items with such sums and numbers under a mean."""
    return ItemStatistics("run", tuple(ids), (parse(spec),), (rows,), columns)


def _figures(scored: ItemStatistics, options: Inference = POISSON) -> list[object]:
    return [{**r.row(), "signature": r.signature} for r in summarise([scored], options)]


def test_weights_are_poisson_and_follow_names() -> None:
    keys = unit_keys([f"d{i}" for i in range(500)])
    weights = np.concatenate(list(poisson_weights(keys, 402, 7)))
    assert weights.shape == (402, 500)
    shares = np.bincount(weights.astype(int).ravel())[:5] / weights.size
    assert shares == pytest.approx([math.exp(-1) / math.factorial(k) for k in range(5)], abs=0.004)
    assert abs(weights.mean() - 1) < 0.01
    assert np.abs(np.corrcoef(weights[:50])[np.triu_indices(50, 1)]).max() < 0.2  # resamples are apart
    assert np.abs(np.corrcoef(weights.T[:50])[np.triu_indices(50, 1)]).max() < 0.25  # so are items
    some = np.concatenate(list(poisson_weights(keys[[7, 300]], 402, 7)))
    assert np.array_equal(some, weights[:, [7, 300]])
    assert not np.array_equal(next(poisson_weights(keys, 402, 8)), weights)


@pytest.mark.parametrize("cut", [[40], [20, 40], [1, 2, 9, 39, 40], [0, 13, 13, 40], range(1, 41)])
def test_sums_of_any_parts_are_those_of_the_whole(cut: list[int]) -> None:
    """Even, uneven, empty, single items, in any order."""
    (whole,) = _scored()
    order = np.random.default_rng(0).permutation(40)
    parts = [sum_items(whole.select(p), POISSON).sums for p in np.split(order, list(cut))]
    total = parts[0]
    for part in parts[1:]:
        assert part is not None
        total = part + total  # type: ignore[operator]
    own = sum_items(whole, POISSON).sums
    assert isinstance(total, ItemSums)
    assert own is not None
    assert [a.tobytes() for a in (*total.exact, *total.draws)] == [
        a.tobytes() for a in (*own.exact, *own.draws)
    ]
    assert (total.items, total.counted, total.coverage) == (own.items, own.counted, own.coverage)
    width = whole.statistics[0].shape[1]
    assert own.totals(0)[:width].tolist() == [math.fsum(column) for column in whole.statistics[0].T]


@pytest.mark.parametrize("count", [1, 2, 7, 60])
def test_sums_of_joined_parts_are_those_of_rows(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values, intervals, chance and corrected, joined in any order."""
    replace_inside(monkeypatch, "lydite.measures", "SUM_BLOCK", 1)
    replace_inside(monkeypatch, "lydite.runs", "SUM_BLOCK", 1)
    given = _lists(40)
    results = parts_of(*given, MEASURES, count, POISSON, chance=4, seed=3)
    np.random.default_rng(count).shuffle(results)
    (found,) = joined(results, MEASURES)
    (whole,) = _scored()
    assert found.ids == ()
    named = replace(found, gold=whole.gold, predictions=whole.predictions, policies=whole.policies)
    assert _figures(named, Inference(level=0.95)) == _figures(whole)


def test_what_is_signed_and_how_near_it_is() -> None:
    (whole,) = _scored()
    plain, poisson = (
        summarise([whole], o)["F1"] for o in (Inference(interval="percentile"), Inference(interval="poisson"))
    )
    assert poisson.value == pytest.approx(plain.value, abs=1e-15)
    assert (poisson.low, poisson.high) == pytest.approx((plain.low, plain.high), abs=0.02)
    assert dict(poisson.signature.circumstances)["bootstrap"] == "1000 poisson 0.95"
    assert poisson.items == plain.items


def test_clusters_are_drawn_whole() -> None:
    """Items of one cluster have its draws, in whichever part they are."""
    (scored,) = _scored()
    grouped = replace(scored, columns={"author": tuple(f"a{i % 5}" for i in range(40))})
    options = Inference(interval="poisson", cluster="author", bootstrap=300)
    own = sum_items(grouped, options).sums
    assert own is not None
    parts = [sum_items(grouped.select(p), options).sums for p in np.split(np.arange(40), [11])]
    assert ((parts[0] + parts[1]).draws[0] == own.draws[0]).all()  # type: ignore[operator, union-attr]
    by_author = [grouped.statistics[0][i::5].sum(axis=0) for i in range(5)]
    weights = np.concatenate(list(poisson_weights(unit_keys([f"a{i}" for i in range(5)]), 300, 0)))
    width = grouped.statistics[0].shape[1]
    assert own.drawn(0)[:, :width] == pytest.approx(weights @ np.array(by_author), abs=1e-5)
    by_topic = summarise([grouped], Inference(interval="poisson", by="author"))
    assert [r.group for r in by_topic if r.measure == "F1"] == [None, "a0", "a1", "a2", "a3", "a4"]


def test_coverage_of_the_interval() -> None:
    """Of 300 samples of 80 skewed items about 95% of intervals hold the mean (their number ± 3 errors)."""
    draw = np.random.default_rng(11)
    held = 0
    for sample in range(300):
        rows = np.stack([draw.beta(1, 4, 80), np.ones(80)], axis=1)
        ids = [f"{sample}-{i}" for i in range(80)]
        result = summarise([_rows(ids, rows)], Inference(interval="poisson", bootstrap=400))[0]
        assert result.low is not None
        assert result.high is not None
        held += result.low <= 0.2 <= result.high
    assert 0.91 <= held / 300 <= 0.985


@pytest.mark.parametrize("share", [2 / 3, 1e-4, 0.123456789])
def test_items_that_agree_have_no_interval(share: float) -> None:
    """Resamples are of rounded statistics: what differs by rounding alone does not differ."""
    weights = np.array([1.0, 3.0, 0.7, 1.1, 2.3])
    rows = np.stack([weights * share, weights], axis=1)
    ids = list("abcde")
    plain, poisson = (
        summarise([_rows(ids, rows)], Inference(interval=k))[0] for k in ("percentile", "poisson")
    )
    assert (plain.low, plain.high, poisson.low, poisson.high) == (None,) * 4
    assert poisson.value == pytest.approx(share, rel=1e-12)
    rows[0, 0] += 1e-3  # what differs by more does
    apart = summarise([_rows(ids, rows)], Inference(interval="poisson"))[0]
    assert apart.low is not None
    assert apart.high is not None
    assert apart.low < apart.value < apart.high


def test_perfect_items_by_clusters() -> None:
    """Wilson's interval of as many clusters as there are, as of other kinds; of one cluster nothing."""
    ids, rows = [f"d{i}" for i in range(12)], np.ones((12, 2))
    for authors in (1, 4):
        scored = _rows(ids, rows, author=tuple(f"a{i % authors}" for i in range(12)))
        for kind in ("percentile", "poisson"):
            result = summarise([scored], Inference(interval=kind, cluster="author"))[0]  # type: ignore[arg-type]
            assert (result.low, result.high) == (
                (None, None) if authors == 1 else (pytest.approx(0.5101, abs=1e-4), 1.0)
            )
    merged = sum_items(scored, Inference(interval="poisson", cluster="author"))
    assert summarise([merged])[0].low is None  # sums do not tell how many there are


def test_corrected_that_agrees_is_as_far_off_as_the_value() -> None:
    rows, chance = np.ones((9, 2)), np.tile([0.1, 1.0], (9, 1))
    net = NetRows(np.tile([0.9, 0.0, 0.9], (9, 1)), np.zeros((0, 3)))
    measure = parse("AP(match=rouge)")
    scored = ItemStatistics("run", tuple("abcdefghi"), (measure,), (rows,), chance={0: chance}, net={0: net})
    plain, poisson = (summarise([scored], Inference(interval=k))[0] for k in ("percentile", "poisson"))
    assert plain.corrected_low is not None
    assert (poisson.low, poisson.corrected_low) == pytest.approx((plain.low, plain.corrected_low))
    assert poisson.corrected_high == pytest.approx(1.0)


@pytest.mark.parametrize(
    "spec", ["topk(of=counts)", "odd_one_out(of=counts)", "combined", "analogy(of=counts)"]
)
def test_totals_are_refused(spec: str) -> None:
    """A resample of more items has a larger total, which is no sign of how far off it is."""
    probe = parse(spec, "probe")
    scored = ItemStatistics("run", ("a", "b"), (probe,), (np.zeros((2, 8)),))
    with pytest.raises(InputError, match=rf"^{re.escape(spec)}: .*--interval poisson"):
        summarise([scored], POISSON)


@pytest.mark.parametrize("large", [2.0**36, -(2.0**40), np.inf, np.nan])
def test_what_cannot_be_held_is_refused(large: float) -> None:
    with pytest.raises(InputError, match="AP: .*2³⁶"):
        sum_items(_rows(["a", "b"], np.array([[large, 1.0], [1.0, 1.0]])), POISSON)


def test_large_sums_are_exact_in_any_order() -> None:
    """Beyond 2²⁹ floats do not hold the grid: sums are whole numbers, and what is too large is no sum."""
    rows = np.stack([np.random.default_rng(2).random(300) * 2**24, np.full(300, 1 / 3)], axis=1)
    scored = _rows([f"d{i}" for i in range(300)], rows)
    whole = sum_items(scored, POISSON).sums
    parts = [sum_items(scored.select(np.arange(k, 300, 7)), POISSON).sums for k in range(7)]
    assert whole is not None
    total = functools.reduce(operator.add, parts[::-1])
    assert (total.draws[0] == whole.draws[0]).all()
    weights = np.concatenate(list(poisson_weights(unit_keys(scored.ids), 200, 3))).astype(int).tolist()
    wide = np.rint(rows[:, 0] * 2**24).astype(int).tolist()
    assert whole.draws[0][:, 0].tolist() == [sum(map(operator.mul, w, wide)) for w in weights]
    twice = replace(total, exact=tuple(e << 27 for e in total.exact))
    with pytest.raises(InputError, match="sums .*--interval poisson"):
        twice + twice


def test_nothing_else_is_signed_of_how_items_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.inference", "NORMAL_FROM", 10)
    replace_inside(monkeypatch, "lydite.inference", "_RARE", 1)
    (scored,) = _scored()
    plain, poisson = (summarise([scored], Inference(interval=k))[0] for k in ("percentile", "poisson"))
    assert dict(plain.signature.circumstances)["drawn"] == "normal sums"
    assert "drawn" not in dict(poisson.signature.circumstances)
    rows = np.stack([np.arange(8.0) % 2, np.ones(8)], axis=1)
    labels = _rows(list("abcdefgh"), rows, "accuracy(average=pooled)", topic=tuple("ttttuuuu"))
    plain, poisson = (summarise([labels], Inference(interval=k))[0] for k in ("percentile", "poisson"))
    assert dict(plain.signature.circumstances)["drawn"] == "within topics"
    assert "drawn" not in dict(poisson.signature.circumstances)


def test_differences_are_drawn_by_the_same_weights() -> None:
    (one,), (two,) = _scored(), _scored()
    two = replace(two, system="other", statistics=tuple(t[::-1].copy() for t in two.statistics))
    values = [next(iter(poisson_values(s, POISSON))) for s in (one, two)]
    (test, *_) = compare([one, two], POISSON).tests
    assert (test.low, test.high) == pytest.approx(np.quantile(values[0] - values[1], [0.025, 0.975]))


def test_any_seed() -> None:
    """Of more than 64 bits, too."""
    options = Inference(interval="poisson", bootstrap=20, seed=10**20)
    scored = [replace(s, shuffles=(4, 10**20)) for s in _scored(chance=0)]
    (summed,) = [sum_items(s, options) for s in scored]
    assert _figures(summed, options) == _figures(scored[0], options)


def test_exact_sums_of_far_apart_numbers() -> None:
    rows = np.array([[1e6, 1 / 3, -2.5], [1e-9, 2 / 3, 1.25], [3.0, 1e-5, -1e-7]])
    parts = exact_parts(rows[:1]) + exact_parts(rows[1:])
    totals = ItemSums(3, (3,), (parts,), (np.zeros((0, 3), np.int64),), 0).totals(0)
    assert totals.tolist() == [math.fsum(column) for column in rows.T]


def test_what_has_no_sums_is_refused() -> None:
    labels = score({"a": "yes", "b": "no"}, {"run": {"a": "yes", "b": "yes"}}, "macro_recall")[0]
    with pytest.raises(InputError, match="macro_recall: .*--interval poisson"):
        summarise(labels, POISSON)
    summed = sum_items(_scored(chance=0)[0], POISSON)
    for options, told in (
        (Inference(bootstrap=7), "bootstrap 200.* 7"),
        (Inference(interval="bca"), "interval poisson.* bca"),
        (Inference(by="topic"), "sums of all items"),
    ):
        with pytest.raises(InputError, match=told):
            summarise([summed], options)
