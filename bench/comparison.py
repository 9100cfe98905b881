"""Tests and break-downs from item statistics: processor seconds and peak memory, each in a new process.

    python bench/comparison.py [--against OTHER_SOURCE_FOLDER] [--only board|large|groups|millions]

``board``: 50 systems × 10 measures × 500 items with all paired tests. ``large``: 5 systems × 4 measures ×
200,000 items. ``groups``: one system, three measures, 5,000 groups of some 20 items. ``millions``: one
system, F1 of 5,000,000 items with 1,000 resamples. With ``--against`` (the folder ``src`` of
another version), that version's times stand beside, and whether p values are the same.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

MEASURES = ("P@10", "R@10", "F1@10", "hit_ratio@10", "RR", "nDCG@10", "AP", "P@5", "R@5", "F1@5")


def _systems(systems: int, measures: int, items: int, group: int = 0) -> list:  # type: ignore[type-arg]
    from lydite.spec import parse
    from lydite.statistics import ItemStatistics

    rng = np.random.default_rng(1)
    ease = rng.random(items)
    ids = tuple(f"{i:07d}" for i in range(items))
    columns = {"venue": tuple(f"v{i // (group + i % 2):05}" for i in range(items))} if group else {}
    asked = tuple(map(parse, MEASURES[:measures]))
    made = []
    for place in range(systems):
        right = np.clip(ease * 0.8 + 0.002 * place, 0, 1)
        tables = tuple(np.stack([rng.binomial(10, right) / 10, np.ones(items)], axis=1) for _ in asked)
        made.append(ItemStatistics(f"s{place:02}", ids, asked, tables, columns))
    return made


def _board() -> str:
    from lydite.inference.comparison import compare

    return _digest(t.p for t in compare(_systems(50, 10, 500)).tests)


def _large() -> str:
    from lydite.inference.comparison import compare

    return _digest(t.p for t in compare(_systems(5, 4, 200_000)).tests)


def _groups() -> str:
    from lydite.inference import Options, summarise

    results = summarise(_systems(1, 3, 100_000, 20), Options(by="venue"))
    return _digest((r.value, r.low and round(r.low, 9), r.high and round(r.high, 9)) for r in results)


def _millions() -> str:
    from lydite.inference import summarise

    return _digest(r.value for r in summarise(_systems(1, 1, 5_000_000)))


CASES: dict[str, Callable[[], str]] = {
    "board": _board,
    "large": _large,
    "groups": _groups,
    "millions": _millions,
}


def _digest(values: object) -> str:
    return hashlib.sha256(repr(list(values)).encode()).hexdigest()[:12]  # type: ignore[call-overload]


def one(case: str) -> None:
    """Run one case; print processor seconds of all but the making of its data, peak memory, and a digest."""
    makes = {"board": (50, 10, 500), "large": (5, 4, 200_000), "groups": (1, 3, 100_000, 20)}
    start = time.process_time()
    _systems(*makes.get(case, (1, 1, 5_000_000)))
    made = time.process_time() - start
    start = time.process_time()
    digest = CASES[case]()
    spent = time.process_time() - start - made
    print(f"{spent:.2f} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} {digest}")


def main() -> None:
    """Run each case in a new process, here and against another version."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--against", type=Path)
    options.add_argument("--only", choices=CASES)
    options.add_argument("--one", choices=CASES, help=argparse.SUPPRESS)
    asked = options.parse_args()
    if asked.one:
        one(asked.one)
        return
    here = Path(__file__).resolve().parent.parent / "src"
    for case in [asked.only] if asked.only else CASES:
        found = []
        for source in (here, asked.against) if asked.against else (here,):
            command = [sys.executable, __file__, "--one", case]
            env = {**os.environ, "PYTHONPATH": str(source)}
            done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
            found.append(done.stdout.split())
        text = ", ".join(f"{seconds} s, {memory} MB" for seconds, memory, _ in found)
        same = f", {'the same' if found[0][2] == found[-1][2] else 'OTHER'} figures" if len(found) > 1 else ""
        print(f"{case:9} {text}{same}", flush=True)


if __name__ == "__main__":
    main()
