"""What chance costs: two systems on Inspec, scored with chance and without it; then copies and variants.

    python bench/chance.py [--runs 3] [--match meaning]

Gold are the uncontrolled terms of 2,000 abstracts; each system has the controlled ones, filled up to 10 with
terms of other abstracts. Copies have other ids; in variants each word is another word of the corpus, too, so
that items have phrases of their own. Processor seconds (median of interleaved runs, each a fresh
process) and peak memory, as in ``soft.py``. Needs the data of LYDITE_SHARED_DATA.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from soft import DATA, fresh

PREDICTIONS, KINDS = 10, {"1": 1, "copies": 5, "variants": 5}


def terms(kind: str) -> dict[str, list[str]]:
    """Return the terms of one kind of each abstract."""
    files = (DATA / "inspec" / f"{part}.{kind}.json" for part in ("train", "dev", "test"))
    return {f"{file.stem}-{i}": [v[0] for v in found] for file in files
            for i, found in json.loads(file.read_text("utf-8")).items()}  # fmt: skip


def write(folder: Path) -> None:
    """Write gold and two systems, once and in copies."""
    gold = {i.replace("uncontr", "contr"): found for i, found in terms("uncontr").items()}
    controlled = terms("contr")
    pool = [p for every in (gold, controlled) for found in every.values() for p in found]
    lists = {"gold": gold}
    words = sorted({word for phrase in pool for word in phrase.split()})
    other = [
        dict(zip(words, random.Random(copy).sample(words, len(words)), strict=True)) for copy in range(5)
    ]
    for seed, name in enumerate(("one", "two")):
        draw = random.Random(seed)
        others = {i: draw.choices(pool, k=PREDICTIONS) for i in gold}
        lists[name] = {i: (controlled.get(i, []) + others[i])[:PREDICTIONS] for i in gold}
    for name, every in lists.items():
        for kind, copies in KINDS.items():
            rows = (
                {
                    "id": f"{i}-{copy}",
                    "phrases": [changed(p, other[copy]) if kind == "variants" else p for p in found],
                }
                for copy in range(copies)
                for i, found in every.items()
            )
            (folder / f"{name}-{kind}.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))


def changed(phrase: str, other: dict[str, str]) -> str:
    """Return a phrase in other words."""
    return " ".join(other[word] for word in phrase.split())


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--runs", type=int, default=3)
    asked.add_argument("--match", default="meaning")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, found = Path(name), defaultdict[tuple[str, str], list[tuple[float, float]]](list)
        write(folder)
        for run in range(given.runs + 1):  # the first compiles
            for kind in KINDS:
                files = [str(folder / f"{file}-{kind}.jsonl") for file in ("gold", "one", "two")]
                for chance in ("--no-chance", "--chance"):
                    command = [sys.executable, "-m", "lydite", "score", *files, "--bootstrap", "0", chance]
                    out = ["-f", "csv", "-o", str(folder / "out.csv")]
                    took = fresh([*command, "-m", f"F1(match={given.match})", *out])
                    if run:
                        found[kind, chance].append(took)
        print(f"{'kind':8}{'without':>9}{'with':>9}{'ratio':>7}{'MB without':>12}{'MB with':>9}")
        for kind in KINDS:
            both = [found[kind, chance] for chance in ("--no-chance", "--chance")]
            plain, more = (statistics.median(seconds for seconds, _ in runs) for runs in both)
            peaks = [max(memory for _, memory in runs) for runs in both]
            print(f"{kind:10}{plain:9.2f}{more:9.2f}{more / plain:7.2f}{peaks[0]:12.0f}{peaks[1]:9.0f}")


if __name__ == "__main__":
    main()
