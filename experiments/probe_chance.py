"""Vectors that know nothing, under every probe: how often the interval of corrected holds 0.

    python experiments/probe_chance.py [VECTORS] [--seeds 200] [--pairs FILE]

Random vectors are drawn anew for each seed; shuffled ones are the first of VECTORS (or drawn once, with a
common part, as real ones have), given to words at random. The test set is made: 20 categories of 12 words,
20 relations of 250 questions, 300 scored pairs, 30 groups with outliers, some words of each unknown. With
--pairs only similarity is asked, about the pairs of a file, whose words may stand in many pairs.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lydite.inference import Options
from lydite.probes import probe
from lydite.probes.testsets import TestSet, load_test_set
from lydite.sources.vectors import Vectors, load_vectors

WORDS = [f"w{i}" for i in range(500)]
PROBES = (
    "topk",
    "topk(oov=skip)",
    "odd_one_out",
    "odd_one_out(odd=outside_sample, oov=skip)",
    "odd_one_out(distance=cosine)",
    "odd_one_out(pool=100)",
    "combined(of=rates)",
    "categorise",
    "categorise(clusters=kmeans)",
    "categorise(clusters=best)",
    "analogy",
    "analogy(average=relations)",
    "similarity",
    "similarity(oov=skip)",
    "similarity(correlation=pearson)",
    "outlier",
    "outlier(score=position)",
)


def made(seed: int = 0) -> TestSet:
    """Return a test set of every kind; one word in fifteen is unknown."""
    draw = np.random.default_rng(seed)
    words = [*WORDS, *(f"unknown{i}" for i in range(35))]

    def some(count: int) -> tuple[str, ...]:
        return tuple(draw.choice(words, count, replace=False).tolist())

    order = draw.permutation(words).tolist()
    return TestSet(
        "made",
        categories={f"c{i:02}": tuple(order[12 * i : 12 * i + 12]) for i in range(20)},
        analogies={f"r{i:02}": tuple(some(4) for _ in range(250)) for i in range(20)},
        pairs=tuple((*some(2), float(draw.uniform(0, 10))) for _ in range(300)),
        outliers={f"g{i:02}": (group[:8], group[8:]) for i in range(30) for group in [some(16)]},
    )


def held(vectors: Vectors, test: TestSet, seed: int, probes: Sequence[str]) -> tuple[list[float], list[bool]]:
    """Return the corrected figure of every probe, and whether its interval holds 0."""
    found = probe(vectors, probes, test, Options(seed=seed))
    values = [float("nan") if r.corrected is None else r.corrected for r in found]
    ends = [(r.corrected_low, r.corrected_high) for r in found]
    return values, [low is None or high is None or low <= 0 <= high for low, high in ends]


def table(
    source: np.ndarray, seeds: int, probes: Sequence[str] = PROBES, test: TestSet | None = None
) -> list[tuple[str, float, float, float, float]]:
    """Return for each probe the mean of corrected and the share that holds 0: random, then shuffled."""
    words = WORDS if test is None else list(test.words)
    asked = test or made()
    columns = []
    for kind in ("random", "shuffled"):
        runs = []
        for seed in range(seeds):
            draw = np.random.default_rng([seed, kind == "random"])
            rows = draw.normal(size=source.shape) if kind == "random" else draw.permutation(source)
            vectors = Vectors.of(dict(zip(words, rows[: len(words)].tolist(), strict=True)))
            runs.append(held(vectors, asked, seed, probes))
        columns += [np.mean([r[0] for r in runs], axis=0), np.mean([r[1] for r in runs], axis=0)]
    return list(zip(probes, *(c.tolist() for c in columns), strict=True))


def rows_of(path: Path | None, count: int = len(WORDS)) -> np.ndarray:
    """Return the first rows of a file, or rows that have something in common, as those of real files do."""
    if path is not None:
        return np.asarray(load_vectors(path).first(count).matrix, np.float64)
    draw = np.random.default_rng(7)
    return draw.normal(size=(count, 30)) + draw.normal(size=30) * 0.5


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("vectors", type=Path, nargs="?")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--pairs", type=Path)
    given = parser.parse_args()
    print(f"{'':44} {'random':>17} {'shuffled':>17}\n{'probe':44} {'mean':>8} {'holds 0':>8}", end="")
    print(f" {'mean':>8} {'holds 0':>8}")
    pairs = None if given.pairs is None else load_test_set(given.pairs)
    rows = rows_of(given.vectors, len(WORDS) if pairs is None else 20_000)
    for name, *figures in table(rows, given.seeds, ("similarity",) if pairs else PROBES, pairs):
        print(f"{name:44} {figures[0]:8.4f} {figures[1]:8.1%} {figures[2]:8.4f} {figures[3]:8.1%}")


if __name__ == "__main__":
    main()
