"""Two people on the same paper: how much agreement each matcher sees, and how much of it is chance.

    python experiments/soft.py [--vectors FILE] DATA

Gold and predictions are two sets of keyphrases of the same documents: authors' against readers' (SemEval-2010
train, NUS), controlled against uncontrolled ones (Inspec test). For each matcher: F1@M with its 95% interval,
the F1 that predictions of other documents get (chance), and what is left (corrected). DATA is the folder of
the public data; ``--vectors`` names a file of English word vectors.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import lydite

SETS = {
    "SemEval-2010 train, author against reader": ("semeval2010/train.author", "semeval2010/train.reader"),
    "NUS, author against reader": ("nus/test.author", "nus/test.reader"),
    "Inspec test, controlled against uncontrolled": ("inspec/test.contr", "inspec/test.uncontr"),
}
MATCHERS = [
    "exact", "stem", "morph", "includes", "part_of", "bleu", "r_precision", "modified_r_precision", "rouge",
    "meteor", "meaning", "meaning(ask=kind)", "meaning(ask=kind, vectors=wordllama)", "wordnet",
    "wordnet(preset=thesis)", "ncd",
    "cosine(vectors=wordllama)", "cosine(vectors=wordllama, rescale=yes)",
]  # fmt: skip


def main(arguments: list[str] | None = None) -> None:
    """Print one table for each pair of files."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("data", type=Path)
    options.add_argument("--using", nargs="+", default=MATCHERS)
    options.add_argument("--vectors")
    asked = options.parse_args(arguments)
    own = [f'cosine(vectors="{asked.vectors}"{r})' for r in ("", ", rescale=yes")] if asked.vectors else []
    for title, names in SETS.items():
        gold, run = (asked.data / "keyphrases" / f"{name}.json" for name in names)
        if gold.exists():
            print(f"\n{title}")
            print(f"{'F1@M with match=':40}  value     95% interval  chance corrected")
            for spec in [*asked.using, *own]:
                r = lydite.evaluate(gold, run, f"F1(match={spec})", missing="skip")[0]
                left = [f"{'–' if v is None else f'{v:.4f}':>8}" for v in (r.chance, r.corrected)]
                print(f"{spec:40} {r.value:6.4f} [{r.low:.4f}, {r.high:.4f}]", *left)


if __name__ == "__main__":
    main()
