"""What a sixteenth of a run costs: processor time of ``--shard 1/16`` against that of the whole.

    python bench/shards.py [--items 200000] [--soft]

All are commands from a cold shell. The first shard reads the files and leaves what it found for the others;
``start`` is a shard of files with twenty items: Python, numpy, commands and measures are loaded. ``--soft``
has a measure that looks at pairs of phrases, too.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from workers import write

ROUNDS = 5
PART = ("--shard", "1/16", "-o", "1.part")


def spent(folder: Path, measures: list[str], *more: str, rounds: int = ROUNDS) -> float:
    """Return the processor seconds of one command, the least of some."""
    command = [sys.executable, "-m", "lydite", "score", "gold.jsonl", "run.jsonl", *more]
    for measure in measures:
        command += ["-m", measure]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}  # compiled once
    least = float("inf")
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=folder, capture_output=True, check=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--items", type=int, default=200_000)
    options.add_argument("--soft", action="store_true")
    asked = options.parse_args()
    kinds = {"P, R, F1, F1(match=stem)": ["P", "R", "F1", "F1(match=stem)"]}
    if asked.soft:
        kinds["F1(match=rouge)@5"] = ["F1(match=rouge)@5"]
    with tempfile.TemporaryDirectory() as temporary:
        folder, draw = Path(temporary), np.random.default_rng(0)
        write(folder / "gold.jsonl", asked.items, 4, draw)
        write(folder / "run.jsonl", asked.items, 10, draw)
        (folder / "few").mkdir()
        for file in ("gold.jsonl", "run.jsonl"):
            lines = (folder / file).read_text().splitlines(keepends=True)[:20]
            (folder / "few" / file).write_text("".join(lines))
        print(f"{asked.items:,} items, 10 predictions each; load {os.getloadavg()[0]:.1f}")
        for name, measures in kinds.items():
            os.environ["LYDITE_CACHE"] = str(folder / name)
            start, whole = spent(folder / "few", measures, *PART), spent(folder, measures, rounds=3)
            first = spent(folder, measures, *PART, rounds=1)
            part = spent(folder, measures, *PART)
            print(f"{name}: whole {whole:.2f} s, the first shard {first:.2f} s, start {start:.2f} s")
            ratio = (part - start) / (whole - start)
            print(f"any other {part:.2f} s: {part / whole:.3f} of the whole; without start {ratio:.3f}")


if __name__ == "__main__":
    main()
