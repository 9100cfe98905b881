"""Author against reader keyphrases: how far two people agree on strings.

Gold: the keyphrases that the authors gave their paper. Predictions: those that readers gave it. Data:
SemEval-2010 Task 5 (train) and NUS, as `{document: [[variant, …], …]}`; the folder is the first argument
or LYDITE_SHARED_DATA.

    python experiments/keyphrases.py ../shared/data
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import lydite
from lydite.files import digest

SETS = {
    "SemEval-2010 train": ("semeval2010/train.author.json", "semeval2010/train.reader.json"),
    "NUS": ("nus/test.author.json", "nus/test.reader.json"),
}
MEASURES = [f"{m}(match={how})" for how in ("exact", "stem") for m in ("P", "R", "F1")]


def main(folder: Path) -> None:
    """Print both data sets, both matchers, with intervals."""
    print(f"{'data set':20} {'measure':16} {'value':>7}  95% interval      n")
    for name, (gold, run) in SETS.items():
        results = lydite.evaluate(folder / gold, folder / run, MEASURES, missing="skip")
        for r in results:
            print(f"{name:20} {r.measure:16} {r.value:7.4f}  [{r.low:.4f}, {r.high:.4f}]  {r.n:3}")
        sources = f"gold {digest(folder / gold)}, predictions {digest(folder / run)}"
        print(f"{'':20} {sources}", *results.notes, sep="; ")


if __name__ == "__main__":
    root = Path(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    main(root / "keyphrases")
