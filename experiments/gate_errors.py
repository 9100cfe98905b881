"""How often a gate fails the build without a drop, and how often it finds the smallest drop that it prints.

Baseline and candidate are of the same quality: answers to the same items, some of which are harder. *False
alarms* are the builds in which `proven-drop` fails although nothing dropped. Then the candidate loses whole
items at random, just as many as make the drop that the gate of a build without one printed as the smallest it
would find: *found* is how often that is proven, and *spread* how often the same drop is that is taken evenly
from all items (of graded values).

    python experiments/gate_errors.py [BUILDS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lydite.inference import Options
from lydite.runs.gate import Gate, gate
from lydite.runs.run import Run
from lydite.runs.scoring import score
from lydite.runs.source_options import SourceOptions
from lydite.spec import parse
from lydite.statistics import ItemStatistics

Rng = np.random.Generator
Values = np.ndarray[Any, Any]
SIZES = (10, 20, 50, 200)


def hits(rng: Rng, n: int) -> tuple[Values, Values]:
    """Return right and wrong items of two systems, each item as hard for both."""
    easy = rng.beta(2, 1.5, n)
    return (rng.random(n) < easy).astype(float), (rng.random(n) < easy).astype(float)


def rare(rng: Rng, n: int) -> tuple[Values, Values]:
    """Return items of which one in seven is ever answered otherwise."""
    easy = np.where(rng.random(n) < 0.15, 0.5, 1.0)
    return (rng.random(n) < easy).astype(float), (rng.random(n) < easy).astype(float)


def graded(rng: Rng, n: int) -> tuple[Values, Values]:
    """Return graded values, such as those of soft F1."""
    mean = rng.beta(2, 2, n)
    return tuple(np.clip(mean + rng.normal(0, 0.1, n), 0, 1) for _ in range(2))  # type: ignore[return-value]


def of_values(pair: tuple[Values, Values], measures: int = 1) -> Run:
    """Return the run of two systems with such values of items, under one or several measures."""
    specs = tuple(parse(f"R@{k}") for k in range(1, measures + 1))
    systems = []
    for name, values in zip(("baseline", "candidate"), pair, strict=True):
        rows = np.stack([values, np.ones(len(values))], axis=1)
        ids = tuple(f"{i:05d}" for i in range(len(values)))
        systems.append(ItemStatistics(name, ids, specs, (rows,) * measures))
    return Run.of_scored(systems)


def labels(rng: Rng, n: int, lost: float = 0.0) -> Run:
    """Return two classifiers of three classes, judged by macro-averaged recall; the second loses answers."""
    gold = rng.choice(list("abc"), n, p=(0.15, 0.3, 0.55))
    easy = rng.beta(4, 2, n)
    sides = [np.where(rng.random(n) < easy, gold, rng.choice(list("abc"), n)) for _ in range(2)]
    wrong = {"a": "b", "b": "c", "c": "a"}
    losing = (sides[1] == gold) & (rng.random(n) < lost)
    sides[1] = np.where(losing, [wrong[g] for g in gold], sides[1])
    systems = {"baseline": sides[0].tolist(), "candidate": sides[1].tolist()}
    return Run.of_scored(*score(gold.tolist(), systems, "macro_recall", SourceOptions(labels=list("abc"))))


def lose(pair: tuple[Values, Values], rng: Rng, share: float) -> tuple[Values, Values]:
    """Let the candidate lose a share of the items whole."""
    return pair[0], np.where(rng.random(len(pair[1])) < share, 0.0, pair[1])


def rates(
    draw: Callable[[Rng, int], tuple[Values, Values]], n: int, builds: int, measures: int = 1
) -> Mapping[str, float]:
    """Return false alarms, the mean smallest drop, and how often drops of that size are found."""
    seen: dict[str, list[float]] = {"false": [], "smallest": [], "found": [], "spread": []}
    for build in range(builds):
        rng = np.random.default_rng([n, build])
        still = _gate(of_values(draw(rng, n), measures), build)
        drop = still.lines[0].smallest
        pair = draw(rng, n)
        share = drop / max(pair[1].mean(), 1e-9)
        seen["false"].append(bool(still.failed))
        seen["smallest"] += [drop] if np.isfinite(drop) else []
        if share <= 1:
            seen["found"].append(bool(_gate(of_values(lose(pair, rng, share), measures), build).failed))
        if draw is graded:
            seen["spread"].append(bool(_gate(of_values((pair[0], pair[1] - drop), measures), build).failed))
    return {k: float(np.mean(v)) if v else float("nan") for k, v in seen.items()}


def label_rates(n: int, builds: int) -> Mapping[str, float]:
    """Return the same of labels."""
    seen: dict[str, list[float]] = {"false": [], "smallest": [], "found": []}
    for build in range(builds):
        rng = np.random.default_rng([n, build])
        still = _gate(labels(rng, n), build)
        drop = still.lines[0].smallest
        share = drop / max(still.lines[0].after, 1e-9)
        seen["false"].append(bool(still.failed))
        seen["smallest"] += [drop] if np.isfinite(drop) else []
        if share <= 1:
            seen["found"].append(bool(_gate(labels(rng, n, share), build).failed))
    return {k: float(np.mean(v)) if v else float("nan") for k, v in seen.items()}


def _gate(run: Run, seed: int) -> Gate:
    return gate(run, Options(seed=seed))


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    print(f"{asked} builds\n| | n | false alarms | smallest drop | found | spread |", flush=True)
    worlds: dict[str, Callable[[int], Mapping[str, float]]] = {
        "right or wrong": lambda n: rates(hits, n, asked),
        "hardly any item differs": lambda n: rates(rare, n, asked),
        "graded": lambda n: rates(graded, n, asked),
        "macro_recall": lambda n: label_rates(n, asked),
    }
    for name, world in worlds.items():
        for size in SIZES:
            row = world(size)
            cells = [f"{row.get(k, float('nan')):.3f}" for k in ("false", "smallest", "found", "spread")]
            print(f"| {name} | {size} | {' | '.join(cells)} |".replace("nan", "–"), flush=True)
