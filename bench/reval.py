"""Speed of #REval: ranks against literal sets, neighbours against numpy, updates against rebuilds.

    python bench/reval.py [--tweets N] [--tags N]

Printed as ratios, each pair in one run on one machine.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from lydite.arrays import RaggedArray, Vocabulary
from lydite.measures.phrases.items import PhraseItems
from lydite.sources.hashtags.neighbours import nearest, unit_rows
from lydite.spec import expand

KS = (0, 5, 10, 20, 30, 40, 50, 60, 70)


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--tweets", type=int, default=1_000_000)
    reader.add_argument("--tags", type=int, default=100_000)
    reader.add_argument("--only", choices=["ranks", "neighbours", "update"])
    given = reader.parse_args()
    if given.only in (None, "ranks"):
        ranks(given.tweets)
    if given.only in (None, "neighbours"):
        neighbours(given.tags)
    if given.only in (None, "update"):
        update()


def timed(work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> tuple[float, Any]:
    start = clock()
    found = work()
    return clock() - start, found


def literal(r: list[str], g: list[str], synonyms: dict[str, list[str]], k: int) -> float:
    """Equation 4 by Algorithm 2, word for word."""
    if len(r) <= len(g):
        gold = set(g)
        hits = sum(1 for h in r if {h, *synonyms[h][:k]} & gold)
    else:
        union: set[str] = set()
        for h in r:
            union |= {h, *synonyms[h][:k]}
        hits = sum(1 for tag in g if tag in union)
    return hits / min(len(r), len(g))


def ranks(n: int, m: int = 15_375, r: int = 10) -> None:
    """As many hashtags as AU Trends, drawn by Zipf's law; 1 to 3 gold hashtags a tweet, 10 recommended."""
    rng = np.random.default_rng(0)
    tags = [f"#t{i:05}" for i in range(m)]
    ids, _ = nearest(unit_rows(rng.normal(size=(m, 32))), 100)
    weights = 1 / np.arange(1, m + 1)
    weights /= weights.sum()
    sizes = rng.integers(1, 4, n)
    gold = rng.choice(m, sizes.sum(), p=weights)
    predicted = rng.choice(m, n * r, p=weights)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "thesaurus.tsv"
        file.write_text("".join(f"{tags[i]}\t" + "\t".join(tags[j] for j in ids[i]) + "\n" for i in range(m)))
        spec = f'reval(thesaurus="{file}", k={"|".join(map(str, KS))})@{r}'
        measures = expand(spec)
        g_starts = np.concatenate([[0], np.cumsum(sizes)])
        p_starts = np.arange(n + 1) * r

        def items(count: int) -> PhraseItems:
            return PhraseItems(
                tuple(map(str, range(count))), Vocabulary(tags),
                RaggedArray(gold[: g_starts[count]], g_starts[: count + 1]),
                RaggedArray(predicted[: p_starts[count]], p_starts[: count + 1]), np.zeros(count, bool),
            )  # fmt: skip

        def ours(data: PhraseItems) -> list[float]:
            ones = np.ones(len(data))
            return [float(x.value((ones @ x.statistics(data))[None])) for x in measures]

        ours(items(min(n, 50_000)))  # compile, and open the thesaurus
        whole = items(n)
        start = time.perf_counter()
        seconds, values = timed(lambda: ours(whole), time.process_time)
        wall = time.perf_counter() - start
        few = min(n, 20_000)
        lists = [
            (list(dict.fromkeys(tags[j] for j in predicted[i * r : (i + 1) * r])),
             list(dict.fromkeys(tags[j] for j in gold[g_starts[i] : g_starts[i + 1]])))
            for i in range(few)
        ]  # fmt: skip
        synonyms = {tags[i]: [tags[j] for j in ids[i, :70]] for i in range(m)}
        start = time.perf_counter()
        slow, expected = timed(
            lambda: [sum(literal(R, G, synonyms, k) for R, G in lists) / few for k in KS], time.process_time
        )
        slow_wall = (time.perf_counter() - start) * n / few
        check = ours(items(few))
        assert np.allclose(check, expected), (check, expected)
    slow *= n / few
    print(f"ranks: {n:,} tweets × r = {r}, {len(KS)} values of k, {m:,} hashtags; processor time")
    print(f"  literal sets  {slow:9.2f} s (measured on {few:,} tweets)")
    print(f"  lydite        {seconds:9.2f} s   {slow / seconds:,.0f} times   k=70: {values[-1]:.4f}")
    print(f"  by the clock  {wall:9.2f} s   {slow_wall / wall:,.0f} times, on all processors")


