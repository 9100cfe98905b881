"""Paired tests: as many resamples as many systems need, none where none are wanted, swaps by number."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy import stats

import lydite
from inner import replace_inside
from lydite.inference import (
    CoinBits,
    ItemStatistics,
    Options,
    Scorable,
    SwapPatterns,
    compare,
    gaps_by_topic,
    note_too_few,
    toss_swaps,
    variance_explained,
)


def labelled(name: str, right: np.ndarray, size: int) -> ItemStatistics:
    """Items of two classes with shared rows: (right, 1) of each."""
    table = np.array([[0.0, 1.0], [1.0, 1.0]])
    ids = tuple(f"{i:05d}" for i in range(size))
    return ItemStatistics(name, ids, (lydite.parse("F1"),), (table,), rows=right.astype(np.int64))


def test_eight_systems_are_told_apart_by_bootstrap() -> None:
    """28 pairs: with 1,000 resamples no p is below 2/1001, and corrected none below 0.05."""
    draw = np.random.default_rng(0)
    ids = tuple(f"{i:03d}" for i in range(200))
    systems = []
    for place in range(8):
        values = np.clip(draw.normal(0.1 * place, 0.05, 200), 0, 1)
        table = np.stack([values, np.ones(200)], axis=1)
        systems.append(ItemStatistics(f"s{place}", ids, (lydite.parse("F1"),), (table,)))
    found = compare(systems, Options(), "bootstrap")
    assert sorted(found.letters["F1"].values()) == list("abcdefgh")
    assert max(t.p_holm for t in found.tests) < 0.05


def test_no_test_at_all() -> None:
    gold = {str(i): ["cat"] for i in range(9)}
    found = lydite.compare(gold, {"a": gold, "b": {k: ["dog"] for k in gold}}, "F1", test="none")
    assert (found.tests, found.letters) == ((), {})
    assert [r.value for r in found.results] == [1.0, 0.0]


@pytest.mark.parametrize("agree", [0.1, 0.45, 0.49])
def test_p_is_that_of_the_sign_test(agree: float) -> None:
    """Of items that are right or wrong, the randomisation test is McNemar's exact one."""
    n = 400
    one = np.ones(n, bool)
    two = np.ones(n, bool)
    apart = 200
    one[: int(agree * apart)] = False
    two[int(agree * apart) : apart] = False
    found = compare([labelled("a", one, n), labelled("b", two, n)], Options(bootstrap=0))
    exact = stats.binomtest(int(agree * apart), apart).pvalue
    p = found.tests[0].p
    if exact < 1e-6:
        assert p == pytest.approx(1 / (found.swaps + 1))  # type: ignore[operator]
    else:
        assert p == pytest.approx(exact, abs=4 * np.sqrt(exact / 100 * exact) + 1e-3)


def by_topic(name: str, gold: np.ndarray, right: np.ndarray, topics: int) -> ItemStatistics:
    """Items of two classes in topics; statistics are (hits of both classes, gold of both classes)."""
    table = np.array([[0, 0, 1, 0], [1, 0, 1, 0], [0, 0, 0, 1], [0, 1, 0, 1]], float)
    columns = {"topic": tuple(f"t{i % topics:02d}" for i in range(len(gold)))}
    ids = tuple(f"{i:05d}" for i in range(len(gold)))
    measures = (lydite.parse("macro_recall"), lydite.parse("macro_recall(average=pooled)"))
    return ItemStatistics(name, ids, measures, (table, table), columns, rows=2 * gold + right)


