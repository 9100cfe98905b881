"""Many files on two Dask workers: processor time, wall time and the largest process, for more and more files.

    python bench/files.py [--files 50 100] [--runs 3] [--on "dask(workers=2)"] [--folder FOLDER]

A pair of files has 100,000 items; F1 by spelling and by stems, with sums in place of items.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ITEMS = 100_000
ASKED = ("-m", "F1(match=exact|stem)", "--interval", "poisson", "--format", "json")


def write(folder: Path, part: int) -> None:
    """Write one file of gold, and one of a run."""
    rng, words = np.random.default_rng(part), [f"phrase {n}" if n % 3 else f"tags{n}" for n in range(50_000)]
    for name, most in (("gold", 5), ("run", 7)):
        (folder / name).mkdir(parents=True, exist_ok=True)
        sizes = rng.integers(1, most, ITEMS)
        codes = (rng.pareto(0.8, sizes.sum()) * 20).astype(np.int64) % len(words)
        with gzip.open(folder / name / f"{part:03}.jsonl.gz", "wt", compresslevel=1) as file:
            for i, found in enumerate(np.split(codes, np.cumsum(sizes)[:-1])):
                phrases = [words[c] for c in found]
                print(json.dumps({"id": f"d{part:03}{i:06}", "phrases": phrases}), file=file)


def measured(folder: Path, files: int, on: str) -> tuple[float, float, float]:
    """Return processor seconds of all processes, wall seconds, and megabytes of the largest process."""
    with tempfile.TemporaryDirectory() as some:
        for name in ("gold", "run"):
            Path(some, name).mkdir()
            for part in range(files):
                file = f"{part:03}.jsonl.gz"
                Path(some, name, file).symlink_to(folder.absolute() / name / file)
        began = time.monotonic()
        command = [sys.executable, "-m", "lydite", "score", "gold/*.gz", "run/*.gz", *ASKED, "--on", on]
        process = subprocess.Popen(command, cwd=some, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = process.stderr.read().decode() if process.stderr else ""
        _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(said)
    return used.ru_utime + used.ru_stime, time.monotonic() - began, used.ru_maxrss / 1024


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--files", type=int, nargs="+", default=[50, 100])
    asked.add_argument("--runs", type=int, default=3)
    asked.add_argument("--on", default="dask(workers=2)")
    asked.add_argument("--folder", type=Path, help="where the files are kept")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = given.folder or Path(name)
        for part in range(max(given.files)):
            if not (folder / "run" / f"{part:03}.jsonl.gz").exists():
                write(folder, part)
        print(f"{'pairs of files':>14} {'items':>12} {'processor s':>12} {'wall s':>8} {'largest MB':>11}")
        for files in given.files:
            runs = [measured(folder, files, given.on) for _ in range(given.runs)]
            processor, wall, largest = (statistics.median(side) for side in zip(*runs, strict=True))
            print(f"{files:14} {files * ITEMS:12,} {processor:12.1f} {wall:8.1f} {largest:11.0f}", flush=True)


if __name__ == "__main__":
    main()
