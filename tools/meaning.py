"""Learn the coefficients of ``meaning`` from votes, and write them with where they come from.

    python tools/meaning.py [-o FILE] [--folds FOLDER] [DATA]

DATA is the folder of the public sets (or LYDITE_SHARED_DATA). Votes: HyperLex's training part (the share that
gave 4 or more of 6 to "is a type of"), SWORDS dev (the share that accepted a substitute in context), and half
of SimLex-999 (similarity from 0 to 10, as a share). The weights are common to all three; each has
its own bias and, but for HyperLex, scale, and the bias of HyperLex is kept. Signs are fixed beforehand.
With ``--folds`` five more files are written: in the k-th nothing was learned from the k-th fifth of HyperLex
(training and dev together) and of SWORDS' targets, so that figures on it are on what was not fitted.
Needs the extra encoders.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

sys.path.insert(0, str(Path(__file__).parent.parent / "experiments"))
from folds import FOLDS, fitted_half, fold, pair_key

from lydite.matchers.meaning.meaning import Meaning
from lydite.matchers.meaning.model import EMBEDDED, SIGNS, WordEvidence
from lydite.probes.agreement import read_pairs, read_questions

HOME = Path(__file__).parent.parent / "src" / "lydite"
FILES = {
    "HyperLex training": "hyperlex_training_all_random.txt",
    "HyperLex dev": "hyperlex_dev_all_random.txt",
    "SWORDS dev": "swords-v1.1_dev.json.gz",
    "SimLex-999": "simlex999.csv",
}
LICENCES = {
    "HyperLex training": "free to use, to be cited: Vulić et al. 2017",
    "SWORDS dev": "CC BY 3.0 US: Lee et al. 2021",
    "SimLex-999": "free to use, to be cited: Hill et al. 2015",
}
RIDGE = 1e-3


@dataclass(frozen=True)
class Votes:
    """Pairs of words with the share that accepted them; ``fold`` is −1 for what is in none."""

    name: str
    candidates: list[str]
    references: list[str]
    shares: Any
    counts: Any
    fold: Any


def read_votes(data: Path) -> tuple[list[Votes], list[Votes]]:
    """Return the votes that are learned from, and those that only fold files learn from."""
    parts = [read_pairs(data / FILES[f"HyperLex {part}"]).pairs for part in ("training", "dev")]
    hyperlex = [
        Votes("HyperLex", [p.candidate for p in part], [p.reference for p in part],
              np.array([p.accepted for p in part]), np.array([float(len(p.ratings)) for p in part]),
              np.array([fold(pair_key(p.candidate, p.reference)) for p in part]))
        for part in parts
    ]  # fmt: skip
    questions = read_questions(data / FILES["SWORDS dev"]).questions
    rows: list[tuple[str, str, float, int, int]] = []
    for question in questions:
        number = fold(question.substitutee.lower())
        for one, votes in zip(question.substitutes, _votes(question), strict=True):
            if votes:
                rows.append((one.phrase, question.substitutee, sum(votes) / len(votes), len(votes), number))
    columns = list(zip(*rows, strict=True))
    swords = Votes("SWORDS", list(columns[0]), list(columns[1]), *(np.array(c, float) for c in columns[2:]))
    simlex_pairs = read_pairs(data / FILES["SimLex-999"]).pairs
    half = [p for p in simlex_pairs if fitted_half(p)]
    simlex = Votes(
        "SimLex", [p.candidate for p in half], [p.reference for p in half],
        np.array([p.rating / 10 for p in half]), np.full(len(half), 10.0), np.full(len(half), -1),
    )  # fmt: skip
    return [hyperlex[0], swords, simlex], [hyperlex[1]]


def _votes(question: Any) -> list[list[bool]]:
    """Return, for each substitute, what each person said who judged it: accepted or not."""
    found: list[list[bool]] = [[] for _ in question.substitutes]
    for answer in question.answers:
        for place, mark in enumerate(answer.marks):
            if mark is not None:
                found[place].append(mark == 1)
    return found


def evidence(matcher: Meaning, votes: Votes) -> tuple[dict[str, Any], Any]:
    """Return the features of the pairs that are words to the wordnet and not equal, and which these are."""
    engine = matcher.engine
    ones, others = engine.units(votes.candidates), engine.units(votes.references)
    left = np.array([u.whole for u in ones])
    right = np.array([u.whole for u in others])
    kept = np.flatnonzero((left >= 0) & (right >= 0))
    stem = engine.words.arrays.stem
    kept = kept[stem[left[kept]] != stem[right[kept]]]
    (related,), place = engine.relate(left[kept], right[kept])
    zipf = engine.zipf()
    found = WordEvidence(
        related.path[place], related.back[place], zipf[left[kept]] - zipf[right[kept]],
        (related.opposition[place] > 0) * 1.0, related.cosine[place],
    )  # fmt: skip
    return found.features(), kept


@dataclass(frozen=True)
class Sample:
    """Features, shares, weights and folds of one set of votes."""

    name: str
    features: Any
    shares: Any
    weights: Any
    fold: Any


def sample(matcher: Meaning, votes: Votes, names: list[str]) -> Sample:
    """Return what is learned from one set of votes; each set weighs the same in all."""
    features, kept = evidence(matcher, votes)
    table = np.stack([features[n] for n in names], axis=1)
    return Sample(votes.name, table, votes.shares[kept], votes.counts[kept], votes.fold[kept])


def learn(samples: list[Sample], names: list[str], skip: int | None = None) -> dict[str, Any]:
    """Return the coefficients with the highest likelihood of the votes, without those of one fold."""
    by_name: dict[str, list[tuple[Any, Any, Any]]] = {"HyperLex": [], "SWORDS": [], "SimLex": []}
    for one in samples:
        kept = np.ones(len(one.shares), bool) if skip is None else one.fold != skip
        by_name[one.name].append((one.features[kept], one.shares[kept], one.weights[kept]))
    sets = [[np.concatenate(x) for x in zip(*parts, strict=True)] for parts in by_name.values()]
    k = len(names)

    def loss(theta: Any) -> tuple[float, Any]:
        total, slope = RIDGE * float(np.square(theta[:k]).sum()), np.zeros_like(theta)
        slope[:k] = 2 * RIDGE * theta[:k]
        for j, (x, y, n) in enumerate(sets):
            bias, scale = theta[k + 2 * j], theta[k + 2 * j + 1]
            line = x @ theta[:k]
            logit = bias + scale * line
            share = n / n.sum()
            total += float((share * (np.logaddexp(0, logit) - y * logit)).sum())
            wrong = share * (1 / (1 + np.exp(-logit)) - y)
            slope[:k] += scale * (x.T @ wrong)
            slope[k + 2 * j] += wrong.sum()
            slope[k + 2 * j + 1] += (wrong * line).sum()
        slope[k + 1] = 0.0  # HyperLex has scale 1
        return total, slope

    start = np.concatenate([np.zeros(k), np.tile([-1.0, 1.0], 3)])
    signs = [(0.0, None) if SIGNS[n] > 0 else (None, 0.0) for n in names]
    limits = [*signs, *[(None, None), (0.05, 20.0)] * 3]
    limits[k + 1] = (1.0, 1.0)
    best = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=limits).x
    return {
        "weights": {n: round(float(w), 4) for n, w in zip(names, best[:k], strict=True)},
        "bias": round(float(best[k]), 4),
    }


def main() -> None:
    """Learn, and write what came out."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path, nargs="?", default=os.environ.get("LYDITE_SHARED_DATA"))
    parser.add_argument("-o", "--output", type=Path, default=HOME / EMBEDDED)
    parser.add_argument("--folds", type=Path, help="a folder for the files of the five folds")
    given = parser.parse_args()
    if given.data is None:
        parser.error("give the folder of the public data, or set LYDITE_SHARED_DATA")
    data = given.data / "substitution"
    shipped, only_folds = read_votes(data)
    plain = [n for n in SIGNS if n != "cosine"]
    blank = given.output.with_suffix(".blank")
    neutral = {"weights": {}, "bias": 0.0}
    blank.write_text(json.dumps({"plain": neutral, "vectors": neutral}), "utf-8")
    samples = {
        part: ([sample(matcher, v, names) for v in (*shipped, *only_folds)], names)
        for part, names, matcher in (
            ("plain", plain, Meaning(model=str(blank))),
            ("vectors", list(SIGNS), Meaning(model=str(blank), vectors="wordllama")),
        )
    }
    blank.unlink()
    files = {n: hashlib.sha256((data / f).read_bytes()).hexdigest()[:16] for n, f in FILES.items()}
    made = {"made by": "tools/meaning.py", "votes": files, "licences": LICENCES}
    _write(given.output, made, {p: learn(s[: len(shipped)], n) for p, (s, n) in samples.items()})
    if given.folds:
        given.folds.mkdir(parents=True, exist_ok=True)
        for k in range(FOLDS):
            found = {p: learn(s, n, k) for p, (s, n) in samples.items()}
            _write(given.folds / f"fold{k}.json", {**made, "without fold": k}, found)
        shutil.copy(given.output, given.folds / "foldall.json")


def _write(path: Path, made: dict[str, Any], found: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**made, **found}, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(path, json.dumps(found["plain"]), json.dumps(found["vectors"]))


if __name__ == "__main__":
    main()
