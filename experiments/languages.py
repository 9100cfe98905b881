"""Agreement with people in Italian, and across English and Italian, beside English; what a language costs.

    python experiments/languages.py [--folder FOLDER] [--using SPEC]

FOLDER is that of the public data (or LYDITE_SHARED_DATA). SPEC is a matcher that takes ``store`` and
``language``, without parentheses; where it takes ``candidate`` and ``reference``, it is asked across, too.
Nothing was chosen on these sets. Prints Spearman's rho with a 95% percentile interval (2,000 resamples of
pairs) on all pairs and on those both of whose words are known, and processor time: of adding a language to a
store, and of pairs that are searched for the first time.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import rankdata

import lydite
from lydite.probes.agreement import read_pairs
from lydite.sources.wordnet.multilingual import compile_languages, read_languages

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lydite.matchers.base import Matcher

    Pairs = list[tuple[str, str, float]]

TIMES = 2_000


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=os.environ.get("LYDITE_SHARED_DATA"))
    parser.add_argument("--using", default="wordnet")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        store = f"{name}/words"
        files = [given.folder / "omw" / "wn-data-ita.tab"]
        cost = min(_timed(lambda: compile_languages(read_languages(files), store)) for _ in range(3))
        words = given.folder / "substitution"
        english = [
            p for part in ("training", "dev") for p in _read(words / f"hyperlex_{part}_all_random.txt")
        ]
        italian = _read(words / "hyperlex-it.txt")
        mixed = _read(words / "hyperlex-enit.txt")
        sets = {
            "English": [(english, "language=en")],
            "Italian": [(italian, "language=it")],
            "English for Italian": [(_side(mixed, "en"), "candidate=en, reference=it")],
            "Italian for English": [(_side(mixed, "it"), "candidate=it, reference=en")],
        }
        if "candidate" not in lydite.matcher(given.using).arguments():
            sets = {title: sets[title] for title in ("English", "Italian")}
        else:
            sets["across, together"] = sets["English for Italian"] + sets["Italian for English"]
        print("| HyperLex | pairs | rho, all | both known | rho, both known | seconds for 1,000 |")
        print("| --- | --- | --- | --- | --- | --- |")
        for title, parts in sets.items():
            made = [(p, lydite.matcher(f'{given.using}(store="{store}", {how})')) for p, how in parts]
            print(f"| {title} | {_row(made)} |")
    print(f"\nItalian added to a store in {cost:.2f} s of processor time.")


def _read(path: Path) -> Pairs:
    return [(p.candidate, p.reference, p.rating) for p in read_pairs(path).pairs]


def _side(pairs: Pairs, language: str) -> Pairs:
    """Return the pairs whose candidate is of this language, without the marks of languages."""
    return [(a[3:], b[3:], r) for a, b, r in pairs if a.startswith(f"{language}_")]


def _row(parts: list[tuple[Pairs, Matcher]]) -> str:
    scores, known, gold, took = [], [], [], 0.0
    for pairs, matcher in parts:
        ones, others = [a for a, _, _ in pairs], [b for _, b, _ in pairs]
        type(matcher)(**matcher.arguments()).pairs(ones, others)  # kernels are loaded, nothing is remembered
        matcher.pairs(ones[:1], others[:1])
        began = time.process_time()
        scores.append(matcher.pairs(ones, others))
        took += time.process_time() - began
        side, other = matcher.sides
        known.append(side.known(ones) & other.known(others))
        gold.append([r for _, _, r in pairs])
    s, k, g = np.concatenate(scores), np.concatenate(known), np.concatenate(gold)
    return f"{len(s):,} | {_rho(s, g)} | {k.mean():.1%} | {_rho(s[k], g[k])} | {1000 * took / len(s):.2f}"


def _rho(scores: NDArray[np.float64], gold: NDArray[np.float64]) -> str:
    draws = np.random.default_rng(1).integers(len(gold), size=(TIMES, len(gold)))
    low, high = np.percentile([_spearman(scores[d], gold[d]) for d in draws], [2.5, 97.5])
    return f"{_spearman(scores, gold):.3f} [{low:.3f}, {high:.3f}]"


def _spearman(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    return float(np.corrcoef(rankdata(x), rankdata(y))[0, 1])


def _timed(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


if __name__ == "__main__":
    main()
