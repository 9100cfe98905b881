"""The Poisson bootstrap: draws follow from names, and parts add up to the whole to the last bit."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from lydite.cli import main
from lydite.errors import InputError
from lydite.inference import Options, summarise
from lydite.inference.poisson import poisson_weights, unit_keys
from lydite.inference.sums import ItemSums, exact_parts, sum_items
from lydite.runs.merging import merge
from lydite.runs.reading import read_run
from lydite.runs.run import Run
from lydite.runs.scoring import score
from lydite.runs.shard import Shard
from lydite.statistics import ItemStatistics

MEASURES = ["F1", "P(match=stem)@3", "F1(match=rouge)", "F1(match=wordnet)"]
POISSON = Options(interval="poisson", bootstrap=200, seed=3)


def _scored(n: int = 40, **how: object) -> list[ItemStatistics]:
    draw = np.random.default_rng(1)
    words = ["cat", "Cats", "dog", "tree", "trees", "neural net", "fish"]
    gold = {f"d{i:02}": list(draw.choice(words, 1 + i % 4)) for i in range(n)}
    run = {item: list(draw.choice(words, 3)) for item in gold}
    return score(gold, {"run": run}, MEASURES, chance=4, seed=3, **how)[0]  # type: ignore[arg-type]


def _figures(scored: ItemStatistics, options: Options = POISSON) -> list[object]:
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


@pytest.mark.parametrize("count", [1, 2, 7, 16, 60])
def test_merged_shards_are_the_whole(tmp_path: Path, count: int) -> None:
    paths = []
    for k in range(1, count + 1):
        paths.append(tmp_path / f"{k}.part")
        part = [sum_items(s, POISSON) for s in _scored(shard=f"{k}/{count}")]
        Run.of_scored(part, (), Shard(k, count)).save(paths[-1])
    (merged,) = merge(paths).blocks[0].systems
    assert merged.ids == ()
    assert _figures(merged, Options(level=0.95)) == _figures(_scored()[0])


def test_what_is_signed_and_how_near_it_is() -> None:
    (whole,) = _scored()
    plain, poisson = (
        summarise([whole], o)["F1"] for o in (Options(interval="percentile"), Options(interval="poisson"))
    )
    assert poisson.value == pytest.approx(plain.value, abs=1e-15)
    assert (poisson.low, poisson.high) == pytest.approx((plain.low, plain.high), abs=0.02)
    assert dict(poisson.signature.circumstances)["bootstrap"] == "1000 poisson 0.95"
    assert poisson.items == plain.items


def test_clusters_are_drawn_whole() -> None:
    """Items of one cluster have its draws, in whichever part they are."""
    (scored,) = _scored()
    from dataclasses import replace

    grouped = replace(scored, columns={"author": tuple(f"a{i % 5}" for i in range(40))})
    options = Options(interval="poisson", cluster="author", bootstrap=300)
    own = sum_items(grouped, options).sums
    assert own is not None
    parts = [sum_items(grouped.select(p), options).sums for p in np.split(np.arange(40), [11])]
    assert ((parts[0] + parts[1]).draws[0] == own.draws[0]).all()  # type: ignore[operator, union-attr]
    by_author = [grouped.statistics[0][i::5].sum(axis=0) for i in range(5)]
    weights = np.concatenate(list(poisson_weights(unit_keys([f"a{i}" for i in range(5)]), 300, 0)))
    width = grouped.statistics[0].shape[1]
    assert own.draws[0][:, :width] == pytest.approx(weights @ np.array(by_author), abs=1e-5)
    by_topic = summarise([grouped], Options(interval="poisson", by="author"))
    assert [r.group for r in by_topic if r.measure == "F1"] == [None, "a0", "a1", "a2", "a3", "a4"]


def test_coverage_of_the_interval() -> None:
    """Of 300 samples of 80 skewed items about 95% of intervals hold the mean (their number ± 3 errors)."""
    draw = np.random.default_rng(11)
    held = 0
    for sample in range(300):
        rows = np.stack([draw.beta(1, 4, 80), np.ones(80)], axis=1)
        ids = [f"{sample}-{i}" for i in range(80)]
        wide = np.rint(rows * 2**24)
        sums = np.concatenate([w @ wide for w in poisson_weights(unit_keys(ids), 400, 0)])
        low, high = np.quantile(sums[:, 0] / sums[:, 1], [0.025, 0.975])
        held += bool(low <= 0.2 <= high)
    assert 0.91 <= held / 300 <= 0.985


def test_exact_sums_of_far_apart_numbers() -> None:
    rows = np.array([[1e6, 1 / 3, -2.5], [1e-9, 2 / 3, 1.25], [3.0, 1e-5, -1e-7]])
    parts = exact_parts(rows[:1]) + exact_parts(rows[1:])
    totals = ItemSums(3, (3,), (parts,), (np.zeros((0, 3)),), 0).totals(0)
    assert totals.tolist() == [math.fsum(column) for column in rows.T]


def test_what_needs_items_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    demo = Path(main.__code__.co_filename).parent.parent / "data" / "demo"
    asked = ["score", str(demo / "gold.jsonl"), str(demo / "speller.jsonl"), "-m", "F1"]
    part = str(tmp_path / "1.part")
    with pytest.raises(SystemExit):
        main([*asked, "--interval", "poisson", "--shard", "1/1", "-o", part])
    with pytest.raises(InputError, match="lydite merge reads it"):
        read_run(part)
    for more, told in (
        (["--save", str(tmp_path / "x.run")], "no run can be saved"),
        (["--bootstrap", "7"], "made with bootstrap 1000, not 7"),
        (["--interval", "bca"], "made with interval poisson, not bca"),
        (["--by", "topic"], "cannot be broken down"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["merge", part, *more])
        assert (ended.value.code, told in capsys.readouterr().err) == (2, True)
    labels = score({"a": "yes", "b": "no"}, {"run": {"a": "yes", "b": "yes"}}, "macro_recall")[0]
    with pytest.raises(InputError, match="macro_recall: its interval does not follow from sums"):
        summarise(labels, POISSON)
    with pytest.raises(SystemExit):
        main([*asked, "--interval", "poisson", "--save-items", "--shard", "1/1", "-o", part])
    assert "give one of them" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*asked, "--shard", "1/2", "-o", f"{part}2"])
    with pytest.raises(InputError, match="number of shards|way of drawing"):
        merge([part, f"{part}2"])
