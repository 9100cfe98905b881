"""Ask the ``wn`` package for path lengths in the WN-LMF file that the tests read, and write them down.

The file is written by one environment (this package), the lengths are found in another that has ``wn``:

    PYTHONPATH=src:tests python -c "import lmf_excerpt; print(lmf_excerpt.write_lmf(), end='')" > excerpt.xml
    pip install wn==1.1.1
    python tools/wn_paths.py excerpt.xml tests/sources/wn_paths.json
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

PAIRS = 400


def main(source: Path, target: Path) -> None:
    """Write the lengths of some pairs of synsets of one part of speech; verbs hang from one imagined root."""
    import wn
    from wn.taxonomy import shortest_path

    wn.config.data_directory = tempfile.mkdtemp()
    wn.add(source, progress_handler=None)
    lexicon = wn.Wordnet("x:1")
    chance = random.Random(1)
    rows = []
    for pos in "nv":
        synsets = sorted(lexicon.synsets(pos=pos), key=lambda s: s.id)
        for _ in range(PAIRS):
            a, b = chance.choice(synsets), chance.choice(synsets)
            rows.append([a.id[2:], b.id[2:], len(shortest_path(a, b, simulate_root=pos == "v"))])
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    pairs = ",\n".join(json.dumps(row) for row in rows)
    target.write_text(f'{{"wn": "{version("wn")}", "file": "{digest}", "pairs": [\n{pairs}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
