"""Scoring on one worker and on two: processor time of all processes together, wall time with the load.

    python bench/workers.py [--items 1000000] [--dask]

Two workers may take 1.15 times the processor time of one. Digits are compared, too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

MEASURES = ("F1@5", "F1(match=stem)@5")


def write(path: Path, items: int, size: int, draw: np.random.Generator) -> None:
    """Write JSON lines of phrases that are drawn as words of texts are: few often, many rarely."""
    words = [f"phrase {i}" if i % 3 else f"words{i}" for i in range(50_000)]
    with path.open("w", encoding="utf-8") as out:
        for start in range(0, items, 10_000):
            count = min(10_000, items - start)
            for n, row in enumerate((draw.zipf(1.3, (count, size)) % len(words)).tolist(), start):
                out.write(json.dumps({"id": f"d{n:09}", "phrases": [words[w] for w in row]}) + "\n")


def scored(folder: Path, on: str) -> tuple[str, float, float]:
    """Return what a command prints, its processor time with that of its children, and its wall time."""
    command = [sys.executable, "-m", "lydite", "score", "gold.jsonl", "run.jsonl", "--on", on, "-f", "json"]
    before, began = os.times(), time.perf_counter()
    for measure in MEASURES:
        command += ["-m", measure]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return done.stdout, spent, time.perf_counter() - began


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--items", type=int, default=1_000_000)
    options.add_argument("--dask", action="store_true", help="workers of a local Dask cluster, too")
    asked = options.parse_args()
    kinds = ["processes({})", "dask(workers={})"] if asked.dask else ["processes({})"]
    with tempfile.TemporaryDirectory() as temporary:
        folder, draw = Path(temporary), np.random.default_rng(0)
        write(folder / "gold.jsonl", asked.items, 4, draw)
        write(folder / "run.jsonl", asked.items, 10, draw)
        here, spent, wall = scored(folder, "here")
        print(f"{asked.items:,} items, {', '.join(MEASURES)}, chance; load {os.getloadavg()[0]:.1f}")
        print(f"{'here':18} {spent:7.1f} s of processors {wall:7.1f} s")
        for kind in kinds:
            figures = {}
            for workers in (1, 2):
                printed, spent, wall = scored(folder, kind.format(workers))
                figures[workers] = spent, wall
                same = "the same digits" if printed == here else "OTHER DIGITS"
                print(f"{kind.format(workers):18} {spent:7.1f} s of processors {wall:7.1f} s  {same}")
            ratios = [two / one for one, two in zip(figures[1], figures[2], strict=True)]
            load = os.getloadavg()[0]
            print(
                f"two against one: {ratios[0]:.2f} of processors, {ratios[1]:.2f} of wall (load {load:.1f})"
            )


if __name__ == "__main__":
    main()
