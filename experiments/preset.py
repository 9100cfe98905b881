"""Which values the default preset of `wordnet` has: the best on SWORDS among those that HyperLex allows.

Presets are drawn at random, once, without a look at any score: how senses count, whether opposites do, and
what transitions are worth. Each is scored on questions of four substitutes drawn from SWORDS's development
set, as in the table of all matchers, twenty draws together (thresholds as published), and on HyperLex,
training and development set (Spearman's ρ). Chosen is the highest Combo · SR among those with at least .66
on HyperLex.

The choice is made five times on four fifths (targets of SWORDS, pairs of HyperLex) and held against the last
fifth, which says what a choice like this is worth; then once on all, and that figure is optimistic.

    python experiments/preset.py [--count 400] [--seed 0] [FOLDER]
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from lydite.matchers.knowledge.wordnet import WordNetMatcher
from lydite.probes.agreement import read_pairs, read_questions, sample
from lydite.probes.agreement.metrics.combo import Combo
from lydite.probes.agreement.metrics.sr import SR
from lydite.probes.agreement.questions.judged import SubstituteScores
from lydite.probes.correlation import spearman
from lydite.progress import track

LEAST, FOLDS, DRAWS = 0.66, 5, 20
PRESENT = [
    {"preset": "thesis"},
    {"preset": "tuned"},
    {"preset": "tuned", "prior": "average"},
    {"preset": "tuned", "prior": "tags"},
    {},
]


def drawn(generator: np.random.Generator) -> dict[str, Any]:
    """Return one preset."""
    low = round(float(generator.uniform(0.5, 0.95)), 3)
    found: dict[str, Any] = {
        "prior": str(generator.choice(["none", "average", "tags", "tags"])),
        "power": float(generator.choice([0.05, 0.1, 0.2, 0.3, 0.5])),
        "antonyms": bool(generator.integers(2)),
        "sim": round(float(generator.uniform(0.3, 0.95)), 3),
        "der": round(float(generator.uniform(0.2, 0.8)), 3),
        "sp_min": low,
        "sp_max": round(float(generator.uniform(low, 0.99)), 3),
        "gn_max": round(float(generator.uniform(0.3, 0.99)), 3),
        "clip": bool(generator.integers(2)),
        "gn_min": float(generator.choice([0.0, 0.1, 0.2, 0.3])),
    }
    if found["prior"] != "tags":
        del found["power"]
    if found["clip"]:
        del found["gn_min"]
    return found


class Data:
    """The questions of all draws, and HyperLex, each with its folds."""

    def __init__(self, folder: Path, generator: np.random.Generator) -> None:
        swords = read_questions(folder / "swords-v1.1_dev.json.gz")
        draws = [sample(swords, seed=seed).questions for seed in range(DRAWS)]
        targets = sorted({q.substitutee for draw in draws for q in draw})
        part = dict(zip(targets, generator.permutation(len(targets)) % FOLDS, strict=True))
        self.folds = [np.array([part[q.substitutee] for q in draw]) for draw in draws]
        self.votes = [SubstituteScores.of(draw) for draw in draws]
        asked = [[(s.phrase, q.substitutee) for q in draw for s in q.substitutes] for draw in draws]
        self.asked = sorted({pair for draw in asked for pair in draw})
        number = {pair: i for i, pair in enumerate(self.asked)}
        self.places = [np.array([number[pair] for pair in draw]) for draw in asked]
        parts = [read_pairs(folder / f"hyperlex_{name}_all_random.txt") for name in ("training", "dev")]
        pairs = (parts[0] + parts[1]).pairs
        self.asked += [(p.candidate, p.reference) for p in pairs]
        self.grades = np.array([p.rating for p in pairs])
        self.pair_folds = generator.permutation(len(pairs)) % FOLDS

    def judge(self, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return sums of Combo's and SR's statistics by draw and fold, and the scores of HyperLex."""
        sums = np.zeros((DRAWS, FOLDS, 6))
        for draw, (votes, folds, places) in enumerate(zip(self.votes, self.folds, self.places, strict=True)):
            judged = SubstituteScores(
                votes.layout, votes.votes, votes.coverage, votes.accepted, scores[places]
            )
            rows = np.concatenate([Combo().statistics(judged), SR().statistics(judged)], axis=1)
            np.add.at(sums[draw], folds, rows)
        return sums, scores[len(scores) - len(self.grades) :]


def product(sums: np.ndarray) -> tuple[float, float, float]:
    """Return Combo · SR, Combo and SR over some folds, the mean over draws."""
    total = sums.sum(axis=1)
    combo, sr = Combo().value(total[:, :4]), SR().value(total[:, 4:])
    return float((combo * sr).mean()), float(combo.mean()), float(sr.mean())


@functools.cache
def remembered() -> dict[str, Any]:
    """Return the targets of phrases, which all presets share."""
    return {}


def main(asked: argparse.Namespace) -> None:
    """Draw, score, choose and print."""
    generator = np.random.default_rng(asked.seed)
    data = Data(Path(asked.folder) / "substitution", generator)
    presets = [*PRESENT, *(drawn(generator) for _ in range(asked.count))]
    left, right = [a for a, _ in data.asked], [b for _, b in data.asked]
    found = []
    for preset in track(presets, "presets"):
        matcher = WordNetMatcher(**preset)
        if matcher.settings["prior"] != "none":
            object.__setattr__(matcher, "_targets", remembered())
        found.append(data.judge(matcher.pairs(left, right)))
        if asked.each:
            rho = spearman(found[-1][1], data.grades)
            print(f"{rho:.3f}", " ".join(f"{x:.3f}" for x in product(found[-1][0])), preset, flush=True)

    def chosen(folds: np.ndarray) -> int:
        kept = np.isin(data.pair_folds, folds)
        rho = np.array([spearman(scores[kept], data.grades[kept]) for _, scores in found])
        worth = np.array([product(sums[:, folds])[0] for sums, _ in found])
        allowed = np.where(rho >= LEAST, worth, -1.0)
        return len(PRESENT) + int(np.argmax(allowed[len(PRESENT) :]))

    def line(name: str, place: int, folds: np.ndarray) -> list[float]:
        sums, scores = found[place]
        kept = np.isin(data.pair_folds, folds)
        values = [spearman(scores[kept], data.grades[kept]), *product(sums[:, folds])]
        print(f"{name:10}", "  ".join(f"{v:.3f}" for v in values), f" {WordNetMatcher(**presets[place])}")
        return values

    every = np.arange(FOLDS)
    print(f"{len(presets)} presets, seed {asked.seed}\n           ρ      C·SR   Combo  SR")
    for place in range(len(PRESENT)):
        line("all", place, every)
    held = [line(f"fold {k}", chosen(every[every != k]), every[k : k + 1]) for k in range(FOLDS)]
    print("held out  ", "  ".join(f"{v:.3f}" for v in np.mean(held, axis=0)), " mean of the folds")
    line("chosen", chosen(every), every)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("folder", nargs="?", default=os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    options.add_argument("--count", type=int, default=400)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--each", action="store_true", help="print every preset")
    sys.exit(main(options.parse_args()))
