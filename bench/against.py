"""The same commands in two trees, an older one and this: processor time and the largest process.

Each command runs in a process of its own with the older tree's package, then with this one's, in turn, so
that what else the machine does falls on both; the ratio is the median of those of the pairs. Each tree runs
with the Python of its own ``.venv``. Each has a cache of its own, filled by a first run.

    python bench/against.py OLDER_TREE [--runs 9] [--only WORD]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from lydite.knowledge.wordnet import open_wordnet
from lydite.probes.testsets import load_test_set

HERE = Path(__file__).parents[1]


def phrases(folder: Path, items: int = 40_000, seed: int = 0) -> None:
    """Write gold and two systems as JSON lines and tab-separated, and as qrels and a run."""
    rng = np.random.default_rng(seed)
    words = [f"Phrase number {n}" if n % 3 else f"tag{n}" for n in range(50_000)]
    for name in ("gold", "one", "two"):
        sizes = rng.integers(1, 10, items)
        codes = (rng.pareto(0.8, sizes.sum()) * 20).astype(np.int64) % len(words)
        lists = np.split(codes, np.cumsum(sizes)[:-1])
        with (folder / f"{name}.jsonl").open("w") as lines, (folder / f"{name}.tsv").open("w") as table:
            for i, found in enumerate(lists):
                said = [words[c] for c in found]
                print(json.dumps({"id": f"doc{i}", "phrases": said}), file=lines)
                table.writelines(f"doc{i}\t{phrase}\n" for phrase in said)
        with (folder / f"{name}.{'qrels' if name == 'gold' else 'run'}").open("w") as trec:
            for i, found in enumerate(lists):
                for rank, c in enumerate(dict.fromkeys(found.tolist())):
                    row = f"doc{i} 0 p{c} 1" if name == "gold" else f"doc{i} Q0 p{c} {rank} {-rank} x"
                    print(row, file=trec)


def labels(folder: Path, tweets: int = 20_000, seed: int = 0) -> None:
    """Write gold and three systems of a five-point task by topic."""
    rng = np.random.default_rng(seed)
    gold = rng.integers(-2, 3, tweets)
    for name, share in (("gold", 0.0), ("low", 0.5), ("mid", 0.4), ("high", 0.3)):
        said = np.where(rng.random(tweets) < share, rng.integers(-2, 3, tweets), gold)
        rows = (f"{i}\ttopic{i % 100}\t{label}\n" for i, label in enumerate(said))
        (folder / f"{name}-labels.tsv").write_text("".join(rows))


def vectors(folder: Path, count: int = 40_000, seed: int = 0) -> None:
    """Write word vectors for google's test set and invented words."""
    rng = np.random.default_rng(seed)
    known = sorted({w for c in load_test_set("google").categories.values() for w in c})
    words = [*known, *(f"word{i}" for i in range(count - len(known)))]
    rows = rng.standard_normal((count, 100)).round(4)
    with (folder / "words.vec").open("w") as file:
        print(count, 100, file=file)
        file.writelines(f"{w} {' '.join(map(str, r))}\n" for w, r in zip(words, rows, strict=True))


def pairs(folder: Path, count: int = 500_000, phrases: int = 12_000, seed: int = 0) -> None:
    """Write pairs of phrases: words of WordNet, alone and by two."""
    rng, labels = np.random.default_rng(seed), open_wordnet().labels
    words = [labels.key(int(i)) for i in rng.choice(len(labels), phrases // 2, replace=False)]
    found = words + [f"{words[a]} {words[b]}" for a, b in rng.integers(len(words), size=(phrases // 2, 2))]
    drawn = rng.integers(len(found), size=(count, 2))
    (folder / "pairs.tsv").write_text("".join(f"{found[a]}\t{found[b]}\n" for a, b in drawn), "utf-8")


DEMO = HERE / "src" / "lydite" / "data" / "demo"
THREE = "-m P@10 -m R@10 -m F1@10"
CASES = {
    "start": "--version",
    "one match": "match food cake --using wordnet",
    "one match, meaning": "match toilet lavatory",
    "500,000 pairs, meaning": "match --pairs pairs.tsv",
    "demo": "demo",
    "JSON lines": f"score gold.jsonl one.jsonl {THREE} --bootstrap 0 --no-chance",
    "tab-separated": f"score gold.tsv one.tsv {THREE} --bootstrap 0 --no-chance",
    "qrels and run": f"score gold.qrels one.run {THREE} --bootstrap 0 --no-chance",
    "two systems, tested": f"score gold.jsonl one.jsonl two.jsonl {THREE}",
    "two systems, processes": "score gold.jsonl one.jsonl two.jsonl --on processes(2)",
    "two systems, chance": "score gold.jsonl one.jsonl two.jsonl -m F1 -m F1(match=stem) --bootstrap 0",
    "soft": f"score {DEMO}/gold.jsonl {DEMO}/meaner.jsonl {DEMO}/speller.jsonl -m F1(match=wordnet)@10",
    "semeval C": "semeval C gold-labels.tsv low-labels.tsv mid-labels.tsv high-labels.tsv",
    "semeval E": "semeval E gold-labels.tsv low-labels.tsv mid-labels.tsv high-labels.tsv",
    "probe": "probe words.vec --test-set google -m topk -m analogy",
}


_LAUNCH = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(done.returncode)
"""  # a small process, for a child begins with the memory of whoever starts it


def measured(tree: Path, command: str, folder: Path) -> tuple[float, float]:
    """Run a command with the package of a tree; return processor seconds, and megabytes of memory."""
    cache = folder / f"cache-{tree.name}"
    python = tree / ".venv" / "bin" / "python"
    env = {**os.environ, "PYTHONPATH": str(tree / "src"), "LYDITE_CACHE": str(cache)}
    done = subprocess.run(
        [python, "-c", _LAUNCH, python, "-m", "lydite", *command.split()],
        check=False,
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{tree}: lydite {command}: {done.stderr}")
    seconds, kilobytes = map(float, done.stdout.split())
    return seconds, kilobytes / 1024


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("older", type=Path)
    asked.add_argument("--runs", type=int, default=9)
    asked.add_argument("--only", default="")
    given = asked.parse_args()
    for tree in (given.older, HERE):
        if not (tree / ".venv" / "bin" / "python").exists():
            raise SystemExit(f"{tree} has no .venv: run `make check` there first")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        phrases(folder), labels(folder), vectors(folder), pairs(folder)
        print(f"{'':22} {'processor seconds':>17}   ratio {'megabytes':>13}   ratio")
        for what, command in CASES.items():
            if given.only not in what:
                continue
            both = [
                [measured(tree, command, folder) for tree in (given.older.resolve(), HERE)]
                for _ in range(given.runs + 1)
            ]
            print(f"{what:22}", *(_compared([(a[k], b[k]) for a, b in both[1:]]) for k in (0, 1)), flush=True)


def _compared(pairs: list[tuple[float, float]]) -> str:
    """Return the least of both sides, and the median of the ratios."""
    old, new = (min(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(b / a for a, b in pairs)
    form = ".3f" if old < 30 else ".0f"
    return f"{old:8{form}} {new:8{form}}   {ratio:5.2f}"


if __name__ == "__main__":
    main()
