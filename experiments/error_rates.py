"""How often tests find differences between systems of the same quality.

Counted are the pairs that differ at p < .05 (type I), and the worlds in which any pair does after the
correction for their number (family-wise), of 2, 5, 8 and 20 systems on 50 items, by each test: on values and
on corrected of soft F1 (worlds.py), and on macro-averaged recall of labels.

    python experiments/error_rates.py [WORLDS [TEST…]]
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lydite.inference import Options, compare
from lydite.runs.scoring import score
from lydite.runs.source_options import SourceOptions

sys.path.insert(0, str(Path(__file__).parent))
from worlds import documents, temporary, vectors

SYSTEMS, ITEMS = (2, 5, 8, 20), 50
TESTS = ("randomisation", "bootstrap", "simultaneous")
Rates = dict[tuple[str, str], list[tuple[float, bool]]]


def answers(rng: np.random.Generator, systems: int) -> tuple[list[str], dict[str, Any]]:
    """Return gold labels of three classes, and systems that are right as often."""
    gold = rng.choice(list("abc"), ITEMS, p=(0.2, 0.3, 0.5))
    hard = rng.beta(4, 2, ITEMS)
    runs = {
        f"s{s:02d}": np.where(rng.random(ITEMS) < hard, gold, rng.choice(list("abc"), ITEMS)).tolist()
        for s in range(systems)
    }
    return gold.tolist(), runs


def rates(systems: int, worlds: int, names: Sequence[str]) -> Rates:
    """Return by figure and test, for each world, the share of pairs that differ, and whether any does."""
    found: Rates = defaultdict(list)
    with temporary() as folder:
        matcher, topic = vectors(folder)
        for seed in range(worlds):
            rng = np.random.default_rng([systems, seed])
            soft, _ = score(*documents(rng, topic, ITEMS, systems), f"F1(match={matcher})", seed=seed)
            gold, runs = answers(rng, systems)
            hard, _ = score(gold, runs, "macro_recall", SourceOptions(labels=list("abc")))
            for test in names:
                for figure, scored in (("value", soft), ("corrected", soft), ("labels", hard)):
                    judge = "auto" if figure == "labels" else figure
                    tests = compare(scored, Options(seed=seed, judge=judge), test).tests  # type: ignore[arg-type]
                    single = float(np.mean([t.p < 0.05 for t in tests]))
                    found[figure, test].append((single, any(t.p_holm < 0.05 for t in tests)))
    return found


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(f"{asked} worlds\n| systems | figure | test | type I | family-wise |", flush=True)
    for count in SYSTEMS:
        for (figure, test), seen in rates(count, asked, sys.argv[2:] or TESTS).items():
            single, family = np.mean(seen, axis=0)
            print(f"| {count} | {figure} | {test} | {single:.3f} | {family:.3f} |", flush=True)
