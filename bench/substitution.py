"""Substitutability by WordNet: bulk searches beside the search of the thesis, and what a shell command costs.

    python bench/substitution.py [--pairs 5000] [--searched 150] [--lines 500000]

Pairs are those of HyperLex, SimLex-999, MEN and BiRD where LYDITE_SHARED_DATA has them, else of WordNet.
The straightforward search is Algorithm 4 with the stopping threshold, in Python with heapq, both of its
caches (transitions with their scores, targets) warm; it is timed on a sample of the pairs. Beside wall time
stands processor time, of all threads together, which a busy machine distorts less. Lines are distinct pairs
of keyphrases, else of words of WordNet.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from lydite.knowledge.labels import substitutability
from lydite.matchers.knowledge.wordnet import WordNetMatcher
from lydite.sources.wordnet import open_wordnet

DATA = Path(os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))


def straightforward(matcher: WordNetMatcher) -> Any:
    graph, table = matcher.search.graph, matcher.search.tables.ahead.tolist()
    offsets, neighbours, classes = graph.offsets.tolist(), graph.neighbours.tolist(), graph.classes.tolist()
    cache: dict[int, list[tuple[int, float]]] = {}

    def expand(entity: int) -> list[tuple[int, float]]:
        found = cache.get(entity)
        if found is None:
            here = range(offsets[entity], offsets[entity + 1])
            cache[entity] = found = [(neighbours[i], s) for i in here if (s := table[classes[i]]) > 0]
        return found

    def search(ts1: tuple[int, ...], ts2: frozenset[int]) -> float:
        fringe = [(-1.0, t) for t in ts1]
        heapq.heapify(fringe)
        visited = set()
        while fringe:
            score, entity = heapq.heappop(fringe)
            if entity in visited:
                continue
            if entity in ts2:
                return -score if -score >= matcher.threshold else 0.0
            visited.add(entity)
            if -score < matcher.threshold:
                continue
            for target, worth in expand(entity):
                if target not in visited:
                    heapq.heappush(fringe, (score * worth, target))
        return 0.0

    def pair(candidate: str, reference: str) -> float:
        left, right = matcher.targets_of(candidate), matcher.targets_of(reference)
        if not left or not right:
            return 0.0
        goals = [frozenset(s) for s in right.sets]
        return substitutability(np.array([[search(a, b) for b in goals] for a in left.sets]))

    return pair


def realistic(count: int) -> list[tuple[str, str]]:
    folder, rows = DATA / "substitution", []
    if folder.is_dir():
        for name in ("training", "dev"):
            lines = (folder / f"hyperlex_{name}_all_random.txt").read_text().splitlines()[1:]
            rows += [(line.split()[1], line.split()[0]) for line in lines]
        for name in ("simlex999", "men"):
            cells = [line.split(",") for line in (folder / f"{name}.csv").read_text().splitlines()[1:]]
            rows += [(c[1].split("-")[0], c[2].split("-")[0]) for c in cells]
        rows += [tuple(line.split("\t")[1:3]) for line in (folder / "BiRD.txt").read_text().splitlines()[1:]]
    else:
        labels = open_wordnet().labels
        draw = random.Random(0)
        rows = [tuple(labels.key(draw.randrange(len(labels))) for _ in "ab") for _ in range(count)]
    rows = list(dict.fromkeys(rows))
    random.Random(0).shuffle(rows)
    return rows[:count]


def lines(count: int) -> list[str]:
    phrases: set[str] = set()
    for file in (DATA / "keyphrases").rglob("*.json"):
        if ".stem." not in file.name:
            phrases.update(
                v for doc in json.loads(file.read_text()).values() for variants in doc for v in variants
            )
    if not phrases:
        labels = open_wordnet().labels
        phrases = {labels.key(i) for i in range(0, len(labels), 7)}
    known, draw, found = sorted(p for p in phrases if "\t" not in p), random.Random(1), {}
    while len(found) < count:
        found[f"{draw.choice(known)}\t{draw.choice(known)}"] = None
    return list(found)


def fastest(action: Any, times: int = 3, clock: Any = time.perf_counter) -> float:
    found = []
    for _ in range(times):
        start = clock()
        action()
        found.append(clock() - start)
    return min(found)


def bulk(pairs: list[tuple[str, str]], searched: int) -> None:
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    sample = random.Random(2).sample(range(len(pairs)), min(searched, len(pairs)))
    for derivation, promised in (("sense", 100), ("lemma", 500)):
        matcher = WordNetMatcher(preset="tuned", derivation=derivation, surface=False)  # type: ignore[arg-type]
        ours = matcher.pairs(left, right)
        pair = straightforward(matcher)
        theirs = [pair(*pairs[i]) for i in sample]  # warms the caches
        print(f"derivation={derivation} (promised: {promised} times)")
        for clock, name in ((time.perf_counter, "wall"), (time.process_time, "processor")):
            fast = fastest(lambda m=matcher: m.pairs(left, right), 7, clock) / len(pairs)
            slow = fastest(lambda p=pair: [p(*pairs[i]) for i in sample], 2, clock) / len(sample)
            print(
                f"  {name:9}  {fast * 1e6:6.1f} µs a pair; straightforward {slow * 1e3:6.2f} ms; "
                f"{slow / fast:6.0f} times"
            )
        print(f"  largest difference {float(np.abs(np.array(theirs) - ours[sample]).max()):.0e}")


def shell(count: int) -> None:
    run = [sys.executable, "-m", "lydite", "match"]
    numpy = fastest(lambda: subprocess.run([sys.executable, "-c", "import numpy"], check=True), 9)
    cold = fastest(lambda: subprocess.run([*run, "food", "cake"], check=True, capture_output=True), 9)
    print(f"lydite match food cake, cold: {cold:.3f} s, {cold / numpy:.2f} times import numpy (promised: 4)")
    code = (
        "import time, lydite.sources.wordnet as w; t = time.perf_counter(); w.open_wordnet(); "
        "print(time.perf_counter() - t)"
    )
    load = min(
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
        for _ in range(5)
    )
    print(f"loading WordNet: {load:.3f} s (promised: 0.1)")
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "pairs.tsv", Path(folder) / "out.tsv"
        source.write_text("\n".join(lines(count)) + "\n")
        command = [*run, "--pairs", str(source), "-o", str(out)]
        took = fastest(lambda: subprocess.run(command, check=True, capture_output=True), 1)
    print(f"lydite match --pairs, {count:,} distinct lines: {took:.1f} s (promised: 60 s for 500,000)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=5_000)
    parser.add_argument("--searched", type=int, default=150)
    parser.add_argument("--lines", type=int, default=500_000)
    given = parser.parse_args()
    bulk(realistic(given.pairs), given.searched)
    shell(given.lines)
