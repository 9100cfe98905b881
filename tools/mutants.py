"""Change the code in small ways (mutants) and count how many of the changes the tests notice.

python tools/mutants.py --number 500 --seed 1 src/lydite/inference src/lydite/measures

Everything is read from one commit, unpacked into folders of its own, so that a tree that is worked on
meanwhile does not matter. Kernels run as plain Python, so that nothing compiled before stands in for changed
code. Tests are chosen by the lines they run, fastest first, and as many as --seconds allow; what survives is
judged by others, those first that are most about its file, as --again allows.

A run that was stopped goes on where it was: verdicts are kept in .mutants, by commit.

A mutant that no test can notice goes into mutants-equivalent.tsv: file name, line before, line after, why.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import importlib
import io
import multiprocessing
import os
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from mutant_history import NOTICED, History, Verdict
from mutant_sample import Mutant, sample
from mutant_tests import Ran, covering, fastest, others, record, tried

ROOT = Path(__file__).parent.parent
KEPT = ROOT / ".mutants"
"""What is kept between runs: the lines each file of tests runs, and what became of mutants."""
EQUIVALENT = Path("tools/mutants-equivalent.tsv")
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


def unpack(commit: str, folder: Path) -> None:
    """Write the files of a commit into a folder."""
    command = ["git", "archive", commit]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


class Worker:
    """A process with a copy of the project of its own; `tree` is set where it starts."""

    tree: Path

    @classmethod
    def start(cls, commit: str, folder: Path) -> None:
        """Unpack the project, import it from there, and load what every fork will use."""
        cls.tree = folder / f"tree{os.getpid()}"
        unpack(commit, cls.tree)
        os.environ["PYTHONPATH"] = str(cls.tree / "src")
        others = (p for p in sys.path if Path(p).resolve() != ROOT / "src")
        sys.path[:] = [str(cls.tree / "src"), *others]
        for name in (*LOADED, *ORACLES):
            with contextlib.suppress(ImportError):
                importlib.import_module(name)

    @classmethod
    def record(cls, name: str, folders: list[Path], limit: float) -> Ran:
        """Return what the tests of a file run."""
        return record(cls.tree, name, [cls.tree / f for f in folders], KEPT / "maps", limit)

    @classmethod
    def judge(cls, mutant: Mutant, tests: dict[str, float]) -> Verdict:
        """Try a mutant."""
        before = os.times()
        outcome, by = tried(mutant, tests, cls.tree)
        after = os.times()
        seconds = after.children_user + after.children_system - before.children_user - before.children_system
        return Verdict(outcome, by or f"{len(tests)} tests", seconds)


def table(outcomes: dict[Mutant, str], folders: list[Path]) -> str:
    """Return how many mutants of each folder were noticed."""
    rows = [f"{'':16}" + "".join(f"{k:>12}" for k in KINDS) + f"{'share killed':>14}"]
    for name, inside in (*((f.name, f) for f in folders), ("all", Path())):
        counts = Counter(o for m, o in outcomes.items() if m.file.is_relative_to(inside))
        judged = counts.total() - counts["equivalent"]
        share = f"{sum(counts[k] for k in NOTICED) / judged:.1%}" if judged else ""
        rows.append(f"{name:16}" + "".join(f"{counts[k]:12}" for k in KINDS) + f"{share:>14}")
    return "\n".join(rows)


def judge(
    mutants: list[Mutant], chosen: Callable[[Mutant], dict[str, float]], workers: Executor
) -> Iterator[tuple[Mutant, Verdict]]:
    """Try each mutant by the tests chosen for it."""
    trials = [(m, workers.submit(Worker.judge, m, chosen(m))) for m in mutants]
    return ((mutant, trial.result()) for mutant, trial in trials)


def show(number: int, mutant: Mutant, verdict: Verdict) -> None:
    """Print what became of a mutant."""
    print(
        f"{number} {verdict.outcome} {mutant.file}:{mutant.line} {verdict.seconds:.1f} s {verdict.by}\n"
        f"    - {mutant.before}\n    + {mutant.after}",
        flush=True,
    )


def judge_all(
    mutants: list[Mutant], ran: list[Ran], workers: Executor, history: History, options: argparse.Namespace
) -> dict[Mutant, str]:
    """Judge all mutants by the fastest tests, what survives by others; only what was not judged before."""
    lines = EQUIVALENT.read_text("utf-8").splitlines() if EQUIVALENT.exists() else []
    equivalent = {tuple(line.split("\t")[:3]) for line in lines}
    numbers = {mutant: number for number, mutant in enumerate(mutants, 1)}
    outcomes = {m: "equivalent" for m in mutants if m.key in equivalent}
    if options.skip_killed:
        outcomes |= {m: "killed" for m in mutants if m not in outcomes and history.noticed_before(m)}
    tests = functools.cache(lambda mutant: covering(mutant, ran))
    first = functools.cache(lambda mutant: fastest(tests(mutant), options.seconds))
    rounds = (options.seconds, first), (options.again, lambda m: others(tests(m), first(m), options.again))
    for allowed, choose in rounds:
        asked = [m for m in mutants if outcomes.get(m, "survived") == "survived"]
        chosen = {m: choose(m) for m in asked if allowed}
        known = {m: v for m in asked if (v := history.get(m, allowed)) is not None}
        new = [m for m in chosen if m not in known and (chosen[m] or m not in outcomes)]
        print(f"{len(new)} to judge in {allowed:g} s, {len(known)} judged before", flush=True)
        outcomes |= {m: v.outcome for m, v in known.items()}
        for mutant, verdict in judge(new, chosen.__getitem__, workers):
            history.add(mutant, allowed, verdict)
            outcomes[mutant] = verdict.outcome
            show(numbers[mutant], mutant, verdict)
    return outcomes


def main() -> None:
    """Sample mutants, try each, print what became of it and a table of all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, help="folders of code to change")
    parser.add_argument("--commit", default="HEAD", help="whose files are tried")
    parser.add_argument("--tests", nargs="+", type=Path, default=[Path("tests")], help="folders of tests")
    parser.add_argument("--number", type=int, default=500, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="processor time for the tests of a mutant"
    )
    parser.add_argument("--again", type=float, default=60.0, help="and for other tests of what survived")
    parser.add_argument("--processes", type=int, default=1, help="how many are tried at a time")
    parser.add_argument("--skip-killed", action="store_true", help="trust what earlier commits killed")
    options = parser.parse_args()
    os.environ |= dict.fromkeys(ONE, "1") | {"PYTHONDONTWRITEBYTECODE": "1"}
    commit = subprocess.run(
        ["git", "rev-parse", options.commit], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout.strip()
    (KEPT / "maps").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        unpack(commit, Path(folder))
        os.chdir(folder)
        sources = [f for folder in options.folders for f in sorted(folder.rglob("*.py"))]
        suites = [f for folder in options.tests for f in sorted(folder.rglob("test_*.py"))]
        suites += [f for f in sources if ">>> " in f.read_text("utf-8")]
        mutants = list(sample(sources, options.seed, options.number))
        with ProcessPoolExecutor(
            options.processes,
            multiprocessing.get_context("fork"),
            initializer=Worker.start,
            initargs=(commit, Path(folder) / ".trees"),
        ) as workers:
            recording = partial(Worker.record, folders=options.folders, limit=options.seconds / 4)
            ran = list(workers.map(recording, map(str, suites)))
            unchanged = [replace(m, code=m.file.read_text("utf-8")) for m in mutants[:3]]
            for _, verdict in judge(unchanged, lambda m: fastest(covering(m, ran), options.seconds), workers):
                if verdict.noticed:
                    sys.exit(f"without a change, code is {verdict.outcome} by {verdict.by}")
            history = History(KEPT / "judged.tsv", commit)
            outcomes = judge_all(mutants, ran, workers, history, options)
    print(f"{table(outcomes, options.folders)}\nof {commit[:12]}")


if __name__ == "__main__":
    main()
