"""Every matcher against people, in one table: questions, graded pairs, documents told apart.

Columns: clear winners, Combo and substitute ranking on four substitutes of each SWORDS target, GAP on whole
targets (votes above a tenth, ties in expectation); Spearman's correlation, direction and near misses on
HyperLex (training and development set), Spearman's correlation on SimLex-999 and BiRD; how often a document's
own keyphrases are told from those of another one, at random and nearest, by two people on the same papers
(SemEval-2010 training set, NUS). Rows: people, matchers, constants and chance. The data folder is the first
argument or LYDITE_SHARED_DATA; a file of word vectors, stores and corpora bring matchers that need them.

    python experiments/agreement.py [--vectors FILE] [--using SPEC]... [--save FILE] [FOLDER]
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import lydite
from lydite.errors import MissingExtra
from lydite.inference import Options
from lydite.probes.agreement import agree, read_documents, read_pairs, read_questions, sample

if TYPE_CHECKING:
    from lydite.matchers.base import Matcher
    from lydite.probes.agreement.base import Judgements

MATCHERS = [
    "exact", "stem", "morph", "includes", "part_of", "bleu", "r_precision", "modified_r_precision", "rouge",
    "meteor", "ncd", "path", "wup", "lch", "hso", "wordnet", "wordnet(preset=thesis)",
    "cosine(vectors=wordllama)", "cosine(vectors=wordllama, rescale=yes)",
]  # fmt: skip
SLOW = {"hso"}  # some twenty pairs a second: left out where there are more than a few thousand
LARGE = ("swords", "semeval2010", "nus")
Columns = dict[str, tuple[str, str]]
"""By title: the set and the metric."""
COLUMNS: Columns = {
    "CW": ("swords, 4 of each", "CW"),
    "Combo": ("swords, 4 of each", "Combo"),
    "SR": ("swords, 4 of each", "SR"),
    "GAP": ("swords", "GAP(above=0.1)"),
    "HyperLex": ("hyperlex", "spearman"),
    "direction": ("hyperlex", "direction"),
    "near miss": ("hyperlex", "near_miss"),
    "SimLex": ("simlex", "spearman"),
    "BiRD": ("bird", "spearman"),
    "SE random": ("semeval2010", "told_apart"),
    "SE nearest": ("semeval2010", "told_apart(others=nearest)"),
    "NUS random": ("nus", "told_apart"),
    "NUS nearest": ("nus", "told_apart(others=nearest)"),
}


def judgements(folder: Path) -> dict[str, Judgements]:
    """Read all sets."""
    data, phrases = folder / "substitution", folder / "keyphrases"
    swords = read_questions(data / "swords-v1.1_dev.json.gz")
    parts = [read_pairs(data / f"hyperlex_{part}_all_random.txt") for part in ("training", "dev")]
    documents = {
        "semeval2010": ("semeval2010/train.author.json", "semeval2010/train.reader.json"),
        "nus": ("nus/test.author.json", "nus/test.reader.json"),
    }
    return {
        "swords, 4 of each": sample(swords),
        "swords": swords,
        "hyperlex": parts[0] + parts[1],
        "simlex": read_pairs(data / "simlex999.csv"),
        "bird": read_pairs(data / "BiRD.txt"),
        **{name: read_documents(*(phrases / f for f in files), name) for name, files in documents.items()},
    }


def usable(specs: list[str]) -> list[Matcher]:
    """Return the matchers whose packages are installed."""
    found = []
    for spec in specs:
        matcher = lydite.matcher(spec)
        try:
            matcher.score("cat", "dog")
        except MissingExtra as missing:
            sys.stderr.write(f"left out: {spec} ({missing})\n")
            continue
        found.append(matcher)
    return found


def main(folder: Path, specs: list[str], save: Path | None) -> None:
    """Print the table."""
    matchers = usable(specs)
    found: dict[str, dict[str, float]] = {}
    for name, data in judgements(folder).items():
        asked = {metric: title for title, (set_name, metric) in COLUMNS.items() if set_name == name}
        began = time.perf_counter()
        fast = [m for m in matchers if name not in LARGE or m.name not in SLOW]
        run = agree(data, fast, list(asked))
        for result in run.results(Options(bootstrap=0)):
            found.setdefault(result.system, {})[asked[result.measure]] = result.value
        took = time.perf_counter() - began
        sys.stderr.write(f"{name}: {len(data.ids):,} {data.offers[0]}, digest {data.digest}, {took:.0f} s\n")
    people = [s for s in found if s.startswith("human")]
    order = [*people, *(s for s in found if s not in people)]
    width = max(map(len, order))
    print(" ".join([f"{'':{width}}", *(f"{title:>{max(5, len(title))}}" for title in COLUMNS)]))
    for system in order:
        cells = [_written(found[system].get(t), max(5, len(t))) for t in COLUMNS]
        print(" ".join([f"{system:{width}}", *cells]).rstrip())
    if save is not None:
        with save.open("w", newline="", encoding="utf-8") as out:
            rows = csv.writer(out)
            rows.writerow(["system", *COLUMNS])
            rows.writerows([system, *(found[system].get(t, "") for t in COLUMNS)] for system in order)


def _written(value: float | None, width: int) -> str:
    text = "–" if value is None or value != value else f"{value:.3f}"  # noqa: PLR0124
    return f"{text.replace('0.', '.', 1):>{width}}"


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", nargs="?", default=os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    asked.add_argument("--vectors")
    asked.add_argument("--using", action="append", default=[])
    asked.add_argument("--save", type=Path)
    options = asked.parse_args()
    more = [f'cosine(vectors="{options.vectors}")'] if options.vectors else []
    main(Path(options.folder), [*MATCHERS, *more, *options.using], options.save)
