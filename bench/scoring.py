"""Score P, R, F1@10 of 200,000 items, ten predictions each: lydite beside plain Python sets and ranx.

Every contestant gets the same phrases and does the same: phrases are folded, duplicates dropped, the
three measures averaged over items. Each is run several times and the fastest run counts; processor time
(of all cores) stands beside it, since that is what a busy machine changes least.

    python bench/scoring.py [--items 200000] [--no-ranx]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from lydite.measures.phrases.items import align
from lydite.reading import read_all
from lydite.spec import parse
from lydite.text import fold

MEASURES = ("P@10", "R@10", "F1@10")


def sample(items: int, seed: int = 0) -> list[dict[str, list[str]]]:
    """Draw gold (1 to 9 phrases) and ten predictions for each item from 50,000 phrases, popular ones often.

    Every phrase is an object of its own, as after reading two files.
    """
    rng = np.random.default_rng(seed)
    words = [f"Phrase number {n}" if n % 3 else f"tag{n}" for n in range(50_000)]
    found = []
    for sizes in (rng.integers(1, 10, items), np.full(items, 10)):
        codes = (rng.pareto(0.8, sizes.sum()) * 20).astype(np.int64) % len(words)
        ends = np.cumsum(sizes)
        lists = (
            [words[c][:1] + words[c][1:] for c in codes[e - n : e]] for e, n in zip(ends, sizes, strict=True)
        )
        found.append({f"doc{i:07d}": phrases for i, phrases in enumerate(lists)})
    return found


def with_lydite(gold: Any, run: Any) -> list[float]:
    items = align(*read_all([("gold", gold), ("run", run)]))
    found = []
    for spec in MEASURES:
        measure: Any = parse(spec)
        found.append(float(measure.value(measure.statistics(items).sum(0, keepdims=True))))
    return found


def with_sets(
    gold: dict[str, list[str]], run: dict[str, list[str]], key: Callable[[str], str] = fold
) -> list[float]:
    p = r = f = 0.0
    for item, phrases in gold.items():
        true = set(map(key, phrases))
        first = list(dict.fromkeys(map(key, run[item])))[:10]
        hits = len(true.intersection(first))
        p += hits / len(first)
        r += hits / len(true)
        f += 2 * hits / (len(first) + len(true))
    return [p / len(gold), r / len(gold), f / len(gold)]


def with_bare_sets(gold: dict[str, list[str]], run: dict[str, list[str]]) -> list[float]:
    """Do less than was asked: nothing is folded."""
    return with_sets(gold, run, str)


def parquet_sets(gold: Path, run: Path) -> list[float]:
    """Read with polars, score with sets."""
    left, right = pl.read_parquet(gold), pl.read_parquet(run)
    return with_sets(
        dict(zip(left["id"].to_list(), left["phrases"].to_list(), strict=True)),
        dict(zip(right["id"].to_list(), right["phrases"].to_list(), strict=True)),
    )


def with_ranx(gold: dict[str, list[str]], run: dict[str, list[str]]) -> list[float]:
    """Score with ranx, folding first: it compares strings as they are. Its precision always divides by 10."""
    from ranx import Qrels, Run, evaluate

    qrels = Qrels({k: dict.fromkeys(map(fold, v), 1) for k, v in gold.items()})
    scores = {k: {p: 1.0 / n for n, p in enumerate(dict.fromkeys(map(fold, v)), 1)} for k, v in run.items()}
    found = evaluate(qrels, Run(scores), ["precision@10", "recall@10", "f1@10"])
    return [float(found[m]) for m in ("precision@10", "recall@10", "f1@10")]


SHELL_SETS = "import sys; from scoring import parquet_sets; print(parquet_sets(*sys.argv[1:]))"


def shell(*command: object) -> list[float]:
    """Run a command from a fresh process; what it prints is not compared."""
    place = {"cwd": Path(__file__).parent, "stdout": subprocess.DEVNULL}
    subprocess.run([sys.executable, *map(str, command)], check=True, **place)  # type: ignore[call-overload]
    return []


def timed(function: Callable[[], list[float]], runs: int) -> tuple[float, float, list[float]]:
    """Return the least wall time and the least processor time, and what was found."""
    walls, works, found = [], [], []
    for _ in range(runs):
        start, before = time.perf_counter(), sum(os.times()[:4])
        found = function()
        walls.append(time.perf_counter() - start)
        works.append(sum(os.times()[:4]) - before)
    return min(walls), min(works), found


def race(source: str, rows: dict[str, Callable[[], list[float]]], runs: int) -> None:
    """Print the times of one source; the first row is the measure of the others."""
    base = None
    for who, function in rows.items():
        wall, work, values = timed(function, 1 if who == "ranx" else runs)
        base = base or (wall, work)
        ratio = f"{wall / base[0]:5.1f} times lydite ({work / base[1]:.1f} in processor time)"
        figures = " ".join(f"{v:.6f}" for v in values)
        print(f"{source:8} {who:34} {wall:8.3f} s  {ratio}   {figures}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--items", type=int, default=200_000)
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--no-ranx", action="store_true")
    chosen = options.parse_args()
    with_lydite(*sample(6_000))  # compiled kernels come from the disk cache from the second process on
    print(f"{chosen.items:,} items, P R F1@10, fastest of {chosen.runs}")
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "gold.parquet"), Path(folder, "run.parquet")
        for path, lists in zip(files, sample(chosen.items), strict=True):
            pl.DataFrame({"id": list(lists), "phrases": list(lists.values())}).write_parquet(path)
        del lists
        in_process = {
            "lydite": lambda: with_lydite(*files),
            "polars and sets of folded strings": lambda: parquet_sets(*files),
        }
        race("Parquet", in_process, chosen.runs)
        specs = [a for m in MEASURES for a in ("-m", m)]
        fresh = {
            "lydite score, no intervals": lambda: shell(
                "-m", "lydite", "score", *files, *specs, "--bootstrap", 0
            ),
            "script with polars and sets": lambda: shell("-c", SHELL_SETS, *files),
        }
        race("shell", fresh, 2)
    gold, run = sample(chosen.items)
    from_dicts = {
        "lydite": lambda: with_lydite(gold, run),
        "sets of folded strings": lambda: with_sets(gold, run),
        "sets, nothing folded": lambda: with_bare_sets(gold, run),
    }
    if find_spec("ranx") and not chosen.no_ranx:
        with_ranx(*sample(10))  # compiles
        from_dicts["ranx"] = lambda: with_ranx(gold, run)
    race("dicts", from_dicts, chosen.runs)


if __name__ == "__main__":
    main()
