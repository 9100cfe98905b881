"""Compare settings of ``tools/match.py`` on training parts only, and say which one the rule chooses.

    python tools/choose.py DATA WORDNET [--settings NAME …]    # the first one counts as the present

Every setting is learned five times without a fifth of the references (of patents: the anchors) and measured
on that fifth: patent phrases of the training part, the fitted halves of SimLex, SimVerb, SemEval-2017, CLSS
and the thesauri, pairs of WordNet; and on keyphrases of Inspec's training documents, of which half choose the
floor, and a fifth of the other half is measured with each fold. Nothing that figures are reported on is read:
not patent-dev, not the other halves, not the technical pairs, NUS, or Inspec's parts dev and test.

Folds are by reference. A pair of the fifth that another fifth has too (in the other order, or from another
set) is not learned. A pair of which nothing is known scores 0 here; the model of the package gives it the
mean of unrelated pairs.

The rule (``choose``). Figures count in steps (``STEPS``). Most steps go from what was required of a figure at
least to what was aimed at. No share of synonyms missed was required of thesauri: it has the step of the
technical pairs. The value of a setting is the mean of six parts: patents (two correlations), ratings (four),
labels told from siblings (three AUC), yes or no at .5 (synonyms missed and siblings passed, three thesauri),
calibration with as many unrelated pairs, and lists of one document told from those of two. A setting has to
keep ``LIMITS``: unrelated keyphrases and lists, top nouns, hypernyms far up. They were required, except that
of lists: .11 was required, .1 is the goal of the floor.

1. Of the settings that keep the limits, the highest value wins. The present setting stays unless the best is
   ahead of it by one standard error of the difference over the folds.
2. The number of trees is no criterion: trees cost a tenth of a score.
3. What is chosen is fitted to all training pairs, and the reported figures (``experiments/match.py``) are
   looked at. Where one misses what was required at least (rounded to the digits of the requirement), the next
   setting by value takes its place, at most three more. No setting is looked at twice.
4. If none meets all, the one is taken that misses the fewest requirements, by the least.

docs/evidence/meaning.md names all settings that were looked at. ``KNEES`` are tried with the best two of
the other settings.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
import match
from encoder import wordnet
from match import Row, Settings, sets
from scipy.stats import pearsonr, spearmanr

from lydite.knowledge.wordnet import open_wordnet
from lydite.matchers.base import code_pairs
from lydite.matchers.meaning.matching import MatchEngine, open_evidence
from lydite.matchers.meaning.meaning import Meaning
from lydite.matchers.meaning.trees import Trees

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FOLDS = 5
KNEES = (0.75, 0.8)
MODELS: dict[str, dict[str, Any]] = {
    "2 x 220": {"models": 2},
    "3 x 220": {"models": 3},
    "4 x 220": {"models": 4},
    "4 x 150": {"models": 4, "trees": 150, "rate": 0.15},
    "4 x 110": {"models": 4, "trees": 110, "rate": 0.2},
}
SETTINGS = {"present": Settings()} | {
    f"{name}, zeros {zeros}": Settings(zeros=zeros, knee=0.7, **own)
    for name, own in MODELS.items()
    for zeros in (1.9, 2.6)
}
STEPS: dict[str, dict[str, float]] = {
    "patents": {"patents, Pearson": 0.02, "patents, Spearman": 0.03},
    "ratings": {"SimLex": 0.03, "SimVerb": 0.03, "SemEval-2017": 0.03, "CLSS": 0.04},
    "labels": {"cancers, AUC": 0.02, "EuroVoc, AUC": 0.02, "STW, AUC": 0.03},
    "yes or no": {
        "cancers, missed": -0.06, "EuroVoc, missed": -0.06, "STW, missed": -0.06,
        "cancers, passed": -0.03, "EuroVoc, passed": -0.01, "STW, passed": -0.01,
    },
    "calibration": {"calibration error": -0.02},
    "apart": {"lists told apart": 0.015},
}  # fmt: skip
"""What counts as a step of each figure; negative: lower is better."""
LIMITS = {"two keyphrases": 0.03, "two lists": 0.1, "top nouns": 0.03, "five levels up, of one": 0.3}


def fold(key: str) -> int:
    """Return the fold of a reference or a document, always the same."""
    return zlib.crc32(f"fold:{key.lower()}".encode()) % FOLDS


class Pairs:
    """The evidence of pairs, looked up once for all models."""

    def __init__(self, source: Any, pairs: list[tuple[str, str]]) -> None:
        phrases, left, right = code_pairs(*map(list, zip(*pairs, strict=True)))
        self.source, self.columns = source, source.columns(phrases, left, right)
        shares = source.known_shares(phrases)
        met = (self.columns["same"] > 0) | (self.columns["acronym"] > 0)
        self.known = np.where(met, 1.0, np.minimum(shares[left], shares[right]))

    def rows(self, keep: Any) -> dict[str, Any]:
        """Return the evidence of some pairs."""
        return {name: column[keep] for name, column in self.columns.items()}

    def scores(self, trees: Trees, keep: Any = slice(None)) -> Any:
        """Return what a model makes of some pairs."""
        return MatchEngine(self.source, trees).score(self.rows(keep), self.known[keep])


def trees_of(found: dict[str, Any]) -> Trees:
    """Return the model of arrays."""
    own = {"names": tuple(found["names"].tolist()), "ways": found["ways"].astype(np.int32)}
    return Trees(**found | own, digest="")


class Documents:
    """Keyphrases of Inspec's training documents: unrelated pairs and lists, and both lists of a document."""

    def __init__(self, source: Any, data: Path, keep: Any) -> None:
        free, controlled = (
            {i: phrases for i, phrases in sets.keyphrases(data, f"inspec/train.{kind}").items() if keep(i)}
            for kind in ("uncontr", "contr")
        )
        lone, self.lists = sets.unrelated(free, len(free))
        ids = sorted(set(free) & set(controlled))
        self.own = len(ids)
        self.both = [(controlled[i], free[i]) for i in ids]
        self.both += [
            (controlled[i], free[ids[(k + j) % len(ids)]]) for j in (7, 31) for k, i in enumerate(ids)
        ]
        of_lists, of_both = sets.pairs_of(self.lists), sets.pairs_of(self.both)
        self.ends = np.cumsum([len(lone), len(of_lists), len(of_both)]).tolist()
        self.pairs = Pairs(source, [*lone, *of_lists, *of_both])

    def measured(self, trees: Trees) -> tuple[Any, Any, float]:
        """Return the scores of unrelated pairs, of unrelated lists, and how often lists are told apart."""
        scores = self.pairs.scores(trees)
        lone, lists, both = np.split(scores, self.ends[:2])
        means = sets.best_matches(both, self.both)
        apart = sets.auc(means[: self.own], means[self.own :])
        return lone, sets.best_matches(lists, self.lists), apart

    def floor(self, trees: Trees, settings: Settings) -> float:
        """Return the least floor by which unrelated lists score no more than the settings say."""
        scores = self.pairs.scores(trees, slice(self.ends[0], self.ends[1]))
        return match.least_floor(scores, self.lists, settings)


