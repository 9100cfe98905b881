"""HOP at speed: hops per second of each strategy, from all articles of a store.

    python bench/hop.py [STORE [VECTORS]]

The paper: about 7 seconds for 15 hops over the network, 20 to 35 seconds a hop with BERT. Every strategy
runs on a web of its own, so that reading links and rating words are counted; what is loaded once
(WordNet, vectors) is shown apart. Then the processor time of the shell command with all of these.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from lydite.probes.hop import LinkGraph, walk
from lydite.sources.wikipedia import Wikipedia
from lydite.spec import parse

PUBLISHED = 15 / 7  # hops per second


def main(store: str, vectors: str | None) -> None:
    specs = ["first", "second", "random", "wordnet", *([f'vectors(file="{vectors}")'] if vectors else [])]
    began = time.process_time()
    heads = f"{'loading':>9} {'walking':>9} {'hops/s':>11} {'paper ×':>9}"
    print(f"{'strategy':10} {'starts':>7} {'hops':>8} {heads}")
    for spec in [*specs, "shortest"]:
        web = LinkGraph.of(Wikipedia.open(store))
        starts = np.flatnonzero(np.arange(web.wikipedia.articles) != web.target)
        chooser = parse(spec, "chooser")
        first = time.process_time()
        walk(LinkGraph.of(Wikipedia.open(store)), chooser, starts[:1])  # loads what the strategy stands on
        second = time.process_time()
        walks = walk(web, chooser, starts)
        spent = time.process_time() - second
        hops = int(walks.hops.sum())
        print(
            f"{chooser.name:10} {len(starts):7,} {hops:8,} {second - first:7.2f} s {spent:7.2f} s "
            f"{hops / spent:11,.0f} {hops / spent / PUBLISHED:9,.0f}"
        )
    print(f"all together {time.process_time() - began:.1f} s")
    shell("all", [store, *chosen([*specs, "shortest"])])


def chosen(specs: list[str]) -> list[str]:
    """Return the arguments that choose strategies."""
    return [part for spec in specs for part in ("--choose", spec)]


def shell(what: str, arguments: list[str]) -> None:
    """Print the processor time of one command, from a fresh process to the printed tables."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "lydite", "hop", *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"lydite hop, {what}: {spent:.1f} s")


def schools() -> Path | None:
    """Return a store of the Schools selection, built where the public data is and it is not built yet."""
    archive = Path(os.environ.get("LYDITE_SHARED_DATA", "../shared/data"), "wikipedia", "schools-2007.tar.xz")
    store = Path(__file__).parent / "out" / "schools.wikipedia"
    if not store.exists() and archive.is_file():
        store.parent.mkdir(exist_ok=True)
        build = [sys.executable, "-m", "lydite", "build", "wikipedia", str(archive), "-o", str(store)]
        subprocess.run(build, check=True)
    return store if store.exists() else None


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("store", nargs="?")
    parser.add_argument("vectors", nargs="?")
    given = parser.parse_args()
    if (found := given.store or schools()) is None:
        print("no store is given, and no public data to build one from (LYDITE_SHARED_DATA): nothing to walk")
    else:
        main(str(found), given.vectors)
