"""Change the code in small ways (mutants) and count how many of the changes the tests notice.

python tools/mutants.py --number 500 --seed 1 src/lydite/inference src/lydite/measures

Every mutant is tried in a copy of the project (.mutants/tree), with kernels as plain Python, so that nothing
compiled before stands in for changed code. Tests are chosen by the lines they run, fastest first, and as many
as --seconds allow: what survives may still be noticed by a slower test.

A mutant that no test can notice goes into mutants-equivalent.tsv: file name, line before, line after, why.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from mutant_sample import Mutant, digest, sample
from mutant_tests import choose, record, tried

ROOT = Path(__file__).parent.parent
WORK = ROOT / ".mutants"
TREE = WORK / "tree"
EQUIVALENT = Path(__file__).with_name("mutants-equivalent.tsv")
LOADED = (
    "numpy",
    "scipy.stats",
    "scipy.sparse",
    "scipy.optimize",
    "numba",
    "polars",
    "pandas",
    "rich",
    "typer",
)
ORACLES = ("sklearn.metrics", "gensim.models", "nltk", "hypothesis", "altair")
ONE = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "POLARS_MAX_THREADS", "NUMBA_DISABLE_JIT")
KINDS = ("killed", "timed out", "survived", "no test", "equivalent")


def prepare() -> None:
    """Copy the project, and load what every fork will use."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        source, target = ROOT / name, TREE / name
        if source.is_file() and not (target.exists() and target.read_bytes() == source.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    os.environ |= dict.fromkeys(ONE, "1") | {"PYTHONPATH": f"{TREE / 'src'}", "PYTHONDONTWRITEBYTECODE": "1"}
    sys.path[:] = [str(TREE / "src"), *(p for p in sys.path if Path(p).resolve() != ROOT / "src")]
    for name in (*LOADED, *ORACLES):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def table(outcomes: dict[Mutant, str], folders: list[Path]) -> str:
    """Return how many mutants of each folder were noticed."""
    rows = [f"{'':16}" + "".join(f"{k:>12}" for k in KINDS) + f"{'share killed':>14}"]
    for name, inside in (*((f.name, f) for f in folders), ("all", ROOT)):
        counts = Counter(o for m, o in outcomes.items() if m.file.is_relative_to(inside))
        judged = counts.total() - counts["equivalent"]
        share = f"{(counts['killed'] + counts['timed out']) / judged:.1%}" if judged else ""
        rows.append(f"{name:16}" + "".join(f"{counts[k]:12}" for k in KINDS) + f"{share:>14}")
    return "\n".join(rows)


def main() -> None:
    """Sample mutants, try each, print what became of it and a table of all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, help="folders of code to change")
    parser.add_argument("--tests", nargs="+", type=Path, default=[Path("tests")], help="folders of tests")
    parser.add_argument("--number", type=int, default=500, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="processor time for the tests of a mutant"
    )
    parser.add_argument("--skip-killed", action="store_true", help="trust what an earlier run killed")
    options = parser.parse_args()
    prepare()
    folders = [f.resolve() for f in options.folders]
    sources = [f for folder in folders for f in sorted(folder.rglob("*.py"))]
    suites = [f for folder in options.tests for f in sorted(folder.resolve().rglob("test_*.py"))]
    suites += [f for f in sources if ">>> " in f.read_text("utf-8")]
    measured = [TREE / f.relative_to(ROOT) for f in folders]
    limit = options.seconds / 4  # for one test
    ran = [record(TREE, str(f.relative_to(ROOT)), measured, WORK / "maps", limit) for f in suites]
    mutants = list(sample(sources, options.seed, options.number))
    lines = EQUIVALENT.read_text("utf-8").splitlines() if EQUIVALENT.exists() else []
    equivalent = {tuple(line.split("\t")[:3]) for line in lines}
    history = WORK / "killed.txt"
    before = set(history.read_text("utf-8").split()) if options.skip_killed and history.exists() else set()
    for mutant in mutants[:3]:
        same, name = replace(mutant, code=mutant.file.read_text("utf-8")), str(mutant.file.relative_to(ROOT))
        outcome, by = tried(same, name, choose(same, name, ran, options.seconds), TREE)
        if outcome in {"killed", "timed out"}:
            sys.exit(f"without a change, {mutant.file} is {outcome} {by}")
    outcomes = {}
    for number, mutant in enumerate(mutants, 1):
        key, start, by = digest(*mutant.key), time.monotonic(), ""
        name = str(mutant.file.relative_to(ROOT))
        if mutant.key in equivalent:
            outcome = "equivalent"
        elif key in before:
            outcome = "killed"
        else:
            tests = choose(mutant, name, ran, options.seconds)
            outcome, by = tried(mutant, name, tests, TREE)
            by = by or f"{len(tests)} tests"
        outcomes[mutant] = outcome
        if outcome in {"killed", "timed out"}:
            with history.open("a", encoding="utf-8") as file:
                file.write(f"{key}\n")
        print(f"{number} {outcome} {name}:{mutant.line} {time.monotonic() - start:.1f} s {by}")
        print(f"    - {mutant.before}\n    + {mutant.after}", flush=True)
    print(table(outcomes, folders))


if __name__ == "__main__":
    main()
