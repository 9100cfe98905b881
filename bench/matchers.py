"""Match matrices of 100 documents × 15 × 15 phrases × 19 systems (427,500 pairs), beside nltk's METEOR.

Phrases are drawn from the real keyphrases of Inspec, NUS and SemEval-2010 (LYDITE_SHARED_DATA): a system
finds about a third of the document's own phrases, the rest are those of others. Each matcher gets the
strings of all pairs; the time includes folding, stemming, look-up in its source, everything but the
compilation of kernels (paid once and cached on disk), which a first small run takes out. nltk gets a
sample of the same pairs as words, its METEOR with the thesis's parameters.

    python bench/matchers.py [--vectors FILE] [--wordnet FOLDER] [--nltk-pairs 4000] [--whole]

``--wordnet`` names a folder of WordNet files for nltk's synonyms; without it nltk skips that pass and is
faster. ``--whole`` also times the shell command that scores all 19 systems with wordnet.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import lydite
from lydite.matchers.surface.words import words_of

FILES = (
    "inspec/train.contr inspec/train.uncontr inspec/test.contr inspec/test.uncontr nus/test.combined "
    "semeval2010/train.combined"
)
DOCUMENTS, PHRASES, SYSTEMS = 100, 15, 19
MATCHERS = [
    "exact", "stem", "morph", "includes", "part_of", "r_precision", "modified_r_precision", "bleu", "rouge",
    "meteor(synonyms=no)", "meteor", "ncd", "wordnet", "wordnet(preset=thesis)", "cosine(vectors=wordllama)",
]  # fmt: skip


def sample(folder: Path, seed: int = 0) -> tuple[dict[str, list[str]], list[dict[str, list[str]]]]:
    """Return gold and the predictions of 19 systems."""
    lists = []
    for name in FILES.split():
        found = json.loads((folder / "keyphrases" / f"{name}.json").read_text("utf-8"))
        lists += [[variants[0] for variants in phrases] for phrases in found.values()]
    pool = sorted({phrase for phrases in lists for phrase in phrases})
    generator = np.random.default_rng(seed)
    rich = [phrases for phrases in lists if len(set(phrases)) >= PHRASES]
    chosen = generator.choice(len(rich), DOCUMENTS, replace=False)
    gold = {f"d{i:03}": list(dict.fromkeys(rich[c]))[:PHRASES] for i, c in enumerate(chosen)}
    systems = []
    for _ in range(SYSTEMS):
        run = {}
        for item, phrases in gold.items():
            own = list(generator.permutation(phrases)[: generator.integers(2, 8)])
            others = list(generator.choice(pool, PHRASES - len(own), replace=False))
            run[item] = [str(p) for p in generator.permutation(own + others)]
        systems.append(run)
    return gold, systems


def nltk_meteor(left: list[str], right: list[str], folder: str | None) -> float:
    """Return pairs per second of nltk's METEOR."""
    from nltk.stem.porter import PorterStemmer
    from nltk.translate.meteor_score import single_meteor_score

    sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
    from lexical_oracles import PARAMETERS, NoSynonyms, wordnet

    synsets = wordnet(folder) if folder else NoSynonyms()
    stemmer = PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM)
    pairs = [(words_of(a), words_of(b)) for a, b in zip(left, right, strict=True)]
    for a, b in pairs[:50]:  # opens its files
        single_meteor_score(b, a, stemmer=stemmer, wordnet=synsets, **PARAMETERS)
    start = time.perf_counter()
    for a, b in pairs:
        single_meteor_score(b, a, stemmer=stemmer, wordnet=synsets, **PARAMETERS)
    return len(pairs) / (time.perf_counter() - start)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--vectors")
    asked.add_argument("--wordnet")
    asked.add_argument("--nltk-pairs", type=int, default=4_000)
    asked.add_argument("--whole", action="store_true")
    options = asked.parse_args()
    folder = Path(os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    if not folder.is_dir():
        print("no public data here (LYDITE_SHARED_DATA names its folder): nothing to match")
        return
    gold, systems = sample(folder)
    pairs = [(p, g) for run in systems for item in gold for p in run[item] for g in gold[item]]
    left, right = [p for p, _ in pairs], [g for _, g in pairs]
    print(f"{len(pairs):,} pairs, {len(set(pairs)):,} distinct, {len({*left, *right}):,} phrases")
    some = np.random.default_rng(1).choice(len(pairs), options.nltk_pairs, replace=False)
    peer = nltk_meteor([left[i] for i in some], [right[i] for i in some], options.wordnet)
    kind = "with synonyms" if options.wordnet else "without synonyms"
    print(f"{'nltk METEOR, ' + kind:34} {peer:12,.0f} pairs/s")
    for spec in [*MATCHERS, *([f'cosine(vectors="{options.vectors}")'] if options.vectors else [])]:
        try:
            rate = speed(spec, left, right)
        except lydite.LyditeError as error:
            print(f"{spec:34} {error}")
            continue
        print(f"{spec.split('/')[-1]:34} {rate:12,.0f} pairs/s  {rate / peer:8,.0f} × nltk's METEOR")
    if options.whole:
        whole(gold, systems)


def speed(spec: str, left: list[str], right: list[str]) -> float:
    warm: Any = lydite.matcher(spec)
    warm.pairs([f"{p} x{i}" for i, p in enumerate(left[:60_000])], right[:60_000])
    matcher: Any = lydite.matcher(spec)  # a new one: nothing remembered of any phrase
    start = time.perf_counter()
    matcher.pairs(left, right)
    return len(left) / (time.perf_counter() - start)


def whole(gold: Any, systems: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "gold.json").write_text(json.dumps(gold), "utf-8")
        for i, run in enumerate(systems):
            (folder / f"system{i:02}.json").write_text(json.dumps(run), "utf-8")
        runs = [str(folder / f"system{i:02}.json") for i in range(len(systems))]
        command = [sys.executable, "-m", "lydite", "score", str(folder / "gold.json"), *runs]
        for measure in ("F1(match=wordnet)", "F1(match=meteor)"):
            start = time.perf_counter()
            subprocess.run([*command, "-m", measure, "-o", str(folder / "out.txt")], check=True)
            took = time.perf_counter() - start
            print(f"lydite score, 19 systems, {measure}, intervals, chance, paired tests: {took:.1f} s")


if __name__ == "__main__":
    main()
