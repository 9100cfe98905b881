"""Every contest of rivals.py; what comes out is docs/evidence/speed.md.

    python bench/speed.py [--full] [--rounds 2] [--only WORD] [--write docs/evidence/speed.md]

Each contestant runs in a process of its own, several rounds, in turn with its rivals, so that what else the
machine does falls on all. A process prepares the work, does it once unseen (libraries, kernels, caches of
files), and once more for the clock. The least counts.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from rivals import CONTESTS, DATA, Contest

ALONE = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # threads that wait count as work
LONG = 60.0  # seconds
PACKAGES = ("numpy", "polars", "numba", "scipy", "faiss-cpu", "nltk", "ranx", "gensim")


def peak() -> float:
    """Return the largest memory of this process so far, in MB."""
    row = next(r for r in Path("/proc/self/status").read_text().splitlines() if r.startswith("VmHWM"))
    return float(row.split()[1]) / 1e3


def one(number: int, rival: str, full: bool) -> None:  # noqa: FBT001
    """Do one contestant's work, and print what it took."""
    contest = CONTESTS[number]
    with tempfile.TemporaryDirectory() as folder:
        given = contest.prepare(Path(folder), full)
        before = peak()
        for _ in range(2):
            wall, work = time.perf_counter(), time.process_time()
            figures = contest.rivals[rival](given)
            wall, work = time.perf_counter() - wall, time.process_time() - work
            if work > LONG:
                break
    print(json.dumps({"wall": wall, "work": work, "peak": peak(), "before": before, "figures": figures}))


def run(number: int, contest: Contest, rounds: int, full: bool) -> dict[str, dict[str, float]]:  # noqa: FBT001
    """Return the least times of each contestant; those whose package is not there are left out."""
    found: dict[str, list[dict[str, float]]] = {}
    for _ in range(rounds):
        for rival in contest.rivals:
            command = [sys.executable, __file__, "--one", str(number), rival, *(["--full"] if full else [])]
            done = subprocess.run(command, env=ALONE, check=False, capture_output=True, text=True)
            if done.returncode:
                print(f"  {rival}: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
            else:
                found.setdefault(rival, []).append(json.loads(done.stdout.splitlines()[-1]))
    figures = [np.array(runs[0]["figures"]) for runs in found.values()]
    for other in figures[1:]:
        if other.shape != figures[0].shape or not np.allclose(
            other, figures[0], atol=contest.agree, rtol=contest.agree
        ):
            raise SystemExit(f"{contest.title}: {figures[0]} and {other} differ")
    return {r: {k: min(x[k] for x in runs) for k in ("wall", "work", "peak")} for r, runs in found.items()}


def rows(contest: Contest, times: dict[str, dict[str, float]]) -> list[str]:
    """Return lines of a table: ours first, then rivals with how many times our processor time they take."""
    ours = next(iter(times.values()))["work"]
    lines = []
    for i, (rival, took) in enumerate(times.items()):
        ratio = took["work"] / ours
        told = (
            ""
            if not i
            else f"**{ratio:.2f}, faster**"
            if ratio < 1
            else f"{ratio:.2f}"
            if ratio < 10
            else f"{ratio:.0f}"
        )
        cells = (contest.title if not i else "", rival, f"{took['work']:.3f}", f"{took['wall']:.3f}",
                 f"{took['peak']:.0f}", told, contest.note if not i else "")  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def machine() -> str:
    """Say what this ran on: no name, no path."""

    def of(file: str, key: str) -> str:
        found = [r for r in Path(file).read_text().splitlines() if r.startswith(key)]
        return found[0].partition(":")[2].strip() if found else "unknown"

    memory = float(of("/proc/meminfo", "MemTotal").split()[0]) / 1e6
    load = os.getloadavg()[1]
    versions = []
    for package in PACKAGES:
        try:
            versions.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            versions.append(f"{package} not there")
    model = of("/proc/cpuinfo", "model name")
    return (
        f"{datetime.now(UTC):%Y-%m-%d}; {os.cpu_count()} cores of {model}, {memory:.0f} GB; "
        f"load before {load:.1f}; "
        f"Python {platform.python_version()}; {', '.join(versions)}."
    )


HEAD = """# How fast it is, beside the strongest rivals known

Written by `make bench` (`bench/speed.py`, rivals in `bench/rivals.py`). Ratios elsewhere in these pages
say what they stand beside; where a rival of this table is stronger, this table counts. All contestants of a
contest do the same work and must come to the same figures (METEOR
and those from dicts within 10%). Processor time is that of all threads of a
process, matrix products on one; peak memory is that of the whole process with the data it was given. Each
contestant has a process of its own, does its work once unseen and once for the clock: libraries, kernels and
what is remembered from one piece of work to the next cost nobody anything, so start is not in these figures
([starting](starting.md)). *Times* is a rival's processor time over lydite's: below 1 the rival is faster, and
is shown in bold.

"""
SIZES = {
    False: "50,000 items × 10 predictions scored; 100,000 items read; 112,500 pairs; 100,000 tweets × 10; "
    "50,000 vectors × 300 and 1,000 queries; 50,000 lines of 100 numbers; 20,000 items resampled; "
    "2,000,000 labels",
    True: "200,000 items × 10 predictions scored; 275,000 items read; 427,500 pairs; 1,000,000 tweets × 10; "
    "50,000 vectors × 300 and 1,000 queries; 200,000 lines of 100 numbers; 100,000 items resampled; "
    "10,000,000 labels",
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--full", action="store_true")
    options.add_argument("--rounds", type=int, default=2)
    options.add_argument("--only", default="")
    options.add_argument("--write", type=Path)
    options.add_argument("--one", nargs=2)
    asked = options.parse_args()
    if asked.one:
        one(int(asked.one[0]), asked.one[1], asked.full)
        return
    where, began = machine(), time.perf_counter()  # the load before we add to it
    table = [
        "| work | by | processor s | wall s | MB | times | |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for number, contest in enumerate(CONTESTS):
        if asked.only not in contest.title:
            continue
        if contest.needs and not (DATA / contest.needs).is_dir():
            print(f"{contest.title}: no public data here (LYDITE_SHARED_DATA)", file=sys.stderr)
            continue
        lines = rows(contest, run(number, contest, asked.rounds, asked.full))
        print(*lines, sep="\n", flush=True)
        table += lines
    if asked.write:
        took = f"the least of {asked.rounds} rounds, {(time.perf_counter() - began) / 60:.0f} minutes in all"
        told = f"{where} {SIZES[asked.full]}; {took}.\n\n"
        asked.write.parent.mkdir(exist_ok=True)
        asked.write.write_text(HEAD + told + "\n".join(table) + "\n", "utf-8")


if __name__ == "__main__":
    main()