def figures(trees: Trees, rows: list[Row], pairs: Pairs, keep: Any, documents: Documents) -> dict[str, float]:
    """Return the figures of one fold."""
    scores, own = pairs.scores(trees, keep), [rows[i] for i in keep]
    source, ratings = np.array([row.source for row in own]), np.array([row.rating for row in own])
    lone, lists, apart = documents.measured(trees)
    s, y = scores[source == "patent"], ratings[source == "patent"]
    out = {"patents, Pearson": pearsonr(s, y)[0], "patents, Spearman": spearmanr(s, y)[0]}
    mixed = np.concatenate([s, np.resize(lone, len(s))]), np.concatenate([y, np.zeros(len(s))])
    out["calibration error"] = sets.calibration(*mixed)
    for name in match.WEIGHTS:
        s, y = scores[source == name], ratings[source == name]
        if name != "CLSS":  # both ways, one after the other
            s, y = s[::2] + s[1::2], y[::2]
        out[name] = spearmanr(s, y)[0]
    for name in sets.THESAURI:
        labels = source == name
        right, wrong = scores[labels & (ratings > 0.5)], scores[labels & (ratings < 0.5)]
        out[f"{name}, AUC"] = sets.auc(right, wrong)
        out[f"{name}, missed"], out[f"{name}, passed"] = (right < 0.5).mean(), (wrong >= 0.5).mean()
    up = scores[source == "up"]
    levels = [up[ratings[source == "up"] == match.LEVELS[i]].mean() for i in (0, 4)]
    return out | {
        "lists told apart": apart,
        "two keyphrases": lone.mean(),
        "two lists": lists.mean(),
        "top nouns": scores[source == "top"].mean(),
        "five levels up, of one": levels[1] / levels[0],
        "floor": trees.floor,
    }


def value(found: dict[str, float]) -> float:
    """Return how good the figures of a setting are, in steps (only differences mean something)."""
    parts = [np.mean([found[name] / step for name, step in part.items()]) for part in STEPS.values()]
    return float(np.mean(parts))


