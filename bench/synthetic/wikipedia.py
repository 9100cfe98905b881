"""A store of English Wikipedia's size, made up: 7M articles, 11M redirects, 2.5M categories, 45M memberships.

    python bench/synthetic/wikipedia.py STORE [--scale 0.01] [--seed 1]

Sizes of categories are heavy-tailed (the largest holds hundreds of thousands of articles), a third of the
categories have a central article, titles are invented words. The columns are made here; everything after
extraction (sorting, central articles, graph, labels, sealing) is what ``lydite build wikipedia`` does.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import resource
import shutil
import time
from pathlib import Path
from typing import Any

import numpy as np

from lydite.sources.wikipedia.build import builder
from lydite.sources.wikipedia.build.assembly import Assembly
from lydite.sources.wikipedia.dumps import parts
from lydite.sources.wikipedia.dumps.page import ARTICLE, CATEGORY, REDIRECT
from lydite.sources.wikipedia.titles import name64

ARTICLES, REDIRECTS, CATEGORIES, MEMBERSHIPS, BELOW = 7_000_000, 11_000_000, 2_500_000, 45_000_000, 5_500_000
PART = 500_000


def words(count: int) -> list[str]:
    """Return invented words, all different."""
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    return ["".join(s) for s in itertools.islice(itertools.product(syllables, repeat=3), count)]


def make(folder: Path, scale: float, seed: int) -> None:
    """Write the part files."""
    draw = np.random.default_rng(seed)
    a, r, c = (int(n * scale) for n in (ARTICLES, REDIRECTS, CATEGORIES))
    lexicon = words(int((a + r + c) ** 0.5) + 1)

    def title(number: int) -> str:
        return f"{lexicon[number % len(lexicon)]} {lexicon[number // len(lexicon)]}"

    # article → category: the density of categories falls as their number ^ (-2/3)
    member = draw.integers(0, a, int(MEMBERSHIPS * scale))
    holder = (c * draw.random(len(member)) ** 3).astype(np.int64)
    order = np.argsort(member, kind="stable")
    member, holder = member[order], holder[order]
    first = np.full(c, -1, np.int64)
    first[holder[::-1]] = member[::-1]
    child = draw.integers(1, c, int(BELOW * scale))
    parent = (child * draw.random(len(child)) ** 2).astype(np.int64)
    order = np.argsort(child, kind="stable")
    child, parent = child[order], parent[order]
    # a third of the categories are called like their first article, which is then central
    has_central = (draw.random(c) < 1 / 3) & (first >= 0)
    called = np.where(has_central, first, a + r + np.arange(c))
    target = (a * draw.random(r) ** 2).astype(np.int64)
    category_names = np.array([name64(f"\x0e{i}") for i in range(c)], np.uint64)
    starts = [(ARTICLE, s, min(s + PART, a)) for s in range(0, a, PART)]
    starts += [(REDIRECT, s, min(s + PART, r)) for s in range(0, r, PART)]
    starts += [(CATEGORY, s, min(s + PART, c)) for s in range(0, c, PART)]
    shift = {ARTICLE: 0, REDIRECT: a, CATEGORY: 0}
    for number, (kind, start, stop) in enumerate(starts):
        which = called[start:stop] if kind == CATEGORY else np.arange(start, stop) + shift[kind]
        titles = [title(i) for i in which.tolist()]
        label = np.array([name64(t) for t in titles], np.uint64)
        name = (
            category_names[start:stop]
            if kind == CATEGORY
            else np.array([name64(t.capitalize()) for t in titles], np.uint64)
        )
        n = stop - start
        columns: dict[str, Any] = parts.columns([], parts.Labeller("none"))
        text, lengths = parts.packed([t.capitalize() for t in titles])
        columns |= {
            "kind": np.full(n, kind, np.uint8), "hidden": np.zeros(n, np.uint8), "name": name,
            "target": np.zeros(n, np.uint64), "title_name": name, "label": label, "stem": label,
            "bare": label, "bare_stem": label, "title_bytes": text, "title_lengths": lengths,
            "known_label": label, "known_stem": label, "text_lengths": np.zeros(n, np.uint32),
            "tally": np.array([n, n * (kind != CATEGORY), n * (kind == REDIRECT)], np.int64),
        }  # fmt: skip
        if kind == REDIRECT:
            targets = [title(i).capitalize() for i in target[start:stop].tolist()]
            columns["target"] = np.array([name64(t) for t in targets], np.uint64)
        pairs = {ARTICLE: (member, holder), CATEGORY: (child, parent)}.get(kind)
        if pairs:
            low, high = np.searchsorted(pairs[0], [start, stop])
            columns["member_page"] = (pairs[0][low:high] - start).astype(np.uint32)
            columns["member_category"] = category_names[pairs[1][low:high]]
        parts.save(folder / f"part-{number:06d}.npz", columns)


def main() -> None:
    """Make the store and say how long each step took."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("store", type=Path)
    options.add_argument("--scale", type=float, default=1.0)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    folder = given.store.parent / f".{given.store.name}.making"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    began = time.time()
    maker = multiprocessing.get_context("spawn").Process(target=make, args=(folder, given.scale, given.seed))
    maker.start()  # in a process of its own: the memory reported below is that of the assembly alone
    maker.join()
    paths = sorted(folder.glob("part-*.npz"))
    print(f"columns {time.time() - began:.0f} s", flush=True)
    before = time.process_time()
    assembly = Assembly(
        folder, paths, dict.fromkeys(("sql", "joined", "lead", "words", "keep_hidden", "titles_only"), False)
    )
    counts = assembly.run(lambda step: print(f"{step} after {time.time() - began:.0f} s", flush=True))
    notes = {
        "dump": "synthetic", "site": "synthetic", "language": "en", "first_letter": True, "stemmer": "none",
        "lead": False, "words": False, "keep_hidden": False, "counts": {"pages": 0, **counts},
    }  # fmt: skip
    assembly.seal(builder.KIND, builder.VERSION, notes)
    shutil.rmtree(given.store, ignore_errors=True)
    assembly.store.replace(given.store)
    shutil.rmtree(folder)
    size = sum(p.stat().st_size for p in given.store.iterdir())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(counts)
    print(f"made in {time.time() - began:.0f} s, {size / 1e9:.2f} GB on disk")
    print(f"assembled in {time.process_time() - before:.2f} s of processors")
    print(f"peak memory after extraction {peak:.1f} GB")


if __name__ == "__main__":
    main()
