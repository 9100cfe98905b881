"""Author against reader keyphrases: how far two people agree on strings.

    python experiments/keyphrases.py DATA

Gold: the keyphrases that the authors gave their paper. Predictions: those that readers gave it. DATA is the
folder of the public data, with SemEval-2010 Task 5 (train) and NUS as `{document: [[variant, …], …]}`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import lydite

SETS = {
    "SemEval-2010 train": ("semeval2010/train.author.json", "semeval2010/train.reader.json"),
    "NUS": ("nus/test.author.json", "nus/test.reader.json"),
}
MEASURES = [f"{m}(match={how})" for how in ("exact", "stem") for m in ("P", "R", "F1")]


def main(data: Path) -> None:
    """Print both data sets, both matchers, with intervals."""
    for name, (gold, run) in SETS.items():
        print(f"\n{name}: readers against authors")
        print(
            lydite.evaluate(data / "keyphrases" / gold, data / "keyphrases" / run, MEASURES, missing="skip")
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
