"""Whether intervals hold what they should, and tests find differences where there are none.

Coverage: samples of n items are drawn from a large population whose values are known, and it is counted how
often the 95% interval of the sample holds the value: of the population for phrases, of samples of the same
size in the mean for labels (whose measures depend on the size). Errors: systems of the same quality are
compared; counted is how often a pair differs at p < .05 (type I), and how often any pair does after Holm's
correction (family-wise).

    python experiments/coverage.py [SAMPLES [WORLDS]]
"""

from __future__ import annotations

import sys

if __name__ != "__main__":  # numba asks for a package of this name, and would find this beside a script
    raise ImportError("a script, not the package that measures coverage of tests")

from collections import defaultdict
from typing import Any

import numpy as np

from lydite.inference import Options, compare, summarise
from lydite.inference.corrected import with_corrected
from lydite.inference.rows import value_of
from lydite.scoring import score
from lydite.statistics import ItemStatistics

Lists = dict[str, list[str]]
SIZES = (10, 20, 50, 200, 1_000)
PHRASES = ("F1", "F1(average=micro)", "F1(match=includes)", "hit_ratio", "hit_rate@1")
LABELS = ("macro_recall", "macro_MAE", "KLD")
KINDS = ("percentile", "expanded", "bca")
POPULATION, ITEMS = 4_000, 50


def documents(rng: np.random.Generator, systems: int) -> tuple[Lists, dict[str, Lists]]:
    """Return gold of about five phrases an item, and systems of one quality: some of it, and others."""
    words = np.array([f"{c} w{i}" for i in range(40) for c in ("red", "blue", "green")])
    odds = 1 / np.arange(5, len(words) + 5)
    odds /= odds.sum()
    gold: Lists = {}
    runs: dict[str, Lists] = {f"s{s:02d}": {} for s in range(systems)}
    for item in range(POPULATION if systems == 1 else ITEMS):
        name = f"{item:05d}"
        gold[name] = [*rng.choice(words, rng.integers(1, 10), replace=False, p=odds)]
        hard = rng.beta(1, 2)  # some items are harder than others, for all systems
        for run in runs.values():
            right = [phrase for phrase in gold[name] if rng.random() < hard]
            mixed = [*right, *rng.choice(words, rng.integers(1, 6), p=odds)]
            run[name] = [*rng.permutation(mixed)]
    return gold, runs


def labelled(rng: np.random.Generator) -> ItemStatistics:
    """Return a population of five ordered classes, the first of them rare, and answers that are near."""
    gold = rng.choice(5, POPULATION * 5, p=(0.01, 0.1, 0.25, 0.5, 0.14))
    run = np.clip(gold + rng.choice((-1, 0, 1), len(gold), p=(0.2, 0.6, 0.2)), 0, 4)
    sides: list[Any] = [[str(v) for v in side] for side in (gold, run)]
    return score(sides[0], {"s": sides[1]}, list(LABELS), labels=list("01234"))[0][0]


def coverage(population: ItemStatistics, samples: int, *, same_size: bool, kinds: tuple[str, ...]) -> None:
    """Print for each measure, kind of interval and size the share of intervals that hold the value."""
    rng = np.random.default_rng(1)
    extended = with_corrected(population)
    held: dict[tuple[str, str, int], list[bool]] = defaultdict(list)
    for n in SIZES:
        draws = [rng.integers(0, len(population.ids), n) for _ in range(samples)]
        truth = {str(m): value_of(extended, i) for i, m in enumerate(extended.measures)}
        if same_size:
            more = [rng.integers(0, len(population.ids), n) for _ in range(4 * samples)]
            values = [
                [value_of(population.select(p), i) for p in more] for i in range(len(population.measures))
            ]
            truth = {str(m): float(np.nanmean(v)) for m, v in zip(population.measures, values, strict=True)}
        for seed, chosen in enumerate(draws):
            part = population.select(chosen)
            for kind in kinds:
                for r in summarise([part], Options(seed=seed, interval=kind)):  # type: ignore[arg-type]
                    inside = r.low is not None and r.low - 1e-9 <= truth[r.measure] <= (r.high or 0) + 1e-9
                    held[r.measure, kind, n].append(inside)
                    if r.corrected_low is not None and "match" in r.measure:
                        true = truth[f"{r.measure}, corrected"]
                        inside = r.corrected_low <= true <= (r.corrected_high or 0)
                        held[f"{r.measure}, corrected", kind, n].append(inside)
    for measure, kind in dict.fromkeys((m, k) for m, k, _ in held):
        shares = "".join(f"{np.mean(held[measure, kind, n]):7.3f}" for n in SIZES)
        print(f"{measure:32} {kind:11}{shares}", flush=True)


def errors(worlds: int) -> None:
    """Print type I and family-wise errors of both tests, on values and corrected, of equal systems."""
    for systems in (2, 5, 8, 20):
        single: dict[tuple[str, str], list[float]] = defaultdict(list)
        family: dict[tuple[str, str], list[bool]] = defaultdict(list)
        for seed in range(max(20, worlds * 2 // systems)):
            gold, runs = documents(np.random.default_rng(seed), systems)
            scored, _ = score(gold, runs, "F1(match=includes)", chance=10)
            for test in ("randomisation", "bootstrap"):
                for judge in ("value", "corrected"):
                    found = compare(scored, Options(seed=seed, judge=judge), test)  # type: ignore[arg-type]
                    single[test, judge].append(float(np.mean([t.p < 0.05 for t in found.tests])))
                    family[test, judge].append(any(t.p_holm < 0.05 for t in found.tests))
        for (test, judge), shares in single.items():
            rates = f"{np.mean(shares):8.3f} {np.mean(family[test, judge]):12.3f}"
            seen = f"({len(family[test, judge])} worlds)"
            print(f"{systems:3} systems  {test:14} {judge:10} {rates}  {seen}", flush=True)


def main(samples: int, worlds: int) -> None:
    """Print both tables."""
    print(f"Coverage of 95% intervals, {samples} samples, 1,000 resamples\n{'':44}", end="")
    print("".join(f"{f'n={n}':>7}" for n in SIZES))
    gold, runs = documents(np.random.default_rng(0), 1)
    (population,), _ = score(gold, runs, list(PHRASES), chance=30)
    coverage(population, samples, same_size=False, kinds=KINDS)
    coverage(labelled(np.random.default_rng(0)), samples, same_size=True, kinds=("centred", "percentile"))
    print(f"\nErrors on 50 items, α = .05\n{'':36}{'type I':>8} {'family-wise':>12}")
    errors(worlds)


if __name__ == "__main__":
    sys.path.pop(0)  # numba looks for a module of this name, and means another
    main(*(int(v) for v in (sys.argv[1:3] + ["400", "200"][len(sys.argv) - 1 :])))
