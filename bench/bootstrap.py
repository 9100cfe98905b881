"""1,000 bootstrap resamples from item statistics, beside the six lines of numpy that share one draw.

    python bench/bootstrap.py [--items 100000] [--runs 3]

Processor time, the fastest of several interleaved runs. Both sides draw n of n items a thousand times and
take the means of one, three and ten measures; lydite makes intervals of them besides.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from lydite.inference import Options, summarise
from lydite.spec import parse
from lydite.statistics import ItemStatistics

TIMES = 1_000


def six_lines(columns: list[np.ndarray]) -> np.ndarray:
    """Draw items once for all measures, and average."""
    n = len(columns[0])
    generator = np.random.default_rng(0)
    means = np.empty((TIMES, len(columns)))
    for row in means:
        drawn = generator.integers(0, n, n)
        row[:] = [column[drawn].mean() for column in columns]
    return np.quantile(means, [0.025, 0.975], axis=0)


def clock(work: Callable[[], object]) -> float:
    """Return the processor seconds of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Print both times and their ratio for each number of measures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--items", type=int, default=100_000)
    options.add_argument("--runs", type=int, default=3)
    asked = options.parse_args()
    n = asked.items
    ids = tuple(f"{i:08d}" for i in range(n))
    for count in (1, 3, 10):
        columns = list(np.random.default_rng(1).random((count, n)))
        measures = tuple(parse(f"F1@{cut}") for cut in range(1, count + 1))
        tables = tuple(np.stack([c, np.ones(n)], axis=1) for c in columns)
        scored = ItemStatistics("s", ids, measures, tables)
        ours, theirs = [], []
        for _ in range(asked.runs):
            ours.append(clock(lambda scored=scored: summarise([scored], Options(bootstrap=TIMES))))
            theirs.append(clock(lambda columns=columns: six_lines(columns)))
        ratio = min(theirs) / min(ours)
        print(
            f"{n:,} items, {count:2} measures: lydite {min(ours):.2f} s, six lines {min(theirs):.2f} s, "
            f"ratio {ratio:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
