"""Two people on the same paper: how much agreement each matcher sees, and how much of it is chance.

Gold and predictions are two sets of keyphrases of the same documents: authors' against readers' (SemEval-2010
train, NUS), controlled against uncontrolled ones (Inspec test). For each matcher: F1@M with its 95%
interval, the F1 that predictions of other documents get (chance), what is left (corrected), and
``discrim.``, the metric ``discrimination``: how often a document's own predictions score above those of
another document (ties count half). The last is what a matcher is for: leniency lifts value and chance
together, signal lifts discrimination.

    python experiments/soft.py [--vectors FILE] [FOLDER]

FOLDER is that of the public data (or LYDITE_SHARED_DATA); ``--vectors`` names a file of English word vectors.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import lydite
from lydite.files import digest
from lydite.inference import Options, summarise
from lydite.measures.chance import ShufflePlan
from lydite.measures.phrases.items import PhraseItems, align
from lydite.probes.agreement import DocumentSet
from lydite.probes.agreement.metrics.discrimination import Discrimination
from lydite.reading import read
from lydite.runs.scoring import score_items

SETS = {
    "SemEval-2010 train, author against reader": (
        "semeval2010/train.author.json",
        "semeval2010/train.reader.json",
    ),
    "NUS, author against reader": ("nus/test.author.json", "nus/test.reader.json"),
    "Inspec test, controlled against uncontrolled": ("inspec/test.contr.json", "inspec/test.uncontr.json"),
}
MATCHERS = [
    "exact", "stem", "morph", "includes", "part_of", "bleu", "r_precision", "modified_r_precision", "rouge",
    "meteor", "meaning", "meaning(vectors=wordllama)", "wordnet", "wordnet(preset=thesis)", "ncd",
    "cosine(vectors=wordllama)", "cosine(vectors=wordllama, rescale=yes)",
]  # fmt: skip


def main(folder: Path, vectors: str | None) -> None:
    """Print one table for each pair of files."""
    more = [f'cosine(vectors="{vectors}"{r})' for r in ("", ", rescale=yes")] if vectors else []
    for title, (gold, run) in SETS.items():
        items = align(read(folder / gold), read(folder / run), missing="skip")
        pairs = int((items.gold.sizes * items.predicted.sizes).sum())
        print(f"\n{title}: {len(items)} documents, {pairs:,} pairs; gold {digest(folder / gold)}, ", end="")
        print(f"predictions {digest(folder / run)}")
        print(f"{'F1@M with match=':40} {'value':>6} {'95% interval':>16} {'chance':>7} ", end="")
        print(f"{'corrected':>9} {'discrim.':>10} {'pairs/s':>10}")
        for spec in [*MATCHERS, *more]:
            print(row(items, spec, vectors))


def row(items: PhraseItems, spec: str, vectors: str | None) -> str:
    """Return one line: a matcher's figures and its speed on the pairs of the documents themselves."""
    measure: Any = lydite.parse(f"F1(match={spec})")
    items = replace(items, _memory={})
    scored = score_items(items, "predictions", [measure], ShufflePlan())
    r = summarise([scored], Options())[0]
    name = spec.replace(f'"{vectors}"', Path(vectors).name.split("-")[0]) if vectors else spec
    return (
        f"{name:40} {r.value:6.4f} [{r.low:.4f}, {r.high:.4f}] {_or_none(r.chance):>7} "
        f"{_or_none(r.corrected):>9} {discrimination(items, spec):10.4f} {speed(items, spec):10,.0f}"
    )


def _or_none(value: float | None) -> str:
    """Write a figure; that of a measure that chance cannot reach is none."""
    return "–" if value is None else f"{value:.4f}"


def discrimination(items: PhraseItems, spec: str) -> float:
    """Return how often the own predictions of an item score above those of another one."""
    metric = Discrimination()
    rows = metric.statistics(DocumentSet("", items).judge(lydite.matcher(spec)))
    return float(metric.value(rows.sum(0)[None]))


def speed(items: PhraseItems, spec: str) -> float:
    """Return pairs per second of a matcher that has seen nothing yet, kernels compiled."""
    text = items.words.phrases
    left, right = [], []
    for i in range(len(items)):
        gold = items.gold.codes[items.gold.starts[i] : items.gold.starts[i + 1]]
        for p in items.predicted.codes[items.predicted.starts[i] : items.predicted.starts[i + 1]]:
            left += [text[p]] * len(gold)
            right += [text[g] for g in gold]
    matcher = lydite.matcher(spec)
    matcher.score("warm", "up")
    start = time.perf_counter()
    matcher.pairs(left, right)
    return len(left) / (time.perf_counter() - start)


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", nargs="?", default=os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    asked.add_argument("--vectors")
    options = asked.parse_args()
    main(Path(options.folder) / "keyphrases", options.vectors)
