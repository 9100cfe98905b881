"""Soft scoring from the shell: 2,000 documents × 10 predictions, with chance over ten shuffles.

    python bench/soft.py [--runs 3] [--documents 2000] [--seed 0] [--match wordnet …]

Documents are those of Inspec (LYDITE_SHARED_DATA): gold are one to nine of a document's own keyphrases;
about a third of the ten predictions are the document's own, the rest those of others. Without that data,
phrases are words of WordNet, alone and by two. Each measure is a fresh process: interpreter, imports, kernels
(compiled by a run before, cached on disk), reading, scoring, chance and intervals are all in its processor
seconds (of all threads) and in its peak of memory. Least of several runs, interleaved.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(os.environ.get("LYDITE_SHARED_DATA", "../shared/data")) / "keyphrases"
FILES = "train.contr train.uncontr dev.contr dev.uncontr test.contr test.uncontr"
PREDICTIONS, MOST, SHUFFLES = 10, 9, 10


def documents() -> list[list[str]]:
    """Return the keyphrases of each document."""
    if not DATA.is_dir():
        return _made()
    lists: dict[str, list[str]] = {}
    for name in FILES.split():
        found = json.loads((DATA / "inspec" / f"{name}.json").read_text("utf-8"))
        for document, phrases in found.items():
            lists.setdefault(document, []).extend(variants[0] for variants in phrases)
    return [list(dict.fromkeys(phrases)) for phrases in lists.values()]


def _made() -> list[list[str]]:
    from lydite.knowledge.wordnet import open_wordnet

    labels, rng = open_wordnet().labels, np.random.default_rng(1)
    words = [labels.key(int(i)) for i in rng.choice(len(labels), 8_000, replace=False)]
    phrases = words + [f"{words[a]} {words[b]}" for a, b in rng.integers(len(words), size=(12_000, 2))]
    return [[str(p) for p in rng.choice(phrases, 14, replace=False)] for _ in range(2_000)]


def sample(count: int, seed: int) -> list[dict[str, list[str]]]:
    """Return gold and predictions."""
    rng, lists = np.random.default_rng(seed), documents()
    pool = sorted({phrase for phrases in lists for phrase in phrases})
    gold, run = {}, {}
    for i in range(count):
        own = [str(p) for p in rng.permutation(lists[i % len(lists)])]
        gold[f"d{i:05}"] = own[: rng.integers(1, MOST + 1)]
        mine = [str(p) for p in rng.permutation(own)[: rng.integers(1, 6)]]
        others = [str(p) for p in rng.choice(pool, PREDICTIONS, replace=False)]
        found = list(dict.fromkeys(mine + others))[:PREDICTIONS]
        run[f"d{i:05}"] = [str(p) for p in rng.permutation(found)]
    return [gold, run]


def fresh(command: list[str]) -> tuple[float, float]:
    """Return the processor seconds of a process, and its peak of memory in MB."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    notes = process.stderr.read() if process.stderr else ""
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"exit status {os.waitstatus_to_exitcode(status)}: {' '.join(command)}\n{notes}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1.024e-3


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--runs", type=int, default=3)
    asked.add_argument("--documents", type=int, default=2_000)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--match", nargs="*", default=["wordnet", "meaning"])
    options: Any = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, lists in zip(("gold", "run"), sample(options.documents, options.seed), strict=True):
            (folder / f"{file}.json").write_text(json.dumps(lists), "utf-8")
        files = [str(folder / "gold.json"), str(folder / "run.json")]
        score = [sys.executable, "-m", "lydite", "score", *files, "--shuffles", str(SHUFFLES)]
        least: dict[str, tuple[float, float]] = {}
        for turn in range(options.runs + 1):  # the first compiles
            for match in options.match:
                measure = f"F1(match={match})@{PREDICTIONS}"
                found = fresh([*score, "-m", measure, "-f", "csv", "-o", str(folder / "out.csv")])
                if turn:
                    before = least.get(match, found)
                    least[match] = min(before[0], found[0]), max(before[1], found[1])
                else:
                    print((folder / "out.csv").read_text("utf-8").splitlines()[1])
    print(f"{options.documents:,} documents × {PREDICTIONS}, {SHUFFLES} shuffles, least of {options.runs}")
    for match, (seconds, memory) in least.items():
        print(f"{match:30} {seconds:6.1f} processor seconds  {memory:6.0f} MB")


if __name__ == "__main__":
    main()
