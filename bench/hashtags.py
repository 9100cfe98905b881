"""Speed: exact search against the bare product, HNSW against exact, 1,000,000 tweets built.

    python bench/hashtags.py [--tweets FOLDER] [--only neighbours|hnsw|among|build] [--many N]
    python bench/hashtags.py --only hnsw --seed 2 --noise 0.25 --noise 0.5 --threads 2

Vectors are those of real tweets (Health News in Twitter), each several times with noise, so that they have
the hubs and the crowding that real ones have. Processor time (user and system), except where said; products
and walks on one thread unless asked for more, since threads that wait for each other count as work.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import faiss
import numpy as np
from threadpoolctl import threadpool_limits

from lydite.reading.tweets import read
from lydite.sources.encoders.wordllama import Wordllama
from lydite.sources.hashtags.clean import clean
from lydite.sources.hashtags.hnsw import HnswSearch
from lydite.sources.hashtags.hnsw import hnsw as graph_of_all
from lydite.sources.hashtags.neighbours import ExactSearch, nearest, unit_rows

TWEETS = Path(__file__).parents[2] / "shared/data/health-tweets"
K = 20


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--tweets", type=Path, default=TWEETS)
    reader.add_argument("--only", choices=["neighbours", "hnsw", "among", "build"])
    reader.add_argument("--many", type=int, default=1_000_000, help="tweets to build from")
    reader.add_argument("--seed", type=int, default=2, help="of hnsw; its settings were chosen with seed 0")
    reader.add_argument("--noise", type=float, action="append", help="of hnsw; 0.25 and 0.5 unless given")
    reader.add_argument("--threads", type=int, default=1, help="of products and walks")
    given = reader.parse_args()
    with threadpool_limits(given.threads), mock.patch("os.cpu_count", return_value=given.threads):
        if given.only in (None, "neighbours"):
            neighbours(given.tweets)
        if given.only in (None, "hnsw"):
            for noise in given.noise or (0.25, 0.5):
                hnsw(given.tweets, given.seed, noise)
        if given.only in (None, "among"):
            among(given.tweets)
    if given.only in (None, "build"):
        build(given.tweets, given.many)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def vectors(folder: Path, count: int, noise: float = 0.5, seed: int = 0) -> Any:
    """Return unit vectors of tweets drawn with replacement, with noise of a share of their length."""
    rng = np.random.default_rng(seed)
    texts = [clean(raw).text for raw in read(folder)]
    rows = unit_rows(Wordllama().fit(()).encode([t for t in texts if t]))
    rows = rows[rng.integers(len(rows), size=count)]
    scale = np.float32(noise / rows.shape[1] ** 0.5)
    for a in range(0, count, 10_000):
        rows[a : a + 10_000] += scale * rng.standard_normal(rows[a : a + 10_000].shape, np.float32)
    return unit_rows(rows)


def product(left: Any, right: Any, tile: int = 2048) -> float:
    """Compute every cosine in single precision, in tiles, and look at none."""
    total = 0.0
    for a in range(0, len(left), tile):
        for b in range(0, len(right), tile):
            total += float((left[a : a + tile] @ right[b : b + tile].T)[0, 0])
    return total


def neighbours(folder: Path, count: int = 30_000, runs: int = 3) -> None:
    rows = vectors(folder, count)
    nearest(rows[:3_000], 5)  # compile
    bare = min(timed(lambda: product(rows, rows))[0] for _ in range(runs))
    ours = min(timed(lambda: nearest(rows, 70))[0] for _ in range(runs))
    print(f"exact, all among themselves: {count:,} vectors × {rows.shape[1]}, top 70; least of {runs} runs")
    print(f"  bare float32 product {bare:8.2f} s")
    print(f"  lydite               {ours:8.2f} s   {ours / bare:.2f} times")
    queries, search = rows[:4_000], ExactSearch(rows)
    bare = min(timed(lambda: product(queries, rows))[0] for _ in range(runs))
    ours = min(timed(lambda: search.query(queries, K))[0] for _ in range(runs))
    print(f"exact, {len(queries):,} queries among {count:,}, top {K}; least of {runs} runs")
    print(f"  bare float32 product {bare:8.2f} s")
    print(f"  lydite               {ours:8.2f} s   {ours / bare:.2f} times")


def hnsw(folder: Path, seed: int, noise: float, count: int = 200_000, asked: int = 1_000) -> None:
    """Queries a second of processor time, asked in one batch and one by one; building stands apart."""
    rows = vectors(folder, count + asked, noise, seed)
    rows, queries = rows[:count], rows[count:]
    built, graph = timed(lambda: HnswSearch.build(rows))
    exact, flat = ExactSearch(rows), faiss.IndexFlatIP(rows.shape[1])
    flat.add(rows)
    for search in (exact, graph):
        search.query(queries[:100], K)  # compile
    print(f"HNSW: {asked:,} queries among {count:,} vectors × {rows.shape[1]}, noise {noise}, seed {seed}")
    print(f"  building {built:.0f} s; queries a second of processor time, best of 2 runs each in turn")
    print("                exact   faiss flat         HNSW   of exact   of flat   recall")
    ways = (exact.query, flat.search, graph.query)
    for k in (1, 10, K, 100):
        runs = [[timed(partial(way, queries, k)) for way in ways] for _ in range(2)]
        one, two, walk = (asked / min(run[i][0] for run in runs) for i in range(3))
        right, about = runs[0][0][1][0], runs[0][2][1][0]
        recall = np.mean([len(set(a) & set(b)) / k for a, b in zip(about, right, strict=True)])
        ratios = f"{walk / one:>11.1f}{walk / two:>10.1f}{recall:>9.4f}"
        print(f"  top {k:>3}{one:>14,.0f}{two:>13,.0f}{walk:>13,.0f}{ratios}")
    few = range(50)
    spent = [sum(timed(partial(way, queries[i : i + 1], K))[0] for i in few) for way in ways]
    one, two, walk = (len(few) / seconds for seconds in spent)
    print(f"  one by one{one:>11,.0f}{two:>13,.0f}{walk:>13,.0f}{walk / one:>11.1f}{walk / two:>10.1f}")


def among(folder: Path, count: int = 60_000, depth: int = 100) -> None:
    """A thesaurus: every vector asks once, so that building the graph counts."""
    rows = vectors(folder, count, seed=3)
    for search in (nearest, graph_of_all):
        search(rows[:3_000], 5)  # compile
    exact, (right, _) = timed(lambda: nearest(rows, depth))
    built, graph = timed(lambda: HnswSearch.build(rows))
    walked, (about, _) = timed(lambda: graph.among(depth))
    recall = np.mean([len(set(a) & set(b)) / depth for a, b in zip(about[::50], right[::50], strict=True)])
    print(f"all among themselves: {count:,} vectors × {rows.shape[1]}, top {depth}")
    print(
        f"  exact {exact:.0f} s; HNSW {built:.0f} s to build and {walked:.0f} s to walk, recall {recall:.4f}"
    )


def build(folder: Path, count: int) -> None:
    """A store of real tweets in which three words each are those of another: as long as real ones are."""
    rng = np.random.default_rng(0)
    texts = [raw.text for raw in read(folder)]
    tagged = [t for t in texts if "#" in t]
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "tweets.jsonl"
        with file.open("w", encoding="utf-8") as out:
            one, two = rng.integers(len(tagged), size=count), rng.integers(len(texts), size=count)
            for i, (a, b) in enumerate(zip(one.tolist(), two.tolist(), strict=True)):
                words, others = tagged[a].split(), texts[b].split()
                places = rng.integers(len(words), size=3)
                for at, word in zip(places.tolist(), others[i % 7 :], strict=False):
                    if "#" not in words[at]:
                        words[at] = word
                out.write(json.dumps({"id": str(i), "text": " ".join(words)}) + "\n")
        command = [sys.executable, "-m", "lydite", "build", "hashtags", str(file), "--into", f"{place}/store"]
        start = time.perf_counter()
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        wall = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"build hashtags: {count:,} tweets, wordllama, from the shell")
    print(f"  {used.ru_utime + used.ru_stime:.0f} s of processor time, {wall:.0f} s by the clock, ", end="")
    print(f"{used.ru_maxrss / 1024:,.0f} MB at most\n{done.stdout}")


if __name__ == "__main__":
    main()
