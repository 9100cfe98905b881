"""How chance is best taken: what is left of predictions that have nothing to do with their item.

In each of many worlds of 100 items, predictions are random phrases, or the lists of other items; as many for
each item, a random number, or as many as gold has. Corrected for chance they should be worth 0, under every
measure. Three ways are compared: lists moved whole; lists moved whole among items with about as many
predictions (strata of ten); lists cut, or continued by the next, to each item's own number (lydite's way).

    python experiments/chance.py [WORLDS]
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

import lydite
from lydite.measures.chance import Shuffles, chance, derange
from lydite.measures.phrases.items import PhraseItems, align
from lydite.reading import read

if TYPE_CHECKING:
    from numpy.typing import NDArray

MEASURES = ["P", "R", "F1", "F1(average=micro)", "hit_rate", "hit_ratio", "AP", "nDCG", "RR"]
WAYS = ("whole", "strata", "cut")
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
        donors = derange(np.zeros(N, bool), None, rng)
        run = []
        for i, k in enumerate(sizes.tolist()):
            list_, donor = dict.fromkeys(true[donors[i]]), donors[i]
            while len(list_) < k:
                donor = donors[donor]
                list_ |= dict.fromkeys(true[donor])
            run.append(list(list_)[:k])
    ids = [f"{i:03d}" for i in range(N)]
    return align(*(read(dict(zip(ids, side, strict=True))) for side in (gold, run)))


def expected(items: PhraseItems, measures: list[Any], way: str, seed: int) -> list[float]:
    """Return chance under each measure."""
    if way != "strata":
        found = chance(items, measures, Shuffles(SHUFFLES, seed, lists=way))  # type: ignore[arg-type]
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


def main(worlds: int) -> None:
    """Print mean corrected, and the share of worlds in which its error is beyond 0.05, by measure and way."""
    measures = [lydite.parse(spec) for spec in MEASURES]
    head = " ".join(f"{way:>8}" for way in WAYS)
    print(f"mean corrected over {worlds} worlds of {N} items, {SHUFFLES} shuffles\n{'':48}{head}")
    for kind in ("random", "others"):
        for lengths in ("fixed", "random", "matched"):
            left: dict[str, list[list[float]]] = {way: [] for way in WAYS}
            for seed in range(worlds):
                items = world(np.random.default_rng(seed), kind, lengths)
                values = [float(m.value(m.statistics(items).sum(0, keepdims=True))) for m in measures]
                for way in WAYS:
                    known = expected(items, measures, way, seed)
                    left[way].append([(v - c) / (1 - c) for v, c in zip(values, known, strict=True)])
            for place, spec in enumerate(MEASURES):
                means = " ".join(f"{np.mean([row[place] for row in left[way]]):8.4f}" for way in WAYS)
                print(f"{kind:8} {lengths:8} {spec:30}{means}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