def neighbours(m: int, d: int = 384, k: int = 70) -> None:
    rng = np.random.default_rng(0)
    vectors = np.empty((m, d), np.float32)
    for start in range(0, m, 1_000):  # in parts, so that memory does not peak before it is measured
        vectors[start : start + 1_000] = unit_rows(rng.normal(size=(min(1_000, m - start), d)))
    nearest(vectors[:3_000], 5)  # compile
    before = _peak()
    ours, (ids, _) = timed(lambda: nearest(vectors, k))
    used = _peak() - before
    share = min(m, 8_192)  # rows of numpy's that are measured; they all cost the same
    theirs, found = timed(lambda: _first(vectors, share, k))
    theirs *= m / share
    same = float((found == ids[:share]).mean())
    print(f"neighbours: {m:,} hashtags × {d} dimensions, top {k}, exact")
    print(f"  numpy         {theirs:9.1f} s (measured on {share:,} rows)")
    print(f"  lydite        {ours:9.1f} s   {theirs / ours:.1f} times   +{used:,.0f} MB   {same:.2%} equal")


def _peak() -> float:
    """Return the largest resident memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _first(vectors: np.ndarray, rows: int, k: int, tile: int = 1024) -> np.ndarray:  # type: ignore[type-arg]
    out = []
    for start in range(0, rows, tile):
        product = vectors[start : start + tile] @ vectors.T
        product[np.arange(len(product)), np.arange(start, start + len(product))] = -np.inf
        part = np.argpartition(-product, k, axis=1)[:, :k]
        order = np.argsort(-np.take_along_axis(product, part, 1), axis=1)
        out.append(np.take_along_axis(part, order, 1))
    return np.concatenate(out)


def update(n: int = 200_000) -> None:
    """1% new tweets into a store against building it again, encoder wordllama, thesaurus not included."""
    from lydite.reading.tweets import RawTweet
    from lydite.sources.hashtags.build import build
    from lydite.sources.hashtags.build import update as add
    from lydite.sources.hashtags.clean import Preparation
    from lydite.sources.hashtags.store import DictionarySettings
    from lydite.spec import parse

    rng = np.random.default_rng(0)
    words = [f"w{i}" for i in range(20_000)]
    pick = (rng.zipf(1.3, (n, 12)) - 1) % len(words)
    tags = (rng.zipf(1.3, (n, 2)) - 1) % 15_000
    tweets = [
        RawTweet(str(i), " ".join(words[w] for w in pick[i]) + f" #t{tags[i, 0]} #t{tags[i, 1]}")
        for i in range(n)
    ]
    settings = DictionarySettings(parse("wordllama", "encoder"), preparation=Preparation("any"))
    with tempfile.TemporaryDirectory() as folder:
        build(tweets[:1_000], Path(folder) / "warm", settings)
        old = int(n * 0.99)
        build(tweets[:old], Path(folder) / "store", settings)
        again, whole = timed(lambda: build(tweets, Path(folder) / "again", settings))
        grown, parts = timed(lambda: add(tweets[old:], Path(folder) / "store"))
        assert parts.tags == whole.tags
        assert np.allclose(parts.sums, whole.sums, atol=1e-6)
    print(f"update: 1% of {n:,} tweets into a store of {len(whole.tags):,} hashtags")
    print(f"  rebuild       {again:9.2f} s")
    print(f"  update        {grown:9.2f} s   {again / grown:.1f} times")


if __name__ == "__main__":
    main()
