"""Leaderboards of many runs of subtasks A, B and C of SemEval-2016: processor time of one shell command each.

    python bench/leaderboards.py SEMEVAL_FOLDER [--runs 50] [--close] [--seed 0]

Runs are made of gold: some of the answers are drawn anew from all labels, from a fifth (the first run) to a
half (the last); with --close three in ten of every run, so that no two differ.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np


def runs(gold: Path, folder: Path, shares: np.ndarray, seed: int) -> list[Path]:
    """Write a run for each share of answers that are drawn anew; return their paths."""
    rows = [line.rstrip().split("\t") for line in gold.read_text("utf-8").splitlines() if line.strip()]
    labels = np.array([row[-1] for row in rows])
    keys = [row[:1] if gold.name.startswith("A") else row[:2] for row in rows]
    rng = np.random.default_rng(seed)
    paths = []
    for place, share in enumerate(shares):
        drawn = rng.choice(np.unique(labels), len(labels))
        said = np.where(rng.random(len(labels)) < share, drawn, labels)
        lines = ("\t".join([*key, label]) + "\n" for key, label in zip(keys, said, strict=True))
        paths.append(folder / f"{gold.name[0]}{place:02d}.tsv")
        paths[-1].write_text("".join(lines), "utf-8")
    return paths


def main() -> None:
    """Print for each subtask how many processor seconds the leaderboard takes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--close", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    shares = np.full(asked.runs, 0.3) if asked.close else np.linspace(0.2, 0.5, asked.runs)
    for subtask in "ABC":
        gold = asked.folder / f"{subtask}.gold.tsv"
        with tempfile.TemporaryDirectory() as folder:
            made = runs(gold, Path(folder), shares, asked.seed)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, "-m", "lydite", "semeval", subtask, str(gold), *map(str, made)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            sys.exit(done.stderr)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{subtask}: {asked.runs} runs, {spent:.1f} processor seconds", flush=True)


if __name__ == "__main__":
    main()
