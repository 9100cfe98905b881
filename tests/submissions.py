"""A folder of submissions as organisers get them: many that are fine, and ten that are broken in ten ways."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np

WORDS = [
    f"{a} {b}" for a in ("neural", "deep", "semantic", "graph", "word") for b in ("model", "search", "net")
]
BROKEN = {
    "empty.jsonl": b"",
    "half.jsonl": b'{"id": "d000", "phrases": ["neural model"]}\n{"id": "d001", "phrases": [',
    "twice.jsonl": b'{"id": "d000", "phrases": ["a"]}\n{"id": "d000", "phrases": ["b"]}\n',
    "latin.csv": "id,phrases\nd000,caf\u00e9\n".encode("latin-1"),
    "noise.bin": bytes(range(128, 256)) * 9,
    "cut.jsonl.gz": gzip.compress(b'{"id": "d000", "phrases": ["a"]}\n' * 99)[:-20],
    "columns.csv": b"id,phrases\nd000,a\nd001,b,c,d\n",
    "others.jsonl": b'{"id": "D000.txt", "phrases": ["a"]}\n{"id": "D001.txt", "phrases": ["b"]}\n',
    "numbers.json": b"[1, 2, 3]",
    "fields.jsonl": b'{"name": "d000", "nothing": 1}\n',
}


def write(folder: Path, systems: int = 190, items: int = 100, seed: int = 0) -> tuple[Path, Path]:
    """Write gold and a folder of submissions beside it; return both."""
    rng = np.random.default_rng(seed)
    ids = [f"d{i:03d}" for i in range(items)]
    gold = {i: [WORDS[w] for w in rng.choice(len(WORDS), 4, replace=False)] for i in ids}
    place = folder / "submissions"
    place.mkdir(parents=True)
    _save(folder / "gold.jsonl", gold)
    for system in range(systems):
        good = 0.9 - 0.7 * system / systems
        said = {
            i: [g if rng.random() < good else WORDS[rng.integers(len(WORDS))] for g in phrases]
            for i, phrases in gold.items()
        }
        _save(place / f"team-{system:03d}.jsonl", said)
    for name, content in BROKEN.items():
        (place / name).write_bytes(content)
    return folder / "gold.jsonl", place


def _save(path: Path, lists: dict[str, list[str]]) -> None:
    lines = (json.dumps({"id": i, "phrases": phrases}) for i, phrases in lists.items())
    path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    import sys

    write(Path(sys.argv[1]))
