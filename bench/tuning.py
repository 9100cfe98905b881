"""Tuning: evaluations of 272 pairs per second, and what the thesis's 75,000 evaluations take.

The pairs are 68 questions of four substitutes drawn from SWORDS's development set, all of whose phrases
WordNet knows: as many as the thesis had, which took 60 hours. Chains go through the whole schedule, so that
the mixture of hot and cold points is the thesis's own.

    python bench/tuning.py [--restarts 4] [--using wordnet] [FOLDER]
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from lydite.probes.agreement import read_questions, sample
from lydite.spec import parse
from lydite.tuning.evaluating import Evaluator
from lydite.tuning.folds import select, trainable
from lydite.tuning.objective import objectives
from lydite.tuning.space import Space

THESIS = 75_000


def main(asked: argparse.Namespace) -> None:
    matcher = parse(asked.using, "matcher")
    swords = sample(read_questions(Path(asked.folder) / "substitution/swords-v1.1_dev.json.gz"), 4)
    whole = replace(swords, questions=tuple(q for q in swords.questions if len(q.phrases) == 4))
    known = select(whole, np.flatnonzero(trainable(whole, matcher))[:68])
    evaluator = Evaluator(Space.of(matcher), objectives([known]))
    method = parse(f"annealing(restarts={asked.restarts})", "tuner")
    asking = method.search(evaluator.space, np.random.default_rng(0))
    values = evaluator.values(next(asking))  # compiles, and lays the pairs out
    began, clock, done = time.process_time(), time.perf_counter(), 0
    try:
        while True:
            points = asking.send(values)
            values = evaluator.values(points)
            done += len(points)
    except StopIteration:
        pass
    used, wall = time.process_time() - began, time.perf_counter() - clock
    cores = len(os.sched_getaffinity(0))
    pairs = sum(len(q.phrases) for q in known.questions)
    print(f"{done:,} evaluations of {pairs} pairs with {matcher}: {done / used:.1f} a processor second")
    print(
        f"(by the clock {done / wall:.1f}); {THESIS:,} take {THESIS * used / done:,.0f} s of processor time,"
    )
    print(f"{THESIS * used / done / cores:,.0f} s on each of {cores} cores")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("folder", nargs="?", default=os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    options.add_argument("--restarts", type=int, default=4)
    options.add_argument("--using", default="wordnet")
    main(options.parse_args())
