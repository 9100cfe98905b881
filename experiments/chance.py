"""How chance is best taken: what is left of predictions that have nothing to do with their item.

In each of many worlds of 100 items, predictions are random phrases, the lists of other items, or lists in any
order (one in a hundred is the item's own); as many for each item, a random number, or as many as gold has.
Corrected for chance they should be worth 0, under every measure. Three ways are compared: lists moved whole;
lists moved whole among items with about as many predictions (strata of ten); lists cut, or continued by the
next, to each item's own number (lydite's way). Then systems that know nothing (random phrases, lists in any
order, lists of others, one list for all, popular phrases) are scored as users would: counted is how often the
95% interval of corrected holds 0.

    python experiments/chance.py [WORLDS]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import lydite
from lydite.measures.chance import ShufflePlan, chance, derange
from lydite.measures.phrases.items import PhraseItems, align
from lydite.reading import read

sys.path.insert(0, str(Path(__file__).parent))
from worlds import documents, softened, temporary, thesaurus, vectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

MEASURES = ["P", "R", "F1", "F1(average=micro)", "hit_rate", "hit_ratio", "AP", "nDCG", "RR"]
NOTHING = ("random", "shuffled", "others", "constant", "popular")
KINDS = ("random", "others", "any")
WAYS = ("whole", "strata", "truncated")
N, WORDS, SHUFFLES, SIZE = 100, 60, 30, 10


def world(rng: np.random.Generator, kind: str, lengths: str) -> PhraseItems:
    """Return gold of about five of sixty words an item, beside predictions that know nothing of it."""
    words = np.array([f"w{i}" for i in range(WORDS)])
    odds = 1 / np.arange(3, WORDS + 3)  # some words are popular
    odds /= odds.sum()
    gold_sizes = rng.integers(1, 10, N)
    sizes = {"fixed": np.full(N, 5), "random": rng.integers(1, 10, N), "matched": gold_sizes}[lengths]
    gold = [list(rng.choice(words, k, replace=False, p=odds)) for k in gold_sizes]
    if kind == "random":
        run = [list(rng.choice(words, k, replace=False, p=odds)) for k in sizes]
    else:  # what an honest system said of other items: half of gold, and noise
        pairs = zip(gold, sizes, strict=True)
        true = [[*phrases[: max(1, k // 2)], *rng.choice(words, k, p=odds)] for phrases, k in pairs]
        order = rng.permutation(N)
        place = np.argsort(order)
        first = place + 1 if kind == "others" else rng.permutation(N)  # never its own, or any
        run = []
        for start, k in zip(first.tolist(), sizes.tolist(), strict=True):
            list_: dict[str, None] = {}
            for donor in range(start, start + N):
                if len(list_) < k:
                    list_ |= dict.fromkeys(true[order[donor % N]])
            run.append(list(list_)[:k])
    ids = [f"{i:03d}" for i in range(N)]
    return align(*(read(dict(zip(ids, side, strict=True))) for side in (gold, run)))


def expected(items: PhraseItems, measures: list[Any], way: str, seed: int) -> list[float]:
    """Return chance under each measure."""
    if way != "strata":
        plan = ShufflePlan(SHUFFLES, seed, lists=way)  # type: ignore[arg-type]
        found = chance(items, measures, plan, [m.statistics(items) for m in measures])
        if found is None:
            return [0.0] * len(measures)
        return [float(m.value(s.sum(0, keepdims=True))) for m, s in zip(measures, found.means, strict=True)]
    rng = np.random.default_rng(seed)
    strata = np.empty(N, np.int64)
    totals: list[NDArray[np.float64]] = [np.zeros(m.statistics(items).shape[1]) for m in measures]
    for _ in range(SHUFFLES):
        strata[np.lexsort([rng.random(N), items.predicted.sizes])] = np.arange(N) // SIZE
        moved = items.answered([items.predicted.take(derange(items.absent, strata, rng))])
        totals = [t + m.statistics(moved).sum(0) for t, m in zip(totals, measures, strict=True)]
    return [float(m.value(t[None])) for m, t in zip(measures, totals, strict=True)]


def soft(folder: str) -> dict[str, str]:
    """Return every soft measure, by a shorter name."""
    matcher, _ = vectors(folder)
    graded = {softened(m, "graded"): softened(m, matcher) for m in [*MEASURES, "F1(assign=max)"]}
    return {**graded, "reval(k=5)": f'reval(thesaurus="{thesaurus(folder)}", k=5)'}


def left_over(worlds: int, measures: dict[str, str]) -> dict[tuple[str, str, str, str], list[float]]:
    """Return corrected in each world by kind of predictions, lengths, measure and way."""
    parsed = [lydite.parse(spec) for spec in measures.values()]
    found: dict[tuple[str, str, str, str], list[float]] = {}
    for kind in KINDS:
        for lengths in ("fixed", "random", "matched"):
            for seed in range(worlds):
                items = world(np.random.default_rng(seed), kind, lengths)
                values = [float(m.value(m.statistics(items).sum(0, keepdims=True))) for m in parsed]
                for way in WAYS:
                    some = len(parsed) if way == "truncated" else len(MEASURES)  # others are to compare
                    known = expected(items, parsed[:some], way, seed)
                    for name, v, c in zip(measures, values, known, strict=False):
                        found.setdefault((kind, lengths, name, way), []).append((v - c) / (1 - c))
    return found


def answers(rng: np.random.Generator, topic: NDArray[np.int64], kind: str) -> tuple[Any, Any]:
    """Return gold of a hundred items, and answers that have nothing to do with their item."""
    gold, runs = documents(rng, topic, N)
    names, sizes = list(gold), rng.integers(1, 10, N)
    said = [phrase for phrases in gold.values() for phrase in phrases]
    popular = sorted(set(said), key=lambda w: (-said.count(w), w))
    if kind == "random":
        lists = [list(rng.choice(sorted(set(said)), k, replace=False)) for k in sizes]
    elif kind in ("shuffled", "others"):
        order = rng.permutation(N) if kind == "shuffled" else derange(np.zeros(N, bool), None, rng)
        lists = [runs["s00"][names[i]] for i in order]
    else:
        lists = [popular[:6] if kind == "constant" else popular[:k] for k in sizes]
    return gold, dict(zip(names, lists, strict=True))


def holds(seeds: int) -> dict[tuple[str, str], float]:
    """Return by kind of answers and measure how often the interval of corrected holds 0."""
    found: dict[tuple[str, str], list[bool]] = {}
    with temporary() as folder:
        measures, topic = soft(folder), vectors(folder)[1]
        for kind in NOTHING:
            for seed in range(seeds):
                gold, run = answers(np.random.default_rng([seed, 1]), topic, kind)
                results = lydite.evaluate(gold, run, list(measures.values()), seed=seed)
                for name, r in zip(measures, results, strict=True):
                    low, high = r.corrected_low or 0.0, r.corrected_high or 0.0
                    found.setdefault((kind, name), []).append(low <= 0 <= high)
    return {key: float(np.mean(v)) for key, v in found.items()}


def main(worlds: int) -> None:
    """Print both tables."""
    with temporary() as folder:
        measures = {**{m: m for m in MEASURES}, **soft(folder)}
        print(f"mean corrected over {worlds} worlds of {N} items, {SHUFFLES} shuffles", flush=True)
        print(f"{'':48}{' '.join(f'{way:>10}' for way in WAYS)} {'± error':>8}")
        left = left_over(worlds, measures)
        for kind, lengths, name, _ in [key for key in left if key[3] == "truncated"]:
            each = [left.get((kind, lengths, name, way), []) for way in WAYS]
            figures = " ".join(f"{f'{np.mean(v):.4f}' if v else '':>10}" for v in each)
            error = np.std(each[-1]) / np.sqrt(worlds)
            print(f"{kind:8} {lengths:8} {name:30}{figures} {error:8.4f}", flush=True)
    print(f"\nthe interval of corrected holds 0, of {worlds} seeds\n{'':32}{' '.join(NOTHING)}", flush=True)
    held = holds(worlds)
    for name in dict.fromkeys(name for _, name in held):
        print(f"{name:32}{' '.join(f'{held[kind, name]:{len(kind)}.1%}' for kind in NOTHING)}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