class Compared(NamedTuple):
    """A setting against the best: how far behind, with the standard error, and limits that it breaks."""

    value: float
    behind: float
    error: float
    over: tuple[str, ...]


def compare(found: Mapping[str, Sequence[dict[str, float]]]) -> dict[str, Compared]:
    """Return each setting compared with the best one that keeps the limits, from the figures of each fold."""
    values = {name: np.array([value(fold) for fold in folds]) for name, folds in found.items()}
    over = {
        name: tuple(key for key, most in LIMITS.items() if np.mean([fold[key] for fold in folds]) > most)
        for name, folds in found.items()
    }
    best = max((name for name in found if not over[name]), key=lambda name: values[name].mean())
    out = {}
    for name, own in values.items():
        gap = values[best] - own
        error = float(gap.std(ddof=1) / np.sqrt(len(gap)))
        out[name] = Compared(float(own.mean()), float(gap.mean()), error, over[name])
    return out


def choose(compared: Mapping[str, Compared]) -> list[str]:
    """Return the settings that keep the limits in the order of the rule; the first given is the present."""
    present, *_ = compared
    kept = sorted((name for name in compared if not compared[name].over), key=lambda n: compared[n].behind)
    if present in kept and compared[present].behind < compared[present].error:
        kept.sort(key=lambda name: name != present)
    return kept


def main() -> None:
    """Print a row for each figure, a column for each setting, and what the rule chooses."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("wordnet", type=Path)
    parser.add_argument("--settings", nargs="+", choices=list(SETTINGS), default=list(SETTINGS))
    given = parser.parse_args()
    rows = match.all_rows(given.data, wordnet(given.wordnet))
    source = open_evidence(Meaning(ask="kind").engine, open_wordnet())
    pairs = Pairs(source, [(row.candidate, row.reference) for row in rows])
    folds = np.array([fold(row.key) for row in rows])
    same = [match.same_pair(row.candidate, row.reference) for row in rows]
    chosen_from = Documents(source, given.data, lambda i: not sets.half(i))
    documents = [
        Documents(source, given.data, lambda i, k=k: sets.half(i) and fold(i) == k) for k in range(FOLDS)
    ]
    kept: dict[Any, dict[str, Any]] = {}
    found: dict[str, list[dict[str, float]]] = {}

    def learned(settings: Settings, k: int) -> dict[str, Any]:
        """Return a model without what is learned on a fold; each of its parts is fitted once."""
        own = {same[i] for i in np.flatnonzero(folds == k)}
        rest = [i for i in np.flatnonzero(folds != k) if same[i] not in own]
        parts = []
        for seed in range(settings.models):
            key = k, seed, replace(settings, models=1, knee=Settings.knee, lists=Settings.lists)
            if key not in kept:
                kept[key] = match.fit(pairs.rows(rest), [rows[i] for i in rest], settings, seed)
            parts.append(kept[key])
        return match.model_of(parts, list(pairs.columns), settings)

    def try_out(name: str, settings: Settings) -> None:
        """Measure a setting on all folds, and print the mean of each figure."""
        found[name] = []
        for k in range(FOLDS):
            model = learned(settings, k)
            floor = chosen_from.floor(trees_of(model), settings)
            trees = trees_of(model | {"floor": floor})
            found[name].append(figures(trees, rows, pairs, np.flatnonzero(folds == k), documents[k]))
        mean = {key: np.mean([f[key] for f in found[name]]) for key in found[name][0]}
        print(f"{name}: " + " · ".join(f"{key} {mean[key]:.4f}" for key in mean), flush=True)

    for name in given.settings:
        try_out(name, SETTINGS[name])
    compared = compare(found)
    _, *others = compared
    kept_limits = [name for name in others if not compared[name].over]
    for name in sorted(kept_limits, key=lambda n: compared[n].behind)[:2]:
        for knee in KNEES:
            try_out(f"{name}, knee {knee}", replace(SETTINGS[name], knee=knee))
    compared = compare(found)
    print("\n| setting | value | behind the best | standard error | limits kept |\n" + "| --- " * 5 + "|")
    for name, x in sorted(compared.items(), key=lambda item: item[1].behind):
        limits = ", ".join(x.over) or "all"
        print(f"| {name} | {x.value:.3f} | {x.behind:.3f} | {x.error:.3f} | {limits} |")
    print("\nin this order: " + "; ".join(choose(compared)))


if __name__ == "__main__":
    main()
