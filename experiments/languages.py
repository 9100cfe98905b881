"""Agreement with people in Italian, and across English and Italian, beside English (HyperLex).

    python experiments/languages.py DATA [--using SPEC]

DATA is the folder of the public data. SPEC is a matcher that takes ``store``, ``language``, ``candidate`` and
``reference``, without parentheses. Nothing was chosen on the Italian sets.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from pathlib import Path

import lydite
from lydite.cli import main as run
from lydite.probes.agreement import read_judgements

ENGLISH = ("hyperlex_training_all_random.txt", "hyperlex_dev_all_random.txt")


def side(mixed: Path, language: str, output: Path) -> None:
    """Write the pairs whose candidate (the second word) is of this language, without marks of languages."""
    with output.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("candidate", "reference", "rating"))
        for pair in read_judgements(mixed).pairs:
            if pair.candidate.startswith(f"{language}_"):
                table.writerow((pair.candidate[3:], pair.reference[3:], pair.rating))


def main(arguments: list[str] | None = None) -> None:
    """Print Spearman's correlation of each set."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("data", type=Path)
    options.add_argument("--using", default="wordnet")
    asked = options.parse_args(arguments)
    words = asked.data / "substitution"
    with tempfile.TemporaryDirectory() as name:
        folder, store = Path(name), f"{name}/words"
        run_quietly("build", "wordnet", str(asked.data / "omw" / "wn-data-ita.tab"), "-o", store)
        first, second = (read_judgements(words / file) for file in ENGLISH)
        sets = {"English": (first + second, "language=en")}
        sets["Italian"] = (read_judgements(words / "hyperlex-it.txt"), "language=it")
        for one, other in (("en", "it"), ("it", "en")):
            side(words / "hyperlex-enit.txt", one, folder / f"{one}.csv")
            sets[f"{one} for {other}"] = (
                read_judgements(folder / f"{one}.csv"),
                f"candidate={one}, reference={other}",
            )
        for title, (data, how) in sets.items():
            spec = f'{asked.using}(store="{store}", {how})'
            [r] = lydite.agree(data, spec, "spearman", human="none", baselines=False)
            print(f"{title:12} {len(data):6,} pairs  {r.value:.3f} [{r.low:.3f}, {r.high:.3f}]", flush=True)


def run_quietly(*command: str) -> None:
    """Run a command of lydite; its status is that of this program where it fails."""
    try:
        run(list(command))
    except SystemExit as end:
        if end.code:
            raise


if __name__ == "__main__":
    main()
