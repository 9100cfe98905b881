"""Joined knowledge bases beside each base alone: processor time a pair, warm, and what joining costs once.

    python bench/joined.py STORE [--pairs 5000]

STORE is a Wikipedia, by ``lydite build wikipedia``. Pairs are those of HyperLex, SimLex-999, MEN and BiRD
where LYDITE_SHARED_DATA has them (bench/substitution.py). Times are the least of interleaved runs, of all
threads together, in plain pairs and in a matrix of the first words; joining may cost twice the slower base.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from typing import Any

from substitution import realistic

import lydite

SPECS = {
    "WordNet": "wordnet",
    "Wikipedia": "wikipedia(store=wp)",
    "joined": "joined(wn=wordnet, wp=wikipedia(store=wp))",
    "staged": "joined(wn=wordnet, wp=wikipedia(store=wp), staged=yes)",
    "joined, wn>wp 0.8": "joined(wn=wordnet, wp=wikipedia(store=wp), cross={wn>wp: 0.8})",
    "staged, wn>wp 0.8": "joined(wn=wordnet, wp=wikipedia(store=wp), cross={wn>wp: 0.8}, staged=yes)",
}


def once(store: str) -> None:
    """Print what the first search through both bases costs, with an empty cache, and the second."""
    import os

    with tempfile.TemporaryDirectory() as folder:
        os.environ["LYDITE_CACHE"] = folder
        for said in ("joined for the first time", "joined before"):
            before = time.process_time()
            matcher: Any = lydite.matcher(SPECS["joined"], let={"wp": store})
            graph = matcher.search.graph
            print(f"{said}: {time.process_time() - before:.2f} s, {len(graph):,} entities")
        ways = int((graph.kinds[graph.classes] == 9).sum())
        print(f"{ways:,} ways between bases, {len(graph.neighbours):,} neighbours in all")


def beside(store: str, count: int) -> None:
    pairs = realistic(count)
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    words = list(dict.fromkeys(left))[:120]
    matchers: dict[str, Any] = {n: lydite.matcher(s, let={"wp": store}) for n, s in SPECS.items()}
    for name, asked in (("pairs", len(pairs)), ("matrix", len(words) ** 2)):
        least = dict.fromkeys(matchers, float("inf"))
        for turn in range(6):  # the first is to warm up
            for said, matcher in matchers.items():
                before = time.process_time()
                _ = matcher.pairs(left, right) if name == "pairs" else matcher.matrix(words, words)
                if turn:
                    least[said] = min(least[said], time.process_time() - before)
        slower = max(least["WordNet"], least["Wikipedia"])
        print(f"{name}, {asked:,}:")
        for said, took in least.items():
            print(f"  {said:18} {took / asked * 1e6:7.1f} µs a pair  {took / slower:5.2f} of the slower base")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("store")
    parser.add_argument("--pairs", type=int, default=5_000)
    given = parser.parse_args()
    once(given.store)
    beside(given.store, given.pairs)
