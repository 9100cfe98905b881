"""SemEval-2016 Task 4: what the organisers' scorers print, beside ours, for every run of reference.json.

    python experiments/semeval2016.py DATA

DATA is the folder of the public data. Runs are constant, uniform, the pooled prevalences of gold, random, or
gold itself. ``lydite semeval`` says what the document defines beside this: averages over topics and pooled.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from pathlib import Path

from lydite.cli import main as lydite

LABELS = {"D": ["positive", "negative"], "E": ["-2", "-1", "0", "1", "2"]}
TWEETS = {"D": "B.gold.tsv", "E": "C.gold.tsv"}


def rows(file: Path) -> list[list[str]]:
    """Return the cells of a file."""
    return [line.rstrip().split("\t") for line in file.read_text("utf-8").splitlines() if line.strip()]


def make(folder: Path, letter: str, run: str, output: Path) -> None:
    """Write a run."""
    gold = rows(folder / f"{letter}.{'random' if run == 'random' else 'gold'}.tsv")
    answer = run.removeprefix("all_").removesuffix("_majority")
    lines = [
        row[:-1] if letter == "D" and run == "gold" else row for row in gold
    ]  # without numbers of tweets
    if letter == "A" and run != "random":
        lines = [[row[0], row[-1] if run == "gold" else answer] for row in gold]
    elif letter in "BC" and run not in ("gold", "random"):
        lines = [[*row[:2], answer] for row in gold]
    elif run not in ("gold", "random"):
        labels = LABELS[letter]
        told = [row[-1] for row in rows(folder / TWEETS[letter])]
        shares = {
            "uniform": [1 / len(labels)] * len(labels),
            "pooled_gold_prevalence": [told.count(label) / len(told) for label in labels],
        }.get(run, [float(label == answer) for label in labels])
        lines = [[row[0], *map(repr, shares)] for row in gold]
    output.write_text("".join("\t".join(line) + "\n" for line in lines), "utf-8")


def official(letter: str, gold: Path, run: Path) -> list[str]:
    """Return what ``lydite semeval --official`` prints, without the name of the file."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        lydite(["semeval", letter, str(gold), str(run), "--official"])
    return printed.getvalue().rstrip().split("\t")[1:]


def main(data: Path) -> None:
    """Print a line for each run, and how many agree."""
    folder, same = data / "semeval2016", 0
    reference = json.loads((folder / "reference.json").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as name:
        for row in reference:
            letter, run = row["subtask"], Path(name) / f"{row['run']}.tsv"
            make(folder, letter, row["run"], run)
            ours = official(letter, folder / f"{letter}.gold.tsv", run)
            same += ours == row["printed"]
            print(f"{letter} {row['run']:24}{' '.join(row['printed'][-3:]):28}{' '.join(ours[-3:])}")
    print(f"{same} of {len(reference)} lines agree to all printed digits")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
