"""How processor time grows with the size of the work: seconds, and the slope of their logarithms.

    python bench/scaling.py [--items 10000 100000 1000000] [--tweets 20000 100000] [--copies 1 4 16]
                            [--articles 7000 70000 350000]

Commands from a cold shell: ``lydite score`` of JSON lines (two measures, chance, intervals), ``lydite build
hashtags`` of made-up tweets (wordllama), ``lydite build wikipedia`` of so many copies of the English pages
that gensim carries (reading and extraction are nearly all of it), and assembly by itself, of made-up columns
with the proportions of English Wikipedia (bench/synthetic/wikipedia.py). A slope of 1 is proportional; what
is below it is start-up that is still being paid off.
"""

from __future__ import annotations

import argparse
import bz2
import json
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from workers import write

WORDS = [f"word{i}" for i in range(20_000)]


def spent(folder: Path, *command: str) -> float:
    """Return the processor seconds of a command."""
    before = os.times()
    subprocess.run([sys.executable, "-m", "lydite", *command], cwd=folder, capture_output=True, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def tell(name: str, unit: str, sizes: list[int], seconds: list[float]) -> None:
    """Print the figures of one kind of work."""
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
    print(f"{name} (load {os.getloadavg()[0]:.1f}, at most {most:.2f} GB)")
    for i, (size, took) in enumerate(zip(sizes, seconds, strict=True)):
        slope = math.log(took / seconds[i - 1]) / math.log(size / sizes[i - 1]) if i else math.nan
        shown = "" if math.isnan(slope) else f"  slope {slope:.2f}"
        print(f"  {size:>10,} {unit} {took:8.1f} s {1e6 * took / size:8.1f} µs each{shown}")


def scoring(folder: Path, items: int, draw: np.random.Generator) -> float:
    write(folder / "gold.jsonl", items, 4, draw)
    write(folder / "run.jsonl", items, 10, draw)
    return spent(folder, "score", "gold.jsonl", "run.jsonl", "-m", "F1@5", "-m", "F1(match=stem)@5")


def encoding(folder: Path, tweets: int, draw: np.random.Generator) -> float:
    with (folder / "tweets.jsonl").open("w", encoding="utf-8") as out:
        for start in range(0, tweets, 10_000):
            for n, row in enumerate((draw.zipf(1.2, (10_000, 12)) % len(WORDS)).tolist(), start):
                text = " ".join(WORDS[w] for w in row[:10]) + "".join(f" #{WORDS[w]}" for w in row[10:])
                out.write(json.dumps({"id": str(n), "text": text}) + "\n")
    more = ["--encoder", "wordllama", "--language", "any", "--no-thesaurus", "--new"]
    return spent(folder, "build", "hashtags", "tweets.jsonl", "--into", "store", *more)


def extracting(folder: Path, copies: int) -> float:
    import gensim

    data = Path(gensim.__file__).parent / "test" / "test_data"
    (dump,) = data.glob("enwiki-latest-pages-articles1*-shortened.bz2")
    text = bz2.decompress(dump.read_bytes()).decode()
    first, last = text.index("<page>"), text.rindex("</page>") + len("</page>")
    with (folder / "wiki.xml").open("w", encoding="utf-8") as out:
        out.write(text[:first])
        for k in range(copies):
            out.write(text[first:last].replace("</title>", f" {k}</title>"))
        out.write(text[last:])
    return spent(folder, "build", "wikipedia", "wiki.xml", "-o", f"wiki{copies}")


def assembling(folder: Path, articles: int) -> float:
    script = Path(__file__).parent / "synthetic" / "wikipedia.py"
    command = [sys.executable, str(script), str(folder / "made"), "--scale", str(articles / 7_000_000)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    shutil.rmtree(folder / "made")
    return float(done.stdout.split("assembled in ")[1].split()[0])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--items", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    options.add_argument("--tweets", type=int, nargs="*", default=[20_000, 100_000])
    options.add_argument("--copies", type=int, nargs="*", default=[1, 4, 16])
    options.add_argument("--articles", type=int, nargs="*", default=[7_000, 70_000, 350_000])
    asked = options.parse_args()
    draw = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        if asked.items:
            tell("lydite score", "items", asked.items, [scoring(folder, n, draw) for n in asked.items])
        if asked.tweets:
            tell("build hashtags", "tweets", asked.tweets, [encoding(folder, n, draw) for n in asked.tweets])
        if asked.copies:
            tell("build wikipedia", "copies", asked.copies, [extracting(folder, n) for n in asked.copies])
        if asked.articles:
            seconds = [assembling(folder, n) for n in asked.articles]
            tell("assembling wikipedia", "articles", asked.articles, seconds)


if __name__ == "__main__":
    main()
