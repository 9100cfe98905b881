"""SemEval-2016 Task 4: what the organisers' scorers print, beside ours, and what the document defines.

For every run of reference.json (constant, uniform, pooled prevalences, random, gold) the scorer's line is
compared with ours digit by digit; then the figure that ranks the subtask, averaged over topics (the
document) and pooled. The folder is the first argument or LYDITE_SHARED_DATA.

    python experiments/semeval2016.py ../shared/data
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from lydite.files import digest
from lydite.tasks.semeval.official import official
from lydite.tasks.semeval.task import runs

POOLED = {"D": "B.gold.tsv", "E": "C.gold.tsv"}


def main(folder: Path) -> None:
    """Print one row for each run."""
    rows = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    same = 0
    print(f"{'':2}{'run':24}{'scorer':36}{'ours':36}{'over topics':>12}{'pooled':>8}")
    for row in rows:
        letter, name = row["subtask"], row["run"]
        gold = folder / f"{letter}.gold.tsv"
        task, (run,) = runs(letter, gold, {name: answers(folder, letter, name)})
        ours = official(task, run.items, name).rstrip("\t").split("\t")[1:]
        same += ours == row["printed"]
        shown = [" ".join(x[-4:] if letter == "A" else x) for x in (row["printed"], ours)]
        first = task.measures[0]
        values = [m.value(m.totals(run.items)) for m in (first, replace(first, average="pooled"))]
        print(f"{letter:2}{name:24}{shown[0]:36}{shown[1]:36}{values[0]:12.4f}{values[1]:8.4f}")
    print(f"{same} of {len(rows)} lines agree to all printed digits (of A the last data set is shown)")
    for file in sorted(folder.glob("*.tsv")):
        print(f"{file.name:14} {digest(file)}")


def answers(folder: Path, letter: str, name: str) -> Any:
    """Return the run: a file, or labels and prevalences made from gold."""
    if name in ("random", "gold"):
        return folder / f"{letter}.{name}.tsv"
    task, (run,) = runs(letter, folder / f"{letter}.gold.tsv", {"": folder / f"{letter}.gold.tsv"})
    items = run.items
    constant = name.removeprefix("all_").removesuffix("_majority")
    if not task.quantifies:
        if letter == "A":
            return dict.fromkeys(items.ids, constant)
        return {(i, items.topics[t]): constant for i, t in zip(items.ids, items.topic, strict=True)}
    if name == "uniform":
        p = [1 / len(task.labels)] * len(task.labels)
    elif name == "pooled_gold_prevalence":  # over all tweets, which B and C have
        _, (tweets,) = runs(letter, folder / POOLED[letter], {"": folder / POOLED[letter]})
        matrix = tweets.items.confusion.sum((0, 2))
        p = (matrix / matrix.sum()).tolist()
    else:
        p = [float(v == constant) for v in task.labels]
    return dict.fromkeys(items.topics, p)


if __name__ == "__main__":
    root = Path(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    main(root / "semeval2016")
