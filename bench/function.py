"""What a matcher costs as a function of users: rouge(n=1), itself and wrapped, over the same documents.

    python bench/function.py [--runs 5] [--documents 20000] [--seed 0]

Documents are those of soft.py. Each run is a fresh process, with imports, the default measures, chance and
intervals in its processor seconds; the two take turns, and the ratio is the median over pairs of runs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from soft import fresh, sample

CODE = """
import json, sys, lydite
gold, run = json.load(open(sys.argv[1]))
rouge = lydite.matcher("rouge(n=1)")
match = lydite.custom(rouge.pairs, name="rouge") if sys.argv[2] == "wrapped" else rouge
lydite.evaluate(gold, run, match=match)
"""


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--runs", type=int, default=5)
    asked.add_argument("--documents", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=0)
    options: Any = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "both.json"
        file.write_text(json.dumps(sample(options.documents, options.seed)), "utf-8")
        turns = []
        for _ in range(options.runs + 1):  # the first compiles
            both = [fresh([sys.executable, "-c", CODE, str(file), way])[0] for way in ("itself", "wrapped")]
            turns.append(both)
            print("rouge(n=1) {:.2f}, wrapped {:.2f} processor seconds".format(*both), flush=True)
    ratio = statistics.median(wrapped / itself for itself, wrapped in turns[1:])
    print(f"{options.documents:,} documents: wrapped is {ratio:.2f} times as slow, median of {options.runs}")


if __name__ == "__main__":
    main()
