"""Sixty-four workers, some slow and some dying: how long a run takes beyond its share.

    python experiments/stragglers.py [--workers 64] [--hours 40] [--runs 200] [--seed 0]

Cut into ranges, a run of so many core hours is worked on by whoever is free, as :mod:`lydite.places` has it.
A range takes its share of the work times a lognormal factor (spread 0.2); a twentieth of the workers is three
times as slow; a worker dies once in eight hours on average, is replaced after a minute, and its range goes
first in the queue. A range that kills three workers ends the run, as there. Printed are the wall time over
``hours / workers``, mean and 95th percentile over seeded runs, and the share of runs that were lost.
"""

from __future__ import annotations

import argparse
import heapq
from collections import deque

import numpy as np

SLOW, SHARE, SPREAD = 3.0, 0.05, 0.2
LIFE, AGAIN = 8 * 3600.0, 60.0  # seconds to live on average, and until another worker stands in its place
ATTEMPTS = 3


def wall(workers: int, ranges: int, seconds: float, draw: np.random.Generator, *, deaths: bool) -> float:
    """Return when the last range has ended; infinity where one was lost."""
    pace = np.where(draw.random(workers) < SHARE, SLOW, 1.0)
    size = seconds / ranges * np.exp(SPREAD * draw.standard_normal(ranges) - SPREAD**2 / 2)
    waiting = deque(range(ranges))
    attempts = np.zeros(ranges, np.int64)
    free = [(0.0, worker) for worker in range(workers)]
    heapq.heapify(free)
    running: list[tuple[float, int, int, bool]] = []
    last = 0.0
    while waiting or running:
        if waiting and free and (not running or free[0][0] <= running[0][0]):
            now, worker = heapq.heappop(free)
            number = waiting.popleft()
            attempts[number] += 1
            took, life = size[number] * pace[worker], draw.exponential(LIFE) if deaths else np.inf
            heapq.heappush(running, (now + min(took, life), worker, number, life < took))
            continue
        now, worker, number, died = heapq.heappop(running)
        if died:
            if attempts[number] == ATTEMPTS:
                return float("inf")
            waiting.appendleft(number)
        last = max(last, now)
        again = now + AGAIN if died else now
        heapq.heappush(free, (again, worker))
        free = [(max(at, now), who) for at, who in free]
        heapq.heapify(free)
    return last


def main() -> None:
    """Print a row for each number of ranges a worker."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--workers", type=int, default=64)
    options.add_argument("--hours", type=float, default=40.0, help="core hours of the whole")
    options.add_argument("--runs", type=int, default=200)
    options.add_argument("--seed", type=int, default=0)
    asked = options.parse_args()
    ideal = asked.hours * 3600 / asked.workers
    print(f"{asked.workers} workers, {asked.hours:g} core hours: {ideal / 60:.1f} minutes each")
    print("ranges a worker   stragglers      and deaths (95%)   lost runs")
    for each in (1, 4, 16, 64):
        figures = []
        for deaths in (False, True):
            draw = np.random.default_rng([asked.seed, each, deaths])
            runs = [
                wall(asked.workers, each * asked.workers, asked.hours * 3600, draw, deaths=deaths)
                for _ in range(asked.runs)
            ]
            figures.append(np.array(runs) / ideal)
        slow, dead = figures[0], figures[1][np.isfinite(figures[1])]
        high = np.quantile(dead, 0.95) if len(dead) else float("nan")
        lost = np.mean(np.isinf(figures[1]))
        print(f"{each:>15} {slow.mean():>12.2f} {dead.mean():>15.2f} ({high:.2f}) {lost:>11.3f}")


if __name__ == "__main__":
    main()
