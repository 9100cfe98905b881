"""Substitutability by WordNet (document 004): worked examples, agreement with people, Figure 5.3 for ours.

Agreement: Spearman's correlation with HyperLex (substitute = WORD2, substitutee = WORD1), SimLex-999 and
BiRD. Figure 5.3: time per pair with everything, then with the threshold, the joint searches and each
cache switched off in turn, one thread; the thesis's own times are beside. Then how far the threshold
matters (section 5.3.1: not at all below 0.1). The data folder is the first argument or LYDITE_SHARED_DATA.

    python experiments/substitutability.py ../shared/data
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import spearmanr

import lydite
from lydite.files import digest
from lydite.knowledge.labels import substitutability
from lydite.matchers.knowledge.wordnet import WordNetMatcher
from lydite.probes.agreement import PairSet, read_pairs

if TYPE_CHECKING:
    from collections.abc import Callable

Rows = tuple[list[str], list[str], list[float]]
HYPERLEX = ("hyperlex_training_all_random.txt", "hyperlex_dev_all_random.txt")
SIMLEX, BIRD = "simlex999.csv", "BiRD.txt"
MATCHERS = ("wordnet", "wordnet(preset=tuned)", "wordnet(preset=thesis)", "path", "wup", "lch", "hso")


def pairs(folder: Path, *names: str) -> PairSet:
    """Return the graded pairs of some files together."""
    first, *more = (read_pairs(folder / name) for name in names)
    return sum(more, start=first)


def columns(found: PairSet) -> Rows:
    """Return candidates, references and ratings."""
    those = found.pairs
    return [p.candidate for p in those], [p.reference for p in those], [p.rating for p in those]


def worked() -> None:
    """Print the examples of sections 3.2.3 and 3.1.2 beside ours."""
    thesis = WordNetMatcher(preset="thesis")
    print("worked example           published  ours")
    for candidate, reference, published in (("admire", "appreciation", 0.7), ("enclose", "birdcage", 0.27)):
        ours = thesis.score(candidate, reference)
        print(f"{f'{candidate} → {reference}':24} {published:9.2f}  {ours:.4f}")
    abc = substitutability(np.array([[0.1, 0.6], [1.0, 0.35], [0.85, 0.8]]))
    print(f"{'A B C → X Y':24} {0.79:9.2f}  {abc:.4f}\n")


def agreement(folder: Path) -> None:
    """Print the correlations of each matcher, and how often it gets the direction right."""
    hyperlex = pairs(folder, *HYPERLEX)
    general, special, rated = columns(hyperlex)
    below = np.array([p.direction > 0 for p in hyperlex.pairs])
    sets = {"SimLex-999": columns(pairs(folder, SIMLEX)), "BiRD": columns(pairs(folder, BIRD))}
    print(f"{'Spearman':24} HyperLex  {'  '.join(sets)}  direction of {below.sum()} hyponym pairs")
    for spec in MATCHERS:
        matcher = lydite.matcher(spec)
        ours, turned = matcher.pairs(general, special), matcher.pairs(special, general)
        right = float((ours > turned)[below].mean())
        others = [spearmanr(matcher.pairs(a, b), y).statistic for a, b, y in sets.values()]
        first = spearmanr(ours, rated).statistic
        print(f"{spec:24} {first:8.3f}  {others[0]:10.3f}  {others[1]:4.3f}  {right:.1%}")
    names = (*HYPERLEX, SIMLEX, BIRD)
    print("data:", ", ".join(f"{name} {digest(folder / name)}" for name in names), "\n")


def one_by_one(
    matcher: WordNetMatcher, *, targets: bool = True, scores: bool = True
) -> Callable[[str, str], float]:
    """Return a way to score a pair by a search of its own for each pair of aspects."""

    def pair(candidate: str, reference: str) -> float:
        find = matcher.targets_of if targets else matcher.find
        left, right = find(candidate), find(reference)
        search = matcher.search if scores else replace(matcher.search)
        table = [[search.best(a, b) for b in right.sets] for a in left.sets]
        return substitutability(np.array(table)) if left and right else 0.0

    return pair


def figure_5_3(folder: Path, count: int = 300) -> None:
    """Print the time per pair with each improvement switched off."""
    a, b, _ = columns(pairs(folder, BIRD))
    places = np.random.default_rng(0).choice(len(a), count, replace=False)
    left, right = [a[i] for i in places], [b[i] for i in places]
    settings: dict[str, Any] = {"preset": "thesis", "derivation": "sense"}
    matcher, endless = WordNetMatcher(**settings), WordNetMatcher(**settings, threshold=0.0)
    strict = WordNetMatcher(**settings, below="zero")
    for m in (matcher, endless, strict):
        object.__setattr__(m, "search", replace(m.search, threads=1))
        m.pairs(left[:5], right[:5])
    alone, no_targets = one_by_one(matcher), one_by_one(matcher, targets=False)
    no_scores = one_by_one(matcher, scores=False)
    ways: dict[str, Callable[[], Any]] = {
        "everything": lambda: matcher.pairs(left, right),
        "searches one by one": lambda: [alone(x, y) for x, y in zip(left, right, strict=True)],
        " … targets not remembered": lambda: [no_targets(x, y) for x, y in zip(left, right, strict=True)],
        " … scores not remembered": lambda: [no_scores(x, y) for x, y in zip(left, right, strict=True)],
        "no threshold": lambda: endless.pairs(left, right),
        "everything, below=zero": lambda: strict.pairs(left, right),
    }
    print(f"processor time per pair in ms, {count} pairs of BiRD, preset=thesis, derivation=sense")
    for name, action in ways.items():
        took = []
        for _ in range(4):  # the first one warms up
            began = time.process_time()
            action()
            took.append(time.process_time() - began)
        print(f"  {name:28} {min(took[1:]) / count * 1e3:8.3f}")
    print("thesis, Figure 5.3: nothing 317.7, threshold 33.9, multi-search 27.3, transitions cached 10.9,")
    print("targets cached 10.4 (its own data set and machine)\n")


def thresholds(folder: Path) -> None:
    """Print what the stopping threshold does to scores and to agreement."""
    general, special, rated = columns(pairs(folder, *HYPERLEX))
    print("threshold  thesis: Spearman, largest change   default: Spearman, largest change")
    whole: dict[str, Any] = {}
    for threshold in (0.02, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3):
        cells = []
        for preset in ("thesis", "default"):
            ours = WordNetMatcher(preset=preset, threshold=threshold).pairs(general, special)  # type: ignore[arg-type]
            change = np.abs(ours - whole.setdefault(preset, ours)).max()
            cells.append(f"{spearmanr(ours, rated).statistic:16.3f}  {change:14.4f}")
        print(f"{threshold:9.2f}  {'   '.join(cells)}")


if __name__ == "__main__":
    root = Path(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    print(WordNetMatcher().signature(), "\n")
    worked()
    agreement(root / "substitution")
    figure_5_3(root / "substitution")
    thresholds(root / "substitution")