@pytest.mark.parametrize("topics", [2, 15])
def test_swaps_of_topics_combine(topics: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Topics that swap by themselves and are combined give the p of topics that swap together."""
    draw = np.random.default_rng(topics)
    gold, base = draw.integers(0, 2, 900), draw.random(900) < 0.8
    systems = [by_topic("s0", gold, base.astype(np.int64), topics)]
    for place, lost in enumerate((0.005, 0.02, 0.03, 0.04), 1):
        right = base ^ ((draw.random(900) < lost) & base) ^ (draw.random(900) < 0.02)
        systems.append(by_topic(f"s{place}", gold, right.astype(np.int64), topics))
    combined = compare(systems, Options(bootstrap=0))
    replace_inside(monkeypatch, "lydite.inference", "_swap_topics", lambda patterns, asked, *_: asked)
    together = compare(systems, Options(bootstrap=0, seed=1))
    pairs = list(zip(combined.tests, together.tests, strict=True))
    assert any(1e-3 < a.p < 0.5 for a, _ in pairs[:10])
    for a, b in pairs:
        error = np.sqrt(2 * b.p * (1 - b.p) / 10_000)  # of the difference of two shares of 10,000 swaps
        assert a.p == pytest.approx(b.p, abs=4 * error + 1e-4)


def test_topics_whose_value_depends_on_swaps_swap_together() -> None:
    """Where swaps decide which topics have a value, what they add cannot be told topic by topic."""

    class Shares(Scorable):
        """Mean over topics of the second sum by the first, where there is a first."""

        def value(self, sums: np.ndarray) -> np.ndarray:
            with np.errstate(invalid="ignore", divide="ignore"):
                shares = np.where(sums[..., 0] > 0, sums[..., 1] / sums[..., 0], np.nan)
                defined = ~np.isnan(shares)
                return np.asarray(np.where(defined, shares, 0).sum(-1) / defined.sum(-1))

    sides = np.array([[1.0, 1.0], [0.0, 0.0]]), np.array([[2.0, 1.0], [1.0, 1.0]])
    assert gaps_by_topic(Shares(), sides, np.zeros((3, 2, 2))) is not None
    moved = np.zeros((3, 2, 2))
    moved[1, 1] = 1.0
    assert gaps_by_topic(Shares(), sides, moved) is None


def test_coins_are_fair() -> None:
    """Heads among few coins (bits) and many (drawn) have the mean and variance of fair ones."""
    both = np.array([1, 5, 8, 9, 63, 64, 65, 300, 1_200])
    k = len(both)
    patterns = SwapPatterns(1, 2 * k, np.zeros(k, np.int64), np.arange(k), np.arange(k) + k, both, both * 0)
    found = patterns.swapped(np.random.default_rng(0), 20_000)[:, 0]
    assert found[:, :k].mean(0) == pytest.approx(both / 2, abs=0.6)
    assert found[:, :k].var(0) == pytest.approx(both / 4, rel=0.06)
    assert np.array_equal(found[:, :k], -found[:, k:])
    together = np.corrcoef(found[:, :k].T) - np.eye(k)
    assert np.abs(together).max() < 0.04  # no two share a coin


def test_heads_are_the_ones_of_the_bits() -> None:
    """Compiled or not, patterns of any number of coins get each bit once, and no bit beyond."""
    coins = np.random.default_rng(1).integers(1, 200, 40)
    bits = CoinBits.of(coins)
    drawn = np.random.default_rng(2).integers(0, 2**64, (3, bits.words), dtype=np.uint64)
    order = np.unpackbits(drawn.view(np.uint8), axis=1, bitorder="little")[:, : coins.sum()]
    expected = np.add.reduceat(order, np.cumsum(coins) - coins, axis=1, dtype=np.int64)
    for toss in (toss_swaps.plain, toss_swaps.compiled):
        moves = np.zeros((3, 41), np.int32)
        with np.errstate(over="ignore"):
            toss(drawn, bits.word, bits.shift, bits.mask, bits.pattern, bits.pattern * 0 + 40, moves)
        assert np.array_equal(moves[:, :40], expected)
        assert np.array_equal(moves[:, 40], -expected.sum(1))


def test_too_few_items_say_so() -> None:
    assert list(note_too_few({"F1": 6}, 2, Options())) == []
    (said,) = note_too_few({"F1": 5}, 2, Options())
    assert said.startswith("5 items")
    assert "2 systems" in said
    assert "0.062" in said
    gold = {str(i): ["cat"] for i in range(5)}
    for test in ("randomisation", "bootstrap"):
        found = lydite.compare(gold, {"a": gold, "b": {k: ["dog"] for k in gold}}, "F1", test=test)
        assert said in found.results.notes
        assert found.tests[0].p == pytest.approx(2 / 2**5, abs=0.01)


def test_the_note_names_the_measures_it_speaks_of() -> None:
    """Six items have gold, five have predictions: hit_ratio leaves one out, and F1 does not."""
    gold = {str(i): ["cat"] for i in range(6)}
    runs = {"a": {**gold, "5": []}, "b": {**{name: ["dog"] for name in gold}, "5": []}}
    found = lydite.compare(gold, runs, ["F1", "hit_ratio"])
    (said,) = (n for n in found.results.notes if "5 items" in n)
    assert said.startswith("hit_ratio: ")


def test_a_column_that_explains_much_is_named() -> None:
    import polars as pl

    users = [f"u{i // 5}" for i in range(50)]
    gold = pl.DataFrame({"id": [f"{i:02d}" for i in range(50)], "phrases": [["cat"]] * 50, "user": users})
    run = {f"{i:02d}": ["cat"] if (i // 5) % 2 else ["dog"] for i in range(50)}
    (note,) = (n for n in lydite.evaluate(gold, run, "F1").notes if "user" in n)
    assert re.search(r"column user .*100% .*F1 \(system\).*--cluster user", note)
    assert not any("user" in n for n in lydite.evaluate(gold, run, "F1", cluster="user").notes)
    half = gold.with_columns(user=pl.Series(["one"] * 25 + ["two"] * 25))
    of_one = {f"{i:02d}": ["cat"] if i < 25 else ["dog"] for i in range(50)}
    assert any("user" in n for n in lydite.evaluate(half, of_one, "F1").notes)
    share, wider = variance_explained(np.random.default_rng(0).random(400), np.arange(400) // 4)
    assert abs(share) < 0.1
    assert wider < 1.3
