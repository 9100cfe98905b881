"""How often 95% intervals hold the value of the population that samples were drawn from.

Phrases: samples of n items of a world with graded matches (worlds.py) are scored each by itself, chance and
all; the truth is what 20,000 items give. Labels: five ordered classes, of which one is rare; the truth is the
mean of samples of the same size, since a sample may lack a class.

    python experiments/interval_coverage.py [SAMPLES]
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from lydite.inference import Options, summarise
from lydite.inference.resampling_plan import value_of
from lydite.runs.scoring import score
from lydite.runs.source_options import SourceOptions
from lydite.spec import parse
from lydite.statistics import ItemStatistics

sys.path.insert(0, str(Path(__file__).parent))
from worlds import documents, softened, temporary, vectors

SIZES = (10, 20, 50, 200, 1_000)
EXACT = ("F1", "F1(average=micro)", "hit_ratio", "hit_rate@1")
SOFT = ("P", "R", "F1", "F1(average=micro)", "hit_ratio", "hit_rate", "AP", "nDCG", "RR")
LABELS = ("macro_recall", "macro_MAE", "KLD", "average_F1", "accuracy")
CLASSES = {"rare": (0.01, 0.1, 0.25, 0.5, 0.14), "even": (0.2, 0.2, 0.2, 0.2, 0.2)}
POPULATION = 20_000
Held = dict[tuple[str, str], dict[int, list[bool]]]


def phrases(samples: int, sizes: tuple[int, ...] = SIZES, population: int = POPULATION) -> Held:
    """Return by measure and kind, and by size, whether each interval held the value of the population."""
    held: Held = defaultdict(lambda: defaultdict(list))
    with temporary() as folder:
        matcher, topic = vectors(folder)
        names = {**{m: m for m in EXACT}, **{softened(m, matcher): softened(m, "graded") for m in SOFT}}
        names = {str(parse(spec)): short for spec, short in names.items()}
        rng = np.random.default_rng(0)
        gold, runs = documents(rng, topic, population)
        (whole,), _ = score(gold, runs, list(names), chance=30)
        truth = {r.measure: (r.value, r.corrected) for r in summarise([whole], Options(bootstrap=0))}
        for n in sizes:
            for seed in range(samples):
                chosen = [f"{i:05d}" for i in rng.choice(population, n, replace=False)]
                run = {"s": {i: runs["s00"][i] for i in chosen}}
                scored, _ = score({i: gold[i] for i in chosen}, run, list(names), seed=seed)
                for kind, part in (("expanded", scored), ("percentile", few(scored)), ("bca", few(scored))):
                    for r in summarise(part, Options(seed=seed, interval=kind)):
                        value, corrected = truth[r.measure]
                        short = names[r.measure]
                        held[short, kind][n].append(inside(r.low, value, r.high))
                        if short != r.measure and corrected is not None:
                            ends = r.corrected_low, corrected, r.corrected_high
                            held[f"{short}, corrected", kind][n].append(inside(*ends))
    return held


def few(scored: list[ItemStatistics]) -> list[ItemStatistics]:
    """Return the statistics under the measures for which kinds of intervals are compared."""
    return [one.under([*range(len(EXACT)), len(EXACT) + SOFT.index("F1")]) for one in scored]


def inside(low: float | None, value: float, high: float | None) -> bool:
    """Whether an interval holds a value; none holds all."""
    return low is None or high is None or low - 1e-9 <= value <= high + 1e-9


def labelled(rng: np.random.Generator, shares: tuple[float, ...], items: int) -> ItemStatistics:
    """Return five ordered classes and answers that are near."""
    gold = rng.choice(5, items, p=shares)
    run = np.clip(gold + rng.choice((-1, 0, 1), len(gold), p=(0.2, 0.6, 0.2)), 0, 4)
    sides: list[Any] = [[str(v) for v in side] for side in (gold, run)]
    return score(sides[0], {"s": sides[1]}, list(LABELS), SourceOptions(labels=list("01234")))[0][0]


def labels(samples: int, sizes: tuple[int, ...] = SIZES, population: int = POPULATION) -> Held:
    """Return the same of measures of labels, where one class is rare and where none is."""
    held: Held = defaultdict(lambda: defaultdict(list))
    for world, shares in CLASSES.items():
        rng = np.random.default_rng(0)
        whole = labelled(rng, shares, population)
        places = range(len(LABELS))
        for n in sizes:
            drawn = [whole.select(rng.choice(population, n, replace=False)) for _ in range(5 * samples)]
            truth = [np.nanmean([value_of(one, place) for one in drawn]) for place in places]
            for seed, one in enumerate(drawn[:samples]):
                for kind in ("auto", "percentile"):
                    results = summarise([one], Options(seed=seed, interval=kind))
                    for r, value in zip(results, truth, strict=True):
                        called = "centred" if kind == "auto" else kind
                        held[f"{r.measure}, classes {world}", called][n].append(inside(r.low, value, r.high))
    return held


def show(held: Held, sizes: tuple[int, ...] = SIZES) -> None:
    """Print the table of the docs."""
    for (measure, kind), shares in held.items():
        figures = " | ".join(f"{np.mean(shares[n]):.2f}" for n in sizes)
        print(f"| `{measure}` | {kind} | {figures} |".replace(", corrected`", "`, corrected"), flush=True)


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(
        f"95% intervals over {asked} samples\n| measure | kind | {' | '.join(map(str, SIZES))} |", flush=True
    )
    show(phrases(asked))
    show(labels(asked))
